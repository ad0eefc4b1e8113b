import { inThePast } from "@ops/platform/ui/instant.ts"
import { formatTime } from "@ops/platform/ui/date.tsx"
import { HeadPlace, useSaidHead } from "@ops/platform/ui/layers/head.tsx"
import { useSync } from "@ops/platform/ui/data/live.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { isByPin } from "@ops/platform/ui/data/unsent.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Menu, MenuItem } from "@ops/platform/ui/layers/menu.tsx"
import { Tooltip } from "@ops/platform/ui/layers/tooltip.tsx"
import { ChevronDown, CloudCheck, CloudOff, KeyRound, LogOut, Plus, RefreshCw, Search } from "lucide-react"
import { useNavigate } from "react-router-dom"
import { Bell } from "./bell.tsx"
import type { useQuickActions } from "./quick-actions.ts"
import { useSignOut } from "./sign-out.ts"
import { SiteSelect } from "./scope.tsx"

/** Whether displayed data and changes are synchronised with the server, and since when. */
const SyncMark = () => {
  const { state, at } = useSync()
  const [Icon, words] =
    state === "offline"
      ? isByPin()
        ? [KeyRound, "With a PIN"]
        : [CloudOff, `Offline since ${formatTime(at)}`]
      : state === "saving"
        ? [RefreshCw, "Saving..."]
        : [CloudCheck, `Saved ${formatTime(at)}`]
  return (
    <span className="sync" data-state={state} role="status">
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span className="sync-text">{words}</span>
    </span>
  )
}

/** The quick actions in the header of the dashboard. */
const NewMenu = ({ actions }: Pick<HeaderProps, "actions">) => {
  const navigate = useNavigate()
  return (
    <Menu
      label="New"
      trigger={
        <Button>
          <Plus size={16} strokeWidth={1.75} aria-hidden /> New <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
        </Button>
      }
    >
      {actions.map(({ label, to }) => (
        <MenuItem key={label} onSelect={() => void navigate(to)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

interface HeaderProps {
  readonly title: string
  readonly subtitle: string
  readonly onSearch: () => void
  readonly isNarrow: boolean
  /** The actions available from the dashboard. */
  readonly actions: ReturnType<typeof useQuickActions>
}

/** The header of every screen: its title, the synchronisation state, actions, alerts, the site, and the account. */
export const Header = ({ title, subtitle, onSearch, isNarrow, actions }: HeaderProps) => {
  const signOut = useSignOut()
  const user = useUser()
  const said = useSaidHead()
  return (
    <header className="header">
      <div className="header-line">
        <div className="header-title">
          <div className="header-name">
            <h1>{said.title ?? title}</h1>
            <HeadPlace of="head-beside" />
          </div>
          <p>{said.subtitle ?? subtitle}</p>
        </div>
        {!inThePast && <SyncMark />}
        <HeadPlace of="head-acts" />
        {!isNarrow && actions.length > 0 && <NewMenu actions={actions} />}
        <Bell />
        {isNarrow && (
          <button type="button" className="plain-icon" aria-label="Search" onClick={onSearch}>
            <Search size={18} strokeWidth={1.75} aria-hidden />
          </button>
        )}
        <SiteSelect />
        {!isNarrow && (
          <div className="header-person">
            <span>
              <b>
                {user.firstName} {user.lastName}
              </b>
              <small>{user.levelDescription}</small>
            </span>
            <Tooltip text="Log out">
              <button type="button" className="plain-icon" aria-label="Log out" onClick={signOut}>
                <LogOut size={16} strokeWidth={1.75} aria-hidden />
              </button>
            </Tooltip>
          </div>
        )}
      </div>
      <HeadPlace of="head-tabs" />
    </header>
  )
}
