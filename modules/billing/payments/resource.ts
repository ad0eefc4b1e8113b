/** The resource of client payments: reading. The calls that record and reverse one are handwritten: they read the books. */
import { Schema } from "effect"
import { call } from "@ops/platform/http/call-group.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { created } from "@ops/platform/http/contract.ts"
import type { Condition } from "@ops/platform/http/list-query.ts"
import { computed, resource } from "@ops/platform/http/resources/resource.ts"
import type { RowScope } from "@ops/platform/records/visibility.ts"
import { reversalColumns, reversalJoin } from "@ops/ledger/joins.ts"
import { reversalCall, ReversingInput } from "@ops/ledger/reversals/contract.ts"
import { mayReverse } from "@ops/ledger/reversals/queries.ts"
import { StatementAnswer } from "@ops/ledger/statements/contract.ts"
import { READERS } from "../invoices/contract.ts"
import { ClientAccountAnswer, ConversionInput, PaymentInput } from "./contract.ts"
import { payments as stream } from "./payment.ts"

/** Whether a payment `r` also settled invoices that the person may not see. */
const settlesElsewhere = (confinedTo: number | null) =>
  confinedTo === null
    ? "false"
    : `exists(select from jsonb_array_elements(r.allocations) x join invoice i on i.id = (x->>'invoiceId')::bigint where i.site_id <> ${Number(confinedTo)})`
/** Payments that settled only invoices of the person's site. */
export const settlesOneSite = ({ confinedTo }: Pick<SignedIn, "confinedTo">): ReadonlyArray<Condition> =>
  confinedTo === null ? [] : [{ sql: `not ${settlesElsewhere(confinedTo)}` }]

/** The settlements of payment `r`, as rows `x` with their invoice `i`, for the invoices that the person may see. */
const settled = ({ confinedTo }: SignedIn) =>
  `jsonb_array_elements(r.allocations) with ordinality as y(x, n) join invoice i on i.id = (x->>'invoiceId')::bigint
    where ${confinedTo === null ? "true" : `i.site_id = ${Number(confinedTo)}`}`
/** The amount of a payment; a person at one site sees only that site's part of it. */
const amount = (who: SignedIn) =>
  who.confinedTo === null
    ? "r.amount"
    : `case when ${settlesElsewhere(who.confinedTo)} then (select coalesce(sum((x->>'amount')::bigint), 0)::bigint from ${settled(who)}) else r.amount end`
const Allocation = Schema.Struct({ invoiceId: Schema.Int, invoiceNumber: Schema.String, amount: Schema.String })

const shown = {
  fields: {
    clientName: computed(Schema.String, "c.company_name", { label: "Client" }),
    amount: computed(Schema.String, (who) => `es.money(${amount(who)})`, { kind: "money", label: "Amount" }),
    /** the part that became the client's credit */
    unallocated: computed(Schema.String, (who) => `es.money(case when ${settlesElsewhere(who.confinedTo)} then 0 else r.unallocated end)`, {
      kind: "money",
      label: "To credit",
    }),
    allocations: computed(
      Schema.Array(Allocation),
      (who) =>
        `(select coalesce(json_agg(json_build_object('invoiceId', i.id, 'invoiceNumber', i.invoice_number, 'amount', es.money((x->>'amount')::bigint)) order by n), '[]')
          from ${settled(who)})`,
      { kind: "json" },
    ),
    /** the numbers of the invoices that it settled */
    invoices: computed(Schema.String, (who) => `(select coalesce(string_agg(i.invoice_number, ', ' order by n), '') from ${settled(who)})`, {
      label: "Settles",
    }),
    canReverse: computed(Schema.Boolean, (who) => mayReverse(who, "payments.process", "r.status = 'received'"), { kind: "flag" }),
  },
  from: "join client c on c.id = r.client_id",
  dependsOn: ["invoice", "client"],
  sorts: { client: "c.company_name" },
  search: ["c.company_name"],
} as const

const rows: RowScope<never> = {
  sees: (_, { confinedTo }) => confinedTo === null,
  where: ({ confinedTo }) =>
    confinedTo === null
      ? []
      : [
          {
            sql: `exists(select from jsonb_array_elements(r.allocations) x join invoice i on i.id = (x->>'invoiceId')::bigint where i.site_id = ?)`,
            values: [confinedTo],
          },
        ],
  words: "level 8 with a site: payments of that site's invoices; 7 and 10: all",
}
const pays = { may: ["payments.process"], scope: "all" } as const
const path = "/api/payments"

export const payments = resource("payments", stream, {
  path,
  noun: ["receipt", "receipts"],
  answer: "Payment",
  number: "paymentNumber",
  read: { may: READERS, rows },
  hidden: ["amount", "rate", "amountUsd", "allocations", "unallocated", "unallocatedUsd", "referenceKey", ...reversalColumns],
  joins: [shown, reversalJoin],
  titles: { unallocated: "Client credit", paymentNumber: "Payment #" },
  list: {
    columns: ["paymentNumber", "date", "clientName", "method", "reference", "invoices", "currency", "amount", "unallocated", "status"],
    titles: { unallocated: "To credit" },
    unexported: ["invoices"],
    filters: ["status", "clientId", "method", "currency"],
    sorts: ["date", "paymentNumber", "client", "amount", "createdAt"],
    order: "-date,-createdAt",
    search: ["paymentNumber", "reference"],
    date: "date",
    file: "Payments",
  },
  details: ["amount", "clientName", "date", "method", "reference", "unallocated", "notes"],
  commands: {},
  more: (payment) => [
    call.post("receive", path, "Record a client's payment", payment.pipe(created), {
      payload: PaymentInput,
      ...pays,
      duties: "never more than the invoice's open balance",
    }),
    reversalCall(path, pays, ["payment", "invoice", "client_account"]),
    call.post("reverse", `${path}/:id/reverse`, "Reverse a client's payment", payment, {
      payload: ReversingInput,
      ...pays,
      duties: "once, with a reason; not while the client has used the credit it left",
      stepUp: true,
    }),
    call.post("convert", "/api/client-accounts/convert", "Convert a client's credit to the other currency", ClientAccountAnswer, {
      payload: ConversionInput,
      ...pays,
      duties: "never more than the client's credit",
      stepUp: true,
    }),
    call.list("accounts", "/api/client-accounts", "List what clients owe", ClientAccountAnswer, {
      filters: ["clientId"],
      may: ["finance.full"],
      scope: "all",
      dependsOn: ["client_account", "invoice"],
    }),
    call.get("aged", "/api/reports/aged-receivables", "Read aged receivables", StatementAnswer, {
      query: {
        /** open items at the end of this day; the default is today */
        asAt: Schema.optional(Schema.String),
        /** the default is USD */
        currency: Schema.optional(Schema.Literals(["USD", "SSP"])),
        siteId: Schema.optional(Schema.String),
        format: Schema.optional(Schema.Literals(["json", "pdf", "xlsx", "csv"])),
      },
      may: READERS,
      scope: "level 8 with a site: its own invoices; 7 and 10: all",
      dependsOn: ["invoice", "payment"],
    }),
  ],
})

export const PaymentsApi = payments.api
