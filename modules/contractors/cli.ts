/** `ops contractors`: people and firms who work for us without being employed, their assignments, hours and monthly bills. */
import { type Command, Option } from "commander"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { contractorNamed, contractorsApi, todayInJuba } from "./cli-common.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { listOptions, printList, printWith, type Paging } from "@ops/platform/terminal/lists.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { ContractorAnswer } from "./contract.ts"
import { addWorkCommands, assignmentColumns, billColumns, flatAssignment, flatWork } from "./work/cli.ts"
import { contractorTypes, currencies, rateUnits } from "./labels.ts"

type Contractor = typeof ContractorAnswer.Type

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "contractorNumber", title: "Contractor #", kind: "text", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 0 },
  { key: "serviceType", title: "Service", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "availabilityStatus", title: "Availability", kind: "text", priority: 1 },
  { key: "contractEnd", title: "Until", kind: "date", priority: 2 },
  { key: "currency", title: "Currency", kind: "text", priority: 2 },
  { key: "rateAmount", title: "Rate", kind: "money", priority: 1 },
  { key: "rateUnit", title: "By", kind: "text", priority: 1 },
  { key: "unbilledHours", title: "To bill", kind: "text", priority: 2 },
  { key: "rating", title: "Rating", kind: "text", priority: 3 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns,
  { key: "companyName", title: "Company", kind: "text" },
  { key: "departmentName", title: "Department", kind: "text" },
  { key: "phone", title: "Phone", kind: "text" },
  { key: "email", title: "E-mail", kind: "text" },
  { key: "contractStart", title: "From", kind: "date" },
  { key: "workPermitExpiry", title: "Permit until", kind: "date" },
  { key: "vendorName", title: "Paid as", kind: "text" },
  { key: "bankName", title: "Bank", kind: "text" },
  { key: "bankAccount", title: "Account", kind: "text" },
  { key: "waitingDays", title: "Days to approve", kind: "integer" },
  { key: "billableMonth", title: "Month to bill", kind: "text" },
]
const rateColumns: ReadonlyArray<TableColumn> = [
  { key: "from", title: "From", kind: "date", priority: 0 },
  { key: "unit", title: "By", kind: "text", priority: 0 },
  { key: "amount", title: "Rate", kind: "money", priority: 0 },
  { key: "reason", title: "Reason", kind: "text", priority: 1 },
]
const flat = (row: Contractor) => ({
  ...row,
  name: `${row.firstName} ${row.lastName}`,
  departmentName: row.department.name,
  siteCode: row.site?.code ?? "",
  rateAmount: row.rate?.amount ?? "",
  rateUnit: row.rate?.unit ?? "",
})

const departmentNamed = async (call: Call, command: Command, name: string): Promise<number> => {
  const { PeopleApi } = await import("@ops/people/contract.ts")
  const departments = await call(command, PeopleApi, (client) => client.staff.departments({ query: {} }))
  const found = departments.find((each) => each.name.toLowerCase() === name.toLowerCase() || String(each.id) === name)
  if (found) return found.id
  throw new Exit("usage", `There is no department "${name}".`, { next: `Name one of: ${departments.map(({ name }) => name).join(", ")}` })
}

interface Registering extends Deciding {
  readonly first: string
  readonly last: string
  readonly phone: string
  readonly service: string
  readonly department: string
  readonly site?: string
  readonly from?: string
  readonly to?: string
  readonly type?: (typeof contractorTypes)[number]
  readonly company?: string
  readonly rate?: string
  readonly by: (typeof rateUnits)[number]
  readonly currency: (typeof currencies)[number]
  readonly nationalId?: string
}

