/** One's own account: active sessions, tokens of programs acting for the person, and calendars. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Page } from "@ops/platform/ui/page.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { Suspense } from "react"

// loaded separately, so that the first page refers to only one file of this screen
const Sessions = lazyWithRetry(async () => ({ default: (await import("@ops/identity/web/sessions.tsx")).Sessions }))
const Tokens = lazyWithRetry(async () => ({ default: (await import("@ops/identity/web/tokens.tsx")).Tokens }))
const Calendars = lazyWithRetry(async () => ({ default: (await import("@ops/connections/calendars/web/calendars.tsx")).Calendars }))

export const Component = () => {
  const { id } = useUser()
  return (
    <Page>
      <Suspense>
        <Panel title="Sessions">
          <Sessions of={id} />
        </Panel>
        <Tokens />
        <Calendars />
      </Suspense>
    </Page>
  )
}
