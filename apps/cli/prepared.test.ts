/** The program that `npm install` prepares behaves like its sources, and is not used once they have changed. */
import { execFile, execFileSync, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import type { Command } from "@ops/platform/terminal/command.ts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { newFolder } from "@ops/platform/testing/data-folder.ts"
import { bare } from "@ops/platform/testing/server.ts"
import { runHere } from "./in-process.ts"
import { groups, opsProgram } from "./program.ts"

const root = path.join(import.meta.dirname, "../..")
const outline = (command: Command): unknown => ({
  name: command.name(),
  about: command.description(),
  usage: command.usage(),
  options: command.options.map(({ flags, description }) => [flags, description]),
  commands: command.commands.map(outline),
})

describe("the lazily loaded commands", async () => {
  const { program: whole } = await opsProgram([])

  it("cover all commands of the program, each in one group", () => {
    const ofAll = ["help", "complete"]
    expect(groups.flatMap(({ names }) => names)).toEqual(whole.commands.map((command) => command.name()).filter((name) => !ofAll.includes(name)))
  })

  it.each(groups.map(({ names }) => names))("of %s are the same as in the whole program", async (...names) => {
    const { program } = await opsProgram([names[0]!])
    for (const name of names) {
      const of = ({ commands }: Command) => outline(commands.find((command) => command.name() === name)!)
      expect(of(program)).toEqual(of(whole))
    }
  })
})

describe("the prepared ops", { timeout: 120_000 }, () => {
  // a copy of the sources that can be changed, using the packages of this one
  const folder = newFolder("prepared")
  const ops = (...words: ReadonlyArray<string>) => execFileSync(process.execPath, [path.join(folder, "ops.mjs"), ...words], { encoding: "utf8" })
  const prepare = () => execFileSync(process.execPath, [path.join(folder, "tools/prepare-ops.ts")], { encoding: "utf8", stdio: "pipe" })
  beforeAll(() => {
    for (const name of ["apps", "modules", "platform", "tools", "ops.mjs", "package.json"])
      fs.cpSync(path.join(root, name), path.join(folder, name), {
        recursive: true,
        filter: (from) => !/node_modules|\/dist(\/|$)/.test(path.relative(root, from)),
      })
    fs.mkdirSync(path.join(folder, "node_modules"))
    for (const name of fs.readdirSync(path.join(root, "node_modules"))) {
      if (name !== "@ops" && name !== ".cache") fs.symlinkSync(path.join(root, "node_modules", name), path.join(folder, "node_modules", name))
    }
    fs.cpSync(path.join(root, "node_modules/@ops"), path.join(folder, "node_modules/@ops"), { recursive: true, verbatimSymlinks: true })
    prepare()
  }, 120_000)
  afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

  it("prints the same as from sources", async () => {
    expect(fs.existsSync(path.join(folder, "node_modules/.cache/ops/prepared.json"))).toBe(true)
    for (const words of [["--version"], ["--help"], ["requests", "list", "--help"], ["help", "exit-codes"]]) {
      expect(ops(...words), words.join(" ")).toBe((await runHere(words)).out)
    }
  })

  it("calls once, and prints every answer like the sources do", async () => {
    const { prepared } = (await import(path.join(folder, "ops.mjs"))) as { readonly prepared: () => unknown }
    expect(prepared()).toBeDefined()
    const asked: Array<string> = []
    const facts = { name: "Unity State", code: "US", slug: "us", label: "Unity", client: null, location: null, capacity: 260, isActive: true }
    const times = { createdAt: "2026-10-31T08:00:00.000Z", updatedAt: "2026-10-31T08:00:00.000Z" }
    const row = { id: 1, version: 1, ...facts, ...times, canChange: true, canClose: true, canReopen: false, cannot: {}, more: 1 }
    const json = { "content-type": "application/json", "x-total-count": "1" }
    const answers: Readonly<Record<string, readonly [status: number, headers: Readonly<Record<string, string>>, body: string]>> = {
      good: [200, json, JSON.stringify([row])],
      misshapen: [200, json, JSON.stringify([{ ...row, capacity: "many" }])],
      refused: [403, { "content-type": "text/plain", "x-request-id": "r-1" }, "You may not see this"],
      foreign: [200, { "content-type": "text/html" }, "<h1>Hello</h1>"],
    }
    const server = http.createServer(({ url, headers }, response) => {
      asked.push(url!)
      const [status, more, body] = answers[headers.authorization!.replace("Bearer ", "")]!
      response.writeHead(status, more).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const env = { ...bare, OPS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, OPS_CONFIG_DIR: path.join(folder, "config"), NO_COLOR: "1" }
    const ran = (more: Readonly<Record<string, string>>) =>
      new Promise((resolve) => {
        const words = [path.join(folder, "ops.mjs"), "sites", "list", "--as-of", "2026-10-31", "-o", "json"]
        execFile(process.execPath, words, { env: { ...env, ...more } }, (error, out, err) => resolve({ code: error?.code ?? 0, out, err }))
      })
    try {
      for (const OPS_TOKEN of Object.keys(answers)) {
        const fromSources = await ran({ OPS_TOKEN, OPS_FROM_SOURCES: "1" })
        const before = asked.splice(0)
        expect(await ran({ OPS_TOKEN }), OPS_TOKEN).toEqual(fromSources)
        expect(asked.splice(0), OPS_TOKEN).toEqual(before)
        expect(before, OPS_TOKEN).toEqual(["/api/sites?limit=1000&asOf=2026-10-31"])
      }
      // a good answer is read without the schemas, which take longer than the rest of the command
      const [made] = fs.globSync(path.join(folder, "node_modules/.cache/ops/*/contract-client-*.mjs"))
      fs.renameSync(made!, `${made}.away`)
      expect(await ran({ OPS_TOKEN: "good" })).toMatchObject({ code: 0, err: "" })
      fs.renameSync(`${made}.away`, made!)
    } finally {
      server.close()
    }
  })

  it.each(["platform/version.ts", "modules/procurement/purchase-requests/cli.ts", "apps/cli/program.ts"])("reflects a change in %s at once", (file) => {
    const at = path.join(folder, file)
    const text = fs.readFileSync(at, "utf8")
    const change: Record<string, readonly [string, string, string]> = {
      "platform/version.ts": ['"0.1.0"', '"9.8.7"', "--version"],
      "modules/procurement/purchase-requests/cli.ts": [`description: "purchase requests"`, `description: "requests of purchases"`, "--help"],
      "apps/cli/program.ts": ["from the command line", "from a command line", "--help"],
    }
    const [search, replace, word] = change[file]!
    fs.writeFileSync(at, text.replace(search, replace))
    expect(ops(word)).toContain(replace.replace(/description:? ?|["()]/g, ""))
    fs.writeFileSync(at, text)
  })

  it.each([["doctor"], ["audit", "verify"], ["requests", "list", "--local", "--as", "FO-CEO-001"], ["--verbose", "projections", "rebuild"]])(
    "runs on this machine's database from sources: %s",
    (...words) => {
      const data = path.join(folder, "data")
      const { stdout, stderr } = spawnSync(process.execPath, [path.join(folder, "ops.mjs"), ...words], { encoding: "utf8", env: { ...bare, OPS_DATA: data } })
      expect(stdout + stderr).toMatch(/There is no installation in|the first start creates it|set OPS_DATA/)
    },
  )

  it("is prepared again after a change and left alone while up to date", () => {
    const state = () => JSON.parse(fs.readFileSync(path.join(folder, "node_modules/.cache/ops/prepared.json"), "utf8")).name as string
    const before = state()
    fs.appendFileSync(path.join(folder, "platform/version.ts"), "\n")
    // a file that changes during preparation is not used: wait until the change is over
    const past = new Date(Date.now() - 60_000)
    fs.utimesSync(path.join(folder, "platform/version.ts"), past, past)
    prepare()
    const after = state()
    expect(after).not.toBe(before)
    prepare()
    expect(state()).toBe(after)
  })
})
