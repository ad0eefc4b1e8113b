/** The resource of bank and cash accounts: reading them, proposals for their open lines, and reconciling their balance on a day. */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { InvalidatedBy } from "@ops/platform/access/rule.ts"
import { ruled } from "@ops/platform/http/call-group.ts"
import { DateInput, Id, rejections } from "@ops/platform/http/contract.ts"
import { computed, creates, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { bankAccounts as stream, endRule, keepLayout, keepRule, openBankAccount } from "./bank-account.ts"

const cashier = { may: ["payments.process"], scope: "all" } as const
const read = { may: ["payments.process"], rows: everyRow() } as const
const Text = Schema.NullOr(Schema.String)
/** The records whose changes affect the state of lines and accounts. */
const made = ["bank_account", "bank_line", "bank_clearing", "bank_statement", "journal_entry", "invoice", "payable", "balance_assertion"]

const Share = Schema.Struct({ id: Schema.Int, number: Schema.String, amount: Schema.String })
const shares = Schema.Array(Share)
/** A proposal for a line: the kind decides which command applies it, and which of the other fields it has. */
export const ProposalAnswer = Schema.Struct({
  kind: Schema.Literals(["entries", "invoices", "bills", "offset", "draft"]),
  title: Schema.String,
  reasons: Schema.Array(Schema.String),
  score: Schema.Int,
  certain: Schema.Boolean,
  entries: Schema.optionalKey(shares),
  invoices: Schema.optionalKey(shares),
  bills: Schema.optionalKey(shares),
  fee: Schema.optionalKey(Schema.NullOr(Schema.String)),
  lineId: Schema.optionalKey(Schema.Int),
  category: Schema.optionalKey(Schema.String),
  siteId: Schema.optionalKey(Schema.NullOr(Schema.Int)),
})
export const LineProposals = Schema.Struct({ lineId: Schema.Int, proposals: Schema.Array(ProposalAnswer) })

/** The balances of an account on a day, and whether it can be reconciled. */
export const StandingAnswer = Schema.Struct({
  date: Schema.String,
  currency: Schema.Literals(["USD", "SSP"]),
  books: Schema.String,
  inTransit: Schema.String,
  bank: Text,
  openLines: Schema.Int,
  /** why it cannot be reconciled; null if it can */
  fault: Text,
  /** whether it is reconciled and still agrees */
  reconciled: Schema.Boolean,
})

const standing = {
  fields: {
    openLines: computed(Schema.Int, "(select count(*)::int from bank_line x where x.account_id = r.id and x.status = 'open')", {
      kind: "whole",
      label: "Open lines",
    }),
    /** from its statements, on the last day that they cover */
    bankBalance: computed(
      Text,
      "(select es.money(c.balance) from jsonb_to_recordset(r.closings) as c(date date, balance bigint) order by c.date desc limit 1)",
      { kind: "money", label: "At the bank" },
    ),
    importedTo: computed(Text, "(select max(c.date)::text from jsonb_to_recordset(r.closings) as c(date date))", { kind: "date", label: "Imported up to" }),
    reconciledTo: computed(
      Text,
      `(select max(x.date)::text from jsonb_to_recordset(r.reconciled) as x(date date, "assertionId" bigint) join balance_assertion s on s.id = x."assertionId" and s.status = 'standing')`,
      { kind: "date", label: "Reconciled up to" },
    ),
    accountName: computed(Text, "(select a.account_name from account a where a.account_number = r.account_number)"),
  },
  dependsOn: ["bank_line", "bank_statement", "balance_assertion"],
} as const satisfies Join

export const bankAccounts = resource("bankAccounts", stream, {
  path: "/api/bank-accounts",
  noun: ["bank account", "bank accounts"],
  answer: "BankAccount",
  area: "bank",
  number: "name",
  read,
  joins: [standing],
  hidden: ["closings"],
  titles: { name: "Account", accountNumber: "Books" },
  list: {
    columns: ["name", "accountNumber", "currency", "kind", "from", "importedTo", "reconciledTo", "openLines", "bankBalance"],
    filters: ["kind", "currency"],
    sorts: ["name", "accountNumber"],
    order: "name",
    search: ["name", "accountNumber", "bankNumber"],
    file: "Bank accounts",
  },
  details: ["accountName", "bankNumber", "from", "opening", "importedTo", "reconciledTo", "openLines", "bankBalance"],
  commands: {
    open: creates(openBankAccount, cashier),
    keepLayout: updates(keepLayout, { ...cashier, path: "layouts" }),
    keepRule: updates(keepRule, { ...cashier, path: "rules" }),
    endRule: updates(endRule, { ...cashier, path: "rules/end" }),
  },
  more: (account) => [
    HttpApiEndpoint.get("proposals", "/api/bank-accounts/:id/proposals", { params: { id: Id }, success: Schema.Array(LineProposals), error: rejections })
      .annotateMerge(ruled("List match proposals for the open lines of a bank account", cashier))
      .annotate(InvalidatedBy, made),
    HttpApiEndpoint.get("standing", "/api/bank-accounts/:id/standing", {
      params: { id: Id },
      /** the default is today */
      query: { date: Schema.optional(DateInput("date")) },
      success: StandingAnswer,
      error: rejections,
    })
      .annotateMerge(ruled("Read the balances of a bank account on a day", cashier))
      .annotate(InvalidatedBy, made),
    HttpApiEndpoint.post("reconcile", "/api/bank-accounts/:id/reconcile", {
      params: { id: Id },
      /** the balance of the statement or the count; the default is that of the imported statements */
      payload: Schema.Struct({ date: DateInput("date"), balance: Schema.optional(MoneyInput("balance must be a number with at most two decimals")) }),
      success: account,
      error: rejections,
    }).annotateMerge(ruled("Reconcile a bank account on a day", cashier)),
  ],
})
export const BankAccountsApi = bankAccounts.api
