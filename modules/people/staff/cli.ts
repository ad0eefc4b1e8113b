/** `ops staff`: the company's own people: records, pay, suspension and end of employment. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { peopleApi, staffNamed, todayInJuba } from "../cli-common.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { listOptions, printList, printWith, type Paging } from "@ops/platform/terminal/lists.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { StaffAnswer } from "../contract.ts"
import { employmentTypes, payCurrencies } from "../labels.ts"

type Staff = typeof StaffAnswer.Type

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "staffNumber", title: "Staff #", kind: "text", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 0 },
  { key: "departmentName", title: "Department", kind: "text", priority: 1 },
  { key: "positionTitle", title: "Position", kind: "text", priority: 1 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "shown", title: "Status", kind: "text", priority: 0 },
  { key: "hireDate", title: "Hired", kind: "date", priority: 2 },
  { key: "currency", title: "Currency", kind: "text", priority: 2 },
  { key: "salary", title: "Salary", kind: "money", priority: 2 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns,
  { key: "employmentType", title: "Employment", kind: "text" },
  { key: "supervisorName", title: "Supervisor", kind: "text" },
  { key: "email", title: "E-mail", kind: "text" },
  { key: "phone", title: "Phone", kind: "text" },
  { key: "nationalId", title: "National ID", kind: "text" },
  { key: "dateOfBirth", title: "Born", kind: "date" },
  { key: "bankName", title: "Bank", kind: "text" },
  { key: "bankAccount", title: "Account", kind: "text" },
  { key: "suspendedAt", title: "Suspended", kind: "instant" },
  { key: "suspensionReason", title: "Why", kind: "text" },
  { key: "terminationDate", title: "Last day", kind: "date" },
]
const payColumns: ReadonlyArray<TableColumn> = [
  { key: "from", title: "From", kind: "date", priority: 0 },
  { key: "currency", title: "Currency", kind: "text", priority: 0 },
  { key: "salary", title: "Salary", kind: "money", priority: 0 },
  { key: "reason", title: "Reason", kind: "text", priority: 1 },
]
const pinColumns: ReadonlyArray<TableColumn> = [
  { key: "staffNumber", title: "Staff #", kind: "text", priority: 0 },
  { key: "pinSetAt", title: "PIN set", kind: "instant", priority: 0 },
]
const documentColumns: ReadonlyArray<TableColumn> = [
  { key: "kind", title: "Document", kind: "text", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 0 },
  { key: "number", title: "Number", kind: "text", priority: 1 },
  { key: "expiryDate", title: "Valid until", kind: "date", priority: 0 },
]

const flat = (staff: Staff) => ({
  ...staff,
  name: `${staff.firstName} ${staff.lastName}`,
  departmentName: staff.department.name,
  positionTitle: staff.position.title,
  siteCode: staff.site?.code ?? "",
  supervisorName: staff.supervisor?.name ?? "",
  shown: staff.status === "inactive" && staff.suspendedAt !== null ? "suspended" : staff.status,
})

/** The department and position with this name or id. */
const positionNamed = async (call: Call, command: Command, title: string, department: string | undefined) => {
  const positions = await call(command, (await import("../departments/resource.ts")).PositionsApi, (client) =>
    client.positions.list({ query: { status: "active" } }),
  )
  const same = (text: string | undefined, ...words: ReadonlyArray<string>) => words.some((word) => word.toLowerCase() === text?.toLowerCase())
  const fitting = positions.filter(
    (position) => same(title, position.title, String(position.id)) && (department === undefined || same(department, position.department.name)),
  )
  const [one, another] = fitting
  if (!one) throw new Exit("usage", `There is no position "${title}".`, { next: `Name one of: ${positions.map((position) => position.title).join(", ")}` })
  if (another) throw new Exit("usage", `${title} exists in several departments.`, { next: "Choose one with --department." })
  return { positionId: one.id, departmentId: one.departmentId }
}

