/**
 * `npm run first-day`: the first day of a company with a stopwatch, by the guides alone. It runs the blocks of docs/guides that are marked
 * `first-day: WHAT`, one after the other as in one shell, in a folder of its own: from nothing over the import to the first meal, bill and payment, a backup,
 * its restore elsewhere and an upgrade. What a guide does not have cannot be run. A block that fails ends the day with its output and code 1.
 * `--verbose` shows what each block says; `--until WHAT` ends before that block.
 */
import { type ChildProcess, spawn } from "node:child_process"
import * as fs from "node:fs"
import * as net from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"

const root = path.resolve(import.meta.dirname, "../..")
const guides = ["install.md", "import.md"]
const { values: given } = parseArgs({ options: { verbose: { type: "boolean" }, until: { type: "string" } } })

interface Block {
  readonly guide: string
  readonly line: number
  readonly what: string
  readonly commands: string
}
const blocksOf = (guide: string): ReadonlyArray<Block> => {
  const text = fs.readFileSync(path.join(root, "docs/guides", guide), "utf8")
  return [...text.matchAll(/^( *)```sh first-day: (.*)\n([\s\S]*?)^ *```$/gm)].map(({ 1: indent = "", 2: what = "", 3: commands = "", index }) => ({
    guide,
    line: text.slice(0, index).split("\n").length,
    what,
    commands: commands.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
  }))
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** What a shell answers to a command; undefined if there is none, or it fails. */
const answerOf = (command: string) =>
  new Promise<string | undefined>((resolve) => {
    let out = ""
    const child = spawn("sh", ["-c", command], { stdio: ["ignore", "pipe", "ignore"] })
    child.stdout.on("data", (data) => (out += data))
    child.on("close", (code) => resolve(code === 0 ? out.trim() : undefined))
  })

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "first-day-"))
// the embedded database runs as another account where this one is root
fs.chmodSync(folder, 0o711)
const state = path.join(folder, "shell")
fs.writeFileSync(state, "")

/** The environment of a person who has set nothing yet. Their shell keeps what a block has set for the next. */
const env = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(OPS_|DATABASE_URL|SMTP_URL|MAIL_FROM|PORT$|HOST$|XDG_|NODE_ENV$|NODE_OPTIONS$|VITEST)/.test(name)),
  ),
  HOME: folder,
  PATH: `${path.join(root, "node_modules/.bin")}:${process.env["PATH"]}`,
}
let running: ChildProcess | undefined
const run = ({ commands }: Block, port: number) =>
  new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
    const kept = `{ export -p; declare -f; printf 'cd %q\\numask %s\\n' "$PWD" "$(umask)"; } > ${JSON.stringify(state)}`
    const script = `. ${JSON.stringify(state)}\nset -aeu -o pipefail\n${commands.replaceAll("3000", String(port))}\n${kept}`
    let said = ""
    running = spawn("bash", ["-c", script], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] })
    for (const stream of [running.stdout!, running.stderr!]) stream.on("data", (data) => (said += data))
    running.on("close", (code) => resolve({ code, said }))
  })

const stopServer = () => {
  const pid = path.join(folder, "field-office-trial/server.pid")
  if (!fs.existsSync(pid)) return
  try {
    process.kill(Number(fs.readFileSync(pid, "utf8")))
  } catch {
    // it has ended by itself
  }
}
process.once("SIGINT", () => {
  running?.kill()
  stopServer()
  process.exit(130)
})

const docker = await answerOf("docker compose version && docker info --format '{{.ServerVersion}}'")
console.log(
  docker === undefined
    ? "Way: in a folder, with the embedded database (docs/guides/install.md). There is no Docker with compose and a running daemon here."
    : "Way: in a folder, with the embedded database (docs/guides/install.md). The containers of compose.yaml are not started.",
)
console.log(`Folder: ${folder}\n`)

const port = await freePort()
const took = (seconds: number) => `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, "0")}`
let total = 0
console.log(" min:s   step")
for (const block of guides.flatMap(blocksOf)) {
  if (block.what === given.until) break
  const began = performance.now()
  const { code, said } = await run(block, port)
  const seconds = (performance.now() - began) / 1000
  total += seconds
  console.log(`${took(seconds).padStart(6)}   ${block.what}`)
  if (given.verbose) console.log(said.replace(/^/gm, "         "))
  if (code !== 0) {
    console.error(`\nThis failed (code ${code}), docs/guides/${block.guide}, line ${block.line}:\n${block.commands}\n${said}`)
    process.exitCode = 1
    break
  }
}
stopServer()
console.log(`${took(total).padStart(6)}   in all`)
if (process.exitCode !== 1) fs.rmSync(folder, { recursive: true, force: true })
