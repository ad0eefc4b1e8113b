/** `ops prospects`: potential clients, activities with them, and their stages. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import { clientIdNamed } from "@ops/clients/client-named.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { listCommand } from "@ops/platform/terminal/listing/list-command.ts"
import { printRows, printWith } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { ProspectAnswer } from "./contract.ts"
import { addMarketingCommands } from "./marketing/cli.ts"
import { activityOutcomes, activityTypes, type CloseOutcome, closeOutcomes, industries, type Stage, stages } from "./labels.ts"

type Prospect = typeof ProspectAnswer.Type
const api = async () => (await import("./contract.ts")).ProspectsApi

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "prospectNumber", title: "Prospect #", kind: "text", priority: 0 },
  { key: "companyName", title: "Company", kind: "text", priority: 0 },
  { key: "contactPerson", title: "Contact", kind: "text", priority: 2 },
  { key: "stage", title: "Stage", kind: "text", priority: 0 },
  { key: "daysInStage", title: "Days", kind: "integer", priority: 1 },
  { key: "value", title: "Value (USD)", kind: "money", priority: 0 },
  { key: "probability", title: "%", kind: "integer", priority: 1 },
  { key: "weighted", title: "Weighted (USD)", kind: "money", priority: 2 },
  { key: "nextFollowUp", title: "Follow-up", kind: "date", priority: 1 },
  { key: "assignee", title: "Assigned to", kind: "text", priority: 2 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns,
  { key: "industry", title: "Industry", kind: "text" },
  { key: "email", title: "E-mail", kind: "text" },
  { key: "phone", title: "Phone", kind: "text" },
  { key: "source", title: "Source", kind: "text" },
  { key: "campaignName", title: "Campaign", kind: "text" },
  { key: "chance", title: "Weighted by", kind: "text" },
  { key: "followUpNote", title: "Follow-up for", kind: "text" },
  { key: "outcome", title: "Outcome", kind: "text" },
  { key: "lostReason", title: "Lost because", kind: "text" },
  { key: "clientCode", title: "Client", kind: "text" },
  { key: "notes", title: "Notes", kind: "text" },
]
const stayColumns: ReadonlyArray<TableColumn> = [
  { key: "stage", title: "Stage", kind: "text", priority: 0 },
  { key: "from", title: "From", kind: "date", priority: 0 },
  { key: "days", title: "Days", kind: "integer", priority: 0 },
  { key: "by", title: "By", kind: "text", priority: 1 },
  { key: "outcome", title: "Outcome", kind: "text", priority: 1 },
  { key: "reason", title: "Reason", kind: "text", priority: 1 },
]
const activityColumns: ReadonlyArray<TableColumn> = [
  { key: "date", title: "Date", kind: "date", priority: 0 },
  { key: "activityType", title: "Activity", kind: "text", priority: 0 },
  { key: "subject", title: "Subject", kind: "text", priority: 0 },
  { key: "duration", title: "Minutes", kind: "integer", priority: 2 },
  { key: "outcome", title: "Outcome", kind: "text", priority: 1 },
]
const flat = (row: Prospect) => ({
  ...row,
  value: row.estimatedValue?.toFixed(2) ?? "",
  weighted: row.weightedValue?.toFixed(2) ?? "",
  assignee: row.assignedToUser ? `${row.assignedToUser.firstName} ${row.assignedToUser.lastName}` : "",
  chance: row.winRate === null ? `entered probability, too few deals (${row.winCases})` : `win rate ${row.winRate}%`,
})

/** The prospect with this number, id or name. */
const prospectNamed = async (call: Call, command: Command, name: string): Promise<Prospect> => {
  const contract = await api()
  if (/^[1-9]\d*$/.test(name)) return call(command, contract, (client) => client.prospects.one({ params: { id: Number(name) } }))
  const found = await call(command, contract, (client) => client.prospects.list({ query: { q: name, limit: "100" } }))
  const exact = found.filter(({ prospectNumber, companyName }) => [prospectNumber, companyName].some((one) => one.toLowerCase() === name.toLowerCase()))
  const [one, other] = exact.length > 0 ? exact : found
  if (one && !other) return one
  throw new Exit("refused", one ? `"${name}" matches several prospects: ${one.prospectNumber}, ${other!.prospectNumber}.` : `There is no prospect "${name}".`, {
    next: "Give a number like PS-0001. ops prospects list shows them.",
  })
}

