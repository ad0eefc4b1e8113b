/** `ops sla`: service levels, the state of orders against them, and credits for late work. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { clientIdNamed } from "@ops/clients/client-named.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { findOrder } from "../work-orders/cli.ts"
import type { SlaClockAnswer, SlaPolicyAnswer } from "./contract.ts"
import { priorities, serviceTypes } from "../work-orders/labels.ts"

const api = async () => (await import("./contract.ts")).SlaApi

const policyColumns: ReadonlyArray<TableColumn> = [
  { key: "client", title: "Client", kind: "text", priority: 0 },
  { key: "service", title: "Service", kind: "text", priority: 0 },
  { key: "priority", title: "Priority", kind: "text", priority: 0 },
  { key: "responseMinutes", title: "Response (min)", kind: "integer", priority: 0 },
  { key: "resolutionMinutes", title: "Resolution (min)", kind: "integer", priority: 0 },
  { key: "clock", title: "Clock", kind: "text", priority: 1 },
  { key: "creditAmount", title: "Credit (USD)", kind: "money", priority: 1 },
  { key: "from", title: "Since", kind: "date", priority: 1 },
]
const clockColumns: ReadonlyArray<TableColumn> = [
  { key: "orderNumber", title: "Order", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "client", title: "Client", kind: "text", priority: 1 },
  { key: "serviceType", title: "Service", kind: "text", priority: 2 },
  { key: "priority", title: "Priority", kind: "text", priority: 1 },
  { key: "response", title: "Response", kind: "text", priority: 0 },
  { key: "responseDue", title: "Response due", kind: "instant", priority: 2 },
  { key: "resolution", title: "Resolution", kind: "text", priority: 0 },
  { key: "resolutionDue", title: "Resolution due", kind: "instant", priority: 1 },
  { key: "creditStatus", title: "Credit", kind: "text", priority: 1 },
  { key: "creditAmount", title: "Credit (USD)", kind: "money", priority: 2 },
]
const reportColumns: ReadonlyArray<TableColumn> = [
  { key: "clientName", title: "Client", kind: "text", priority: 0 },
  { key: "orders", title: "Orders", kind: "integer", priority: 0 },
  { key: "responseMet", title: "Response met", kind: "integer", priority: 1 },
  { key: "responseMissed", title: "Missed", kind: "integer", priority: 1 },
  { key: "resolutionMet", title: "Resolution met", kind: "integer", priority: 0 },
  { key: "resolutionMissed", title: "Missed", kind: "integer", priority: 0 },
  { key: "credits", title: "Credits (USD)", kind: "money", priority: 1 },
]
const flatPolicy = ({ promised, ...policy }: typeof SlaPolicyAnswer.Type) => ({
  ...policy,
  client: policy.clientName ?? "every client",
  service: policy.serviceType ?? "any service",
  responseMinutes: promised?.responseMinutes ?? null,
  resolutionMinutes: promised?.resolutionMinutes ?? null,
  clock: promised ? (promised.aroundTheClock ? "day and night" : "working time") : "not yet",
  creditAmount: promised?.creditAmount ?? null,
  from: promised?.from ?? null,
})
const flatClock = (clock: typeof SlaClockAnswer.Type) => ({ ...clock, siteCode: clock.site.code, client: clock.clientName ?? "own work" })

const minutesOf = (option: string, text: string | undefined) => {
  if (text === undefined) return null
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new Exit("usage", `${option} cannot be "${text}".`, { next: "Give a whole number of minutes." })
}

interface Promising {
  readonly client?: string
  readonly service?: (typeof serviceTypes)[number]
  readonly response?: string
  readonly resolution?: string
  readonly from?: string
  readonly dayAndNight?: boolean
  readonly credit?: string
}

/** Adds the `sla` commands to the program. */
export const addSlaCommands = (program: Command, call: Call): void => {
  const sla = program.command("sla").description("service levels: response and resolution times, and results")

  paged(sla.command("policies").description("the service levels promised, by client, service and priority"))
    .examples({ line: "ops sla policies -o json", does: "with earlier terms" })
    .action(async ({ limit, all }: Paging, command: Command) => {
      const contract = await api()
      await printList(
        command,
        { limit, all },
        policyColumns,
        (page) => call(command, contract, (client) => client.sla.policies({ query: page, responseMode: "decoded-and-response" })),
        flatPolicy,
      )
    })
  sla
    .command("promise <priority>")
    .description(`set a service level for orders of a priority: ${priorities.join(", ")}`)
    .option("--client <name>", "for one client; defaults to all without their own service level")
    .addOption(new Option("--service <word>", "for one service; defaults to all without their own service level").choices(serviceTypes))
    .option("--response <minutes>", "minutes until work starts")
    .option("--resolution <minutes>", "minutes until it is completed")
    .option("--day-and-night", "the clock runs day and night, not only in the site's working hours")
    .option("--credit <amount>", "credit to the client for an order resolved late, USD")
    .option("--from <date>", "from this day on; today if not given")
    .examples(
      { line: "ops sla promise urgent --response 30 --resolution 240 --day-and-night", does: "for every client and service" },
      { line: "ops sla promise high --client SLB --service sewage --response 60 --resolution 480 --credit 50 --from 2026-12-01", does: "for one client" },
    )
    .action(async (word: string, given: Promising, command: Command) => {
      const priority = priorities.find((each) => each === word)
      if (!priority) throw new Exit("usage", `The priority cannot be "${word}".`, { next: `It is one of: ${priorities.join(", ")}` })
      const contract = await api()
      const { parseMoney } = await import("@ops/platform/money.ts")
      const { dateOf } = await import("@ops/platform/calendar.ts")
      const credit = parseMoney(given.credit ?? "0")
      if (credit === undefined)
        throw new Exit("usage", `--credit cannot be "${given.credit}".`, { next: "Give a decimal with at most two places, such as 25.00." })
      const payload = {
        clientId: given.client === undefined ? null : await clientIdNamed(call, command, given.client),
        serviceType: given.service ?? null,
        priority,
        from: given.from ?? dateOf(new Date()),
        responseMinutes: minutesOf("--response", given.response),
        resolutionMinutes: minutesOf("--resolution", given.resolution),
        aroundTheClock: given.dayAndNight ?? false,
        creditAmount: credit,
      }
      const { print } = await import("@ops/platform/terminal/output.ts")
      await print(flatPolicy(await call(command, contract, (client) => client.sla.promise({ payload }))), {
        ...commonOptions(command),
        columns: policyColumns,
      })
    })
  paged(
    sla
      .command("orders")
      .description("service level status of orders, newest first")
      .option("--missed", "only late ones, resolved or not")
      .option("--running", "only those whose clock is running or paused, next due first")
      .option("--credits", "only those with a pending credit")
      .option("--site <code>", "of one site: its code, name or id")
      .option("--from <date>", "raised on or after this day")
      .option("--to <date>", "raised on or before this day"),
  )
    .examples(
      { line: "ops sla orders --running", does: "orders due next" },
      { line: "ops sla orders --missed --from 2026-11-01 -o csv", does: "for a spreadsheet" },
    )
    .action(
      async (
        {
          site,
          missed,
          running,
          credits,
          limit,
          all,
          ...query
        }: Paging & { [K in "site" | "from" | "to"]?: string } & { [K in "missed" | "running" | "credits"]?: boolean },
        command: Command,
      ) => {
        const contract = await api()
        const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
        const which = missed ? { resolution: "missed" } : running ? { resolution: "running,paused", sort: "resolutionDue" } : {}
        const asked = { ...query, siteId, ...which, ...(credits && { credit: "proposed" }) }
        await printList(
          command,
          { limit, all },
          clockColumns,
          (page) => call(command, contract, (client) => client.sla.clocks({ query: { ...asked, ...page }, responseMode: "decoded-and-response" })),
          flatClock,
        )
      },
    )
  paged(
    sla
      .command("report")
      .description("service level compliance, by client")
      .option("--site <code>", "of one site: its code, name or id")
      .option("--from <date>", "orders raised on or after this day")
      .option("--to <date>", "orders raised on or before this day"),
  )
    .examples({ line: "ops sla report --from 2026-11-01 --to 2026-11-30", does: "of a month" })
    .action(async ({ site, limit, all, ...query }: Paging & { [K in "site" | "from" | "to"]?: string }, command: Command) => {
      const contract = await api()
      const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
      await printList(command, { limit, all }, reportColumns, (page) =>
        call(command, contract, (client) => client.sla.summary({ query: { ...query, siteId, ...page }, responseMode: "decoded-and-response" })),
      )
    })
  for (const [verb, granted] of [
    ["grant", true],
    ["waive", false],
  ] as const) {
    sla
      .command(`${verb} <order>`)
      .description(granted ? "grant the credit proposed for an order: it is added to the client's next invoice" : "waive the credit proposed for an order")
      [granted ? "option" : "requiredOption"]("--reason <text>", "why")
      .option("--yes", "do not ask")
      .addOption(new Option("--dry-run", "only show whether it is possible").conflicts("yes"))
      .examples({ line: `ops sla ${verb} WO-2026-00012${granted ? "" : ' --reason "Client had no access ready"'}`, does: "asks first" })
      .action(async (name: string, given: Deciding & { reason?: string }, command: Command) => {
        const contract = await api()
        const { id, orderNumber } = await findOrder(call)(name, command)
        const found = await call(command, contract, (client) => client.sla.clocks({ query: { q: orderNumber } }))
        const clock = found.find((each) => each.id === id)
        if (!clock?.creditStatus)
          throw new Exit("refused", `No credit is proposed for ${orderNumber}.`, { next: "ops sla orders --credits shows those to decide on." })
        const question = granted ? `Grant USD ${clock.creditAmount} to ${clock.clientName}?` : `Waive the credit of ${orderNumber}?`
        await decide(command, given, { question, possible: clock.canDecide, name: orderNumber, columns: clockColumns }, async () =>
          flatClock(await call(command, contract, (client) => client.sla.credit({ params: { id }, payload: { granted, note: given.reason ?? "" } }))),
        )
      })
  }
}
