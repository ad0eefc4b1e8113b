/** `ops prospects`: potential clients, activities with them, and their stages. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { clientIdNamed } from "@ops/clients/client-named.ts"
import { personNamed } from "@ops/identity/person-named.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { prospects as resource } from "./prospects/resource.ts"
import { screen } from "./prospects/screen.ts"
import { addMarketingCommands } from "./marketing/cli.ts"
import { activityOutcomes, activityTypes, type CloseOutcome, closeOutcomes, type Stage, stages } from "./labels.ts"

type Prospect = (typeof resource)["Row"]
const api = async () => (await import("./prospects/resource.ts")).ProspectsApi

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
const closingOf = ({ outcome, reason }: Closing) => ({ ...(outcome && { outcome }), ...(reason && { reason }) })

/** Adds the `prospects` and `marketing` commands to the program. */
export const addCrmCommands = (program: Command, call: Call): void => {
  const facts = { companyName: "company", contactPerson: "contact", email: "email", estimatedValue: "value", campaignId: "campaign" } as const
  const meanings = { contactPerson: "contact person", industry: "what they do", estimatedValue: "estimated value in USD", source: "where it came from" }
  const closing = { outcome: "for a closed stage: outcome", reason: "for a closed stage: reason" }
  const { parent: prospects } = addResourceCommands<typeof resource>(program, call, {
    screen,
    api,
    description: "companies that may become clients, and their stage",
    find: (name, command) => prospectNamed(call, command, name),
    shown: flat,
    columns: {
      companyName: { priority: 0 },
      stage: { priority: 0 },
      daysInStage: { priority: 1 },
      estimatedValue: { key: "value", priority: 0 },
      probability: { title: "%", priority: 1 },
      weightedValue: { key: "weighted" },
      nextFollowUp: { title: "Follow-up", priority: 1 },
      assignedToUser: { key: "assignee" },
      winRate: { key: "chance", title: "Weighted by" },
    },
    list: {
      description: "list prospects, latest activity first",
      flags: { campaignId: "campaign" },
      switches: { due: { meaning: "with a follow-up due", gives: { due: "true" } }, mine: { meaning: "those assigned to you", gives: { mine: "true" } } },
      examples: [
        { line: "ops prospects list --due", does: "prospects to contact today" },
        { line: "ops prospects list --stage proposal,negotiation --sort -estimatedValue", does: "the largest likely to be won soon" },
      ],
    },
    show: {
      description: "show a prospect with its stages and activities",
      tables: async (row, command) => {
        const { ActivitiesApi } = await import("./prospects/activities.ts")
        const query = { prospectId: String(row.id), limit: "1000" }
        const activities = await call(command, ActivitiesApi, (client) => client.prospectActivities.list({ query }))
        return {
          stages: [row.stays.map((stay) => ({ ...stay, from: stay.at.slice(0, 10) })), stayColumns],
          activities: [activities.map((activity) => ({ ...activity, date: activity.activityDate.slice(0, 10) })), activityColumns],
        }
      },
      examples: [{ line: "ops prospects show PS-0004", does: "one prospect" }],
    },
    commands: {
      add: {
        immediate: true,
        flags: facts,
        meanings: { ...meanings, ...closing, probability: "probability of winning, in percent", assignedTo: "whose it is: the employee ID; yours without it" },
        named: { assignedTo: personNamed },
        examples: [
          { line: 'ops prospects add --company "Akobo Drilling" --contact "James Kuol" --industry oil_gas --value 420000', does: "a lead assigned to you" },
        ],
      },
      change: { flags: facts, meanings },
      move: {
        flags: { stage: "to" },
        meanings: { stage: "where to", ...closing },
        question: ({ companyName, stage }, { to }) => `Move ${companyName} from ${stage} to ${to}?`,
        examples: [
          { line: "ops prospects move PS-0004 --to negotiation --yes", does: "without asking" },
          { line: 'ops prospects move PS-0004 --to closed_lost --outcome price --reason "A third cheaper elsewhere"', does: "asks, then closes it" },
        ],
      },
      assign: {
        meanings: { assignedTo: "whose it is: the employee ID; without it, no one's" },
        named: { assignedTo: personNamed },
        examples: [{ line: "ops prospects assign PS-0004 --assigned-to FO-CEO-001", does: "to that person" }],
      },
      followUp: { flags: { nextFollowUp: "on" }, meanings: { nextFollowUp: "date of the next contact; without it, none is planned" } },
      convert: {
        description: "convert a won prospect to a client",
        flags: { clientId: "client" },
        meanings: { clientId: "one that is there: its code, name or id; a new one of its name if not given" },
        named: { clientId: clientIdNamed },
        question: ({ companyName }, { client }) => `Make ${client === undefined ? "a new client" : `client ${client}`} of ${companyName}?`,
        examples: [{ line: "ops prospects convert PS-0002 --yes", does: "a new client of its name and contact; sign its contract next" }],
      },
    },
  })
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
        const { ActivitiesApi } = await import("./prospects/activities.ts")
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
          ...(given.move && { moveTo: { stage: given.move, ...closingOf(given) } }),
        }
        const logged = await call(command, ActivitiesApi, (client) => client.prospectActivities.log({ payload }))
        await print(
          { ...logged, date: logged.activityDate.slice(0, 10) },
          { ...commonOptions(command), columns: [{ key: "companyName", title: "Company", kind: "text" }, ...activityColumns] },
        )
      },
    )
  addMarketingCommands(program, call)
}
