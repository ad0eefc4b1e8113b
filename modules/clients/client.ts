/** The company's clients. Clients and customers are the same parties. */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import {
  command,
  type By,
  conflict,
  consequence,
  find,
  findById,
  forbidden,
  get,
  invalid,
  newId,
  permitted,
  type CommandGenerator,
  unchanged,
} from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import {
  BusinessDate,
  Email,
  erasedOf,
  erasureFields,
  label,
  Line,
  Literals,
  Optional,
  partly,
  Parts,
  Personal,
  Phone,
  Ref,
  SeriesNumber,
  Text,
  withDefault,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { BalanceStated } from "@ops/ledger/checks/assertion.ts"
import { changed } from "./changes.ts"
import { nextCode } from "./code.ts"
import { OFFICE } from "./permissions.ts"

/** Days until an invoice is due, as in 30_days. */
export const paymentTerms = ["due_on_receipt", "15_days", "30_days", "45_days", "60_days"] as const

const facts = {
  companyName: Line(),
  contactPerson: Personal(Optional(Line())),
  email: label("E-mail", Personal(Optional(Email))),
  phone: Personal(Optional(Phone)),
  address: Optional(Text(500)),
  currency: Literals("USD", "SSP"),
  paymentTerms: Literals(...paymentTerms),
  notes: Optional(Text()),
}

const statementsFrom = label("Statements from", Optional(BusinessDate))

export const Client = record(
  "client",
  {
    clientCode: SeriesNumber("CL"),
    ...facts,
    /** draft: only named on an invoice so far, to be completed by finance */
    status: Literals("draft", "active", "inactive"),
    /** ids of the contracts signed with the client, in that order; their terms are in the contracts */
    contracts: Parts(Schema.Int),
    /** from this day on a month-end waits for what the client says it owes; null for a client that sends no statements */
    statementsFrom,
    createdBy: Optional(Ref("person")),
  },
  {
    label: "Client",
    title: "company_name",
    unique: [
      { fields: ["clientCode"], sentence: "Another client already has this code" },
      { fields: ["companyName"], sentence: "Another client already has this name" },
    ],
  },
)

export const ClientAdded = event(
  "ClientAdded",
  1,
  { clientCode: SeriesNumber("CL"), ...facts, status: Literals("draft", "active"), createdBy: Optional(Ref("person")) },
  ({ companyName }) => `Client ${companyName} added`,
)
export const ClientChanged = event("ClientChanged", 1, facts, () => "Client's details changed")
export const ClientDeactivated = event("ClientDeactivated", 1, { reason: Text(500) }, ({ reason }) => `Client made inactive: ${reason}`)
export const ClientReactivated = event("ClientReactivated", 1, {}, () => "Client active again")
export const ClientStatementsExpected = event("ClientStatementsExpected", 1, { from: Optional(BusinessDate) }, ({ from }) =>
  from === null ? "No statements of account expected" : `Statements of account expected from ${from} on`,
)
/** This event destroys the key of the personal data of the client's contact person. Another contact may follow. */
export const ClientContactErased = event("ClientContactErased", 1, { reason: Text(500) }, ({ reason }) => `Contact person erased: ${reason}`, { erases: true })

export const ClientContracted = event(
  "ClientContracted",
  1,
  { contractId: Ref("client_contract") },
  ({ contractId }, title) => `Contract ${title("client_contract", contractId)} signed`,
)

export const clients = stream(
  Client,
  ClientAdded,
  ClientChanged,
  ClientStatementsExpected,
  ClientDeactivated,
  ClientReactivated,
  ClientContracted,
  ClientContactErased,
).fold({
  ClientAdded: (_, client) => ({ ...client, contracts: [], statementsFrom: null }),
  // completing a draft makes it an active client
  ClientChanged: (client, changed) => ({ ...client, ...changed, status: client.status === "draft" ? ("active" as const) : client.status }),
  ClientStatementsExpected: (client, { from }) => ({ ...client, statementsFrom: from }),
  ClientDeactivated: (client) => ({ ...client, status: "inactive" as const }),
  ClientReactivated: (client) => ({ ...client, status: "active" as const }),
  ClientContracted: (client, { contractId }) => ({ ...client, contracts: [...client.contracts, contractId] }),
  ClientContactErased: (client) => ({ ...client, ...erasedOf(facts) }),
})

/** Rejects (403) people who do not manage clients. `what` completes "Only finance or management can …". */
export const requireOffice = requiring(OFFICE, (what: string) => `Only finance or management can ${what}`)

/** Refuses a stated balance of a client that does not exist: the ledger does not know clients. */
export const refuseUnknownClient = consequence(BalanceStated, function* ({ clientId }) {
  if (clientId !== null && !(yield* findById(clients, clientId))) throw invalid(`There is no client ${clientId}`)
  return []
})

/** The client; rejected (422) if inactive. */
export function* activeClient(id: number): CommandGenerator<Row<typeof Client>> {
  const client = yield* get(clients, id)
  if (client.status === "inactive") throw invalid(`${client.companyName} is not an active client`)
  return client
}

function* requireUnused(companyName: string, id: number | null): CommandGenerator<void> {
  const other = yield* find(clients, { companyName })
  if (other && other.id !== id) throw conflict(`There is a client ${companyName} already: ${other.clientCode}`)
}

/** Adds a client. Rejected (409) if another client has the name or the code. */
export const addClient = command(
  "client.add",
  "Add a client",
  {
    /** chosen by the caller; null uses the next of the series CL-0001 */
    clientCode: Optional(Line(40)),
    ...facts,
    currency: withDefault("USD", facts.currency),
    paymentTerms: withDefault("30_days", facts.paymentTerms),
  },
  function* ({ clientCode, ...facts }, by) {
    requireOffice(by, "add clients")
    yield* requireUnused(facts.companyName, null)
    if (clientCode && (yield* find(clients, { clientCode }))) throw conflict(`Another client has the code ${clientCode}`)
    const code = clientCode ?? (yield* nextCode("CL"))
    return [clients.at(yield* newId(clients), ClientAdded({ ...facts, clientCode: code, status: "active", createdBy: by.person }))]
  },
)

export type NewClient = Parameters<typeof addClient.decide>[0]

/** Changes the given details of a client. Completes a draft, even without a change. */
export const changeClient = command(
  "client.change",
  "Change the details of a client",
  { id: Ref("client"), ...partly({ ...facts, statementsFrom }) },
  function* ({ id, statementsFrom, ...changes }, by) {
    requireOffice(by, "change clients")
    const client = yield* get(clients, id)
    yield* permitted()
    const { facts, differs } = changed(ClientChanged, client, changes)
    if (differs && changes.companyName !== undefined) yield* requireUnused(changes.companyName, id)
    const expects = statementsFrom !== undefined && statementsFrom !== client.statementsFrom
    const events = [
      ...(differs || client.status === "draft" ? [ClientChanged(facts)] : []),
      ...(expects ? [ClientStatementsExpected({ from: statementsFrom })] : []),
    ]
    return events.length === 0 ? unchanged(id) : events.map((event) => clients.at(id, event))
  },
)

/** From now on the client gets no new contracts, projects or people; existing ones continue. */
export const deactivateClient = command(
  "client.deactivate",
  "Make a client inactive",
  { id: Ref("client"), reason: Line(500) },
  function* ({ id, reason }, by) {
    requireOffice(by, "change clients")
    const client = yield* get(clients, id)
    if (client.status === "inactive") return unchanged(id)
    yield* permitted()
    return [clients.at(id, ClientDeactivated({ reason }))]
  },
)

export const reactivateClient = command("client.reactivate", "Make a client active again", { id: Ref("client") }, function* ({ id }, by) {
  requireOffice(by, "change clients")
  const client = yield* get(clients, id)
  if (client.status === "active") return unchanged(id)
  if (client.status === "draft") throw conflict("A draft becomes active when its details are complete")
  return [clients.at(id, ClientReactivated({}))]
})

/**
 * Permanently erases the personal data of the client's contacts so far: in the record, the log, and every past state.
 * `confirm` is the client's code, typed again.
 */
export const eraseClientContact = command(
  "client.erase-contact",
  "Permanently erase the contact person of a client",
  { id: Ref("client"), ...erasureFields },
  function* ({ id, reason, confirm }, by) {
    if (by.person !== null && !holds(by, "system.admin")) throw forbidden("Only an administrator of the system can erase a person")
    const client = yield* get(clients, id)
    if (confirm !== client.clientCode) throw invalid("To confirm, enter the code of the client whose contact you are erasing")
    return [clients.at(id, ClientContactErased({ reason }))]
  },
)

/**
 * The client with this name, or a new draft for finance to complete, whose addition is in `changes` for the calling
 * command. Rejected (422) for an inactive client.
 */
export function* clientNamed(name: string, by: By): CommandGenerator<{ readonly client: Row<typeof Client>; readonly changes: ReadonlyArray<Change> }> {
  const companyName = name.trim()
  if (companyName === "") throw invalid("Client name is required")
  const known = yield* find(clients, { companyName })
  if (known?.status === "inactive") throw invalid(`${companyName} is not an active client`)
  if (known) return { client: known, changes: [] }
  const id = yield* newId(clients)
  const added = ClientAdded({
    clientCode: yield* nextCode("CL"),
    companyName,
    contactPerson: null,
    email: null,
    phone: null,
    address: null,
    currency: "USD",
    paymentTerms: "30_days",
    notes: null,
    status: "draft",
    createdBy: by.person,
  })
  return { client: clients.evolve(null, id, added, by.at), changes: [clients.at(id, added)] }
}
