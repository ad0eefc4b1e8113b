import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Notices } from "@ops/platform/ui/layers/notices.tsx"
import { SessionProvider, useSession } from "@ops/platform/ui/data/session.tsx"
import { TooltipProvider } from "@ops/platform/ui/layers/tooltip.tsx"
import { Theme } from "@radix-ui/themes"
import { type ReactNode, Suspense, useEffect } from "react"
import { ErrorBoundary } from "react-error-boundary"
import { Outlet, useLocation } from "react-router-dom"
import { useCompany } from "./company.ts"
import { SessionEnd } from "./sign-in/session-end.tsx"

const Frame = ({ children }: { children: ReactNode }) => (
  <Theme accentColor="teal" grayColor="sand" radius="small" scaling="95%" panelBackground="solid">
    <TooltipProvider>{children}</TooltipProvider>
  </Theme>
)

/** The quiet strip that says that nothing here is real, before anyone has signed in; the rail says it then. */
const DemoBanner = () => {
  const { user } = useSession()
  const demo = useCompany()?.mode === "demo" && user === null
  useEffect(() => {
    document.documentElement.toggleAttribute("data-demo", demo)
  }, [demo])
  return demo ? (
    <p className="demo-banner">
      <b>Demo</b> Everything here is sample data.
    </p>
  ) : null
}

/** A new page begins at its top. */
const useTop = () => {
  const { pathname } = useLocation()
  useEffect(() => {
    window.scrollTo(0, 0) // newer browsers answer with a promise, which is no way to end an effect
  }, [pathname])
}

/** The last resort: a fault that no panel has held. */
const Crash = ({ error }: { error: unknown }) => (
  <main className="plain-page">
    <ErrorPanel error={error} retry={() => location.reload()} />
  </main>
)

/** What stands around every page. */
export const Root = () => {
  useTop()
  return (
    <Frame>
      <ErrorBoundary FallbackComponent={Crash}>
        <SessionProvider>
          <DemoBanner />
          <Suspense>
            <Outlet />
          </Suspense>
          <SessionEnd />
          <Notices />
        </SessionProvider>
      </ErrorBoundary>
    </Frame>
  )
}
