/** `ops clients` and `ops contracts`: clients, their terms, and agreeing a price. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { listCommand } from "@ops/platform/terminal/listing/list-command.ts"
import { printWith } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { ClientAnswer } from "./contract.ts"
import type { contracts } from "./contracts/resource.ts"

type Client = typeof ClientAnswer.Type
type Contract = (typeof contracts)["Row"]

const clientColumns: ReadonlyArray<TableColumn> = [
  { key: "clientCode", title: "Code", kind: "text", priority: 0 },
  { key: "companyName", title: "Company", kind: "text", priority: 0 },
  { key: "contactPerson", title: "Contact", kind: "text", priority: 3 },
  { key: "email", title: "E-mail", kind: "text", priority: 2 },
  { key: "paymentTerms", title: "Terms", kind: "text", priority: 3 },
  { key: "contractStartDate", title: "Contract from", kind: "date", priority: 3 },
  { key: "mealRate", title: "Meal rate", kind: "money", priority: 1 },
  { key: "contractCurrency", title: "Currency", kind: "text", priority: 1 },
  { key: "activeStaff", title: "Staff", kind: "integer", priority: 2 },
  { key: "status", title: "Status", kind: "text", priority: 1 },
]
const clientFields: ReadonlyArray<TableColumn> = [
  ...clientColumns,
  { key: "contractEndDate", title: "Contract to", kind: "date" },
  { key: "phone", title: "Phone", kind: "text" },
  { key: "address", title: "Address", kind: "text" },
  { key: "statementsFrom", title: "Statements from", kind: "date" },
  { key: "notes", title: "Notes", kind: "text" },
]
const contractColumns: ReadonlyArray<TableColumn> = [
  { key: "contractNumber", title: "Contract", kind: "text", priority: 0 },
  { key: "companyName", title: "Client", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "serviceType", title: "Service", kind: "text", priority: 1 },
  { key: "startDate", title: "From", kind: "date", priority: 2 },
  { key: "endDate", title: "To", kind: "date", priority: 2 },
  { key: "mealRate", title: "Rate", kind: "money", priority: 1 },
  { key: "currency", title: "Currency", kind: "text", priority: 1 },
  { key: "billingBasis", title: "Billed by", kind: "text", priority: 3 },
  { key: "currentStaffCount", title: "Planned heads", kind: "integer", priority: 3 },
  { key: "status", title: "Status", kind: "text", priority: 2 },
]
const contractFields: ReadonlyArray<TableColumn> = [
  ...contractColumns,
  { key: "guaranteedShare", title: "Guaranteed (%)", kind: "text" },
  { key: "taxCode", title: "Tax", kind: "text" },
  { key: "notes", title: "Notes", kind: "text" },
]
const rateColumns: ReadonlyArray<TableColumn> = [
  { key: "from", title: "From", kind: "date", priority: 0 },
  { key: "heads", title: "Heads from", kind: "integer", priority: 1 },
  { key: "rate", title: "Rate", kind: "money", priority: 0 },
]
const headColumns: ReadonlyArray<TableColumn> = [
  { key: "from", title: "From", kind: "date", priority: 0 },
  { key: "heads", title: "Planned heads", kind: "integer", priority: 0 },
  { key: "reason", title: "Reason", kind: "text", priority: 1 },
]

/** One line for each price: a rate, then its bands. */
const prices = ({ rates }: Contract) =>
  (rates ?? []).flatMap(({ from, rate, bands }) => [{ from, heads: null, rate }, ...bands.map((band) => ({ from, heads: band.fromHeads, rate: band.rate }))])

const api = async () => (await import("./contract.ts")).ClientsApi
const output = () => import("@ops/platform/terminal/output.ts")

/** The client with this code, name or id. */
export const clientNamed = async (call: Call, command: Command, name: string): Promise<Client> => {
  const clients = await call(command, await api(), (client) => client.clients.list({ query: {} }))
  const small = name.toLowerCase()
  const found = clients.find((client) => [String(client.id), client.clientCode, client.companyName].some((word) => word.toLowerCase() === small))
  if (found) return found
  throw new Exit("refused", `There is no client "${name}" that you may see.`, { next: "ops clients list" })
}
/** The contract with this number or id. */
const contractNamed = async (call: Call, command: Command, name: string): Promise<Contract> => {
  const contract = await api()
  if (/^[1-9]\d*$/.test(name)) return call(command, contract, (client) => client.contracts.one({ params: { id: Number(name) } }))
  const number = name.toUpperCase()
  if (!/^CT-\d{4}-\d+$/.test(number)) {
    throw new Exit("usage", `"${name}" is neither the number nor the id of a contract.`, { next: "Give one like CT-2026-0001, or 12." })
  }
  const found = await call(command, contract, (client) => client.contracts.list({ query: { q: number, limit: "1000" } }))
  const one = found.find(({ contractNumber }) => contractNumber === number)
  if (one) return one
  throw new Exit("refused", `There is no contract ${number} that you may see.`, { next: "ops contracts list" })
}
const showClient = async (call: Call, name: string, command: Command) => {
  const found = await clientNamed(call, command, name)
  const contracts = await call(command, await api(), (client) => client.contracts.list({ query: { clientId: String(found.id) } }))
  await printWith(command, found, clientFields, { contracts: [contracts, contractColumns.filter(({ key }) => key !== "companyName")] })
}

const showContract = async (call: Call, name: string, command: Command) => {
  const found = await contractNamed(call, command, name)
  await printWith(command, found, contractFields, { prices: [prices(found), rateColumns], headCounts: [found.headCounts, headColumns] })
}

