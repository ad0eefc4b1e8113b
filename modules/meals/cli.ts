/** `ops meals`: the day's sessions, what was served, and closing a session. */
import type { Command } from "@ops/platform/terminal/command.ts"
import { clientIdNamed } from "@ops/clients/client-named.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { printRows } from "@ops/platform/terminal/lists.ts"
import { listCommand } from "@ops/platform/terminal/listing/list-command.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { DailyMealSummaryAnswer } from "./contract.ts"

const sessionColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Session", kind: "integer", priority: 0 },
  { key: "date", title: "Date", kind: "date", priority: 1 },
  { key: "mealType", title: "Meal", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "companyName", title: "Client", kind: "text", priority: 2 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "totalAttendees", title: "Served", kind: "integer", priority: 0 },
  { key: "missed", title: "Missed", kind: "integer", priority: 3 },
  { key: "exceptions", title: "Exceptions", kind: "integer", priority: 2 },
  { key: "capacity", title: "Capacity", kind: "integer", priority: 4 },
]
const countColumns: ReadonlyArray<TableColumn> = [
  { key: "date", title: "Date", kind: "date", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 0 },
  { key: "mealType", title: "Meal", kind: "text", priority: 0 },
  { key: "staffCount", title: "Fed", kind: "integer", priority: 0 },
  { key: "notes", title: "Notes", kind: "text", priority: 1 },
]
const summaryColumns: ReadonlyArray<TableColumn> = [
  { key: "summaryDate", title: "Date", kind: "date", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "companyName", title: "Client", kind: "text", priority: 2 },
  { key: "breakfastServed", title: "Breakfast", kind: "integer", priority: 3 },
  { key: "lunchServed", title: "Lunch", kind: "integer", priority: 3 },
  { key: "dinnerServed", title: "Dinner", kind: "integer", priority: 3 },
  { key: "totalPlanned", title: "Planned", kind: "integer", priority: 1 },
  { key: "totalServed", title: "Served", kind: "integer", priority: 0 },
  { key: "totalMissed", title: "Missed", kind: "integer", priority: 2 },
  { key: "totalRevenue", title: "Revenue", kind: "money", priority: 1 },
  { key: "currency", title: "Currency", kind: "text", priority: 4 },
]
const flat = (row: typeof DailyMealSummaryAnswer.Type) => ({ ...row, siteCode: row.site.code, companyName: row.client.companyName })

const api = async () => (await import("./contract.ts")).MealsApi

const today = async () => {
  const { dateOf } = await import("@ops/platform/calendar.ts")
  return dateOf(new Date())
}