interface Closing {
  readonly outcome?: CloseOutcome
  readonly reason?: string
}
const closingOptions = (command: Command) =>
  command
    .addOption(new Option("--outcome <word>", "for a closed stage: outcome").choices(closeOutcomes))
    .option("--reason <text>", "for a closed stage: reason")
const closing = ({ outcome, reason }: Closing) => ({ ...(outcome && { outcome }), ...(reason && { reason }) })

/** Adds the `prospects` and `marketing` commands to the program. */
export const addCrmCommands = (program: Command, call: Call): void => {
  const prospects = program.command("prospects").description("companies that may become clients, and their stage")

  const listing = prospects.command("list").description("list prospects, latest activity first")
  listing
    .option("--stage <words>", `${stages.join(", ")}; several with commas`)
    .option("--due", "with a follow-up due")
    .option("--mine", "those assigned to you")
  listCommand(listing.option("--q <text>", "with this text").option("--sort <order>", "by a field; a minus sign before it reverses the order"), {
    columns: listColumns,
    asked: ({ due, mine, ...typed }) => ({ ...typed, ...(due && { due: "true" }), ...(mine && { mine: "true" }) }),
    rows: async (query, command) => call(command, await api(), (client) => client.prospects.list({ query, responseMode: "decoded-and-response" })),
    shown: flat,
    examples: [
      { line: "ops prospects list --due", does: "prospects to contact today" },
      { line: "ops prospects list --stage proposal,negotiation --sort -estimatedValue", does: "the largest likely to be won soon" },
    ],
  })
  prospects
    .command("show <prospect>")
    .description("show a prospect with its stages and activities")
    .examples({ line: "ops prospects show PS-0004", does: "one prospect" })
    .action(async (name: string, _: unknown, command: Command) => {
      const contract = await api()
      const row = await prospectNamed(call, command, name)
      const activities = await call(command, contract, (client) => client.prospects.activities({ query: { prospectId: String(row.id), limit: "1000" } }))
      await printWith(command, flat(row), fieldColumns, {
        stages: [row.stays.map((stay) => ({ ...stay, from: stay.at.slice(0, 10) })), stayColumns],
        activities: [activities.map((activity) => ({ ...activity, date: activity.activityDate.slice(0, 10) })), activityColumns],
      })
    })
  closingOptions(
    prospects
      .command("add")
      .description("add a prospect")
      .requiredOption("--company <name>", "the company")
      .option("--contact <name>", "contact person")
      .option("--email <address>", "of the contact person")
      .option("--phone <number>", "of the contact person")
      .addOption(new Option("--industry <word>", "what they do").choices(industries))
      .option("--value <amount>", "estimated value in USD")
      .option("--probability <percent>", "probability of winning, in percent", "50")
      .addOption(new Option("--stage <word>", "stage").choices(stages).default("lead"))
      .option("--source <text>", "where it came from")
      .option("--notes <text>", "notes"),
  )
    .examples({ line: 'ops prospects add --company "Akobo Drilling" --contact "James Kuol" --industry oil_gas --value 420000', does: "a lead assigned to you" })
    .action(
      async (
        given: Closing & { [K in "contact" | "email" | "phone" | "value" | "source" | "notes"]?: string } & {
          company: string
          probability: string
          stage: Stage
          industry?: (typeof industries)[number]
        },
        command: Command,
      ) => {
        const contract = await api()
        if (!/^\d{1,3}$/.test(given.probability))
          throw new Exit("usage", `--probability cannot be "${given.probability}".`, { next: "Give a whole number from 0 to 100." })
        const payload = {
          companyName: given.company,
          ...(given.contact && { contactPerson: given.contact }),
          ...(given.email && { email: given.email }),
          ...(given.phone && { phone: given.phone }),
          ...(given.industry && { industry: given.industry }),
          ...(given.value && { estimatedValue: await centsOf("--value", given.value) }),
          ...(given.source && { source: given.source }),
          ...(given.notes && { notes: given.notes }),
          probability: Number(given.probability),
          stage: given.stage,
          ...closing(given),
        }
        const row = await call(command, contract, (client) => client.prospects.add({ payload }))
        await printRows(command, flat(row), fieldColumns)
      },
    )
  closingOptions(
    prospects
      .command("log <prospect>")
      .description("log an activity with a prospect")
      .requiredOption("--subject <text>", "in a line")
      .addOption(new Option("--type <word>", "what it was").choices(activityTypes).default("call"))
      .option("--description <text>", "description of the activity")
      .option("--at <instant>", "a day and time in Juba such as 2026-11-21T10:30; now if not given")
      .option("--minutes <count>", "duration in minutes")
      .addOption(new Option("--result <word>", "how it went").choices(activityOutcomes))
      .option("--follow-up <date>", "date of the next contact")
      .addOption(new Option("--move <stage>", "also moves the prospect to this stage").choices(stages)),
  )
    .examples(
      { line: 'ops prospects log PS-0004 --subject "Price talked over" --type meeting --minutes 45 --follow-up 2026-12-01', does: "and plans the next call" },
      {
        line: 'ops prospects log PS-0004 --subject "They sign" --result closed_won --move closed_won --outcome contract --reason "Best kitchen"',
        does: "and moves it",
      },
    )
    .action(
      async (
        name: string,
        given: Closing & {
          subject: string
          type: (typeof activityTypes)[number]
          description?: string
          at?: string
          minutes?: string
          result?: (typeof activityOutcomes)[number]
          followUp?: string
          move?: Stage
        },
        command: Command,
      ) => {
        const contract = await api()
        if (given.minutes !== undefined && !/^\d{1,4}$/.test(given.minutes))
          throw new Exit("usage", `--minutes cannot be "${given.minutes}".`, { next: "Give a whole number of minutes." })
        const row = await prospectNamed(call, command, name)
        const { print } = await import("@ops/platform/terminal/output.ts")
        const payload = {
          prospectId: row.id,
          activityType: given.type,
          subject: given.subject,
          activityDate: given.at ?? new Date().toISOString(),
          ...(given.description && { description: given.description }),
          ...(given.minutes && { duration: Number(given.minutes) }),
          ...(given.result && { outcome: given.result }),
          ...(given.followUp && { nextFollowUp: given.followUp }),
          ...(given.move && { moveTo: { stage: given.move, ...closing(given) } }),
        }
        const logged = await call(command, contract, (client) => client.prospects.log({ payload }))
        await print(
          { ...logged, date: logged.activityDate.slice(0, 10) },
          { ...commonOptions(command), columns: [{ key: "companyName", title: "Company", kind: "text" }, ...activityColumns] },
        )
      },
    )
  const deciding = (verb: string, description: string) => decidable(prospects.command(`${verb} <prospect>`).description(description))
  closingOptions(deciding("move", "move a prospect to another stage").addOption(new Option("--to <stage>", "where to").choices(stages).makeOptionMandatory()))
    .examples(
      { line: "ops prospects move PS-0004 --to negotiation --yes", does: "without asking" },
      { line: 'ops prospects move PS-0004 --to closed_lost --outcome price --reason "A third cheaper elsewhere"', does: "asks, then closes it" },
    )
    .action(async (name: string, given: Deciding & Closing & { to: Stage }, command: Command) => {
      const contract = await api()
      const row = await prospectNamed(call, command, name)
      const about = {
        question: `Move ${row.companyName} from ${row.stage} to ${given.to}?`,
        possible: row.canMove,
        name: row.prospectNumber,
        columns: fieldColumns,
      }
      await decide(command, given, about, async () =>
        flat(await call(command, contract, (client) => client.prospects.move({ params: { id: row.id }, payload: { stage: given.to, ...closing(given) } }))),
      )
    })
  deciding("convert", "convert a won prospect to a client")
    .option("--client <name>", "one that is there: its code, name or id; a new one of its name if not given")
    .examples({ line: "ops prospects convert PS-0002 --yes", does: "a new client of its name and contact; sign its contract next" })
    .action(async (name: string, given: Deciding & { client?: string }, command: Command) => {
      const contract = await api()
      const row = await prospectNamed(call, command, name)
      const clientId = given.client === undefined ? null : await clientIdNamed(call, command, given.client)
      const question = `Make ${given.client === undefined ? "a new client" : `client ${given.client}`} of ${row.companyName}?`
      await decide(command, given, { question, possible: row.canConvert, name: row.prospectNumber, columns: fieldColumns }, async () =>
        flat(await call(command, contract, (client) => client.prospects.convert({ params: { id: row.id }, payload: { clientId } }))),
      )
    })
  addMarketingCommands(program, call)
}
