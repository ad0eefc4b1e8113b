/**
 * `npm run first-day`: the first day of a company with a stopwatch, by the guides alone. It runs the blocks of docs/guides that are marked
 * `first-day: WHAT`, one after the other as in one shell, in a folder of its own: from nothing over the import to the first meal, bill and payment, a backup,
 * its restore elsewhere and an upgrade. What a guide does not have cannot be run. A block that fails ends the day with its output and code 1.
 * `--verbose` shows what each block says; `--until WHAT` ends before that block. `--containers` begins with those of compose.yaml instead, marked
 * `containers: WHAT`, and ends with a backup of them; they and their volumes are removed afterwards.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as net from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"

const root = path.resolve(import.meta.dirname, "../..")
const { values: given } = parseArgs({ options: { verbose: { type: "boolean" }, until: { type: "string" }, containers: { type: "boolean" } } })

interface Block {
  readonly guide: string
  readonly line: number
  readonly what: string
  readonly commands: string
}
const blocksOf = (guide: string, marked = "first-day"): ReadonlyArray<Block> => {
  const text = fs.readFileSync(path.join(root, "docs/guides", guide), "utf8")
  return [...text.matchAll(new RegExp(`^( *)\`\`\`sh ${marked}: (.*)\\n([\\s\\S]*?)^ *\`\`\`$`, "gm"))].map(
    ({ 1: indent = "", 2: what = "", 3: commands = "", index }) => ({
      guide,
      line: text.slice(0, index).split("\n").length,
      what,
      commands: commands.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    }),
  )
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as net.AddressInfo
      probe.close(() => resolve(port))
    })
  })

const secrets = path.join(root, "docs/guides/install/secrets")
/** The containers of this trial have a name of their own, so that those of an installation are neither replaced nor removed. */
const project = "field-office-first-day"
if (given.containers && fs.existsSync(secrets)) throw new Error(`${secrets} exists: this is an installation. Run the trial in another copy of the program`)

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
  ...(given.containers && { COMPOSE_PROJECT_NAME: project }),
}
/** The commands of a guide with the addresses of this trial. */
const here = (commands: string, port: number) =>
  given.containers
    ? commands.replaceAll("http://localhost:3000", "https://localhost").replace("OPS_HOST=ops.example.com", "OPS_HOST=localhost")
    : commands.replaceAll("3000", String(port))
let running: ChildProcess | undefined
const run = ({ commands }: Block, port: number) =>
  new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
    const kept = `{ export -p; declare -f; printf 'cd %q\\numask %s\\n' "$PWD" "$(umask)"; } > ${JSON.stringify(state)}`
    const script = `. ${JSON.stringify(state)}\nset -aeu -o pipefail\n${here(commands, port)}\n${kept}`
    let said = ""
    running = spawn("bash", ["-c", script], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] })
    for (const stream of [running.stdout!, running.stderr!]) stream.on("data", (data) => (said += data))
    running.on("close", (code) => resolve({ code, said }))
  })

const stopServer = () => {
  if (given.containers) {
    const compose = path.join(root, "docs/guides/install/compose.yaml")
    spawnSync("docker", ["compose", "-f", compose, "down", "--volumes"], { env: { ...env, OPS_HOST: "localhost" }, stdio: "ignore" })
    for (const made of [secrets, path.join(secrets, "../notes")]) fs.rmSync(made, { recursive: true, force: true })
    return
  }
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
if (given.containers && docker === undefined) throw new Error("There is no Docker with compose and a running daemon here")
const inFolder = "Way: in a folder, with the embedded database (docs/guides/install.md)."
console.log(
  given.containers
    ? "Way: the containers of compose.yaml (docs/guides/install.md)."
    : docker === undefined
      ? `${inFolder} There is no Docker with compose and a running daemon here.`
      : `${inFolder} With --containers it begins with those of compose.yaml.`,
)
console.log(`Folder: ${folder}\n`)

const containers = blocksOf("install.md", "containers")
const imported = blocksOf("import.md")
// the backup and what follows are about an installation in a folder
const served = imported.slice(
  0,
  imported.findIndex(({ what }) => what === "A backup"),
)
const blocks = given.containers ? [...containers.slice(0, -1), ...served, ...containers.slice(-1)] : [...blocksOf("install.md"), ...imported]

const port = await freePort()
const took = (seconds: number) => `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, "0")}`
let total = 0
console.log(" min:s   step")
for (const block of blocks) {
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
