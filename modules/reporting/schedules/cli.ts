/** `ops schedule`: scheduled reports. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { ReportRunAnswer, ReportScheduleAnswer } from "./contract.ts"
import { rhythmText } from "./time.ts"
import {
  frequencies,
  periodNames,
  relativePeriods,
  reportFormats,
  type ScheduledReport,
  scheduledReports,
  scheduledNames,
  weekdays,
} from "../analytics/labels.ts"

type Schedule = typeof ReportScheduleAnswer.Type
type Run = typeof ReportRunAnswer.Type
const api = async () => (await import("./contract.ts")).ReportSchedulesApi
const printing = () => import("@ops/platform/terminal/output.ts")

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Id", kind: "integer", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 0 },
  { key: "reportName", title: "Report", kind: "text", priority: 1 },
  { key: "periodName", title: "Of", kind: "text", priority: 2 },
  { key: "site", title: "Site", kind: "text", priority: 2 },
  { key: "often", title: "How often", kind: "text", priority: 0 },
  { key: "to", title: "To", kind: "text", priority: 1 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "nextRunAt", title: "Next", kind: "instant", priority: 1 },
  { key: "lastRunAt", title: "Last", kind: "instant", priority: 3 },
]
const runColumns: ReadonlyArray<TableColumn> = [
  { key: "at", title: "When", kind: "instant", priority: 0 },
  { key: "from", title: "From", kind: "date", priority: 1 },
  { key: "until", title: "To", kind: "date", priority: 1 },
  { key: "name", title: "Recipient", kind: "text", priority: 0 },
  { key: "mail", title: "Mail", kind: "text", priority: 0 },
  { key: "reason", title: "Why not", kind: "text", priority: 0 },
]
const flat = (schedule: Schedule) => ({
  ...schedule,
  reportName: scheduledNames[schedule.report],
  periodName: periodNames[schedule.period],
  site: schedule.siteName ?? "all",
  often: rhythmText(schedule),
  to: schedule.recipients.map(({ name }) => name).join(", "),
  status: schedule.isActive ? "active" : "paused",
})
const deliveriesOf = ({ at, from, to, deliveries }: Run) => deliveries.map((delivery) => ({ ...delivery, at, from, until: to, mail: delivery.mail ?? "none" }))

const all = async (call: Call, command: Command): Promise<ReadonlyArray<Schedule>> => {
  const contract = await api()
  return call(command, contract, (client) => client.reportSchedules.list({ query: { limit: "1000" } }))
}
const scheduleNamed = async (call: Call, command: Command, name: string): Promise<Schedule> => {
  const small = name.toLowerCase()
  const [one, another] = (await all(call, command)).filter((schedule) => String(schedule.id) === name || schedule.name.toLowerCase() === small)
  if (one && !another) return one
  throw new Exit("refused", another ? `${name} means more than one schedule.` : `There is no schedule ${name} that you may see.`, {
    next: "Give its id. ops schedule list shows them.",
  })
}

interface Adding {
  readonly name?: string
  readonly period: Schedule["period"]
  readonly every: Schedule["frequency"]
  readonly day?: string
  readonly hour: string
  readonly site?: string
  readonly format: Schedule["format"]
  readonly to: ReadonlyArray<string>
}

const wholeOf = (option: string, text: string): number => {
  if (!/^\d{1,2}$/.test(text)) throw new Exit("usage", `${option} cannot be "${text}".`, { next: "Give a whole number." })
  return Number(text)
}
/** The day option: Monday or 1 for weekly schedules; the day of the month for monthly ones. */
const dayFor = ({ every, day }: Adding) => {
  if (every === "daily" || day === undefined) return {}
  if (every === "monthly") return { dayOfMonth: wholeOf("--day", day) }
  const named = weekdays.findIndex((weekday) => weekday.toLowerCase() === day.toLowerCase())
  return { weekday: named >= 0 ? named + 1 : wholeOf("--day", day) }
}

const add = async (call: Call, report: string, given: Adding, command: Command) => {
  const tab = scheduledReports.find((one) => one === report)
  if (!tab) throw new Exit("usage", `There is no report ${report}.`, { next: `Choose one of: ${scheduledReports.join(", ")}` })
  const contract = await api()
  const people = await call(command, contract, (client) => client.reportSchedules.recipients({ query: { report: tab } }))
  const recipients = given.to.map((name) => {
    const found = people.filter((person) => String(person.id) === name || person.name.toLowerCase() === name.toLowerCase())
    if (found.length === 1) return found[0]!.id
    throw new Exit("refused", `${name} cannot be sent the ${scheduledNames[tab as ScheduledReport]} report.`, {
      next: `Choose of: ${people.map(({ id, name }) => `${name} (${id})`).join(", ")}`,
    })
  })
  const payload = {
    name: given.name ?? `${scheduledNames[tab as ScheduledReport]}, ${periodNames[given.period].toLowerCase()}`,
    report: tab,
    period: given.period,
    frequency: given.every,
    ...dayFor(given),
    hour: wholeOf("--hour", given.hour),
    format: given.format,
    recipients,
    ...(given.site !== undefined && { siteId: await siteNamed(call, command, given.site) }),
  }
  const made: Schedule = await call(command, contract, (client) => client.reportSchedules.make({ payload }))
  const { print, printNext } = await printing()
  await print(flat(made), { ...commonOptions(command), columns: listColumns })
  printNext(`ops schedule run ${made.id}`)
}

