/** `ops holidays`: public holidays. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { dateGiven, todayInJuba } from "../cli-common.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { siteNamed } from "@ops/sites/site-named.ts"

const columns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Id", kind: "integer", priority: 0 },
  { key: "date", title: "Date", kind: "date", priority: 0 },
  { key: "name", title: "Holiday", kind: "text", priority: 0 },
  { key: "where", title: "Where", kind: "text", priority: 0 },
]
const api = async () => (await import("./resource.ts")).HolidaysApi

/** Adds the `holidays` commands to the program. */
export const addHolidayCommands = (program: Command, call: Call): void => {
  const holidays = program.command("holidays").description("public holidays")
  const shown = (holiday: { readonly site: { readonly name: string } | null }) => ({ ...holiday, where: holiday.site?.name ?? "everywhere" })
  paged(holidays.command("list").description("list the holidays of a year").option("--year <year>", "this year if not given"))
    .examples({ line: "ops holidays list", does: "this year's" }, { line: "ops holidays list --year 2027 -o csv", does: "next year's, for a spreadsheet" })
    .action(async ({ year, limit, all }: Paging & { readonly year?: string }, command: Command) => {
      const contract = await api()
      const asked = year ?? (await todayInJuba()).slice(0, 4)
      if (!/^20\d\d$/.test(asked)) throw new Exit("usage", `--year cannot be "${asked}".`, { next: "Give a year such as 2026." })
      const query = { from: `${asked}-01-01`, to: `${asked}-12-31`, status: "active" }
      await printList(
        command,
        { limit, all },
        columns,
        (page) => call(command, contract, (client) => client.holidays.list({ query: { ...query, ...page }, responseMode: "decoded-and-response" })),
        shown,
      )
    })
  holidays
    .command("add <date> <name>")
    .description("add a holiday: at every site, or at one")
    .option("--site <code>", "only there")
    .option("--yes", "do not ask")
    .addOption(new Option("--dry-run", "only show the confirmation question").conflicts("yes"))
    .examples(
      { line: 'ops holidays add 2027-03-10 "Eid al-Fitr"', does: "asks, then adds it everywhere" },
      { line: 'ops holidays add 2026-12-02 "Market day" --site US --yes', does: "only at one site" },
    )
    .action(async (date: string, name: string, given: Deciding & { readonly site?: string }, command: Command) => {
      const contract = await api()
      const day = await dateGiven("The date", date)
      const siteId = given.site === undefined ? null : await siteNamed(call, command, given.site)
      await decide(command, given, { question: `Add ${name} on ${day}?`, possible: true, name, columns }, async () =>
        shown(await call(command, contract, (client) => client.holidays.add({ payload: { date: day, name, siteId } }))),
      )
    })
}
