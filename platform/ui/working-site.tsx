import { useCallback, useMemo, useSyncExternalStore } from "react"
import { useRead } from "./data.ts"
import { type SessionUser, useUser } from "./session.tsx"

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
export const useSites = () => useRead<readonly Site[]>("/api/sites").data ?? none

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
const keyOf = (user: SessionUser) => `working-site:${user.id}`

/** Who may look at all sites at once. */
export const seesAllSites = (user: SessionUser) => user.accessLevel >= 7 && !user.siteConfined

/**
 * The site a person works in, kept per person in this browser; the default of every site field and the filter of
 * every list that has sites. `siteId` is undefined for 'All Sites'. A confined person has only their own.
 */
export const useWorkingSite = () => {
  const user = useUser()
  const all = useSites()
  const stored = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(user)))

  const sites = useMemo(() => (user.siteConfined ? all.filter((site) => site.id === user.site?.id) : all.filter((site) => site.isActive)), [all, user])
  const siteId = useMemo(() => {
    if (user.siteConfined) return user.site?.id
    if ((stored ?? "all") === "all" && seesAllSites(user)) return undefined
    const wanted = Number(stored ?? user.site?.id)
    return sites.find((site) => site.id === wanted)?.id ?? user.site?.id ?? sites[0]?.id
  }, [stored, user, sites])

  const setSite = useCallback(
    (id: number | undefined) => {
      localStorage.setItem(keyOf(user), id === undefined ? "all" : String(id))
      for (const listener of listeners) listener()
    },
    [user],
  )
  const site = all.find((each) => each.id === siteId)
  return { siteId, site, sites, setSite }
}
