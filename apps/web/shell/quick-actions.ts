import { useUser } from "@ops/platform/ui/data/session.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { useLocation } from "react-router-dom"
import { mayOpen } from "./access.ts"
import { quickActions } from "./navigation.ts"

/** A person's quick actions: each an address, or a dialog over the current screen. */
export const useQuickActions = (existing: ReadonlySet<string>) => {
  const user = useUser()
  const { search } = useLocation()
  const over = (dialog: string) => {
    const address = new URLSearchParams(search)
    address.set("dialog", dialog)
    return `?${address}`
  }
  if (inThePast) return []
  return quickActions
    .filter(({ screen, unless }) => existing.has(screen) && mayOpen(user, screen) && !(unless && mayOpen(user, unless)))
    .map(({ label, to, here }) => ({ label, to: here ? over(to) : to }))
}
