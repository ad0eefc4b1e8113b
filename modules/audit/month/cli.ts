/** `ops audit month`: one signed report with everything that an auditor checks of a month. */
import * as fs from "node:fs"
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Machine } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { Progress } from "@ops/platform/terminal/progress/progress.ts"
import { count } from "@ops/platform/text.ts"
import { ownProof } from "../seals/cli.ts"
import type { Lists } from "./gather.ts"

interface Given {
  readonly out?: string
  readonly notes?: string
}

const month = async ({ inProcess }: Machine, lists: () => Promise<Lists>, period: string, { out, notes: named }: Given, command: Command) => {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(period)) throw new Exit("usage", `${period.slice(0, 20)} is not a month.`, { next: "Give a month such as 2026-10." })
  const file = out ?? `Audit ${period}.zip`
  if (fs.existsSync(file)) throw new Exit("usage", `${file} already exists and was not changed.`, { next: "Give another name with --out." })
  const [{ Effect }, { Config }, { sealingKey }, { monthFound, monthPack }, { faultsOf, provenWords }, { withProgress }, os] = await Promise.all([
    import("effect"),
    import("@ops/platform/config.ts"),
    import("../seals/seals.ts"),
    import("./gather.ts"),
    import("./report.ts"),
    import("@ops/platform/terminal/progress/progress.ts"),
    import("node:os"),
  ])
  const { keys, notes } = await ownProof({ notes: named })
  const given = await lists()
  const { found, bytes } = await withProgress(`Auditing ${period}`, { unit: "events" }, (progress: Progress) => {
    let events = 0
    const told = (at: { readonly events: number; readonly total: number }) => {
      // the log is read twice: once to verify it, once to fold it
      if (at.events < events) events = 0
      progress.expect(Math.max(at.total, at.events))
      progress.advance(at.events - events)
      events = at.events
    }
    return inProcess(
      Effect.gen(function* () {
        const settings = yield* Config
        const found = yield* monthFound(period, given, { keys, notes, progress: told })
        return { found, bytes: yield* monthPack(found, sealingKey(settings), `ops on ${os.hostname()}`) }
      }),
    )
  })
  try {
    fs.writeFileSync(file, bytes, { flag: "wx" })
  } catch (error) {
    throw new Exit("failure", `${file} cannot be written.`, { why: error instanceof Error ? error.message : String(error), cause: error })
  }
  const { print } = await import("@ops/platform/terminal/output.ts")
  const options = commonOptions(command)
  const faults = faultsOf(found)
  if (options.format === "json" || options.format === "ndjson") await print({ file, holds: faults.length === 0, faults, ...found }, options)
  else {
    const { overrides, duties, lateEntries, lateMeals, balances } = found
    process.stdout.write(
      `${provenWords(found).join("\n")}\n${count(overrides.length, "check")} closed over, ${count(duties.overrides.length, "approval override")}, ${count(duties.pairs.length, "pair")} of duties of one person, ` +
        `${count(lateEntries.length, "late entry", "late entries")}, ${count(lateMeals.length, "late meal")}, ${count(balances.length, "balance")} compared.\n${file}\n`,
    )
    for (const fault of faults) process.stderr.write(`${fault}.\n`)
  }
  if (faults.length > 0)
    throw new Exit("difference", `${found.title}: ${count(faults.length, "fault")}. The first: ${faults[0]}.`, { next: `Read index.html in ${file}` })
  const { printNext } = await import("@ops/platform/terminal/output.ts")
  printNext(`ops audit check-evidence "${file}"`)
}

/** Adds `month` to `ops audit`. */
export const addAuditMonthCommand = (audit: Command, machine: Machine, lists: () => Promise<Lists>): void => {
  audit
    .command("month <month>")
    .description("a signed report of a month: log, replay, statements, checks, duties, late entries, overrides and bank")
    .option("--out <file>", "the file; Audit MONTH.zip in this folder if not given")
    .option("--notes <file>", "seal notes kept elsewhere")
    .examples(
      { line: "ops audit month 2026-10", does: "Audit 2026-10.zip; ends with 8 if anything does not hold" },
      { line: "ops audit month 2026-10 --out october.zip -o json", does: "for a program" },
    )
    .action((period: string, given: Given, command: Command) => month(machine, lists, period, given, command))
}
