/**
 * Tryton, which a user would otherwise choose: installed from the packages of Debian, on a database of the given server, behind gunicorn with three
 * workers, called over its JSON-RPC.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type { Server } from "../company.ts"
import { caller, expecting } from "../http.ts"

const python = "/usr/bin/python3"
const admin = "/usr/bin/trytond-admin"
/** The packages of Debian that it is installed from. */
export const packages = ["tryton-server", "tryton-modules-purchase", "tryton-modules-account", "python3-gunicorn", "python3-psycopg2"]
const password = "bench of the bench"
const workers = 3

const isInstalled = () => spawnSync(python, ["-c", "import gunicorn, psycopg2, trytond.modules.purchase"], { stdio: "ignore" }).status === 0

/** Installs Tryton if that is possible. Returns whether it is installed. */
export const hasTryton = (): boolean => {
  if (isInstalled()) return true
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], { stdio: "ignore", env })
  }
  return isInstalled()
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

interface Ids {
  readonly company: number
  readonly party: number
  readonly address: number
  readonly currency: number
  readonly product: number
  readonly unit: number
  readonly expense: number
  readonly cash: number
  readonly journal: number
  readonly period: number
}

/** The work that is compared: each call does it once. */
interface Tryton {
  /** creates a purchase with a line */
  readonly purchase: () => Promise<unknown>
  /** lists the newest 200 purchases */
  readonly list: () => Promise<unknown>
  /** creates an entry of two lines and posts it */
  readonly journal: () => Promise<unknown>
}

/** Runs `use` with Tryton on the database `tryton` of the server, which must be empty. */
export const withTryton = async <A>(server: Server, use: (tryton: Tryton) => Promise<A>): Promise<A> => {
  const folder = mkdtempSync(path.join(tmpdir(), "ops-tryton-"))
  try {
    return await withTrytonIn(folder, server, use)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const withTrytonIn = async <A>(folder: string, server: Server, use: (tryton: Tryton) => Promise<A>): Promise<A> => {
  const configuration = path.join(folder, "trytond.conf")
  writeFileSync(
    configuration,
    `[database]\nuri = ${server.url("").replace("postgres:", "postgresql:")}\npath = ${folder}\n[session]\nauthentications = password\n`,
  )
  const passwordFile = path.join(folder, "password")
  writeFileSync(passwordFile, password)
  const env = { ...process.env, TRYTOND_CONFIG: configuration, TRYTONPASSFILE: passwordFile, TRYTOND_DATABASE_NAMES: "tryton" }
  const run = (program: string, ...args: ReadonlyArray<string>) => execFileSync(program, args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] })
  run(admin, "-c", configuration, "-d", "tryton", "-u", "purchase", "account", "--activate-dependencies", "--email", "bench@localhost", "-v")
  const ids = JSON.parse(
    run(python, path.join(import.meta.dirname, "setup.py"), configuration, "tryton")
      .trim()
      .split("\n")
      .at(-1)!,
  ) as Ids
  const port = await freePort()
  const args = ["-m", "gunicorn", "--workers", String(workers), "--bind", `127.0.0.1:${port}`, "trytond.application:app"]
  const web = spawn(python, args, { env, stdio: "ignore" })
  const ended = new Promise((resolve) => web.once("close", resolve))
  try {
    const call = expecting(200, caller(port))
    const rpc = async (method: string, params: ReadonlyArray<unknown>, authorization?: string): Promise<unknown> => {
      const body = JSON.stringify({ id: 1, method, params })
      const { text } = await call({ method: "POST", path: "/tryton/", ...(authorization && { headers: { authorization } }), body })
      const { result, error } = JSON.parse(text) as { result?: unknown; error?: unknown }
      if (error) throw new Error(`${method}: ${JSON.stringify(error).slice(0, 400)}`)
      return result
    }
    const signIn = async (left: number): Promise<unknown> => {
      try {
        return await rpc("common.db.login", ["admin", { password }])
      } catch (error) {
        if (left === 0) throw error
        await delay(500)
        return signIn(left - 1)
      }
    }
    const [user, key] = (await signIn(60)) as [number, string]
    const session = `Session ${Buffer.from(`admin:${user}:${key}`).toString("base64")}`
    const context = { company: ids.company }
    const ask = (method: string, ...params: ReadonlyArray<unknown>) => rpc(`model.${method}`, [...params, context], session)
    const decimal = (decimal: string) => ({ __class__: "Decimal", decimal })
    const now = new Date()
    const today = { __class__: "date", year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() }
    const { company, party, address, currency, product, unit, expense, cash, journal, period } = ids
    const line = { type: "line", product, unit, quantity: 20, unit_price: decimal("1.25"), description: "Rice" }
    const entry = (account: number, debit: string, credit: string) => ({ account, debit: decimal(debit), credit: decimal(credit) })
    const fields = ["number", "reference", "party.rec_name", "purchase_date", "state", "total_amount", "currency.rec_name", "rec_name"]
    return await use({
      purchase: () =>
        ask("purchase.purchase.create", [{ company, party, invoice_address: address, currency, purchase_date: today, lines: [["create", [line]]] }]),
      list: async () => {
        const rows = (await ask("purchase.purchase.search_read", [], 0, 200, [["id", "DESC"]], fields)) as ReadonlyArray<unknown>
        if (rows.length !== 200) throw new Error(`Tryton lists ${rows.length} purchases`)
      },
      journal: async () => {
        const lines = [["create", [entry(expense, "12.50", "0"), entry(cash, "0", "12.50")]]]
        const made = await ask("account.move.create", [{ company, journal, period, date: today, lines }])
        await ask("account.move.post", made)
      },
    })
  } finally {
    web.kill("SIGTERM")
    await ended
  }
}
