import { documentSeries } from "@ops/platform/records/series.ts"
import { accounts } from "./account.ts"
import { assertionChecks, balanceAssertions } from "./assertion.ts"
import { ledgerChecks } from "./closing.ts"
import { exchangeRates } from "./exchange-rate.ts"
import { journalDraftInbox, periodInbox, rateChangeInbox } from "./inbox.ts"
import { journalDrafts } from "./journal-draft.ts"
import { journalPolicies } from "./journal-policy.ts"
import { journalEntries } from "./journal-entry.ts"
import { fiscalPeriods } from "./period.ts"
import { periodPacks } from "./period-pack.ts"
import { rateChanges } from "./rate-change.ts"
import { revaluationConsequences, revaluations } from "./revaluation.ts"
import { setupLedger } from "./setup.ts"
import { taxCodes } from "./tax-code.ts"
import { taxInbox } from "./tax-inbox.ts"
import { taxPayments } from "./tax-payment.ts"
import { taxReports } from "./tax-report.ts"
import { taxChecks } from "./tax-report-queries.ts"
import { ledgerTies } from "./ties.ts"

/** The lines of all entries as a table, cents. A reversed entry and its reversal both count: together they are nothing. */
const lines = `create view journal_line as
  select j.id as journal_entry_id, x.n::int as line, j.entry_date, j.effective_date, j.currency, j.status, x."accountId" as account_id, x.debit, x.credit,
         x."debitUsd" as debit_usd, x."creditUsd" as credit_usd, x.description, x."siteId" as site_id, x."clientId" as client_id
  from journal_entry j, rows from (jsonb_to_recordset(j.lines)
    as ("accountId" bigint, debit bigint, credit bigint, "debitUsd" bigint, "creditUsd" bigint, description text, "siteId" bigint, "clientId" bigint))
    with ordinality as x("accountId", debit, credit, "debitUsd", "creditUsd", description, "siteId", "clientId", n)`

export const ledgerModule = {
  streams: [
    accounts,
    balanceAssertions,
    journalEntries,
    journalDrafts,
    journalPolicies,
    fiscalPeriods,
    revaluations,
    taxReports,
    taxPayments,
    taxCodes,
    exchangeRates,
    rateChanges,
    documentSeries,
  ],
  consequences: revaluationConsequences,
  views: [lines],
  tables: [],
  reactors: [],
  closing: [...ledgerChecks, ...taxChecks, ...assertionChecks],
  inbox: [periodInbox, journalDraftInbox, rateChangeInbox, ...taxInbox],
  ties: ledgerTies,
  publications: [periodPacks],
  setup: setupLedger,
}
