/** `ops maintenance`: preventive plans, and making the orders that are due. */
import { type Command, Option } from "commander"
import { thousandthsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { paged, type Paging, printList, printWith } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { findAsset } from "../assets/cli.ts"
import { collect } from "../cli-common.ts"
import type { PlanAnswer } from "./contract.ts"
import { bases, everyText, intervalUnits } from "./labels.ts"
import { priorities, serviceTypes, teams } from "../work-orders/labels.ts"

type Plan = typeof PlanAnswer.Type
const api = async () => (await import("./contract.ts")).MaintenanceApi

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "planNumber", title: "Plan", kind: "text", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "of", title: "Asset or area", kind: "text", priority: 1 },
  { key: "often", title: "How often", kind: "text", priority: 0 },
  { key: "next", title: "Next", kind: "text", priority: 0 },
  { key: "assignee", title: "Done by", kind: "text", priority: 2 },
  { key: "status", title: "Status", kind: "text", priority: 1 },
  { key: "lastDoneOn", title: "Last done", kind: "date", priority: 2 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns,
  { key: "serviceType", title: "Service", kind: "text" },
  { key: "priority", title: "Priority", kind: "text" },
  { key: "basis", title: "Counted from", kind: "text" },
  { key: "makesOn", title: "Its order is made", kind: "date" },
  { key: "endDate", title: "Until", kind: "date" },
  { key: "ordersMade", title: "Orders made", kind: "integer" },
  { key: "clientName", title: "Client", kind: "text" },
  { key: "estimatedCost", title: "Estimated cost (USD)", kind: "money" },
  { key: "statusReason", title: "Why", kind: "text" },
]
const lineColumns: ReadonlyArray<TableColumn> = [
  { key: "line", title: "Check", kind: "text", priority: 0 },
  { key: "required", title: "Required", kind: "text", priority: 0 },
]
const orderColumns: ReadonlyArray<TableColumn> = [
  { key: "orderNumber", title: "Open order", kind: "text", priority: 0 },
  { key: "scheduledDate", title: "Scheduled", kind: "date", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
]
const madeColumns: ReadonlyArray<TableColumn> = [
  { key: "orderNumber", title: "Order", kind: "text", priority: 0 },
  { key: "planNumber", title: "Plan", kind: "text", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 1 },
  { key: "due", title: "Due", kind: "date", priority: 0 },
]
const flat = (plan: Plan) => ({
  ...plan,
  siteCode: plan.site.code,
  of: plan.asset ? `${plan.asset.assetNumber} ${plan.asset.name}` : plan.location,
  often: plan.trigger === "calendar" ? everyText(plan.every, plan.unit ?? "days") : `Every ${plan.every} ${plan.meterUnit ?? ""}`,
  next: plan.status === "ended" ? "" : (plan.nextDue ?? (plan.nextReading === null ? "when it is done" : `at ${plan.nextReading} ${plan.meterUnit ?? ""}`)),
})

const planNamed = async (call: Call, command: Command, name: string): Promise<Plan> => {
  const contract = await api()
  if (/^[1-9]\d*$/.test(name)) return call(command, contract, (client) => client.maintenance.one({ params: { id: Number(name) } }))
  const number = name.toUpperCase()
  const found = await call(command, contract, (client) => client.maintenance.list({ query: { q: number, limit: "1000" } }))
  const one = found.find(({ planNumber }) => planNumber === number)
  if (one) return one
  throw new Exit("refused", `There is no plan ${name} that you may see.`, { next: "Give a number like PM-0001, or an id. ops maintenance list shows them." })
}

interface Planning {
  readonly site: string
  readonly service: (typeof serviceTypes)[number]
  readonly priority: (typeof priorities)[number]
  readonly every: string
  readonly unit?: (typeof intervalUnits)[number]
  readonly first: string
  readonly from: (typeof bases)[number]
  readonly asset?: string
  readonly area?: string
  readonly ahead?: string
  readonly until?: string
  readonly team?: (typeof teams)[number]
  readonly check?: ReadonlyArray<string>
  readonly signature?: boolean
}

/** Adds `maintenance` to the program. */
export const addMaintenanceCommands = (program: Command, call: Call): void => {
  const maintenance = program.command("maintenance").description("preventive plans, and the orders they make")

  addExamples(
    paged(
      maintenance
        .command("list")
        .description("list the plans you may see, the next first")
        .option("--status <words>", "active, paused or ended; several with commas", "active,paused")
        .option("--asset <asset>", "of one asset: its number or id")
        .option("--site <code>", "of one site: its code, name or id")
        .option("--overdue", "those with an order that is open past its date")
        .option("--from <date>", "next due on this day or later")
        .option("--to <date>", "next due on this day or before")
        .option("--q <text>", "with this text")
        .option("--sort <order>", "by a field; a minus sign before it reverses the order"),
    ).action(
      async (
        {
          site,
          asset,
          overdue,
          limit,
          all,
          ...query
        }: Paging & { [K in "site" | "asset" | "status" | "from" | "to" | "q" | "sort"]?: string } & { overdue?: boolean },
        command: Command,
      ) => {
        const contract = await api()
        const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
        const assetId = asset === undefined ? undefined : String((await findAsset(call)(asset, command)).id)
        const asked = { ...query, siteId, assetId, ...(overdue && { overdue: "true" }) }
        await printList(
          command,
          { limit, all },
          listColumns,
          (page) => call(command, contract, (client) => client.maintenance.list({ query: { ...asked, ...page }, responseMode: "decoded-and-response" })),
          flat,
        )
      },
    ),
    [
      { line: "ops maintenance list --to 2026-12-31", does: "what is due this year" },
      { line: "ops maintenance list --overdue -o csv", does: "what is late, for a spreadsheet" },
    ],
  )
  addExamples(
    maintenance
      .command("show <plan>")
      .description("one plan, with its checklist and open orders")
      .action(async (name: string, _: object, command: Command) => {
        const plan = await planNamed(call, command, name)
        await printWith(command, flat(plan), fieldColumns, { checklist: [plan.checklist, lineColumns], openOrders: [plan.openOrders, orderColumns] })
      }),
    [{ line: "ops maintenance show PM-0001", does: "by number" }],
  )
  addExamples(
    maintenance
      .command("plan <name>")
      .description("schedule maintenance: by the calendar with --unit, else by the meter of the asset")
      .requiredOption("--site <code>", "where")
      .addOption(new Option("--service <word>", "which service").choices(serviceTypes).default("equipment_maintenance"))
      .addOption(new Option("--priority <word>", "how urgent its orders are").choices(priorities).default("medium"))
      .requiredOption("--every <number>", "the interval, in units of the calendar or of the meter")
      .addOption(new Option("--unit <word>", "by the calendar: days, weeks, months or years").choices(intervalUnits))
      .requiredOption("--first <date or reading>", "the first date; or the first reading of the meter")
      .addOption(new Option("--from <word>", "the next is counted from the date that was scheduled, or completed").choices(bases).default("scheduled"))
      .option("--asset <asset>", "of an asset: its number or id")
      .option("--area <text>", "of an area")
      .option("--ahead <days>", "make each order this many days before its date", "0")
      .option("--until <date>", "the last date")
      .addOption(new Option("--team <word>", "which team does it").choices(teams))
      .option("--check <line>", "a line of the checklist; a question mark at its end makes it optional; may be given often", collect)
      .option("--signature", "the client signs when it is done")
      .action(async (name: string, given: Planning, command: Command) => {
        const contract = await api()
        const siteId = await siteNamed(call, command, given.site)
        const assetId = given.asset === undefined ? null : (await findAsset(call)(given.asset, command)).id
        const calendar = given.unit !== undefined
        const ahead = Number(given.ahead ?? 0)
        if (!Number.isInteger(ahead) || ahead < 0) throw new Exit("usage", `--ahead cannot be "${given.ahead}".`, { next: "Give a whole number of days." })
        const payload = {
          name,
          siteId,
          serviceType: given.service,
          priority: given.priority,
          trigger: calendar ? ("calendar" as const) : ("meter" as const),
          every: await thousandthsOf("--every", given.every),
          unit: given.unit ?? null,
          basis: given.from,
          ...(calendar ? { startDate: given.first } : { startReading: await thousandthsOf("--first", given.first) }),
          leadDays: ahead,
          endDate: given.until ?? null,
          assetId,
          location: given.area ?? "",
          team: given.team ?? null,
          checklist: (given.check ?? []).map((line) => ({ line: line.replace(/\s*\?$/, ""), required: !line.endsWith("?") })),
          signatureRequired: given.signature ?? false,
        }
        const { print } = await import("@ops/platform/terminal/output.ts")
        await print(flat(await call(command, contract, (client) => client.maintenance.make({ payload }))), { ...commonOptions(command), columns: fieldColumns })
      }),
    [
      { line: 'ops maintenance plan "Service of generator 1" --site US --asset AST-0001 --every 250 --first 12500', does: "every 250 hours of its meter" },
      {
        line: 'ops maintenance plan "Septic tank" --site PA --service sewage --every 3 --unit months --first 2026-12-01 --ahead 7',
        does: "every quarter, made a week ahead",
      },
    ],
  )
  addExamples(
    maintenance
      .command("run")
      .description("make the orders that are due now; the server does the same every ten minutes")
      .action(async (_: object, command: Command) => {
        const contract = await api()
        const { made, refused } = await call(command, contract, (client) => client.maintenance.run())
        const { print } = await import("@ops/platform/terminal/output.ts")
        await print(made, { ...commonOptions(command), columns: madeColumns })
        if (made.length === 0) process.stderr.write("No order is due.\n")
        for (const { planNumber, name, reason } of refused) process.stderr.write(`${planNumber} ${name}: ${reason}\n`)
        if (refused.length > 0) throw new Exit(made.length > 0 ? "partial" : "refused", `${refused.length} of the plans that are due made no order.`)
      }),
    [{ line: "ops maintenance run", does: "says which orders were made" }],
  )
  const deciding = (verb: "pause" | "end", says: string, asks: string) =>
    addExamples(
      maintenance
        .command(`${verb} <plan>`)
        .description(says)
        .requiredOption("--reason <text>", "why")
        .option("--yes", "do not ask")
        .addOption(new Option("--dry-run", "only show whether it could be done").conflicts("yes"))
        .action(async (name: string, given: Deciding & { reason: string }, command: Command) => {
          const contract = await api()
          const plan = await planNamed(call, command, name)
          const about = {
            question: `${asks} ${plan.planNumber} ${plan.name}?`,
            possible: verb === "pause" ? plan.canPause : plan.canEnd,
            name: plan.planNumber,
            columns: fieldColumns,
          }
          const asked = { params: { id: plan.id }, payload: { reason: given.reason } }
          await decide(command, given, about, async () => flat(await call(command, contract, (client) => client.maintenance[verb](asked))))
        }),
      [{ line: `ops maintenance ${verb} PM-0003 --reason "Camp is closed"`, does: "asks first" }],
    )
  deciding("pause", "make no orders until it is resumed", "Pause")
  deciding("end", "make no further order", "End")
  addExamples(
    maintenance
      .command("resume <plan>")
      .description("resume a paused plan; dates within the pause are skipped")
      .action(async (name: string, _: object, command: Command) => {
        const contract = await api()
        const { id } = await planNamed(call, command, name)
        const { print } = await import("@ops/platform/terminal/output.ts")
        await print(flat(await call(command, contract, (client) => client.maintenance.resume({ params: { id } }))), {
          ...commonOptions(command),
          columns: fieldColumns,
        })
      }),
    [{ line: "ops maintenance resume PM-0003", does: "with its next date from today on" }],
  )
}
