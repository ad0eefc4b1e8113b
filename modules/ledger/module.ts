import { defineModule } from "@ops/platform/module.ts"
import { documentSeries } from "@ops/platform/records/series.ts"
import { accounts } from "./accounts/resource.ts"
import { assertionChecks } from "./checks/assertion.ts"
import { balanceAssertions } from "./checks/resource.ts"
import { ledgerChecks } from "./periods/closing.ts"
import { exchangeRates } from "./exchange-rates/exchange-rate.ts"
import { journalDraftInbox, periodInbox, rateChangeInbox } from "./inbox.ts"
import { journalDrafts } from "./journal-drafts/resource.ts"
import { journalPolicies } from "./journal-drafts/journal-policy.ts"
import { journalEntries } from "./journal-entries/resource.ts"
import { fiscalPeriods } from "./periods/period.ts"
import { periodPacks } from "./periods/period-pack.ts"
import { rateChanges } from "./exchange-rates/resource.ts"
import { revaluationConsequences, revaluations } from "./revaluations/revaluation.ts"
import { setupLedger } from "./setup.ts"
import { taxCodes } from "./taxes/tax-code.ts"
import { taxInbox } from "./taxes/inbox.ts"
import { taxPayments } from "./taxes/payments/resource.ts"
import { taxReports } from "./taxes/tax-report.ts"
import { taxChecks } from "./taxes/queries.ts"
import { ledgerTies } from "./checks/ties.ts"

/** The lines of all entries as a table, cents. A reversed entry and its reversal both count: together they are nothing. */
const lines = `create view journal_line as
  select j.id as journal_entry_id, x.n::int as line, j.entry_date, j.effective_date, j.currency, j.status, x."accountId" as account_id, x.debit, x.credit,
         x."debitUsd" as debit_usd, x."creditUsd" as credit_usd, x.description, x."siteId" as site_id, x."clientId" as client_id
  from journal_entry j, rows from (jsonb_to_recordset(j.lines)
    as ("accountId" bigint, debit bigint, credit bigint, "debitUsd" bigint, "creditUsd" bigint, description text, "siteId" bigint, "clientId" bigint))
    with ordinality as x("accountId", debit, credit, "debitUsd", "creditUsd", description, "siteId", "clientId", n)`

export const ledgerModule = defineModule({
  resources: [accounts, balanceAssertions, journalEntries, journalDrafts, rateChanges, taxPayments],
  streams: [journalPolicies, fiscalPeriods, revaluations, taxReports, taxCodes, exchangeRates, documentSeries],
  consequences: revaluationConsequences,
  views: [lines],
  closing: [...ledgerChecks, ...taxChecks, ...assertionChecks],
  inbox: [periodInbox, journalDraftInbox, rateChangeInbox, ...taxInbox],
  ties: ledgerTies,
  publications: [periodPacks],
  setup: setupLedger,
})
