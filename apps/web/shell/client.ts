/** The calls that the shell's own screens make, as the contracts type them. */
import type { AlertsGroup } from "@ops/alerts/contract.ts"
import type { MailGroup } from "@ops/platform/mail/contract.ts"
import { clientOf } from "@ops/platform/ui/data/client.ts"

export const { pathOf, useApi, useCommand } = clientOf<typeof AlertsGroup | typeof MailGroup>()