/** Adds `contractors` to the program. */
export const addContractorCommands = (program: Command, call: Call): void => {
  const contractors = program.command("contractors").description("contractors: who they are, where they work, their hours and bills")

  addExamples(
    listOptions(contractors.command("list").description("list the contractors you may see"))
      .option("--status <words>", "active, suspended or ended; several with commas", "active,suspended")
      .option("--expiring", "whose contract or permit ends within 60 days, or has")
      .option("--billable", "who has an approved month that is not billed")
      .action(
        async (
          {
            site,
            limit,
            all,
            expiring,
            billable,
            ...query
          }: Paging & { site?: string; status?: string; q?: string; sort?: string; expiring?: boolean; billable?: boolean },
          command: Command,
        ) => {
          const contract = await contractorsApi()
          const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
          const asked = { ...query, siteId, ...(expiring && { expiring: "true" }), ...(billable && { billable: "true" }) }
          await printList(
            command,
            { limit, all },
            listColumns,
            (page) => call(command, contract, (client) => client.contractors.list({ query: { ...asked, ...page }, responseMode: "decoded-and-response" })),
            flat,
          )
        },
      ),
    [
      { line: "ops contractors list", does: "who has a contract" },
      { line: "ops contractors list --billable", does: "whose approved months finance can bill" },
    ],
  )
  addExamples(
    contractors
      .command("show <contractor>")
      .description("one contractor, with rates, assignments and bills")
      .action(async (name: string, _: object, command: Command) => {
        const { workApi } = await import("./cli-common.ts")
        const row = await contractorNamed(call, command, name)
        const work = await workApi()
        const query = { contractorId: String(row.id), limit: "20" }
        const assignments = await call(command, work, (client) => client.contractorWork.assignments({ query }))
        const bills = row.rates === null ? [] : await call(command, work, (client) => client.contractorWork.bills({ query }))
        await printWith(command, flat(row), fieldColumns, {
          rates: [row.rates ?? [], rateColumns],
          assignments: [assignments.map(flatAssignment), assignmentColumns],
          bills: [bills.map(flatWork), billColumns],
        })
      }),
    [{ line: "ops contractors show CON-0001", does: "by number" }],
  )
  addExamples(
    contractors
      .command("register")
      .description("register a contractor")
      .requiredOption("--first <name>", "first name")
      .requiredOption("--last <name>", "last name")
      .requiredOption("--phone <number>")
      .requiredOption("--service <text>", "what is done for us")
      .requiredOption("--department <name>", "which department it is for")
      .option("--site <code>", "where, if always at one site")
      .option("--from <date>", "the first day of the contract; today if not given")
      .option("--to <date>", "its last day; without an end if not given")
      .addOption(new Option("--type <word>", "a person or a firm").choices(contractorTypes))
      .option("--company <name>", "of a firm")
      .option("--national-id <number>")
      .option("--rate <amount>", "what is paid, such as 12.50")
      .addOption(new Option("--by <unit>", "what the rate is for").choices(rateUnits).default("hour"))
      .addOption(new Option("--currency <code>").choices(currencies).default("USD"))
      .option("--yes", "do not ask")
      .addOption(new Option("--dry-run", "only show what would be asked").conflicts("yes"))
      .action(async (given: Registering, command: Command) => {
        const contract = await contractorsApi()
        const cents = given.rate === undefined ? undefined : await centsOf("--rate", given.rate)
        const rate = { hour: "hourlyRate", day: "dailyRate", month: "monthlyRate" }[given.by]
        const payload = {
          firstName: given.first,
          lastName: given.last,
          phone: given.phone,
          serviceType: given.service,
          departmentId: await departmentNamed(call, command, given.department),
          siteId: given.site === undefined ? null : await siteNamed(call, command, given.site),
          contractStart: given.from ?? (await todayInJuba()),
          contractEnd: given.to ?? null,
          contractorType: given.type ?? (given.company === undefined ? ("individual" as const) : ("company" as const)),
          companyName: given.company ?? null,
          nationalId: given.nationalId ?? null,
          currency: given.currency,
          ...(cents !== undefined && { [rate]: cents }),
        }
        const question = `Register ${given.first} ${given.last} for ${given.service} from ${payload.contractStart}?`
        await decide(command, given, { question, possible: true, name: `${given.first} ${given.last}`, columns: fieldColumns }, async () =>
          flat(await call(command, contract, (client) => client.contractors.register({ payload }))),
        )
      }),
    [
      {
        line: 'ops contractors register --first Bol --last Majok --phone "+211 912 000 111" --service "Electrical work" --department Facilities --rate 12.50',
        does: "by the hour, from today on",
      },
    ],
  )
  addExamples(
    decidable(
      contractors
        .command("rate <contractor>")
        .description("agree what is paid from a date")
        .requiredOption("--amount <amount>", "such as 12.50")
        .addOption(new Option("--by <unit>", "what it is for").choices(rateUnits).default("hour"))
        .option("--from <date>", "from this day on; today if not given")
        .option("--reason <text>", "why"),
    ).action(async (name: string, given: Deciding & { amount: string; by: (typeof rateUnits)[number]; from?: string; reason?: string }, command: Command) => {
      const contract = await contractorsApi()
      const amount = await centsOf("--amount", given.amount)
      const row = await contractorNamed(call, command, name)
      const from = given.from ?? (await todayInJuba())
      const question = `Agree ${row.currency} ${given.amount} by the ${given.by} with ${row.firstName} ${row.lastName} from ${from}?`
      await decide(command, given, { question, possible: row.canAgreeRate, name: row.contractorNumber, columns: fieldColumns }, async () => {
        const payload = { from, unit: given.by, amount, reason: given.reason ?? "" }
        return flat(await call(command, contract, (client) => client.contractors.rate({ params: { id: row.id }, payload })))
      })
    }),
    [{ line: "ops contractors rate CON-0001 --amount 90 --by day --from 2026-12-01", does: "by the day from December on" }],
  )
  const deciding = (verb: string, description: string) => decidable(contractors.command(`${verb} <contractor>`).description(description))
  addExamples(
    deciding("suspend", "assign and record nothing new until reinstated")
      .requiredOption("--reason <text>", "why")
      .action(async (name: string, given: Deciding & { reason: string }, command: Command) => {
        const contract = await contractorsApi()
        const row = await contractorNamed(call, command, name)
        const about = { question: `Suspend ${row.firstName} ${row.lastName}?`, possible: row.canSuspend, name: row.contractorNumber, columns: fieldColumns }
        await decide(command, given, about, async () =>
          flat(await call(command, contract, (client) => client.contractors.suspend({ params: { id: row.id }, payload: { reason: given.reason } }))),
        )
      }),
    [{ line: 'ops contractors suspend CON-0001 --reason "Safety rules"', does: "asks, then suspends" }],
  )
  addExamples(
    deciding("reinstate", "reinstate a suspended contractor").action(async (name: string, given: Deciding, command: Command) => {
      const contract = await contractorsApi()
      const row = await contractorNamed(call, command, name)
      const about = { question: `Reinstate ${row.firstName} ${row.lastName}?`, possible: row.canReinstate, name: row.contractorNumber, columns: fieldColumns }
      await decide(command, given, about, async () => flat(await call(command, contract, (client) => client.contractors.reinstate({ params: { id: row.id } }))))
    }),
    [{ line: "ops contractors reinstate CON-0001 --yes", does: "without asking" }],
  )
  addExamples(
    deciding("end", "end a contract")
      .requiredOption("--reason <text>", "why")
      .option("--on <date>", "the last day; today if not given")
      .action(async (name: string, given: Deciding & { reason: string; on?: string }, command: Command) => {
        const contract = await contractorsApi()
        const row = await contractorNamed(call, command, name)
        const endedOn = given.on ?? (await todayInJuba())
        const question = `End the contract of ${row.firstName} ${row.lastName} on ${endedOn}?`
        await decide(command, given, { question, possible: row.canEnd, name: row.contractorNumber, columns: fieldColumns }, async () =>
          flat(await call(command, contract, (client) => client.contractors.end({ params: { id: row.id }, payload: { endedOn, reason: given.reason } }))),
        )
      }),
    [{ line: 'ops contractors end CON-0001 --on 2026-11-30 --reason "Work is done"', does: "asks, then ends it" }],
  )
  addExamples(
    deciding("vendor", "choose the vendor under which a contractor is paid")
      .option("--vendor <number>", "an existing vendor, by its number; a new one with the contractor's name if not given")
      .action(async (name: string, given: Deciding & { vendor?: string }, command: Command) => {
        const contract = await contractorsApi()
        const row = await contractorNamed(call, command, name)
        const { VendorsApi } = await import("@ops/procurement/vendors/resource.ts")
        const vendors = given.vendor === undefined ? [] : await call(command, VendorsApi, (client) => client.vendors.list({ query: { limit: "1000" } }))
        const vendor = vendors.find(({ id, vendorNumber }) => vendorNumber.toLowerCase() === given.vendor!.toLowerCase() || String(id) === given.vendor)
        if (given.vendor !== undefined && !vendor)
          throw new Exit("usage", `There is no vendor "${given.vendor}".`, { next: "Give its number, such as VEN-2026-0001." })
        const question = `Pay ${row.firstName} ${row.lastName} as ${vendor ? vendor.name : "a new vendor of that name"}?`
        await decide(command, given, { question, possible: row.canNameVendor, name: row.contractorNumber, columns: fieldColumns }, async () =>
          flat(await call(command, contract, (client) => client.contractors.vendor({ params: { id: row.id }, payload: { vendorId: vendor?.id ?? null } }))),
        )
      }),
    [{ line: "ops contractors vendor CON-0001 --vendor VEN-2026-0004", does: "one that is there" }],
  )
  addWorkCommands(contractors, call)
}
