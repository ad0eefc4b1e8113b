/** `ops people erase`: erases the personal data of a person who has left from every record and the log. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { ErasureAnswer } from "@ops/platform/http/erasure-contract.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"

type Erasure = typeof ErasureAnswer.Type
interface Words {
  readonly reason: string
  readonly confirm: string
}

/** A person with the given number. */
interface Found {
  readonly kind: string
  readonly id: number
  readonly name: string
  /** previews what would be erased */
  readonly look: () => Promise<Erasure>
  readonly erase: (payload: Words) => Promise<unknown>
}

/** Finds people of one kind with this number. */
type Find = (call: Call, command: Command, number: string) => Promise<ReadonlyArray<Found>>

const kinds: Readonly<Record<string, Find>> = {
  employee: async (call, command, number) => {
    const { IdentityApi } = await import("@ops/identity/contract.ts")
    const users = await call(command, IdentityApi, (client) => client.users.list({ query: { q: number, limit: "1000" } }))
    return users
      .filter(({ employeeId }) => employeeId === number)
      .map(({ id, firstName, lastName }) => {
        const params = { id: Number(id) }
        return {
          kind: "employee",
          ...params,
          name: `${firstName} ${lastName}`,
          look: () => call(command, IdentityApi, (client) => client.users.erasure({ params })),
          erase: (payload) => call(command, IdentityApi, (client) => client.users.erase({ params, payload })),
        }
      })
  },
  staff: async (call, command, number) => {
    const { ClientsApi } = await import("@ops/clients/contract.ts")
    const query = { q: number, status: "active,left", limit: "1000" }
    const members = await call(command, ClientsApi, (client) => client.staffMembers.list({ query }))
    return members
      .filter(({ staffNumber }) => staffNumber === number)
      .map(({ id, firstName, lastName }) => ({
        kind: "staff member",
        id,
        name: `${firstName} ${lastName}`,
        look: () => call(command, ClientsApi, (client) => client.staffMembers.erasure({ params: { id } })),
        erase: (payload) => call(command, ClientsApi, (client) => client.staffMembers.erase({ params: { id }, payload })),
      }))
  },
  "own-staff": async (call, command, number) => {
    const { PeopleApi } = await import("@ops/people/contract.ts")
    const people = await call(command, PeopleApi, (client) => client.staff.list({ query: { q: number, limit: "1000" } }))
    return people
      .filter(({ staffNumber }) => staffNumber === number)
      .map(({ id, firstName, lastName }) => ({
        kind: "person of the company's staff",
        id,
        name: `${firstName} ${lastName}`,
        look: () => call(command, PeopleApi, (client) => client.staff.erasure({ params: { id } })),
        erase: (payload) => call(command, PeopleApi, (client) => client.staff.erase({ params: { id }, payload })),
      }))
  },
  client: async (call, command, number) => {
    const { ClientsApi } = await import("@ops/clients/contract.ts")
    const clients = await call(command, ClientsApi, (client) => client.clients.list({ query: { q: number, limit: "1000" } }))
    return clients
      .filter(({ clientCode }) => clientCode === number)
      .map(({ id, companyName, contactPerson }) => ({
        kind: "contact of client",
        id,
        name: `${contactPerson ?? "the contact"} of ${companyName}`,
        look: () => call(command, ClientsApi, (client) => client.clients.erasure({ params: { id } })),
        erase: (payload) => call(command, ClientsApi, (client) => client.clients.eraseContact({ params: { id }, payload })),
      }))
  },
  vendor: async (call, command, number) => {
    const { VendorsApi } = await import("@ops/procurement/vendors/resource.ts")
    const vendors = await call(command, VendorsApi, (client) => client.vendors.list({ query: { q: number, limit: "1000" } }))
    return vendors
      .filter(({ vendorNumber }) => vendorNumber === number)
      .map(({ id, name, contactPerson }) => ({
        kind: "contact of vendor",
        id,
        name: `${contactPerson ?? "the contact"} of ${name}`,
        look: () => call(command, VendorsApi, (client) => client.vendors.erasure({ params: { id } })),
        erase: (payload) => call(command, VendorsApi, (client) => client.vendors.eraseContact({ params: { id }, payload })),
      }))
  },
}

const columns: ReadonlyArray<TableColumn> = [
  { key: "number", title: "Number", kind: "text" },
  { key: "kind", title: "Kind", kind: "text" },
  { key: "name", title: "Who", kind: "text" },
  { key: "fields", title: "Fields", kind: "text" },
  { key: "events", title: "Events", kind: "integer" },
  { key: "state", title: "State", kind: "text" },
]

interface Given {
  readonly reason?: string
  readonly confirm?: string
  readonly dryRun?: boolean
  readonly kind?: string
}

const erase = async (call: Call, number: string, given: Given, command: Command) => {
  const asked = given.kind === undefined ? Object.values(kinds) : [kinds[given.kind]!]
  const found: Array<Found> = []
  for (const find of asked) found.push(...(await find(call, command, number)))
  const [one, another] = found
  if (!one) {
    throw new Exit("refused", `There is no one with the number ${number}, or you cannot see the person.`, {
      next: "Give an employee ID, or the number of a staff member, a client's staff member, a client or a vendor.",
    })
  }
  if (another) throw new Exit("usage", `${number} is the number of a ${one.kind} and of a ${another.kind}.`, { next: "Choose one with --kind." })
  const { print } = await import("@ops/platform/terminal/output.ts")
  const shown = async (state: string, name: string, { fields, events }: Erasure) =>
    print({ number, kind: one.kind, name, fields: fields.join(", "), events, state }, { ...commonOptions(command), columns })

  const erasure = await one.look()
  if (given.dryRun)
    return shown(
      erasure.inClear.length > 0 ? `cannot be erased: ${erasure.inClear.length} events from before encryption` : "would be erased",
      one.name,
      erasure,
    )
  if (!given.reason)
    throw new Exit("usage", "A reason is required.", { next: 'Give a reason, without naming the person: --reason "Asked for it on 21 November"' })
  const { confirmByTyping } = await import("@ops/platform/terminal/confirm.ts")
  await confirmByTyping(
    `Erase ${one.name} for good? ${erasure.fields.length} fields, in ${erasure.events} events of the log, can no longer be read afterwards.`,
    number,
    given,
  )
  await one.erase({ reason: given.reason, confirm: number })
  await shown("erased", "erased", erasure)
  process.stderr.write("Backups from before still hold the key: destroy their keys part, or let them run out.\n")
}

/** Adds `people erase` to the program. */
export const addPeopleCommands = (program: Command, call: Call): void => {
  const people = program.command("people").description("the personal data of people")
  people
    .command("erase <number>")
    .description(
      "permanently erase the personal data of a suspended employee, a former staff member of the company or a client, or the contact of a client or vendor",
    )
    .option("--reason <text>", "reason, kept in the log; must not name the person")
    .option("--confirm <number>", "the number again, instead of typing it at the prompt")
    .option("--dry-run", "show what would be erased, and erase nothing")
    .addOption(new Option("--kind <kind>", "kind of record, if the number is not unique").choices(Object.keys(kinds)))
    .examples(
      { line: "ops people erase FO-OPS-009 --dry-run", does: "shows what would be erased" },
      { line: 'ops people erase FO-OPS-009 --reason "Asked for it on 21 November"', does: "asks for the number, then erases" },
      { line: 'ops people erase SM-0007 --reason "Contract over" --confirm SM-0007', does: "without asking" },
    )
    .action((number: string, given: Given, command: Command) => erase(call, number, given, command))
}