/** Adds the `meals` commands to the program. */
export const addMealsCommands = (program: Command, call: Call): void => {
  const site = (command: Command, name: string) => siteNamed(call, command, name)
  const withDays = (command: Command) => command.option("--from <day>", "from this day").option("--to <day>", "up to this day")
  const meals = program.command("meals").description("meal sessions and meals served")

  listCommand(
    withDays(meals.command("sessions").description("list sessions; defaults to today's")).option(
      "--status <words>",
      "active, completed or cancelled; several with commas",
    ),
    {
      columns: sessionColumns,
      site,
      asked: async ({ from, to, ...more }) => {
        const day = from ?? to ?? (await today())
        return { ...more, from: from ?? day, to: to ?? (from ? undefined : day) }
      },
      rows: async (query, command) => call(command, await api(), (client) => client.mealSessions.list({ query, responseMode: "decoded-and-response" })),
      next: ({ id, status }) => (status === "active" ? `ops meals close ${id}` : undefined),
      examples: [
        { line: "ops meals sessions", does: "today's" },
        { line: "ops meals sessions --site US --from 2026-11-01 --status active", does: "sessions still open at Unity State" },
      ],
    },
  )

  listCommand(withDays(meals.command("summary").description("what was planned and served, a row a site, client and day; today's if no day is given")), {
    columns: summaryColumns,
    site,
    asked: async ({ from, to }) => {
      const startDate = from ?? to ?? (await today())
      return { startDate, endDate: to ?? (from ? undefined : startDate) }
    },
    rows: async (query, command) => call(command, await api(), (client) => client.meals.summaries({ query, responseMode: "decoded-and-response" })),
    shown: flat,
    examples: [{ line: "ops meals summary --from 2026-11-01 --to 2026-11-30 -o csv > november.csv", does: "a month, as a file" }],
  })

  meals
    .command("count")
    .description("record how many people were served at a meal, today or on an earlier day")
    .requiredOption("--site <code>", "at which site: its code, name or id")
    .requiredOption("--meal <word>", "breakfast, lunch or dinner")
    .requiredOption("--heads <count>", "number of people served")
    .option("--client <name>", "client, if the site serves several: its code, name or id")
    .option("--day <day>", "an earlier day; today if not given")
    .option("--notes <text>", "a remark")
    .option("--reason <text>", "why: needed for an earlier day, and where the meal was counted already")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops meals count --site US --meal lunch --heads 42", does: "asks, then records today's lunch" },
      { line: 'ops meals count --site US --meal lunch --heads 43 --reason "One more tray" --yes', does: "corrects it, without asking" },
    )
    .action(async ({ site, meal, heads, client, day, notes, reason, yes }, command: Command) => {
      const mealType = (["breakfast", "lunch", "dinner"] as const).find((word) => word === meal)
      if (!mealType) throw new Exit("usage", `--meal cannot be "${meal}".`, { next: "Name one of: breakfast, lunch, dinner" })
      if (!/^\d{1,6}$/.test(heads)) throw new Exit("usage", `--heads cannot be "${heads}".`, { next: "Give a whole number." })
      if (day !== undefined && !reason) throw new Exit("usage", "An earlier day needs --reason.", { next: 'Give one like --reason "Sheet found".' })
      const contract = await api()
      const siteId = await siteNamed(call, command, site)
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(`Record ${heads} fed at ${mealType} of ${day ?? "today"} at ${site}?`, { yes: yes ?? false })
      const counted = { siteId, mealType, staffCount: Number(heads), ...(client !== undefined && { clientId: await clientIdNamed(call, command, client) }) }
      const row = await call(command, contract, (client) =>
        day === undefined
          ? client.meals.recordMeals({ payload: { ...counted, ...(notes && { notes }), ...(reason && { reason }) } })
          : client.meals.correctMeals({ payload: { ...counted, date: day, reason } }),
      )
      await printRows(command, { ...row, siteCode: row.site.code }, countColumns)
    })

  meals
    .command("close <session>")
    .description("close a session: after that only a supervisor can add people, with a reason")
    .option("--visitors <count>", "visitors served")
    .option("--yes", "do not ask")
    .examples({ line: "ops meals close 12 --visitors 2", does: "asks, then closes session 12" })
    .action(async (name: string, { visitors, yes }: { visitors?: string; yes?: boolean }, command: Command) => {
      if (!/^[1-9]\d{0,14}$/.test(name)) throw new Exit("usage", `"${name}" is not the id of a session.`, { next: "ops meals sessions" })
      const contract = await api()
      const params = { id: Number(name) }
      const session = await call(command, contract, (client) => client.mealSessions.one({ params }))
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      const { mealType, date, site, totalAttendees } = session
      await confirm(`Close ${mealType} of ${date} at ${site.name} with ${totalAttendees} served?`, { yes: yes ?? false })
      if (visitors !== undefined && !/^\d{1,6}$/.test(visitors))
        throw new Exit("usage", `--visitors cannot be "${visitors}".`, { next: "Give a whole number." })
      const payload = visitors === undefined ? {} : { visitors: Number(visitors) }
      const closed = await call(command, contract, (client) => client.meals.completeSession({ params, payload }))
      await printRows(command, closed, sessionColumns)
    })
}
