/** The client for the calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { ChangesGroup } from "../changes/contract.ts"
import type { LedgerGroup } from "../contract.ts"
import type { GeneralLedgerGroup } from "../general-ledger/contract.ts"
import type { accounts } from "../accounts/resource.ts"
import type { journalDrafts } from "../journal-drafts/resource.ts"
import type { journalEntries } from "../journal-entries/resource.ts"
import type { PeriodsGroup } from "../periods/contract.ts"
import type { openings } from "../openings/resource.ts"
import type { rateChanges } from "../exchange-rates/resource.ts"
import type { RevaluationsGroup } from "../revaluations/contract.ts"
import type { StatementsGroup } from "../statements/contract.ts"
import type { taxPayments } from "../taxes/payments/resource.ts"
import type { TaxReportsGroup } from "../taxes/contract.ts"
import type { TiesGroup } from "../checks/contract.ts"
import type { balanceAssertions } from "../checks/resource.ts"

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<
  | typeof ChangesGroup
  | typeof GeneralLedgerGroup
  | typeof LedgerGroup
  | typeof PeriodsGroup
  | typeof RevaluationsGroup
  | typeof StatementsGroup
  | typeof TaxReportsGroup
  | typeof TiesGroup
  | typeof accounts.group
  | typeof balanceAssertions.group
  | typeof journalDrafts.group
  | typeof journalEntries.group
  | typeof openings.group
  | typeof rateChanges.group
  | typeof taxPayments.group
>()
