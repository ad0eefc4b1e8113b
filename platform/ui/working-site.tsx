import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useMemo } from "react"
import { sentenceOf, write } from "./data/api.ts"
import { useApiQuery } from "./data/data.ts"
import { notify } from "./layers/notices.tsx"
import { type SessionUser, sessionKey, useUser } from "./data/session.tsx"

export interface Site {
  readonly id: number
  readonly name: string
  readonly code: string
  readonly slug: string
  readonly client: string | null
  readonly label: string
  readonly isActive: boolean
}

const none: readonly Site[] = []

/** Every site of the company. */
export const useSites = () => useApiQuery<readonly Site[]>("/api/sites").data ?? none

/** Whether a person may look at all sites at once. */
export const seesAllSites = (user: SessionUser) => !user.siteConfined

/**
 * The site a person works in, stored at the server for the person; the default of every site field and the filter of every list that has sites.
 * `siteId` is undefined for 'All Sites'. A confined person has only their own.
 */
export const useWorkingSite = () => {
  const user = useUser()
  const all = useSites()
  const queries = useQueryClient()
  const { siteConfined, workingSite, site: own } = user

  const sites = useMemo(() => all.filter((site) => (siteConfined ? site.id === own?.id : site.isActive)), [all, siteConfined, own])
  const siteId = useMemo(() => {
    if (siteConfined) return own?.id
    const wanted = workingSite?.siteId ?? undefined
    // until the sites are loaded, the chosen one is assumed to be valid; a site closed since then is no longer a working site
    return all.length === 0 || sites.some(({ id }) => id === wanted) ? wanted : undefined
  }, [all, siteConfined, workingSite, own, sites])

  const setSite = useCallback(
    (id: number | undefined) => {
      const chosen = { siteId: id ?? null }
      // the display changes at once, even if the choice does not reach the server
      queries.setQueryData<SessionUser>(sessionKey, (before) => before && { ...before, workingSite: chosen })
      write("PUT", "/api/auth/working-site", chosen).catch((error: unknown) => notify.error(sentenceOf(error)))
    },
    [queries],
  )
  const site = all.find((each) => each.id === siteId)
  return { siteId, site, sites, setSite }
}
