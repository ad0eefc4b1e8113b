/** `ops clients` and `ops contracts`: clients, their terms, and agreeing a price. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { count } from "@ops/platform/text.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { printWith } from "@ops/platform/terminal/lists.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { clientIdNamed, clientNamed } from "./client-named.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { contracts } from "./contracts/resource.ts"
import type { clients } from "./resource.ts"
import { screen as contractScreen } from "./contracts/screen.ts"
import { screen } from "./screen.ts"

type Contract = (typeof contracts)["Row"]

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

/** The bands as typed: 100=58.00 for USD 58 a meal from 100 people on. */
const bandsOf = (typed: ReadonlyArray<string>) =>
  Promise.all(
    typed.map(async (text) => {
      const { centsOf } = await import("@ops/platform/terminal/amounts.ts")
      const [, heads, price] = /^(\d{1,6})=(.+)$/.exec(text) ?? []
      if (heads === undefined || price === undefined) throw new Exit("usage", `"${text}" is not a band.`, { next: "Give heads and price, such as 100=58.00." })
      return { fromHeads: Number(heads), rate: await centsOf("The price", price) }
    }),
  )

/** Adds the `clients` and `contracts` commands to the program. */
export const addClientsCommands = (program: Command, call: Call): void => {
  const ofClients = addResourceCommands<typeof clients>(program, call, {
    screen,
    api: async () => (await import("./resource.ts")).ClientRecordsApi,
    description: "the company's clients",
    find: (name, command) => clientNamed(call, command, name),
    list: {
      examples: [
        { line: "ops clients list --site US", does: "clients with work at Unity State" },
        { line: "ops clients list --status draft", does: "clients that finance must complete" },
      ],
    },
    show: {
      description: "one client with its contracts",
      tables: async ({ id }, command) => {
        const contracts = await call(command, await api(), (client) => client.contracts.list({ query: { clientId: String(id) } }))
        return {
          contracts: [
            contracts,
            contractScreen.columns
              .filter(({ key }) => key !== "companyName")
              .map((column) => (column.key === "siteName" ? { ...column, key: "siteCode" } : column)),
          ],
        }
      },
      examples: [{ line: "ops clients show SLB", does: "by name, code or id" }],
    },
    columns: {
      contactPerson: { priority: 3 },
      paymentTerms: { priority: 3 },
      contractStartDate: { priority: 3 },
      mealRate: { priority: 1 },
      contractCurrency: { priority: 1 },
    },
    siteNamed,
    commands: {
      add: {
        flags: { companyName: "name", contactPerson: "contact", email: "email", clientCode: "code", paymentTerms: "terms" },
        question: ({ companyName }) => `Add the client ${companyName}?`,
        examples: [
          { line: 'ops clients add --name "Nile Drilling" --email camps@nile.example --terms 30_days', does: "asks, then adds it" },
          { line: 'ops clients add --name "Nile Drilling" --yes', does: "without asking" },
        ],
      },
      change: {
        flags: { companyName: "name", contactPerson: "contact", email: "email", paymentTerms: "terms" },
        question: ({ companyName }) => `Change the details of ${companyName}?`,
        examples: [{ line: "ops clients change SLB --terms 45_days", does: "asks, then changes it" }],
      },
      deactivate: {
        question: ({ companyName }) => `Make ${companyName} inactive? No new contracts, projects or people from now on.`,
        examples: [{ line: 'ops clients deactivate SLB --reason "Camp closed"', does: "asks, then makes it inactive" }],
      },
      reactivate: {
        question: ({ companyName }) => `Make ${companyName} active again?`,
        examples: [{ line: "ops clients reactivate SLB --dry-run", does: "whether it is allowed" }],
      },
    },
  })

  ofClients.parent
    .command("statements <client>")
    .description("from which day on month-ends wait for a client's statement of account; without a day, they no longer do")
    .option("--from <date>", "the first day")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops clients statements SLB --from 2026-10-01", does: "asks, then each month-end waits for its statement" },
      { line: "ops clients statements SLB --yes", does: "the client no longer sends any" },
    )
    .action(async (name: string, { from, yes }: { readonly from?: string; readonly yes?: boolean }, command: Command) => {
      const { id, companyName } = await clientNamed(call, command, name)
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      const waits = `Wait for a statement of ${companyName} at each month-end from ${from} on?`
      await confirm(from === undefined ? `No longer wait for statements of ${companyName}?` : waits, { yes })
      const payload = { statementsFrom: from ?? null }
      await printWith(command, await call(command, await api(), (client) => client.clients.change({ params: { id }, payload })), ofClients.columns, {})
    })

  const band = { argument: "<heads=price...>", value: bandsOf }
  const described = { specialDietaryRequirements: "diets", kitchenFacilities: "kitchen", servingSchedule: "schedule" }
  const bandMeaning = "another price from a number of heads on; separate several with spaces"
  addResourceCommands<typeof contracts>(program, call, {
    screen: contractScreen,
    api: async () => (await import("./contracts/resource.ts")).ContractsApi,
    description: "contracts with clients, and their prices",
    siteNamed,
    list: {
      description: "list contracts, newest first",
      flags: { clientId: "client", serviceType: "service" },
      named: { clientId: clientIdNamed },
      examples: [{ line: "ops contracts list --client SLB --status active", does: "contracts with SLB that are in force today" }],
    },
    show: {
      description: "one contract with its prices and planned people",
      tables: (contract) => ({ prices: [prices(contract), rateColumns], headCounts: [contract.headCounts, headColumns] }),
      examples: [{ line: "ops contracts show CT-2026-0001", does: "by number or id" }],
    },
    columns: {
      siteName: { priority: 1 },
      serviceType: { priority: 1 },
      mealRate: { priority: 1 },
      billingBasis: { priority: 3 },
      currentStaffCount: { priority: 3 },
    },
    commands: {
      sign: {
        flags: {
          ...described,
          clientId: "client",
          serviceType: "service",
          startDate: "from",
          endDate: "to",
          mealRate: "rate",
          currentStaffCount: "heads",
          bands: "band",
        },
        meanings: { startDate: "the first day; today if not given", endDate: "the last day", mealRate: "price of a meal", bands: bandMeaning },
        named: { clientId: clientIdNamed },
        reads: { bands: band },
        question: (_, { client, service, rate }) => `Sign a contract with ${client} for ${service}${rate === undefined ? "" : ` at ${rate} a meal`}?`,
        examples: [{ line: "ops contracts sign --client SLB --site US --service cleaning", does: "asks, then signs it from today" }],
      },
      agreeRate: {
        verb: "rate",
        description: "agree a price from a date",
        arguments: ["rate"],
        flags: { from: "from", bands: "band" },
        meanings: { from: "the first day it applies; today if not given", bands: bandMeaning },
        reads: { bands: band },
        question: ({ currency, client, contractNumber }, { rate, from = "today", band }) => {
          const bands = [band ?? []].flat().length
          return `Agree ${currency} ${rate} with ${client.companyName} under ${contractNumber} from ${from}${bands === 0 ? "" : `, with ${count(bands, "band")}`}?`
        },
        examples: [
          { line: "ops contracts rate CT-2026-0001 62.50 --from 2026-12-01", does: "asks, then agrees it" },
          { line: "ops contracts rate CT-2026-0002 60 --band 100=58 150=55 --yes", does: "with price bands, without asking" },
        ],
      },
      agreeBasis: { verb: "basis", flags: { basis: "basis", from: "from", guaranteedShare: "share" } },
      describe: { flags: described },
      planHeadCount: { verb: "heads", flags: { heads: "heads", from: "from" } },
      agreeSignature: {
        verb: "signature",
        flags: { from: "from" },
        options: [new Option("--optional", "meals no longer need a signature")],
        reads: { required: { value: (_, { given }) => given["optional"] === undefined } },
        examples: [
          { line: "ops contracts signature CT-2026-0001 --from 2026-12-01", does: "asks; from that day only meals that the client has signed are billed" },
        ],
      },
      end: { flags: { endDate: "on" } },
    },
  })
}
