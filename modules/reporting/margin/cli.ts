/** `ops reports margin`: meals expected, cooked and eaten, their cost and revenue. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { paged, type Paging, printList, printWith } from "@ops/platform/terminal/lists.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"

const columns: ReadonlyArray<TableColumn> = [
  { key: "date", title: "Date", kind: "date", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 0 },
  { key: "mealType", title: "Meal", kind: "text", priority: 0 },
  { key: "expected", title: "Expected", kind: "integer", priority: 0 },
  { key: "cooked", title: "Cooked", kind: "integer", priority: 0 },
  { key: "eaten", title: "Ate", kind: "integer", priority: 0 },
  { key: "gapPercent", title: "Gap %", kind: "text", priority: 0 },
  { key: "cost", title: "Food (USD)", kind: "money", priority: 1 },
  { key: "costPerMeal", title: "A meal (USD)", kind: "money", priority: 1 },
  { key: "uneaten", title: "Not eaten (USD)", kind: "money", priority: 3 },
  { key: "revenue", title: "Price (USD)", kind: "money", priority: 2 },
  { key: "margin", title: "Margin (USD)", kind: "money", priority: 0 },
]
const totalColumns: ReadonlyArray<TableColumn> = [
  { key: "from", title: "From", kind: "date" },
  { key: "to", title: "To", kind: "date" },
  { key: "meals", title: "Meals", kind: "integer" },
  { key: "expected", title: "Expected", kind: "integer" },
  { key: "eaten", title: "Ate", kind: "integer" },
  { key: "gapPercent", title: "Gap %", kind: "text" },
  { key: "costed", title: "Meals with goods issued", kind: "integer" },
  { key: "cooked", title: "Cooked", kind: "integer" },
  { key: "cost", title: "Food (USD)", kind: "money" },
  { key: "costPerMeal", title: "Food cost per meal (USD)", kind: "money" },
  { key: "uneaten", title: "Uneaten food (USD)", kind: "money" },
  { key: "revenue", title: "Revenue of these (USD)", kind: "money" },
  { key: "margin", title: "Margin (USD)", kind: "money" },
]

interface Asked extends Paging {
  readonly month?: string
  readonly from?: string
  readonly to?: string
  readonly site?: string
  readonly meal?: string
  readonly sort?: string
  readonly total?: boolean
}

/** Adds the command to the reports. */
export const addMarginCommand = (reports: Command, call: Call): void => {
  paged(
    reports
      .command("margin")
      .description("meals expected, cooked and eaten at each site, with cost and margin")
      .option("--month <month>", "such as 2026-11; this month, if no days are given")
      .option("--from <day>", "from this day")
      .option("--to <day>", "up to this day")
      .option("--site <code>", "of one site, by code, name or id")
      .addOption(new Option("--meal <meal>", "of one meal").choices(["breakfast", "lunch", "dinner"]))
      .option("--sort <order>", "by date, site, mealType, gapPercent, eaten, cost or margin; a minus sign before it reverses the order")
      .option("--total", "only the totals"),
  )
    .examples(
      { line: "ops reports margin --month 2026-11", does: "each meal of the month" },
      { line: "ops reports margin --month 2026-11 --sort=-gapPercent --limit 10", does: "meals whose three counts differ most" },
      { line: "ops reports margin --month 2026-11 --site US --total -o json", does: "the totals of a site's meals, for a program" },
    )
    .action(async ({ site, meal, total, limit, all, month, from, to, sort }: Asked, command: Command) => {
      const { MarginApi } = await import("./contract.ts")
      const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
      const days = { month, from, to, siteId }
      if (total) return printWith(command, await call(command, MarginApi, (client) => client.margin.totals({ query: days })), totalColumns, {})
      await printList(
        command,
        { limit, all },
        columns,
        (page) =>
          call(command, MarginApi, (client) => client.margin.list({ query: { ...days, mealType: meal, sort, ...page }, responseMode: "decoded-and-response" })),
        (row) => ({ ...row, siteCode: row.site.code }),
      )
    })
}
