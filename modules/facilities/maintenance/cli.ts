/** `ops maintenance`: preventive plans, and creating the orders that are due. */
import type { Command } from "@ops/platform/terminal/command.ts"
import { thousandthsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { columnsOf, printRows } from "@ops/platform/terminal/lists.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { findAsset } from "../assets/cli.ts"
import { everyText } from "./labels.ts"
import type { maintenance } from "./resource.ts"
import { screen } from "./screen.ts"

type Plan = (typeof maintenance)["Row"]
const api = async () => (await import("./resource.ts")).MaintenanceApi

const flat = (plan: Plan) => ({
  ...plan,
  location: plan.asset ? `${plan.asset.assetNumber} ${plan.asset.name}` : plan.location,
  asset: plan.asset?.assetNumber ?? null,
  every: plan.trigger === "calendar" ? everyText(plan.every, plan.unit ?? "days") : `Every ${plan.every} ${plan.meterUnit ?? ""}`,
  nextDue: plan.status === "ended" ? "" : (plan.nextDue ?? (plan.nextReading === null ? "due date" : `at ${plan.nextReading} ${plan.meterUnit ?? ""}`)),
})
const lineColumns = columnsOf({ line: ["Check", "text", 0], required: ["Required", "text", 0] })
const orderColumns = columnsOf({ orderNumber: ["Open order", "text", 0], scheduledDate: ["Scheduled", "date", 0], status: ["Status", "text", 0] })
const madeColumns = columnsOf({ orderNumber: ["Order", "text", 0], planNumber: ["Plan", "text", 0], name: ["Name", "text", 1], due: ["Due", "date", 0] })

/** Adds the `maintenance` commands to the program. */
export const addMaintenanceCommands = (program: Command, call: Call): void => {
  const assetNamed = async (name: string, command: Command) => (await findAsset(call)(name, command)).id
  const schedule = {
    flags: { serviceType: "service", startDate: "first", assetId: "asset", location: "area", leadDays: "ahead", endDate: "until", basis: "from" },
    meanings: {
      serviceType: "which service",
      priority: "priority of its orders",
      every: "the interval, in units of the calendar or of the meter",
      unit: "by the calendar: days, weeks, months or years",
      startDate: "the first date",
      startReading: "by the meter: the reading at which the first order is due",
      basis: "the next is counted from the date that was scheduled, or completed",
      assetId: "of an asset: its number or id",
      location: "of an area",
      leadDays: "create each order this many days before its date",
      endDate: "the last date",
      team: "team that does the work",
      checklist: "a line of the checklist; a question mark at its end makes it optional; may be given often",
      signatureRequired: "the client signs when it is done",
    },
    reads: {
      assetId: {
        argument: "<asset>",
        value: ([name]: ReadonlyArray<string>, { command }: { readonly command: Command }) => (name === undefined ? undefined : assetNamed(name, command)),
      },
      checklist: {
        argument: "<line>",
        several: true,
        value: (lines: ReadonlyArray<string>) =>
          lines.length === 0 ? undefined : lines.map((line) => ({ line: line.replace(/\s*\?$/, ""), required: !line.endsWith("?") })),
      },
    },
  } as const
  const { parent } = addResourceCommands<typeof maintenance>(program, call, {
    screen,
    api,
    name: "maintenance",
    description: "preventive plans and their orders",
    siteNamed,
    shown: flat,
    columns: {
      name: { priority: 0 },
      location: { title: "Asset or area" },
      every: { title: "How often", priority: 0 },
      nextDue: { title: "Next", kind: "text", priority: 0 },
    },
    list: {
      description: "list plans, next due first",
      flags: { serviceType: "service", assetId: "asset" },
      switches: { overdue: { meaning: "with an overdue order", gives: { overdue: "true" } } },
      examples: [
        { line: "ops maintenance list --to 2026-12-31", does: "plans due this year" },
        { line: "ops maintenance list --overdue -o csv", does: "late plans, for a spreadsheet" },
      ],
    },
    show: {
      description: "one plan, with its checklist and open orders",
      tables: ({ checklist, openOrders }) => ({ checklist: [checklist, lineColumns], openOrders: [openOrders, orderColumns] }),
      examples: [{ line: "ops maintenance show PM-0001", does: "by number" }],
    },
    commands: {
      make: {
        ...schedule,
        verb: "plan",
        defaults: { serviceType: "equipment_maintenance" },
        description: "schedule maintenance: by the calendar with --unit, otherwise by the asset's meter",
        arguments: ["name"],
        immediate: true,
        reads: {
          ...schedule.reads,
          /** calendar or meter, derived from the unit of the interval */
          trigger: { argument: "<word>", value: ([word], { given }) => word ?? (given["unit"] === undefined ? "meter" : "calendar") },
          startReading: {
            argument: "<reading>",
            value: ([text], { given }) => {
              const reading = text ?? (given["unit"] === undefined ? given["first"] : undefined)
              return reading === undefined ? undefined : thousandthsOf("--first", reading)
            },
          },
          startDate: { argument: "<date or reading>", value: ([date], { given }) => (given["unit"] === undefined ? undefined : date) },
        },
        examples: [
          { line: 'ops maintenance plan "Service of generator 1" --site US --asset AST-0001 --every 250 --first 12500', does: "every 250 hours of its meter" },
          {
            line: 'ops maintenance plan "Septic tank" --site PA --service sewage --every 3 --unit months --first 2026-12-01 --ahead 7',
            does: "every quarter, created a week ahead",
          },
        ],
      },
      change: { ...schedule, question: ({ planNumber, name }) => `Change ${planNumber} ${name}?` },
      pause: { question: ({ planNumber, name }) => `Pause ${planNumber} ${name}?` },
      resume: { immediate: true, examples: [{ line: "ops maintenance resume PM-0003", does: "continues with its next date" }] },
      end: { question: ({ planNumber, name }) => `End ${planNumber} ${name}?` },
    },
  })
  parent
    .command("run")
    .description("make the orders that are due now; the server does the same every ten minutes")
    .examples({ line: "ops maintenance run", does: "lists the orders that were created" })
    .action(async (_: object, command: Command) => {
      const { made, refused } = await call(command, await api(), (client) => client.maintenance.run())
      await printRows(command, made, madeColumns)
      if (made.length === 0) process.stderr.write("No order is due.\n")
      for (const { planNumber, name, reason } of refused) process.stderr.write(`${planNumber} ${name}: ${reason}\n`)
      if (refused.length > 0) throw new Exit(made.length > 0 ? "partial" : "refused", `${refused.length} due plans could not create an order.`)
    })
}
