import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { isShared, lock } from "@ops/platform/ui/data/unsent.ts"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { loadLanding } from "./pages/landing.ts"
import { storedHint, useSession } from "@ops/platform/ui/data/session.tsx"
import { Suspense, useEffect } from "react"
import { Navigate, useLocation } from "react-router-dom"
import { signInAddress } from "./sign-in/session-end.tsx"

const FirstPassword = lazyWithRetry(() => import("./sign-in/first-password.tsx"))
const LandingPage = lazyWithRetry(loadLanding)
const SignedIn = lazyWithRetry(() => import("./signed-in.tsx"))

/** The frame of all screens for signed-in people; the landing page or the sign-in page for others. */
export const Shell = () => {
  const { user, error, retry, left } = useSession()
  const { pathname } = useLocation()
  if (user?.mustChangePassword) return <FirstPassword />
  if (user)
    return (
      <Suspense fallback={<Waiting />}>
        <SignedIn user={user} />
      </Suspense>
    )
  if (user === undefined && error)
    return (
      <main className="plain-page">
        <ErrorPanel error={error} retry={retry} />
      </main>
    )
  if (user === undefined && (storedHint() || pathname !== "/")) return <Waiting />
  if (pathname === "/") return <LandingPage />
  return isShared() && !left ? <Locked /> : <Navigate to={left ? "/" : signInAddress()} replace />
}

/** A shared device locks when its session ends, so that its people can continue with a PIN. */
const Locked = () => {
  useEffect(lock, [])
  return <Waiting />
}

/** The same placeholder as in index.html, shown before any script has loaded. */
const Waiting = () => (
  <div className="boot" aria-busy>
    <div className="boot-rail">
      <div className="brand">
        <span className="mark" />
      </div>
      {Array.from({ length: 7 }, (_, line) => (
        <i key={line} />
      ))}
    </div>
    <div className="boot-main">
      <div className="boot-head">
        <i />
      </div>
      <div className="boot-strip">
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  </div>
)
