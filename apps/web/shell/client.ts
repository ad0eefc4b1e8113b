/** The calls of the shell's own screens, typed by the contracts. */
import type { alerts } from "@ops/alerts/resource.ts"
import type { MailGroup } from "@ops/platform/mail/contract.ts"
import { clientOf } from "@ops/platform/ui/data/client.ts"

export const { pathOf, useApi, useCommand } = clientOf<typeof alerts.group | typeof MailGroup>()
