import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Guard } from "@ops/platform/ui/error-panel.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { type ComponentType, Suspense } from "react"
import type { Screen } from "../routes.ts"
import { mayOpen } from "./access.ts"
import { entryOf } from "./navigation.ts"
import { RefusedPage } from "./pages/refused-page.tsx"

const drawn = new Map<string, ComponentType>()

const pageOf = (screen: Screen) => {
  const known = drawn.get(screen.path)
  if (known) return known
  const page = lazyWithRetry(async () => {
    // The library that keeps a screen's state in the address is loaded with the first screen, not with the sign-in page.
    const [{ NuqsAdapter }, { Component }] = await Promise.all([import("nuqs/adapters/react-router/v7"), screen.page()])
    return {
      default: () => (
        <NuqsAdapter>
          <Component />
        </NuqsAdapter>
      ),
    }
  }, screen.page)
  drawn.set(screen.path, page)
  return page
}

/** One screen inside the shell: its page, or the permission missing to open it. */
export const ScreenView = ({ screen }: { screen: Screen }) => {
  const user = useUser()
  if (!mayOpen(user, screen.path)) return <RefusedPage needs={entryOf(screen.path)?.needs ?? []} />
  const Component = pageOf(screen)
  return (
    <Guard key={screen.path}>
      <Suspense fallback={<Loading rows={4} />}>
        <Component />
      </Suspense>
    </Guard>
  )
}
