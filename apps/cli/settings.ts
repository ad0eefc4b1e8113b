/** `ops settings`: the settings of the company and its mail, and who changed them when. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"

const columns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "Setting", kind: "text", priority: 0 },
  { key: "value", title: "Value", kind: "text", priority: 0 },
]
const historyColumns: ReadonlyArray<TableColumn> = [
  { key: "at", title: "When", kind: "instant", priority: 0 },
  { key: "by", title: "Who", kind: "text", priority: 0 },
  { key: "text", title: "What", kind: "text", priority: 0 },
  { key: "changed", title: "From, to", kind: "text", priority: 1 },
]
/** The settings that can be changed, by their CLI names. Everything else is set on screens, or by the server. */
const company = ["name", "tagline", "vision", "mission", "email", "phone", "address", "taxNumber", "bank"] as const
const mail = ["senderName", "senderAddress", "replyTo", "isOn"] as const
const names = [...company.map((name) => `company.${name}`), ...mail.map((name) => `mail.${name}`)]

const sitesApi = async () => (await import("@ops/sites/resource.ts")).SitesApi
const mailApi = async () => (await import("@ops/platform/mail/contract.ts")).MailApi
const output = () => import("@ops/platform/terminal/output.ts")

/** Every setting with its value; server settings are read-only and marked as such. */
const settings = async (call: Call, command: Command) => {
  const of = await call(command, await sitesApi(), (client) => client.sites.companySettings())
  const sent = await call(command, await mailApi(), (client) => client.mails.settings())
  return {
    rows: [
      ...company.map((name) => ({ name: `company.${name}`, value: of[name] ?? "" })),
      ...mail.map((name) => ({ name: `mail.${name}`, value: String(sent[name] ?? "") })),
      { name: "server.mail (read-only)", value: sent.server ?? "files on the server" },
      { name: "server.mode (read-only)", value: sent.mode },
    ],
    company: of,
  }
}

const set = async (call: Call, name: string, value: string, { yes }: { readonly yes?: boolean }, command: Command) => {
  if (!names.includes(name)) throw new Exit("usage", `There is no setting "${name}".`, { next: `Name one of: ${names.join(", ")}` })
  const [area, key] = name.split(".") as [string, string]
  if (key === "isOn" && value !== "true" && value !== "false")
    throw new Exit("usage", "mail.isOn is true or false.", { next: "ops settings set mail.isOn true" })
  const { rows, company: before } = await settings(call, command)
  const was = rows.find((row) => row.name === name)?.value
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(`Set ${name} to "${value}"${was ? ` instead of "${was}"` : ""}?`, { yes })
  if (area === "company") {
    const { mode: _, ...facts } = before
    await call(command, await sitesApi(), (client) => client.sites.describeCompany({ payload: { ...facts, [key]: value } }))
  } else {
    await call(command, await mailApi(), (client) => client.mails.settle({ payload: { [key]: key === "isOn" ? value === "true" : value } }))
  }
  const { print } = await output()
  const now = (await settings(call, command)).rows.filter((row) => row.name === name)
  await print(now, { ...commonOptions(command), columns })
}

const histories = {
  company: async (call: Call, command: Command) => call(command, await sitesApi(), (client) => client.sites.companyHistory()),
  mail: async (call: Call, command: Command) => call(command, await mailApi(), (client) => client.mails.settingsHistory()),
  limits: async (call: Call, command: Command) =>
    call(command, (await import("@ops/finance/approval-limits/contract.ts")).ApprovalLimitsApi, (client) => client.approvalLimits.history()),
  rates: async (call: Call, command: Command) =>
    call(command, (await import("@ops/ledger/exchange-rates/resource.ts")).RateChangesApi, (client) => client.rateChanges.history()),
  categories: async (call: Call, command: Command) =>
    call(command, (await import("@ops/finance/expense-categories/contract.ts")).ExpensesApi, (client) => client.expenses.categoryHistory()),
  codes: async (call: Call, command: Command) =>
    call(command, (await import("@ops/construction/cost-codes/resource.ts")).CostCodesApi, (client) => client.costCodes.codeHistory()),
  taxes: async (call: Call, command: Command) => call(command, (await import("@ops/ledger/contract.ts")).LedgerApi, (client) => client.ledger.taxHistory()),
}
type Area = keyof typeof histories
const areas = Object.keys(histories)

/** Adds `settings` to the program. */
export const addSettingsCommands = (program: Command, call: Call): void => {
  const group = program.command("settings").description("the settings of the company, its mail and its rules")
  group
    .command("show")
    .description("company, mail and server settings; server settings are read-only")
    .examples(
      { line: "ops settings show", does: "all of them" },
      { line: "ops settings show -o json --as-of 2026-11-01", does: "as of that date, for a program" },
    )
    .action(async (_, command: Command) => {
      const { print } = await output()
      await print((await settings(call, command)).rows, { ...commonOptions(command), columns })
    })
  group
    .command("set <name> <value>")
    .description('change a setting; "" empties it')
    .option("--yes", "do not ask")
    .examples(
      { line: 'ops settings set company.taxNumber "100 234 567"', does: "asks, then sets it; invoices name it from now on" },
      { line: "ops settings set mail.isOn false --yes", does: "no mail is sent until it is set to true" },
    )
    .action((name: string, value: string, given, command: Command) => set(call, name, value, given, command))
  group
    .command("history <area>")
    .description(`who changed what and when: ${areas.join(", ")}`)
    .examples(
      { line: "ops settings history company", does: "the newest first" },
      { line: "ops settings history rates -o ndjson", does: "a line for each, for a program" },
    )
    .action(async (area: string, _, command: Command) => {
      if (!areas.includes(area)) throw new Exit("usage", `There is no history of "${area}".`, { next: `Name one of: ${areas.join(", ")}` })
      const lines = await histories[area as Area](call, command)
      const rows = lines
        .toSorted((a, b) => b.position - a.position)
        .map((line) => ({ ...line, changed: line.changes.map(({ field, from, to }) => `${field}: ${from} → ${to}`).join("; ") }))
      const { print } = await output()
      await print(rows, { ...commonOptions(command), columns: historyColumns })
    })
}