interface Agreeing {
  readonly from?: string
  readonly band?: ReadonlyArray<string>
  readonly yes?: boolean
}

const agreeRate = async (call: Call, name: string, rate: string, { from, band = [], yes }: Agreeing, command: Command) => {
  const { centsOf } = await import("@ops/platform/terminal/amounts.ts")
  const price = await centsOf("The price", rate)
  const bands = await Promise.all(
    band.map(async (text) => {
      const [, heads, price] = /^(\d{1,6})=(.+)$/.exec(text) ?? []
      if (heads === undefined || price === undefined) throw new Exit("usage", `"${text}" is not a band.`, { next: "Give heads and price, such as 100=58.00." })
      return { fromHeads: Number(heads), rate: await centsOf("The price", price) }
    }),
  )
  const { dateOf } = await import("@ops/platform/calendar.ts")
  const day = from ?? dateOf(new Date())
  const contract = await contractNamed(call, command, name)
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  const others = bands.length === 0 ? "" : `, with ${bands.length === 1 ? "1 band" : `${bands.length} bands`}`
  await confirm(`Agree ${contract.currency} ${rate} with ${contract.client.companyName} under ${contract.contractNumber} from ${day}${others}?`, { yes })
  const agreed = await call(command, await api(), (client) =>
    client.contractTerms.agreeRate({ params: { id: contract.id }, payload: { from: day, rate: price, bands } }),
  )
  const { print } = await output()
  await print(prices(agreed), { ...commonOptions(command), columns: rateColumns })
}

const expectStatements = async (call: Call, name: string, { from, yes }: Agreeing, command: Command) => {
  const { id, companyName } = await clientNamed(call, command, name)
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(
    from === undefined ? `No longer wait for statements of ${companyName}?` : `Wait for a statement of ${companyName} at each month-end from ${from} on?`,
    {
      yes,
    },
  )
  const changed = await call(command, await api(), (client) => client.clients.change({ params: { id }, payload: { statementsFrom: from ?? null } }))
  await printWith(command, changed, clientFields, {})
}

/** Adds the `clients` and `contracts` commands to the program. */
export const addClientsCommands = (program: Command, call: Call): void => {
  const clients = program.command("clients").description("the company's clients")
  const site = (command: Command, name: string) => siteNamed(call, command, name)
  const listing = clients.command("list").description("list clients; with a site, those with work there")
  listing.option("--status <words>", "draft, active or inactive; several with commas").option("--q <text>", "with this text in name, code, contact or e-mail")
  listCommand(listing, {
    columns: clientColumns,
    site,
    rows: async (query, command) => call(command, await api(), (client) => client.clients.list({ query, responseMode: "decoded-and-response" })),
    examples: [
      { line: "ops clients list --site US", does: "clients with work at Unity State" },
      { line: "ops clients list --status draft", does: "clients that finance must complete" },
    ],
  })
  addExamples(
    clients
      .command("show <client>")
      .description("one client with its contracts")
      .action((name: string, _, command: Command) => showClient(call, name, command)),
    [{ line: "ops clients show SLB", does: "by name, code or id" }],
  )
  addExamples(
    clients
      .command("statements <client>")
      .description("from which day on month-ends wait for a client's statement of account; without a day, they no longer do")
      .option("--from <date>", "the first day")
      .option("--yes", "do not ask")
      .action((name: string, given: Agreeing, command: Command) => expectStatements(call, name, given, command)),
    [
      { line: "ops clients statements SLB --from 2026-10-01", does: "asks, then each month-end waits for its statement" },
      { line: "ops clients statements SLB --yes", does: "the client no longer sends any" },
    ],
  )

  const contracts = program.command("contracts").description("contracts with clients, and their prices")
  const agreed = contracts.command("list").description("list contracts, newest first")
  agreed.option("--client <client>", "of one client: name, code or id").option("--status <words>", "scheduled, active or ended; several with commas")
  listCommand(agreed.option("--service <words>", "catering, cleaning, facilities or construction"), {
    columns: contractColumns,
    site,
    asked: async ({ client, service, ...typed }, command) => ({
      ...typed,
      serviceType: service,
      clientId: client === undefined ? undefined : String((await clientNamed(call, command, client)).id),
    }),
    rows: async (query, command) => call(command, await api(), (client) => client.contracts.list({ query, responseMode: "decoded-and-response" })),
    examples: [{ line: "ops contracts list --client SLB --status active", does: "contracts with SLB that are in force today" }],
  })
  addExamples(
    contracts
      .command("show <contract>")
      .description("one contract with its prices and planned people")
      .action((name: string, _, command: Command) => showContract(call, name, command)),
    [{ line: "ops contracts show CT-2026-0001", does: "by number or id" }],
  )
  addExamples(
    contracts
      .command("rate <contract> <price>")
      .description("agree a price from a date")
      .option("--from <date>", "the first day it applies; today if not given")
      .option("--band <heads=price...>", "another price from a number of heads on; separate several with spaces")
      .option("--yes", "do not ask")
      .action((name: string, price: string, given: Agreeing, command: Command) => agreeRate(call, name, price, given, command)),
    [
      { line: "ops contracts rate CT-2026-0001 62.50 --from 2026-12-01", does: "asks, then agrees it" },
      { line: "ops contracts rate CT-2026-0002 60 --band 100=58 150=55 --yes", does: "with price bands, without asking" },
    ],
  )
}