/** Adds `schedule` to the program. */
export const addScheduleCommands = (program: Command, call: Call): void => {
  const schedule = program.command("schedule").description("scheduled reports to people with access")
  paged(schedule.command("list").description("list the schedules that you created or receive"))
    .examples({ line: "ops schedule list -o json", does: "for a program" })
    .action(async ({ limit, all }: Paging, command: Command) => {
      const contract = await api()
      await printList(
        command,
        { limit, all },
        listColumns,
        (page) => call(command, contract, (client) => client.reportSchedules.list({ query: page, responseMode: "decoded-and-response" })),
        flat,
      )
    })
  schedule
    .command("add <report>")
    .description(`send a report from now on: ${scheduledReports.join(", ")}`)
    .requiredOption("--to <people...>", "who gets it: names or ids; each recipient gets the figures they may see")
    .option("--name <text>", "name")
    .addOption(new Option("--period <period>", "period, relative to the day it is sent").choices(relativePeriods).default("last_month"))
    .addOption(new Option("--every <frequency>", "how often").choices(frequencies).default("monthly"))
    .option("--day <day>", "weekday (Monday to Sunday), or day of the month (1 to 31)", "1")
    .option("--hour <hour>", "0 to 23, in Juba", "7")
    .option("--site <code>", "of one site: its code, name or id")
    .addOption(new Option("--format <format>", "what is attached").choices(reportFormats).default("pdf"))
    .examples(
      { line: 'ops schedule add financial --to "Nyandeng Garang Ater" --day 2', does: "last month's, on the 2nd at 7:00" },
      { line: "ops schedule add catering --every weekly --day Monday --period last_week --format xlsx --to 4", does: "every Monday" },
    )
    .action((report: string, given: Adding, command: Command) => add(call, report, given, command))
  const switching = (verb: "pause" | "resume", description: string) =>
    schedule
      .command(`${verb} <schedule>`)
      .description(description)
      .examples({ line: `ops schedule ${verb} 3`, does: verb === "pause" ? "nothing is sent until it is resumed" : "from its next time on" })
      .action(async (name: string, _: object, command: Command) => {
        const contract = await api()
        const { id } = await scheduleNamed(call, command, name)
        const asks = { params: { id }, payload: { isActive: verb === "resume" } }
        const changed: Schedule = await call(command, contract, (client) => client.reportSchedules.change(asks))
        const { print } = await printing()
        await print(flat(changed), { ...commonOptions(command), columns: listColumns })
      })
  switching("pause", "pause sending")
  switching("resume", "resume sending from the next scheduled time")
  schedule
    .command("run <schedule>")
    .description("send it now, in addition to its schedule")
    .option("--yes", "do not ask")
    .addOption(new Option("--dry-run", "only show what would happen").conflicts("yes"))
    .examples({ line: "ops schedule run 3 --yes", does: "at once" })
    .action(async (name: string, given: Deciding, command: Command) => {
      const contract = await api()
      const found = await scheduleNamed(call, command, name)
      const question = `Send ${found.name} to ${found.recipients.map(({ name }) => name).join(", ")}?`
      let run: Run | undefined
      await decide(command, given, { question, possible: found.canChange, name: found.name, columns: runColumns }, async () => {
        run = await call(command, contract, (client) => client.reportSchedules.run({ params: { id: found.id } }))
        return deliveriesOf(run)
      })
      if (!run || run.sent === run.deliveries.length) return
      const next = `ops schedule log ${found.id}`
      if (run.sent === 0) throw new Exit("refused", "It was not sent to anyone.", { next })
      throw new Exit("partial", `${run.sent} of ${run.deliveries.length} people received it.`, { next })
    })
  schedule
    .command("log <schedule>")
    .description("the results of its runs: recipients, and failures")
    .examples({ line: "ops schedule log 3", does: "newest first" })
    .action(async (name: string, _: object, command: Command) => {
      const contract = await api()
      const { id } = await scheduleNamed(call, command, name)
      const runs: ReadonlyArray<Run> = await call(command, contract, (client) => client.reportSchedules.runs({ params: { id }, query: { limit: "100" } }))
      const { print } = await printing()
      await print(runs.flatMap(deliveriesOf), { ...commonOptions(command), columns: runColumns })
    })
}
