/** The calls about the books. Money is a decimal string; rates are decimals with two places: SSP for a dollar, or percent. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { FINANCE, InvalidatedBy, Rule } from "@ops/platform/access/rule.ts"
import {
  ErrorMapping,
  created,
  DateInput,
  Id,
  IdInput,
  ListQuery,
  OneOf,
  Authorization,
  rejections,
  Authentication,
  TextInput,
} from "@ops/platform/http/contract.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"

const accountTypes = ["asset", "liability", "equity", "income", "expense"] as const
const currencies = ["USD", "SSP"] as const
const rateTypes = ["official", "parallel", "contract"] as const
const Named = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }))
const Text = Schema.NullOr(Schema.String)

export const AccountAnswer = Schema.Struct({
  id: Schema.Int,
  accountNumber: Schema.String,
  accountName: Schema.String,
  accountType: Schema.Literals(accountTypes),
  subType: Text,
  parentAccountId: Schema.NullOr(Schema.Int),
  /** USD, on the account's own side: what an asset has, what a liability owes; null for who sees names only */
  balance: Text,
  isActive: Schema.Boolean,
  /** what it holds in SSP is revalued at month-end */
  isMonetary: Schema.Boolean,
  /** the documents that keep it, where it has a sub-ledger: it takes no entry written by hand */
  controlledBy: Text,
  description: Schema.String,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

export const JournalLineAnswer = Schema.Struct({
  /** null on the one line that stands for what the entry has at sites that the person does not see */
  accountId: Schema.NullOr(Schema.Int),
  accountNumber: Schema.String,
  accountName: Schema.String,
  debitAmount: Schema.String,
  creditAmount: Schema.String,
  debitUsd: Schema.String,
  creditUsd: Schema.String,
  description: Schema.String,
  siteId: Schema.NullOr(Schema.Int),
  clientId: Schema.NullOr(Schema.Int),
})

export const JournalEntryAnswer = Schema.Struct({
  id: Schema.Int,
  entryNumber: Schema.String,
  entryDate: Schema.String,
  /** the day of the fact itself, where that came after its month was closed */
  effectiveDate: Schema.String,
  /** why it was posted into a month that was closing */
  lateReason: Text,
  description: Schema.String,
  reference: Text,
  /** the record that it follows from: invoice 12 */
  sourceKind: Text,
  sourceId: Schema.NullOr(Schema.Int),
  currency: Schema.Literals(currencies),
  /** SSP for a dollar; 1.00 for USD */
  rate: Schema.String,
  totalDebit: Schema.String,
  totalCredit: Schema.String,
  status: Schema.Literals(["posted", "reversed"]),
  reverses: Schema.NullOr(Schema.Int),
  reversedBy: Schema.NullOr(Schema.Int),
  createdBy: Schema.NullOr(Schema.Int),
  createdByUser: Named,
  /** who posted what another had written by hand; null for what follows from a document */
  approvedBy: Schema.NullOr(Schema.Int),
  approvedByUser: Named,
  lines: Schema.Array(JournalLineAnswer),
  createdAt: Schema.String,
})

