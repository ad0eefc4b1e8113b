/** Rules for every command of `ops`, tried on the demo data. */
import * as fs from "node:fs"
import * as path from "node:path"
import type { Command } from "@ops/platform/terminal/command.ts"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { examplesOf } from "@ops/platform/terminal/help.ts"
import { newFolder } from "@ops/platform/testing/data-folder.ts"
import { demoPassword } from "@ops/platform/testing/server.ts"
import { type DemoServer, demoServer } from "../server/demo/demo-server.ts"
import { asOfToday, enter, everyCommand, runHere, wordsOf, wouldWrite } from "./in-process.ts"

/** Commands that work on the machine's database or on this program's own files, or that never end. */
const isLocal =
  /^(serve|migrate|doctor|demo|config|profile|backup|restore|login|logout|help|complete|projections|rehearse|users add|audit (verify|export|prove|check|replay|consistency|month))/
const isData = (word: string) => ["-o", "csv", "json", "--json"].includes(word)

describe("every command", { timeout: 300_000 }, () => {
  const folder = newFolder("commands")
  let server: DemoServer
  let leave = () => {}
  beforeAll(async () => {
    server = await demoServer()
    const files = path.join(folder, "files")
    fs.mkdirSync(files)
    const of = { OPS_DATA: server.data, OPS_CONFIG_DIR: path.join(folder, "config"), XDG_CACHE_HOME: path.join(folder, "cache"), OPS_URL: server.url }
    leave = enter({ ...of, OPS_PROFILE: "ceo", CI: "1", NO_COLOR: "1" }, files)
    fs.writeFileSync("password", demoPassword)
    const login = ["login", "--employee-id", "FO-CEO-001", "--password-file", "password", "--profile", "ceo", "--url", server.url]
    expect(await runHere(login, { writes: true })).toMatchObject({ code: 0 })
  }, 300_000)
  afterAll(async () => {
    leave()
    await server?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  /** The past moment that a line looks at. The rows of a moment are folded from those of one shortly before it, so the lines run in this order. */
  const moment = (line: ReadonlyArray<string>) => {
    const at = line.findIndex((word) => /^(--as-of|as-of|--from)$/.test(word))
    const text = at === -1 ? "" : (line[at + 1] ?? "")
    return /^\d{4}-\d\d$/.test(text) ? `${text}-31` : text
  }
  const inOrder = <A>(lines: ReadonlyArray<A>, of: (line: A) => ReadonlyArray<string>) =>
    lines.toSorted((one, other) => moment(of(one)).localeCompare(moment(of(other))))

  /** Command lines with only the required arguments, and the examples. */
  const lines = async (most: number) => {
    const all = (await everyCommand())
      .filter(({ words }) => !isLocal.test(words.join(" ")))
      .flatMap(({ command, words }) => {
        const needsMore = command.registeredArguments.some(({ required }) => required) || command.options.some(({ mandatory }) => mandatory)
        const examples = examplesOf(command)
          .slice(0, most)
          .map(({ line }) => wordsOf(asOfToday(line)).slice(1))
        return [...(needsMore ? [] : [words]), ...examples].map((line) => ({ command, line }))
      })
      // a single dash waits for standard input
      .filter(({ line }) => !["--follow", "--verify", "-"].some((word) => line.includes(word)))
    return inOrder(all, ({ line }) => line)
  }

  /** Column headers and field names whose numbers are not amounts of money. */
  const noMoney =
    /^(On hand|Minimum|Maximum|Quantity|After|Required|Left for it|Short|On order|Earlier meals|Percent|Tax %|Hours|Overtime|Left|Left after it|There are|Accrued this year|Days|Balance|To bill|Rating|Meter|Reading|Done|Target|Achieved|Value|Before|Gap %|%)$/
  const isBare = (title: string, cell: string) => /^-?[\d,]+\.\d\d$/.test(cell) && !/\b[A-Z]{3}\b/.test(title) && !noMoney.test(title)

  /** Numbers in tables and fields that could be amounts but have no currency. */
  const bareAmounts = (out: string): ReadonlyArray<string> => {
    const found: Array<string> = []
    const rows = out.split("\n")
    let head = ""
    let rule: string | undefined
    for (const [index, row] of rows.entries()) {
      if (/^─+(  ─+)*$/.test(row)) [head, rule] = [rows[index - 1]!, row]
      else if (row === "") rule = undefined
      else if (rule === undefined) {
        const [, title, cell] = /^(.*?)\s{2,}(\S+)$/.exec(row) ?? []
        if (title !== undefined && isBare(title, cell!)) found.push(`${title} ${cell}`)
      } else {
        let at = 0
        for (const { length } of rule.split("  ")) {
          const [title, cell] = [head.slice(at, at + length).trim(), row.slice(at, at + length).trim()]
          if (isBare(title, cell)) found.push(`${title} ${cell}`)
          at += length + 2
        }
      }
    }
    return found
  }

  it("is tried with the days of its examples moved to those of the demo data", () => {
    expect(asOfToday("ops audit as-of 2026-10-31T18:00:00Z -- trail INV-2026-00007", "2026-11-22")).toBe(
      "ops audit as-of 2026-10-31T18:00:00Z -- trail INV-2026-00007",
    )
    expect(asOfToday("ops audit events --from 2026-10-01 --to 2026-10-31", "2026-12-23")).toBe("ops audit events --from 2026-10-29 --to 2026-11-28")
    expect(asOfToday("ops close pack --period 2026-10", "2028-02-29")).toBe("ops close pack --period 2028-01")
  })

  it("shows no meaningless default in its help", async () => {
    const silent = (await everyCommand()).filter(({ command }) => /\(default: (\[\]|""|undefined|null)\)/.test(command.helpInformation()))
    expect(silent.map(({ words }) => words.join(" "))).toEqual([])
  })

  /** What is wrong with a list for a program: rows that it leaves out, or no way to ask for fewer. */
  const faultsOfList = async (command: Command, line: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    const { out, err, calls } = await runHere([...line.filter((word) => !isData(word)), "--json"], { firstPage: 7 })
    if (calls.some(({ method }) => method !== "GET") || !out.startsWith("{") || err.includes(wouldWrite)) return []
    const { data } = JSON.parse(out)
    // the output is that of the last request; lists before it only look up names
    const last = calls.at(-1)
    // this command runs another one with that command's own options
    if (last?.total === undefined || !Array.isArray(data) || line[1] === "as-of") return []
    const read = calls.filter(({ path }) => path === last.path).reduce((sum, { rows }) => sum + rows!, 0)
    const named = command.options.map(({ long }) => long)
    return [
      ...(read < last.total && !line.includes("--limit") ? [`${line.join(" ")}: ${read} of ${last.total}`] : []),
      ...(read > 0 && data.length === read && !(named.includes("--limit") && named.includes("--all")) ? [`${line.join(" ")}: no --limit, or no --all`] : []),
    ]
  }

  it("runs without options and as in its examples, shows every amount with its currency at 80 columns, and reads lists to their end for a program", async () => {
    const faults: Array<string> = []
    const first = new Set((await lines(1)).map(({ line }) => line.join(" ")))
    let lists = 0
    for (const { command, line } of await lines(2)) {
      const { code, out, err, calls } = await runHere(line, { columns: 80 })
      if (calls.at(-1)?.total !== undefined && first.has(line.join(" "))) {
        lists++
        faults.push(...(await faultsOfList(command, line)))
      }
      const isAsked = code === 2 && /Input required|Confirmation required|cannot be read|There is no file|Name |Say |Give /.test(err)
      // the server allows ten downloads a minute
      const isExpected = [0, 4, 5, 8].includes(code) || isAsked || err.includes(wouldWrite) || err.includes("Too many requests")
      if (!isExpected || /undefined|NaN|\[object|does not know|is not a function|Cannot read/.test(err))
        faults.push(`${line.join(" ")}: ${code}, ${err.split("\n")[0]}`)
      if (!line.some(isData)) faults.push(...bareAmounts(out).map((fault) => `${line.join(" ")}: ${fault}`))
    }
    expect(faults).toEqual([])
    expect(lists).toBeGreaterThan(60)
  })

  const guide = () => asOfToday(fs.readFileSync(path.join(import.meta.dirname, "../../docs/guides/auditors.md"), "utf8"))

  it("finds something on the demo data for every example in the auditors' guide", async () => {
    const invoices = JSON.parse((await runHere(["invoices", "list", "--json"])).out).data as ReadonlyArray<{ readonly invoiceNumber: string }>
    const examples = [...guide().matchAll(/^ {4}ops (.*)$/gm)].map(([, line]) => wordsOf(line!.replace("INV-2026-00007", invoices.at(-1)!.invoiceNumber)))
    const commands = await everyCommand()
    const faults: Array<string> = []
    for (const example of inOrder(examples, (words) => words)) {
      const line = example.join(" ")
      const found = commands.find(({ words }) => words.every((word, n) => example[n] === word))
      const options = example.slice(0, example.includes("--") ? example.indexOf("--") : undefined).filter((word) => /^--\w/.test(word))
      if (!found || !options.every((option) => found.command.options.some(({ long }) => long === option))) faults.push(`${line}: no such command or option`)
      else if (!isLocal.test(line) && !line.includes("--verify")) {
        const { code, out, err } = await runHere(example)
        // a plain list has a header line; in the demo data no month is closed, and no sensitive data has been read yet
        const isFound = out.startsWith("{") ? JSON.parse(out).data.length > 0 : out.trimEnd().split("\n").length > 1
        const isExpected = (code === 0 && (isFound || line.startsWith("audit reads"))) || /is not closed|was never closed/.test(err) || err.includes(wouldWrite)
        if (!isExpected) faults.push(`${line}: ${code}, ${err.split("\n")[0]}`)
      }
    }
    expect(examples.length).toBeGreaterThan(30)
    expect(faults).toEqual([])
  })

  it("verifies, exports and proves the log as the auditors' guide does, from its first example to its last", async () => {
    const examples = [...guide().matchAll(/^ {4}ops (audit (?:verify|export|prove|check-proof|consistency|seals)\b.*)$/gm)].map(([, line]) => line!)
    const run = (line: string) => runHere(wordsOf(line))
    // the auditor's saved copy
    fs.copyFileSync(path.join(server.data, "seals.notes"), "seals.notes")
    fs.writeFileSync("seal.pub", (await run("audit seals --key")).out)
    const faults: Array<string> = []
    for (const example of examples) {
      const { code, err } = await run(example.replace("/mnt/auditor/", ""))
      if (code !== 0) faults.push(`${example}: ${code}, ${err}`)
    }
    expect(examples.length).toBeGreaterThan(8)
    expect(faults).toEqual([])
  })

  it("shows every amount of a list with its currency at 60 columns", async () => {
    const faults: Array<string> = []
    for (const { command, line } of await lines(0)) {
      if (!command.options.some(({ long }) => long === "--limit")) continue
      const { out, code } = await runHere([...line, "--limit", "20"], { columns: 60 })
      if (code !== 0) faults.push(`${line.join(" ")}: ${code}`)
      faults.push(...bareAmounts(out).map((fault) => `${line.join(" ")}: ${fault}`))
    }
    expect(faults).toEqual([])
  })
})
