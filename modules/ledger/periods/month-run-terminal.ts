/** The commands of what is posted at the end of a month and reversed in the next one: preview, run and list. */
import type { Command } from "@ops/platform/terminal/command.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"

type Page<Row> = Parameters<typeof printList<Row>>[3]
/** What a command does, and what its example does. */
interface Text {
  readonly description: string
  readonly does: string
}
interface MonthRun<Row extends { readonly lines: ReadonlyArray<object> }> {
  /** as typed: `construction wip` */
  readonly name: string
  /** the command that posts; by default `run` */
  readonly verb?: string
  readonly columns: ReadonlyArray<TableColumn>
  readonly lineColumns: ReadonlyArray<TableColumn>
  /** a month as a table shows it */
  readonly flat: (row: Row) => object
  readonly post: (command: Command, period: string, query: { readonly dryRun?: "true" }) => Promise<Row>
  readonly list: (command: Command, page: Parameters<Page<Row>>[0]) => ReturnType<Page<Row>>
  readonly question: (row: Row, period: string) => string
  readonly preview: Text
  readonly run: Text & { readonly again: string }
  readonly months: string
}

/** Adds them to a command. */
export const addMonthRun = <Row extends { readonly lines: ReadonlyArray<object> }>(parent: Command, of: MonthRun<Row>): void => {
  const { name, verb = "run", columns, flat, post } = of
  const show = async (row: Row, command: Command) => {
    const { print } = await import("@ops/platform/terminal/output.ts")
    const options = commonOptions(command)
    if (options.format === "json" || options.format === "ndjson") return print(row, options)
    await print(flat(row), { ...options, columns })
    if (options.fields || options.format === "csv") return
    process.stdout.write("\n")
    await print(row.lines, { ...options, expanded: false, columns: of.lineColumns })
  }
  parent
    .command("preview")
    .description(of.preview.description)
    .requiredOption("--period <month>", "the month: 2026-10")
    .examples({ line: `ops ${name} preview --period 2026-10`, does: of.preview.does })
    .action(async ({ period }: { readonly period: string }, command: Command) => show(await post(command, period, { dryRun: "true" }), command))
  parent
    .command(verb)
    .description(of.run.description)
    .requiredOption("--period <month>", "the month: 2026-10")
    .option("--yes", "do not ask")
    .examples({ line: `ops ${name} ${verb} --period 2026-10`, does: of.run.does }, { line: `ops ${name} ${verb} --period 2026-10 --yes`, does: of.run.again })
    .action(async (given: { readonly period: string; readonly yes?: boolean }, command: Command) => {
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(of.question(await post(command, given.period, { dryRun: "true" }), given.period), given)
      await show(await post(command, given.period, {}), command)
    })
  paged(parent.command("list").description(of.months))
    .examples({ line: `ops ${name} list`, does: "all of them" })
    .action(async (paging: Paging, command: Command) => {
      const isJson = commonOptions(command).format === "json"
      await printList<Row>(
        command,
        paging,
        columns,
        (page) => of.list(command, page),
        (row) => (isJson ? row : flat(row)),
      )
    })
}