interface Facts {
  readonly first?: string
  readonly last?: string
  readonly position?: string
  readonly department?: string
  readonly site?: string
  readonly supervisor?: string
  readonly email?: string
  readonly phone?: string
  readonly nationalId?: string
  readonly type?: (typeof employmentTypes)[number]
  readonly bank?: string
  readonly account?: string
}

/** The options about a person, as a payload of the calls. */
const payloadOf = async (call: Call, command: Command, given: Facts) => ({
  ...(given.first !== undefined && { firstName: given.first }),
  ...(given.last !== undefined && { lastName: given.last }),
  ...(given.position !== undefined && (await positionNamed(call, command, given.position, given.department))),
  ...(given.site !== undefined && { siteId: given.site === "none" ? null : await siteNamed(call, command, given.site) }),
  ...(given.supervisor !== undefined && { supervisorId: (await staffNamed(call, command, given.supervisor)).id }),
  ...(given.email !== undefined && { email: given.email }),
  ...(given.phone !== undefined && { phone: given.phone }),
  ...(given.nationalId !== undefined && { nationalId: given.nationalId }),
  ...(given.type !== undefined && { employmentType: given.type }),
  ...(given.bank !== undefined && { bankName: given.bank }),
  ...(given.account !== undefined && { bankAccount: given.account }),
})
const factOptions = (command: Command): Command =>
  command
    .option("--position <title>", "the title of a position, or its id")
    .option("--department <name>", "if the position exists in several departments")
    .option("--site <code>", "code, name or id")
    .option("--supervisor <staff>", "staff number of the supervisor")
    .option("--email <address>")
    .option("--phone <number>")
    .option("--national-id <number>")
    .addOption(new Option("--type <kind>", "the employment").choices(employmentTypes))
    .option("--bank <name>")
    .option("--account <number>", "the bank account")

