import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { Notices } from "@ops/platform/ui/notices.tsx"
import { SessionProvider } from "@ops/platform/ui/session.tsx"
import { TooltipProvider } from "@ops/platform/ui/tooltip.tsx"
import { Theme } from "@radix-ui/themes"
import { type ReactNode, Suspense, useEffect } from "react"
import { Outlet, ScrollRestoration, useRouteError } from "react-router-dom"
import { useCompany } from "./company.ts"
import { SessionEnd } from "./session-end.tsx"

const Frame = ({ children }: { children: ReactNode }) => (
  <Theme accentColor="teal" grayColor="sand" radius="small" scaling="95%" panelBackground="solid">
    <TooltipProvider>{children}</TooltipProvider>
  </Theme>
)

/** The quiet strip that says that nothing here is real. */
const DemoBanner = () => {
  const demo = useCompany()?.mode === "demo"
  useEffect(() => {
    document.documentElement.toggleAttribute("data-demo", demo)
  }, [demo])
  return demo ? (
    <p className="demo-banner">
      <b>Demo</b> Everything here is sample data.
    </p>
  ) : null
}

/** What stands around every page. */
export const Root = () => (
  <Frame>
    <SessionProvider>
      <DemoBanner />
      <Suspense>
        <Outlet />
      </Suspense>
      <SessionEnd />
      <Notices />
      <ScrollRestoration />
    </SessionProvider>
  </Frame>
)

/** The last resort: a fault that no panel has held. */
export const Crash = () => {
  const error = useRouteError()
  return (
    <Frame>
      <main className="plain-page">
        <ErrorPanel error={error} retry={() => location.reload()} />
      </main>
    </Frame>
  )
}
