/** The real commands without an installation: the demo data, the first account, and the program's own entry point. */
import { generateKeyPairSync } from "node:crypto"
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import { createServer } from "node:net"
import * as path from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { variables } from "@ops/platform/variables.ts"
import { installation, jsonOf, password, type Ran } from "./installation.ts"

describe("ops without a database", { timeout: 300_000 }, () => {
  const { folder, data, opsHere, stop } = installation({ OPS_DEMO_DATA: "on-request" })
  afterAll(stop)

  it("doctor finds no obstacle: the first start creates the database", async () => {
    const before = await opsHere(["doctor", "-o", "json"])
    expect(before.code, before.out).toBe(0)
    expect(jsonOf(before).data).toContainEqual(
      expect.objectContaining({ state: "PASS", check: "Database", finding: expect.stringMatching(/the first start creates it/) }),
    )
    expect(before.out).not.toContain(password)
    expect(fs.existsSync(data), "doctor changes nothing").toBe(false)
  })

  it("a reading command refuses without creating an installation", async () => {
    for (const words of [
      ["audit", "replay"],
      ["invoices", "list", "--local", "--as", "FO-CEO-001"],
    ]) {
      const { code, err } = await opsHere(words)
      expect(code, err).toBe(5)
      expect(err).toMatch(/There is no installation in .*data\./)
    }
    expect(await opsHere(["audit", "verify"])).toMatchObject({ code: 2, err: expect.stringMatching(/set OPS_DATA to the data folder/) })
    expect(fs.existsSync(data)).toBe(false)
  })

  it("a relative OPS_DATA is resolved against the installation, wherever a command is run", async () => {
    const checks = jsonOf(await opsHere(["doctor", "-o", "json"], { env: { OPS_DATA: "not-there" }, cwd: folder })).data
    const root = path.join(import.meta.dirname, "../..")
    expect(checks).toContainEqual(expect.objectContaining({ check: "OPS_DATA", finding: `${path.join(root, "not-there")} (environment)` }))
  })

  it("doctor names all missing production secrets at once", async () => {
    const checks = jsonOf(await opsHere(["doctor", "-o", "json"], { env: { OPS_MODE: "production", OPS_EMBEDDED_IN_PRODUCTION: "yes" } }))
      .data as ReadonlyArray<{
      finding: string
    }>
    const missing = checks.flatMap(({ finding }) => /^(\w+) is not set: production needs/.exec(finding)?.[1] ?? [])
    expect(missing).toEqual(["OPS_PEPPER", "OPS_PERSONAL_KEY", "OPS_SEAL_KEY"])
  })

  it("help environment lists every variable of the server, as the README and the guide to installation do", async () => {
    const { out } = await opsHere(["help", "environment"])
    const [readme, guide] = ["README.md", "docs/guides/install.md"].map((file) => fs.readFileSync(path.join(import.meta.dirname, "../..", file), "utf8"))
    const rows = Object.entries(variables).map(([name, declared]) => {
      const { about, absent, allowed } = declared
      expect(out).toContain(`${name} `)
      expect(out).toContain(about)
      expect(readme).toContain(`\`${name}\``)
      return `| \`${name}\` | ${absent}${"inProduction" in declared ? "; production needs it" : ""} | ${about} | ${allowed} |`
    })
    expect(guide!.slice(guide!.indexOf("| `PORT`")).trim().split("\n")).toEqual(rows)
  })
})

describe("ops on a new installation", { timeout: 60_000 }, () => {
  const here = installation({
    OPS_MODE: "production",
    OPS_EMBEDDED_IN_PRODUCTION: "yes",
    OPS_PEPPER: "Ym9va3Mgb2YgdGhlIGNvbXBhbnkgMTIz",
    OPS_PERSONAL_KEY: "cGVyc29uYWwga2V5IG9mIHRoZSB0ZXN0",
    OPS_SEAL_KEY: generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }) as string,
    OPS_ORIGIN: "http://localhost:3000",
  })
  afterAll(here.stop)

  it("adds the first account once, and its password must be changed at the first sign-in", async () => {
    const adding = (employeeId: string) => ["users", "add", employeeId, "--first", "--first-name", "Achol", "--last-name", "Deng", "--yes", "--json"]
    const added = await here.ops(adding("CEO-1"))
    expect(added.code).toBe(0)
    const { password: first } = jsonOf(added).data
    const second = await here.opsHere(adding("CEO-2"))
    expect(second).toMatchObject({ code: 5, out: "" })
    expect(await here.opsHere(["demo", "load"])).toMatchObject({ code: 5, out: "" })

    const port = await new Promise<string>((resolve) => {
      const probe = createServer().listen(0, "127.0.0.1", () => {
        const { port } = probe.address() as { port: number }
        probe.close(() => resolve(String(port)))
      })
    })
    Object.assign(here.env, { PORT: port, OPS_ORIGIN: `http://localhost:${port}` })
    await here.serve()
    const chosen = path.join(here.folder, "chosen")
    fs.writeFileSync(chosen, "seven camels cross the river\n", { mode: 0o600 })
    const login = (password: string) => here.ops(["login", "--employee-id", "CEO-1", "--token-file", "-", "--new-password-file", chosen], { input: password })
    expect(await login(first)).toMatchObject({ code: 0, out: "" })
    expect(jsonOf(await here.opsHere(["whoami", "--json"])).data).toMatchObject({ employeeId: "CEO-1", accessLevel: 10, mustChangePassword: false })
    expect(await login(first)).toMatchObject({ code: 4 })
    expect(await login("seven camels cross the river")).toMatchObject({ code: 0 })
    expect(jsonOf(await here.opsHere(["doctor", "--json"])).data).toContainEqual(expect.objectContaining({ state: "PASS", check: "Production" }))
  })
})

describe("ops.mjs", { timeout: 20_000 }, () => {
  const file = path.join(import.meta.dirname, "../../ops.mjs")
  const run = (node: string, words: ReadonlyArray<string>) =>
    new Promise<Ran>((resolve) => {
      const child = execFile(node, [file, ...words], (_, out, err) => resolve({ code: child.exitCode!, out, err }))
    })

  it("runs the program and passes on its exit code", async () => {
    expect(await run(process.execPath, ["help", "exit-codes"])).toMatchObject({ code: 0, out: expect.stringContaining("refused by a rule"), err: "" })
    expect(await run(process.execPath, ["requests", "frob"])).toMatchObject({ code: 2, out: "" })
  })

  const old = ["/usr/bin/node", "/usr/local/bin/node"].find((file) => fs.existsSync(file))
  it.runIf(old)("works with the machine's Node, whatever its version", async () => {
    expect(await run(old!, ["--version"])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
    expect(await run(old!, ["requests", "frob"])).toMatchObject({ code: 2, out: "" })
  })
})
