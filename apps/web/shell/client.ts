/** The calls of the shell's own screens, typed by the contracts. */
import type { alerts } from "@ops/alerts/resource.ts"
import type { MailGroup } from "@ops/platform/mail/contract.ts"
import { clientOf } from "@ops/platform/ui/data/client.ts"
import type { SearchGroup } from "@ops/search/contract.ts"
import type { StockGroup } from "@ops/stock/contract.ts"

export const { ask, pathOf, useApi, useCommand, useTotal } = clientOf<typeof alerts.group | typeof MailGroup | typeof SearchGroup | typeof StockGroup>()
