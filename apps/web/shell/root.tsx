import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Notices } from "@ops/platform/ui/layers/notices.tsx"
import { formatInstant } from "@ops/platform/ui/date.tsx"
import { SessionProvider, useSession } from "@ops/platform/ui/data/session.tsx"
import { isEnrolled, isLocked, lock, pinPeople, watchLock } from "@ops/platform/ui/data/unsent.ts"
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { language, showIn, watchLanguage } from "@ops/platform/ui/language/words.ts"
import { languages } from "@ops/platform/language/languages.ts"
import { TooltipProvider } from "@ops/platform/ui/layers/tooltip.tsx"
import { Theme } from "@radix-ui/themes"
import { Direction } from "radix-ui"
import { type ReactNode, Suspense, useEffect, useSyncExternalStore } from "react"
import { ErrorBoundary } from "react-error-boundary"
import { Outlet, useLocation } from "react-router-dom"
import { useCompany } from "./company.ts"
import { SessionEnd } from "./sign-in/session-end.tsx"

/** The frame in the language shown; a change of it draws everything again. */
const Frame = ({ children }: { children: ReactNode }) => {
  const shown = useSyncExternalStore(watchLanguage, language)
  return (
    <Theme key={shown} accentColor="teal" grayColor="sand" radius="small" scaling="95%" panelBackground="solid">
      <Direction.Provider dir={languages[shown].direction}>
        <TooltipProvider>{children}</TooltipProvider>
      </Direction.Provider>
    </Theme>
  )
}

/** Follows the choice of the person who is signed in, whatever the device showed before. */
const OwnLanguage = () => {
  const chosen = useSession().user?.language
  useEffect(() => void (chosen && showIn(chosen)), [chosen])
  return null
}

/** The banner that states that nothing here is real: in a rehearsal always, in a demo until someone has signed in; after that the rail states it. */
const DemoBanner = () => {
  const { user } = useSession()
  const company = useCompany()
  const rehearsal = company?.rehearsal
  const demo = company?.mode === "demo" && user === null
  const isShown = demo || rehearsal !== undefined
  useEffect(() => {
    document.documentElement.toggleAttribute("data-demo", isShown)
  }, [isShown])
  if (rehearsal !== undefined)
    return (
      <p className="demo-banner" data-rehearsal>
        <b>Rehearsal</b> A copy of {formatInstant(rehearsal)}. Nothing you do here is real, and no mail is sent.
      </p>
    )
  return demo ? (
    <p className="demo-banner">
      <b>Demo</b> Everything here is sample data.
    </p>
  ) : null
}

/** Scrolls a new page to its top. */
const useTop = () => {
  const { pathname } = useLocation()
  useEffect(() => {
    window.scrollTo(0, 0) // newer browsers return a promise, which must not be returned as the effect's clean-up
  }, [pathname])
}

/** The last resort: an error that no error boundary has caught. */
const Crash = ({ error }: { error: unknown }) => (
  <main className="plain-page">
    <ErrorPanel error={error} retry={() => location.reload()} />
  </main>
)

const LockScreen = lazyWithRetry(() => import("./offline/lock-screen.tsx"))
/** A device that several people share is locked once no one has touched it for so long; ms. */
const idleAtMost = 120_000

/** Whether the screen is locked. */
const useLock = () => {
  const isOn = useSyncExternalStore(watchLock, isLocked)
  useEffect(() => {
    if (isOn || !isEnrolled()) return
    let touched = Date.now()
    const touch = () => {
      touched = Date.now()
    }
    const events = ["pointerdown", "keydown"] as const
    for (const event of events) addEventListener(event, touch, true)
    const timer = setInterval(() => pinPeople().length > 0 && Date.now() - touched > idleAtMost && lock(), 5000)
    return () => {
      clearInterval(timer)
      for (const event of events) removeEventListener(event, touch, true)
    }
  }, [isOn])
  return isOn
}

/** The frame around every page. */
export const Root = () => {
  useTop()
  const isOn = useLock()
  return (
    <Frame>
      <ErrorBoundary FallbackComponent={Crash}>
        <SessionProvider>
          <OwnLanguage />
          <DemoBanner />
          <Suspense>{isOn ? <LockScreen /> : <Outlet />}</Suspense>
          {!isOn && <SessionEnd />}
          <Notices />
        </SessionProvider>
      </ErrorBoundary>
    </Frame>
  )
}
