import { whenSessionEnds } from "@ops/platform/ui/data/api.ts"
import { isShared, lock } from "@ops/platform/ui/data/unsent.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { type SessionUser, sessionKey, useSession } from "@ops/platform/ui/data/session.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { useNavigate } from "react-router-dom"

/** The address of the sign-in page, which leads back to the current page. */
export const signInAddress = () => {
  const here = location.pathname + location.search
  if (location.pathname === "/biometric-login") return here
  return here === "/" ? "/biometric-login" : `/biometric-login?${new URLSearchParams({ return: here })}`
}

/** Opens the sign-in page, or locks a shared device, once the server no longer recognises the session; unsent input is kept as drafts. */
export const SessionEnd = () => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { left } = useSession()
  useEffect(() => {
    whenSessionEnds(() => {
      // a call may still be in progress when the user signs out
      if (left || !queries.getQueryData<SessionUser | null>(sessionKey)) return
      const address = signInAddress()
      queries.setQueryData(sessionKey, null)
      // its people continue with their PINs
      if (isShared()) return lock()
      notify.error("Your session has ended. Please sign in again.")
      void navigate(address)
    })
  }, [queries, navigate, left])
  return null
}
