import { Bell, ListChecks, Plus, Search } from "lucide-react"
import { Link, useLocation } from "react-router-dom"
import type { ShownSection } from "./access.ts"
import { AccountMenu } from "./account-menu.tsx"
import { useCompany } from "./company.ts"
import { useQuickActions } from "./quick-actions.ts"
import { RailGroups } from "./rail-groups.tsx"
import { tipOf, useRailWidth } from "./rail-width.ts"
import { Scope } from "./scope.tsx"
import { useUnread, useWaiting } from "./waiting.ts"

export interface RailProps {
  readonly sections: readonly ShownSection[]
  readonly existing: ReadonlySet<string>
  readonly onSearch: () => void
}

/** Search, and pending work: above the groups, for everyone. */
const Work = ({ onSearch }: Pick<RailProps, "onSearch">) => {
  const { pathname } = useLocation()
  const waiting = useWaiting()
  const unread = useUnread()
  const here = (path: string) => ({ "data-here": pathname === path || undefined })
  return (
    <nav className="nav rail-work" aria-label="Work">
      <ul>
        <li className="nav-row">
          <button type="button" title={tipOf("Search or jump")} aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
            <Search size={16} strokeWidth={1.75} aria-hidden />
            Search or jump
          </button>
          <kbd aria-hidden>Ctrl K</kbd>
        </li>
        {waiting !== undefined && (
          <li className="nav-row" {...here("/approvals")}>
            <Link
              to="/approvals"
              title={tipOf("Approvals")}
              aria-label={`Approvals, ${waiting} waiting`}
              aria-current={pathname === "/approvals" ? "page" : undefined}
            >
              <ListChecks size={16} strokeWidth={1.75} aria-hidden />
              Approvals
            </Link>
            {waiting > 0 && (
              <span className="count num" data-mine aria-hidden>
                {waiting}
              </span>
            )}
          </li>
        )}
        <li className="nav-row" {...here("/alerts")}>
          <Link to="/alerts" title={tipOf("Alerts")} aria-label={`Alerts, ${unread} unread`} aria-current={pathname === "/alerts" ? "page" : undefined}>
            <Bell size={16} strokeWidth={1.75} aria-hidden />
            Alerts
          </Link>
          {unread > 0 && (
            <span className="count num" aria-hidden>
              {unread}
            </span>
          )}
        </li>
      </ul>
    </nav>
  )
}

/** The content of the sidebar and, on a phone, of the sheet: brand, site and moment, entries, quick actions, the person. */
export const RailContent = ({ sections, existing, onSearch }: RailProps) => {
  useRailWidth()
  const company = useCompany()
  const actions = useQuickActions(existing)
  return (
    <>
      <Link to="/" className="brand">
        <span className="mark" aria-hidden />
        <b>{company?.name ?? "\u00a0"}</b>
        {company?.mode === "demo" && (
          <span className="badge" data-accent-color="gray" title="Everything here is sample data.">
            Demo
          </span>
        )}
      </Link>
      <Scope />
      <div className="rail-body">
        <Work onSearch={onSearch} />
        <RailGroups sections={sections} />
      </div>
      {actions.length > 0 && (
        <nav className="quick" aria-label="Quick Actions">
          {actions.map(({ label, to }) => (
            <Link key={label} to={to}>
              <Plus size={16} strokeWidth={1.75} aria-hidden />
              {label}
            </Link>
          ))}
        </nav>
      )}
      <AccountMenu />
    </>
  )
}

/** The sidebar, 248 px wide; below 901 px the bottom bar gives access to the same. */
export const Rail = (props: RailProps) => (
  <div className="rail">
    <RailContent {...props} />
  </div>
)
