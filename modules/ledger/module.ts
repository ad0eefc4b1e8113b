import { defineModule } from "@ops/platform/module.ts"
import { documentSeries } from "@ops/platform/records/series.ts"
import { accounts } from "./accounts/resource.ts"
import { assertionChecks, assertionRules } from "./checks/assertion.ts"
import { balanceAssertions } from "./checks/resource.ts"
import { ledgerChecks } from "./periods/closing.ts"
import { exchangeRates } from "./exchange-rates/exchange-rate.ts"
import { journalDraftInbox, openingInbox, periodInbox, rateChangeInbox } from "./inbox.ts"
import { openingBalances } from "./journal-drafts/import.ts"
import { openings } from "./openings/resource.ts"
import { journalDrafts } from "./journal-drafts/resource.ts"
import { journalPolicies } from "./journal-drafts/journal-policy.ts"
import { lineViews } from "./journal-entries/lines.ts"
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

export const ledgerModule = defineModule({
  resources: [accounts, balanceAssertions, journalEntries, journalDrafts, openings, rateChanges, taxPayments],
  streams: [journalPolicies, fiscalPeriods, revaluations, taxReports, taxCodes, exchangeRates, documentSeries],
  consequences: revaluationConsequences,
  views: lineViews,
  closing: [...ledgerChecks, ...taxChecks, ...assertionChecks],
  inbox: [periodInbox, journalDraftInbox, openingInbox, rateChangeInbox, ...taxInbox],
  ties: ledgerTies,
  dueRules: assertionRules,
  publications: [periodPacks],
  imports: [openingBalances],
  setup: setupLedger,
})
