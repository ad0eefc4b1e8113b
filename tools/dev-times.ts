/**
 * `npm run dev:times`: how long it takes under `npm run dev` until a change is visible: a label in the open page, and a fold, a handler and a
 * contract in the server's answer. It changes four files and restores them, also when interrupted; after a kill -9 the next run does so.
 */
import { spawn } from "node:child_process"
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import * as path from "node:path"
import { chromium } from "playwright"
import { copyDemo, newFolder } from "../platform/testing/data-folder.ts"
import { bare, signIn } from "../platform/testing/server.ts"
import { chromiumFlags, findChromium } from "./chromium.ts"

const root = path.join(import.meta.dirname, "..")
const mark = `dev:times ${Date.now()}`

interface Change {
  readonly what: string
  readonly file: string
  readonly search: string
  readonly replace: string
  /** in seconds */
  readonly bound: number
}
const label: Change = {
  what: "a label",
  file: "apps/web/shell/pages/landing-page.tsx",
  search: "Every camp, every meal and every dollar in one ledger",
  replace: mark,
  bound: 2,
}
const fold: Change = {
  what: "a fold",
  file: "modules/sites/site.ts",
  search: "SiteOpened: (_, site) => ({ ...site, capacity: null",
  replace: `SiteOpened: (_, site) => ({ ...site, location: "${mark}", capacity: null`,
  bound: 5,
}
const handler: Change = { what: "a handler", file: "modules/sites/site.ts", search: "has the code ${code} already", replace: `has it: ${mark}`, bound: 5 }
const contract: Change = { what: "a contract", file: "modules/sites/site.ts", search: "must be two to four", replace: mark, bound: 5 }

const kept = path.join(root, "node_modules/.cache/dev-times.json")
const keep = (texts: Readonly<Record<string, string>>) => {
  mkdirSync(path.dirname(kept), { recursive: true })
  writeFileSync(kept, JSON.stringify(texts))
}
const restore = () => {
  if (!existsSync(kept)) return
  for (const [file, text] of Object.entries(JSON.parse(readFileSync(kept, "utf8")) as Record<string, string>)) writeFileSync(path.join(root, file), text)
  rmSync(kept)
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const socket = createServer().listen(0, "127.0.0.1", () => {
      const { port } = socket.address() as { port: number }
      socket.close(() => resolve(port))
    })
  })

/** The seconds from a change until it is visible. */
const seconds = async ({ file, search, replace }: Change, isSeen: () => Promise<boolean | undefined>, pause: number) => {
  const at = path.join(root, file)
  const text = readFileSync(at, "utf8")
  if (!text.includes(search)) throw new Error(`${file} does not contain "${search}" any more: correct tools/dev-times.ts`)
  keep({ [file]: text })
  const begin = performance.now()
  writeFileSync(
    at,
    text.replace(search, () => replace),
  )
  while (!(await isSeen())) {
    if (performance.now() - begin > 120_000) throw new Error(`The change of ${file} was not seen within two minutes`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const taken = (performance.now() - begin) / 1000
  restore()
  // the next change begins from the original sources
  while ((await isSeen()) !== false) await new Promise((resolve) => setTimeout(resolve, pause))
  return taken
}

const main = async () => {
  restore()
  const executablePath = findChromium({ install: false })
  const folder = newFolder("dev-times")
  const port = await freePort()
  const url = `http://localhost:${port}`
  const data = path.join(folder, "data")
  copyDemo(data)
  const env = { ...bare, PORT: String(port), OPS_DATA: data, OPS_DEMO_DATA: "on-request" }
  const dev = spawn(process.execPath, ["tools/dev.ts"], { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] })
  const ended = new Promise((resolve) => dev.once("close", resolve))
  const browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: [...chromiumFlags] })
  process.once("exit", () => {
    restore()
    dev.kill("SIGTERM")
    rmSync(folder, { recursive: true, force: true })
  })
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)
    process.once(signal, () => process.exit(code))

  const answers = async () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 100))

  const rows = new Array<{ readonly change: string; readonly seconds: string; readonly bound: number; readonly holds: boolean }>()
  const row = ({ what, bound }: Change, taken: number) => rows.push({ change: what, seconds: taken.toFixed(2), bound, holds: taken <= bound })

  const page = await browser.newPage()
  await page.goto(url)
  await page.getByText(label.search).waitFor({ timeout: 120_000 })
  row(label, await seconds(label, () => page.getByText(mark).isVisible(), 20))
  await browser.close()

  const headers = await signIn(url, "FO-CEO-001")
  const ask = async (address: string, body?: object) => {
    const init = { headers: { ...headers, "idempotency-key": crypto.randomUUID() }, ...(body && { method: "POST", body: JSON.stringify(body) }) }
    return fetch(url + address, init).then(
      // rate-limited: the answer does not show whether the change has arrived
      (answer) => (answer.status === 429 ? undefined : answer.text()),
      // between two servers: neither the change nor the previous state
      () => undefined,
    )
  }
  const shows = (address: string, body?: object) => async () => (await ask(address, body))?.includes(mark)
  row(handler, await seconds(handler, shows("/api/sites", { name: "Second site", code: "US" }), 100))
  row(contract, await seconds(contract, shows("/api/sites", { name: "Third site", code: "not a code" }), 100))
  row(fold, await seconds(fold, shows("/api/sites"), 100))
  console.table(rows)

  dev.kill("SIGTERM")
  await ended
  return rows.every(({ holds }) => holds) ? 0 : 1
}

process.exit(await main())