/** Adds the `staff` commands to the program. */
export const addStaffCommands = (program: Command, call: Call): void => {
  const staff = program.command("staff").description("employees")

  listOptions(staff.command("list").description("list people"))
    .option("--status <words>", "active, on_leave, inactive (suspended) or terminated; several with commas", "active,on_leave,inactive")
    .option("--department <name>", "of one department")
    .examples(
      { line: "ops staff list --site US --department Catering", does: "kitchen staff of a site" },
      { line: "ops staff list --status inactive", does: "who is suspended" },
      { line: "ops staff list --all -o csv", does: "everyone, for a spreadsheet" },
    )
    .action(async ({ site, limit, all, department, ...query }: Paging & { site?: string; department?: string; status?: string }, command: Command) => {
      const contract = await peopleApi()
      const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
      let departmentId: string | undefined
      if (department !== undefined) {
        const departments = await call(command, (await import("../departments/resource.ts")).DepartmentsApi, (client) => client.departments.list({ query: {} }))
        const found = departments.find(({ name }) => name.toLowerCase() === department.toLowerCase())
        if (!found)
          throw new Exit("usage", `There is no department "${department}".`, { next: `Name one of: ${departments.map(({ name }) => name).join(", ")}` })
        departmentId = String(found.id)
      }
      await printList(
        command,
        { limit, all },
        listColumns,
        (page) =>
          call(command, contract, (client) => client.staff.list({ query: { ...query, siteId, departmentId, ...page }, responseMode: "decoded-and-response" })),
        flat,
      )
    })
  staff
    .command("show <staff>")
    .description("one person with pay, documents and history, as far as you can see them")
    .examples({ line: "ops staff show FO-004", does: "by staff number or id" }, { line: "ops staff show FO-004 -o json", does: "for a program" })
    .action(async (name: string, _, command: Command) => {
      const { id } = await staffNamed(call, command, name)
      const contract = await peopleApi()
      const person = await call(command, contract, (client) => client.staff.one({ params: { id } }))
      const { pay, documents } = person
      await printWith(command, flat(person), fieldColumns, { pay: [pay ?? [], payColumns], documents: [documents ?? [], documentColumns] })
    })
  factOptions(staff.command("hire <first> <last>").description("hire a person; makes no account"))
    .requiredOption("--salary <decimal>", "a month")
    .addOption(new Option("--currency <code>", "of the salary").choices(payCurrencies).default("USD"))
    .option("--hired <date>", "the first day; today if not given")
    .option("--number <staff>", "the staff number; the next one if not given")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops staff hire Ayen Deng --position Cook --site US --salary 580", does: "asks, then hires from today" },
      { line: "ops staff hire Ayen Deng --position Driver --salary 620000 --currency SSP --hired 2026-12-01 --yes", does: "without asking" },
    )
    .action(
      async (
        firstName: string,
        lastName: string,
        given: Facts & Deciding & { salary: string; currency: (typeof payCurrencies)[number]; hired?: string; number?: string },
        command: Command,
      ) => {
        if (given.position === undefined) throw new Exit("usage", "A position is required.", { next: "--position Cook" })
        const salary = await centsOf("--salary", given.salary)
        const hireDate = given.hired ?? (await todayInJuba())
        const { positionId = 0, departmentId = 0, ...facts } = await payloadOf(call, command, given)
        const payload = {
          ...facts,
          firstName,
          lastName,
          positionId,
          departmentId,
          hireDate,
          salary,
          currency: given.currency,
          ...(given.number && { staffNumber: given.number }),
        }
        const question = `Hire ${firstName} ${lastName} as ${given.position} from ${hireDate} for ${given.currency} ${given.salary} a month?`
        await decide(command, given, { question, possible: true, name: firstName, columns: fieldColumns }, async () =>
          flat(await call(command, await peopleApi(), (client) => client.staff.hire({ payload }))),
        )
      },
    )
  factOptions(staff.command("change <staff>").description("change the details of a staff member"))
    .option("--first <name>")
    .option("--last <name>")
    .option("--yes", "do not ask")
    .examples(
      { line: 'ops staff change FO-012 --position "Camp Supervisor" --site PA', does: "moves a person" },
      { line: "ops staff change FO-012 --site none --yes", does: "no fixed site" },
    )
    .action(async (name: string, given: Facts & Deciding, command: Command) => {
      const person = await staffNamed(call, command, name)
      const payload = await payloadOf(call, command, given)
      const fields = Object.keys(payload)
      if (fields.length === 0) throw new Exit("usage", "There is nothing to change.", { next: "Give a field, such as --phone +211..." })
      const about = {
        question: `Change ${fields.join(", ")} of ${flat(person).name}?`,
        possible: person.canChange,
        name: person.staffNumber,
        columns: fieldColumns,
      }
      await decide(command, given, about, async () =>
        flat(await call(command, await peopleApi(), (client) => client.staff.change({ params: { id: person.id }, payload }))),
      )
    })
  staff
    .command("pay <staff> <salary>")
    .description("change a person's pay from a given day")
    .requiredOption("--reason <text>", "why")
    .addOption(new Option("--currency <code>", "of the salary; as it is if not given").choices(payCurrencies))
    .option("--from <date>", "the first day it applies; today if not given")
    .option("--yes", "do not ask")
    .examples({ line: 'ops staff pay FO-010 700 --from 2026-12-01 --reason "Two years"', does: "asks, then changes it" })
    .action(
      async (
        name: string,
        salary: string,
        given: Deciding & { reason: string; currency?: (typeof payCurrencies)[number]; from?: string },
        command: Command,
      ) => {
        const person = await staffNamed(call, command, name)
        const currency = given.currency ?? person.currency ?? "USD"
        const from = given.from ?? (await todayInJuba())
        const payload = { from, salary: await centsOf("The salary", salary), currency, reason: given.reason }
        const about = {
          question: `Pay ${flat(person).name} ${currency} ${salary} a month from ${from}?`,
          possible: person.canChangePay,
          name: person.staffNumber,
          columns: fieldColumns,
        }
        await decide(command, given, about, async () =>
          flat(await call(command, await peopleApi(), (client) => client.staff.changePay({ params: { id: person.id }, payload }))),
        )
      },
    )

  const deciding = (verb: string, description: string) => decidable(staff.command(`${verb} <staff>`).description(description))
  staff
    .command("pin <staff>")
    .description("set a person's PIN for tapping in and out at a kiosk: 4 to 6 digits; it is never shown")
    .option("--token-file <path>", "read it from a file; - is standard input")
    .examples(
      { line: "ops staff pin FO-016", does: "asks for the PIN" },
      { line: "ops staff pin FO-016 --token-file - < pin.txt", does: "takes it from a file" },
    )
    .action(async (name: string, { tokenFile }: { readonly tokenFile?: string }, command: Command) => {
      const person = await staffNamed(call, command, name)
      const [{ readSecret }, { Redacted }, { KioskApi }] = await Promise.all([
        import("@ops/platform/terminal/confirm.ts"),
        import("effect"),
        import("../kiosk/contract.ts"),
      ])
      const pin = Redacted.value(await readSecret(`PIN of ${flat(person).name}`, { file: tokenFile }))
      const set = await call(command, KioskApi, (client) => client.kiosk.setPin({ params: { id: person.id }, payload: { pin } }))
      await printWith(command, set, pinColumns, {})
    })
  deciding("suspend", "suspend a person; an account is closed and its sessions end")
    .option("--reason <text>", "why")
    .examples(
      { line: 'ops staff suspend FO-016 --reason "Linen is missing"', does: "asks, then suspends" },
      { line: "ops staff suspend FO-016 --dry-run", does: "shows whether you can" },
    )
    .action(async (name: string, given: Deciding & { reason?: string }, command: Command) => {
      const person = await staffNamed(call, command, name)
      const payload = given.reason ? { reason: given.reason } : {}
      const about = { question: `Suspend ${flat(person).name}?`, possible: person.canSuspend, name: person.staffNumber, columns: fieldColumns }
      await decide(command, given, about, async () =>
        flat(await call(command, await peopleApi(), (client) => client.staff.suspend({ params: { id: person.id }, payload }))),
      )
    })
  deciding("reinstate", "reinstate a person; an account opens again")
    .option("--from <date>", "since when; today if not given")
    .examples({ line: "ops staff reinstate FO-016 --yes", does: "without asking" })
    .action(async (name: string, given: Deciding & { from?: string }, command: Command) => {
      const person = await staffNamed(call, command, name)
      const payload = given.from ? { from: given.from } : {}
      const about = { question: `Reinstate ${flat(person).name}?`, possible: person.canReinstate, name: person.staffNumber, columns: fieldColumns }
      await decide(command, given, about, async () =>
        flat(await call(command, await peopleApi(), (client) => client.staff.reinstate({ params: { id: person.id }, payload }))),
      )
    })
  deciding("terminate", "end a person's employment; an account is closed")
    .requiredOption("--reason <text>", "why")
    .option("--on <date>", "the last day, today at the latest; today if not given")
    .examples({ line: 'ops staff terminate FO-019 --on 2026-11-30 --reason "Contract over"', does: "asks, then ends it" })
    .action(async (name: string, given: Deciding & { reason: string; on?: string }, command: Command) => {
      const person = await staffNamed(call, command, name)
      const terminationDate = given.on ?? (await todayInJuba())
      const payload = { terminationDate, reason: given.reason }
      const about = {
        question: `End the employment of ${flat(person).name} on ${terminationDate}?`,
        possible: person.canTerminate,
        name: person.staffNumber,
        columns: fieldColumns,
      }
      await decide(command, given, about, async () =>
        flat(await call(command, await peopleApi(), (client) => client.staff.terminate({ params: { id: person.id }, payload }))),
      )
    })
}
