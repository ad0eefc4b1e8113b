/** The calls that these screens make, as the contracts type them. */
import { clientOf } from "@ops/platform/ui/client.ts"
import type { LedgerGroup } from "../contract.ts"
import type { GeneralLedgerGroup } from "../general-ledger-contract.ts"
import type { JournalDraftsGroup } from "../journal-draft-contract.ts"
import type { PeriodsGroup } from "../period-contract.ts"
import type { RateChangesGroup } from "../rate-change-contract.ts"
import type { RevaluationsGroup } from "../revaluation-contract.ts"
import type { StatementsGroup } from "../statement-contract.ts"
import type { TaxPaymentsGroup, TaxReportsGroup } from "../tax-report-contract.ts"
import type { TiesGroup } from "../ties-contract.ts"

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<
  | typeof GeneralLedgerGroup
  | typeof JournalDraftsGroup
  | typeof LedgerGroup
  | typeof PeriodsGroup
  | typeof RateChangesGroup
  | typeof RevaluationsGroup
  | typeof StatementsGroup
  | typeof TaxPaymentsGroup
  | typeof TaxReportsGroup
  | typeof TiesGroup
>()