/** An entry that one person has written and another is to post. */
export const JournalDraftAnswer = Schema.Struct({
  id: Schema.Int,
  draftNumber: Schema.String,
  entryDate: Schema.String,
  description: Schema.String,
  reference: Text,
  currency: Schema.Literals(["USD", "SSP"]),
  /** why it is to be posted into a month that is closing */
  reason: Text,
  totalDebit: Schema.String,
  totalCredit: Schema.String,
  isBalanced: Schema.Boolean,
  lines: Schema.Array(
    Schema.Struct({
      accountNumber: Schema.String,
      accountName: Schema.String,
      debitAmount: Schema.String,
      creditAmount: Schema.String,
      description: Schema.String,
      siteId: Schema.NullOr(Schema.Int),
    }),
  ),
  status: Schema.Literals(["draft", "posted", "discarded"]),
  createdBy: Schema.NullOr(Schema.Int),
  createdByUser: Named,
  approvedBy: Schema.NullOr(Schema.Int),
  approvedByUser: Named,
  /** the entry that it became */
  journalEntryId: Schema.NullOr(Schema.Int),
  entryNumber: Text,
  postedAt: Text,
  discardReason: Text,
  canPost: Schema.Boolean,
  canChange: Schema.Boolean,
  canDiscard: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

export const TaxCodeAnswer = Schema.Struct({
  id: Schema.Int,
  code: Schema.String,
  name: Schema.String,
  /** percent, today; null before the first */
  rate: Text,
  /** `confirmed` once finance has entered it, where a new company begins with one */
  rates: Schema.Array(Schema.Struct({ from: Schema.String, rate: Schema.String, source: Schema.String, confirmed: Schema.Boolean })),
  /** rates that wait for a second person: none of them holds */
  proposals: Schema.Array(
    Schema.Struct({ from: Schema.String, rate: Schema.String, source: Schema.String, proposedByUser: Named, canConfirm: Schema.Boolean }),
  ),
})

export const ExchangeRateAnswer = Schema.Struct({
  type: Schema.Literals(rateTypes),
  from: Schema.String,
  /** SSP for a dollar */
  rate: Schema.String,
  source: Schema.String,
  enteredByUser: Named,
})

export const AccountInput = Schema.Struct({
  accountNumber: TextInput("Account number", { required: true, most: 20 }),
  accountName: TextInput("Account name", { required: true, most: 200 }),
  accountType: OneOf("Account type", ...accountTypes),
  subType: Schema.optional(Schema.NullOr(TextInput("Sub-type", { most: 60 }))),
  parentAccountId: Schema.optional(Schema.NullOr(IdInput("Parent must be an account"))),
  description: Schema.optional(TextInput("Description", { most: 500 })),
})

export const AccountNames = Schema.Struct({
  accountName: TextInput("Account name", { required: true, most: 200 }),
  description: Schema.optional(TextInput("Description", { most: 500 })),
  isMonetary: Schema.optional(Schema.Boolean),
})

const Amount = Schema.optional(Schema.NullOr(MoneyInput()))
export const JournalEntryInput = Schema.Struct({
  entryDate: DateInput("Date"),
  description: TextInput("Description", { required: true, most: 500 }),
  reference: Schema.optional(Schema.NullOr(TextInput("Reference", { most: 100 }))),
  currency: Schema.optional(OneOf("Currency", ...currencies)),
  /** why it is posted into a month that is closing */
  reason: Schema.optional(Schema.NullOr(TextInput("Reason", { most: 500 }))),
  lines: Schema.Array(
    Schema.Struct({
      /** the account's number: "1010" */
      account: TextInput("Account", { required: true, most: 20 }),
      /** one of the two; 0 is none */
      debitAmount: Amount,
      creditAmount: Amount,
      description: Schema.optional(TextInput("Description", { most: 500 })),
      siteId: Schema.optional(Schema.NullOr(Schema.Union([Schema.String, Schema.Finite]))),
    }),
  ),
})

export const JournalBatchInput = Schema.Struct({ entries: Schema.Array(JournalEntryInput) })
/** The drafts written, in the order in which they were given. */
export const JournalBatchAnswer = Schema.Struct({ entries: Schema.Array(Schema.Struct({ id: Schema.Int, draftNumber: Schema.String })) })

export const ReversalInput = Schema.Struct({
  reason: TextInput("Reason", { required: true, most: 400 }),
  /** today, if not given */
  date: Schema.optional(Schema.NullOr(DateInput("Date"))),
})

export const TaxCodeInput = Schema.Struct({
  code: TextInput("Code", { required: true, most: 20 }),
  name: TextInput("Name", { required: true, most: 200 }),
})

export const TaxRateInput = Schema.Struct({
  from: DateInput("From"),
  rate: MoneyInput("Rate must be a percentage with at most two decimals"),
  source: Schema.optional(TextInput("Source", { most: 500 })),
})

export const ExchangeRateInput = Schema.Struct({
  type: Schema.optional(OneOf("Type", ...rateTypes)),
  from: DateInput("From"),
  rate: MoneyInput("Rate must be a number with at most two decimals"),
  source: Schema.optional(TextInput("Source", { most: 500 })),
})

const id = { params: { id: Id } }
const writes: Rule = { may: ["finance.full"], scope: "all" }
const reads: Rule = { may: FINANCE, scope: "8: entries of its own site if it has one, other sites in them as one line; 7 and 10: all" }

export class LedgerGroup extends HttpApiGroup.make("ledger")
  .add(
    HttpApiEndpoint.get("accounts", "/api/accounts", {
      query: { ...ListQuery, accountType: Schema.optional(Schema.String), isActive: Schema.optional(Schema.String) },
      success: Schema.Array(AccountAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: FINANCE, scope: "all; 8: names only, no balance" })
      .annotate(InvalidatedBy, ["account", "journal_entry"]),
  )
  .add(
    HttpApiEndpoint.post("openAccount", "/api/accounts", { payload: AccountInput, success: AccountAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      writes,
    ),
  )
  .add(
    HttpApiEndpoint.patch("renameAccount", "/api/accounts/:id", { ...id, payload: AccountNames, success: AccountAnswer, error: rejections }).annotate(
      Rule,
      writes,
    ),
  )
  .add(HttpApiEndpoint.post("closeAccount", "/api/accounts/:id/close", { ...id, success: AccountAnswer, error: rejections }).annotate(Rule, writes))
  .add(
    HttpApiEndpoint.get("entries", "/api/journal-entries", {
      query: {
        ...ListQuery,
        account: Schema.optional(Schema.String),
        currency: Schema.optional(Schema.String),
        sourceKind: Schema.optional(Schema.String),
        sourceId: Schema.optional(Schema.String),
      },
      success: Schema.Array(JournalEntryAnswer),
      error: rejections,
    })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["journal_entry", "account"]),
  )
  .add(
    HttpApiEndpoint.get("entry", "/api/journal-entries/:id", { ...id, success: JournalEntryAnswer, error: rejections })
      .annotate(Rule, reads)
      .annotate(InvalidatedBy, ["journal_entry", "account"]),
  )
  .add(
    // what a person writes is a draft: another person posts it
    HttpApiEndpoint.post("post", "/api/journal-entries", { payload: JournalEntryInput, success: JournalDraftAnswer.pipe(created), error: rejections }).annotate(
      Rule,
      { ...writes, duties: "a draft; another person posts it" },
    ),
  )
  .add(
    HttpApiEndpoint.post("postBatch", "/api/journal-entries/batch", {
      payload: JournalBatchInput,
      success: JournalBatchAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { ...writes, duties: "drafts; another person posts them; all of them or none" }),
  )
  .add(
    HttpApiEndpoint.post("reverse", "/api/journal-entries/:id/reverse", {
      ...id,
      payload: ReversalInput,
      success: JournalEntryAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, {
      ...writes,
      duties: "once, by another person than who posted it; what follows from a document is taken back with the document",
      stepUp: true,
    }),
  )
  .add(
    HttpApiEndpoint.get("taxes", "/api/tax-codes", { query: ListQuery, success: Schema.Array(TaxCodeAnswer), error: rejections })
      .annotate(Rule, { may: FINANCE, scope: "all" })
      .annotate(InvalidatedBy, ["tax_code"]),
  )
  .add(
    HttpApiEndpoint.get("taxHistory", "/api/tax-codes/history", { success: HistoryAnswer, error: rejections })
      .annotate(Rule, { may: FINANCE, scope: "all" })
      .annotate(InvalidatedBy, ["tax_code"]),
  )
  .add(
    HttpApiEndpoint.post("addTax", "/api/tax-codes", { payload: TaxCodeInput, success: TaxCodeAnswer.pipe(created), error: rejections }).annotate(Rule, {
      may: ["finance.full", "currency.manage"],
      scope: "all",
    }),
  )
  .add(
    HttpApiEndpoint.post("setTaxRate", "/api/tax-codes/:code/rates", {
      params: { code: Schema.String },
      payload: TaxRateInput,
      success: TaxCodeAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, {
      may: ["finance.full", "currency.manage"],
      scope: "all",
      duties: "a rate that alters figures is only proposed: another person confirms it",
    }),
  )
  .add(
    HttpApiEndpoint.post("confirmTaxRate", "/api/tax-codes/:code/rates/:from/confirm", {
      params: { code: Schema.String, from: Schema.String },
      success: TaxCodeAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["finance.full", "currency.manage"], scope: "all", duties: "not the person who proposed it", stepUp: true }),
  )
  .add(
    HttpApiEndpoint.post("rejectTaxRate", "/api/tax-codes/:code/rates/:from/reject", {
      params: { code: Schema.String, from: Schema.String },
      payload: Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) }),
      success: TaxCodeAnswer,
      error: rejections,
    }).annotate(Rule, { may: ["finance.full", "currency.manage"], scope: "all" }),
  )
  .add(
    HttpApiEndpoint.get("rates", "/api/exchange-rates", {
      query: { ...ListQuery, type: Schema.optional(Schema.String) },
      success: Schema.Array(ExchangeRateAnswer),
      error: rejections,
    })
      .annotate(Rule, { may: FINANCE, scope: "all" })
      .annotate(InvalidatedBy, ["exchange_rate"]),
  )
  .add(
    HttpApiEndpoint.post("enterRate", "/api/exchange-rates", {
      payload: ExchangeRateInput,
      success: ExchangeRateAnswer.pipe(created),
      error: rejections,
    }).annotate(Rule, { may: ["currency.manage"], scope: "all" }),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class LedgerApi extends HttpApi.make("ops").add(LedgerGroup) {}
