/** The client for the calls of these screens, typed by the contracts. */
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { LedgerGroup } from "@ops/ledger/contract.ts"
import type { journalEntries } from "@ops/ledger/journal-entries/resource.ts"
import type { StaffGroup } from "@ops/people/contract.ts"
import type { LeaveGroup } from "@ops/people/leave/contract.ts"
import type { PayrollGroup } from "../contract.ts"
import type { payComponents } from "../components-and-rules/resource.ts"
import type { SettlementGroup } from "../settlements/contract.ts"

export const { pathOf, pathsOf, useApi, useCommand } = clientOf<
  | typeof journalEntries.group
  | typeof LeaveGroup
  | typeof LedgerGroup
  | typeof payComponents.group
  | typeof PayrollGroup
  | typeof SettlementGroup
  | typeof StaffGroup
>()
