import type { ClientAnswer } from "@ops/clients/contract.ts"
import { useRead } from "@ops/platform/ui/data.ts"

/** The clients at a site, for a form that may have to ask whose people are meant. */
export const useClientsAt = (siteId: number | undefined) =>
  useRead<readonly (typeof ClientAnswer.Type)[]>(siteId ? "/api/clients" : null, { siteId }).data ?? []
