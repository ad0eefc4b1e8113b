/** `ops contractors`: people and firms who work for the company without being employed, their assignments, hours and monthly bills. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addResourceCommands, finderOf } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { vendorNamed } from "@ops/procurement/vendors/cli.ts"
import { rateUnits } from "./labels.ts"
import type { contractors } from "./resource.ts"
import { screen } from "./screen.ts"
import { addWorkCommands, assignmentColumns, billColumns, billsApi, assignmentsApi, dryRun } from "./work/cli.ts"

const api = async () => (await import("./resource.ts")).ContractorsApi

const rateColumns: ReadonlyArray<TableColumn> = [
  { key: "from", title: "From", kind: "date", priority: 0 },
  { key: "unit", title: "By", kind: "text", priority: 0 },
  { key: "amount", title: "Rate", kind: "money", priority: 0 },
  { key: "reason", title: "Reason", kind: "text", priority: 1 },
]

const departmentNamed = async (call: Call, command: Command, name: string) => {
  const { DepartmentsApi } = await import("@ops/people/departments/resource.ts")
  const departments = await call(command, DepartmentsApi, (client) => client.departments.list({ query: {} }))
  const found = departments.find((each) => each.name.toLowerCase() === name.toLowerCase() || String(each.id) === name)
  if (found) return found.id
  throw new Exit("usage", `There is no department "${name}".`, { next: `Name one of: ${departments.map(({ name }) => name).join(", ")}` })
}

/** The rate of a new contract, if it is agreed in this unit. */
const rateBy = (unit: (typeof rateUnits)[number]) => ({
  value: (_: unknown, { given: { by, rate } }: { readonly given: Readonly<Record<string, string | undefined>> }) =>
    by === unit && rate !== undefined ? centsOf("--rate", rate) : undefined,
})
const byUnit = () => new Option("--by <unit>", "what the rate is for").choices(rateUnits).default("hour")

/** Adds `contractors` to the program. */
export const addContractorCommands = (program: Command, call: Call): void => {
  const { parent } = addResourceCommands<typeof contractors>(program, call, {
    screen,
    api,
    description: "contractors: who they are, where they work, their hours and bills",
    siteNamed,
    columns: { status: { priority: 0 }, serviceType: { priority: 0 }, unbilledHours: { priority: 2 }, rating: { priority: 3 } },
    list: {
      description: "list contractors",
      defaults: { status: "active,suspended" },
      named: { departmentId: departmentNamed },
      switches: {
        expiring: { meaning: "contract or permit ended, or ends within 60 days", gives: { expiring: "true" } },
        billable: { meaning: "contractors with an approved month that is not billed", gives: { billable: "true" } },
      },
      examples: [
        { line: "ops contractors list", does: "contractors with a contract" },
        { line: "ops contractors list --billable", does: "contractors whose approved months can be billed" },
      ],
    },
    show: {
      description: "one contractor, with rates, assignments and bills",
      tables: async ({ id, rates }, command) => {
        const query = { contractorId: String(id), limit: "20" }
        const assignments = await call(command, await assignmentsApi(), (client) => client.contractorAssignments.list({ query }))
        const bills = rates === null ? [] : await call(command, await billsApi(), (client) => client.contractorBills.list({ query }))
        return { rates: [rates ?? [], rateColumns], assignments: [assignments, assignmentColumns], bills: [bills, billColumns] }
      },
      examples: [{ line: "ops contractors show CON-0001", does: "by number" }],
    },
    commands: {
      register: {
        named: { departmentId: departmentNamed },
        flags: {
          contractorNumber: "number",
          firstName: "first",
          lastName: "last",
          serviceType: "service",
          contractStart: "from",
          contractEnd: "to",
          contractorType: "type",
          companyName: "company",
          nationalId: "national-id",
          hourlyRate: "rate",
        },
        options: [byUnit(), dryRun()],
        reads: {
          contractorType: { argument: "<word>", value: ([word], { given: { company } }) => word ?? (company === undefined ? undefined : "company") },
          hourlyRate: { argument: "<amount>", ...rateBy("hour") },
          dailyRate: rateBy("day"),
          monthlyRate: rateBy("month"),
        },
        meanings: {
          serviceType: "service",
          departmentId: "department it is for",
          contractStart: "the first day of the contract; today if not given",
          contractEnd: "its last day; without an end if not given",
          contractorType: "a person or a firm",
          companyName: "of a firm",
          hourlyRate: "amount paid, such as 12.50",
        },
        question: ({ firstName, lastName, serviceType, contractStart }) => `Register ${firstName} ${lastName} for ${serviceType} from ${contractStart}?`,
        examples: [
          {
            line: 'ops contractors register --first Bol --last Majok --phone "+211 912 000 111" --service "Electrical work" --department Facilities --rate 12.50',
            does: "per hour, from today",
          },
        ],
      },
      change: {
        named: { departmentId: departmentNamed },
        flags: { email: "email", nationalId: "national-id" },
        question: ({ contractorNumber, name }) => `Change ${contractorNumber} ${name}?`,
      },
      agreeRate: {
        verb: "rate",
        flags: { from: "from", unit: "by", amount: "amount" },
        meanings: { from: "from this day on; today if not given", unit: "what it is for", amount: "such as 12.50" },
        defaults: { unit: "hour" },
        question: ({ name, currency }, { amount, by, from = "today" }) => `Agree ${currency} ${amount} by the ${by} with ${name} from ${from}?`,
        examples: [{ line: "ops contractors rate CON-0001 --amount 90 --by day --from 2026-12-01", does: "per day from December" }],
      },
      suspend: { examples: [{ line: 'ops contractors suspend CON-0001 --reason "Safety rules"', does: "asks, then suspends" }] },
      reinstate: { examples: [{ line: "ops contractors reinstate CON-0001 --yes", does: "without asking" }] },
      end: {
        flags: { endedOn: "on" },
        meanings: { endedOn: "the last day; today if not given" },
        question: ({ name }, { on = "today" }) => `End the contract of ${name} on ${on}?`,
        examples: [{ line: 'ops contractors end CON-0001 --on 2026-11-30 --reason "Work is done"', does: "asks, then ends it" }],
      },
      nameVendor: {
        verb: "vendor",
        flags: { vendorId: "vendor" },
        named: { vendorId: async (...asked) => (await vendorNamed(...asked)).id },
        question: ({ name }, { vendor = "a new vendor of that name" }) => `Pay ${name} as ${vendor}?`,
        meanings: { vendorId: "an existing vendor, by its number; a new one with the contractor's name if not given" },
        examples: [{ line: "ops contractors vendor CON-0001 --vendor VEN-2026-0004", does: "an existing vendor" }],
      },
    },
  })
  addWorkCommands(parent, call, finderOf<typeof contractors>(call, { screen, api }))
}
