import { preload } from "@ops/platform/ui/data/code.ts"
import { lazyPart, loaded } from "@ops/platform/ui/lazy-with-retry.ts"
import { loadLanding } from "./pages/landing.ts"
import { Keyboard, useKeys } from "@ops/platform/ui/keyboard.tsx"
import { type SessionUser, useSession } from "@ops/platform/ui/data/session.tsx"
import { keepFirstReads } from "@ops/platform/ui/data/first-reads.ts"
import { keepsUnsent } from "@ops/platform/ui/data/kept-entries.ts"
import { t } from "@ops/platform/ui/language/words.ts"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { lastMonth, today } from "@ops/platform/ui/date.tsx"
import { FigurePanel } from "@ops/platform/ui/figure.tsx"
import { useMedia } from "@ops/platform/ui/media.ts"
import { StepUp } from "@ops/platform/ui/data/step-up.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { useCallback, useEffect, useState } from "react"
import { matchPath, Outlet, useLocation, useNavigate } from "react-router-dom"
import { screens } from "../routes.ts"
import { mayOpen, sectionsFor } from "./access.ts"
import { useCompany } from "./company.ts"
import { Header } from "./header.tsx"
import { useQuickActions } from "./quick-actions.ts"
import { Rail } from "./rail.tsx"
import { remember } from "./palette/recent.ts"

const withPasskey = async (employeeId: string) => (await loaded(() => import("./sign-in/passkey.ts"))).proveWithPasskey(employeeId)
const loadReport = () => import("@ops/facilities/work-orders/web/report-issue-dialog.tsx")
const ReportIssue = lazyPart(loadReport)
const Past = lazyPart(() => import("./time/past.tsx"))
const loadPalette = () => import("./palette/palette.tsx")
const BottomBar = lazyPart(() => import("./bottom-bar.tsx"))
const Palette = lazyPart(loadPalette)
const ConnectionBar = lazyPart(() => import("./offline/connection-bar.tsx"))

const existing = new Set(screens.map((screen) => screen.path))

/** What surrounds every screen of a person who has signed in: rail, header and what opens over them. Loaded apart, so that signing in does not wait for it. */
export default function SignedIn({ user }: { user: SessionUser }) {
  const { pathname, search } = useLocation()
  const screen = screens.find(({ path }) => matchPath(path, pathname))
  const company = useCompany()
  const navigate = useNavigate()
  const sections = sectionsFor(user, existing, lastMonth(today()))
  const isNarrow = useMedia("(max-width: 900px)")
  const address = new URLSearchParams(search)
  const closeReport = () => {
    address.delete("dialog")
    void navigate({ search: address.size ? `?${address}` : "" }, { replace: true })
  }
  // what was recorded offline is sent once there is a connection, whatever screen is open
  useEffect(() => {
    if (inThePast) return
    let end: (() => void) | undefined
    let isOver = false
    void keepsUnsent().then(async (keeps) => {
      if (!keeps || isOver) return
      const { keepSending } = await loaded(() => import("./offline/sources.ts"))
      if (!isOver) end = keepSending(String(user.id))
    })
    return () => {
      isOver = true
      end?.()
    }
  }, [user.id])
  useEffect(() => {
    document.title = [screen && t(screen.title), company?.name].filter(Boolean).join(" · ")
  }, [screen, company])
  useKeys(
    "Go to",
    Object.fromEntries(
      sections.flatMap((section) => section.entries.map((entry) => [`g ${entry.key}`, [entry.label, () => void navigate(entry.path)] as const])),
    ),
  )
  const queries = useQueryClient()
  const { left } = useSession()
  useEffect(() => {
    // nothing is kept of a person who is signing out
    if (left) return
    const first = location.pathname
    const timer = setTimeout(() => first === location.pathname && keepFirstReads(queries, first), 4_000)
    return () => clearTimeout(timer)
  }, [queries, left])
  const [searching, setSearching] = useState(false)
  // preloaded for later offline use; on a slow connection the screen itself has priority
  useEffect(() => {
    const wanted = [loadPalette, loadLanding, ...(mayOpen(user, "/facilities") ? [loadReport] : [])]
    const timer = setTimeout(() => wanted.forEach(preload), 10_000)
    return () => clearTimeout(timer)
  }, [user])
  const openSearch = useCallback(() => setSearching(true), [])
  useKeys("Everywhere", { "Ctrl K": ["Search pages, actions and records", openSearch] })
  useEffect(() => {
    const entry = sections.flatMap(({ entries }) => entries).find(({ path }) => path === screen?.path)
    if (screen && screen.path === pathname) remember(user.id, { label: entry?.label ?? screen.title, path: pathname, kind: "Page" })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a visit is one address
  }, [pathname, user.id])
  const screenView = (
    <main id="main" tabIndex={-1}>
      <Outlet />
    </main>
  )
  const actions = useQuickActions(existing)
  const rail = { sections, existing, onSearch: openSearch }
  return (
    <div className="shell">
      <a className="skip" href="#main">
        Skip to content
      </a>
      {!isNarrow && <Rail {...rail} />}
      <div className="shell-main">
        <Header
          title={screen?.title ?? ""}
          subtitle={screen?.subtitle ?? ""}
          onSearch={openSearch}
          isNarrow={isNarrow}
          actions={pathname === "/" ? actions : []}
        />
        {!inThePast && <ConnectionBar />}
        {inThePast ? <Past>{screenView}</Past> : screenView}
      </div>
      {isNarrow && <BottomBar {...rail} />}
      {address.get("dialog") === "report-issue" && mayOpen(user, "/facilities") && <ReportIssue onClose={closeReport} />}
      {searching && <Palette onClose={() => setSearching(false)} />}
      <FigurePanel />
      <Keyboard />
      <StepUp withPasskey={withPasskey} />
    </div>
  )
}
