import { inThePast } from "@ops/platform/ui/instant.ts"
import { formatTime } from "@ops/platform/ui/date.tsx"
import { HeadPlace, useSaidHead } from "@ops/platform/ui/layers/head.tsx"
import { Layer } from "@ops/platform/ui/layers/layer.tsx"
import { useSync } from "@ops/platform/ui/data/live.ts"
import { Menu, MenuChoice } from "@ops/platform/ui/layers/menu.tsx"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { Tooltip } from "@ops/platform/ui/layers/tooltip.tsx"
import { seesAllSites, useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { ChevronDown, CloudCheck, CloudOff, LogOut, MenuIcon, RefreshCw, Search, X } from "lucide-react"
import { Dialog } from "radix-ui"
import { useEffect, useState } from "react"
import { useLocation } from "react-router-dom"
import { AccountMenu } from "./account-menu.tsx"
import { ApprovalsMark } from "./approvals-mark.tsx"
import { Bell } from "./bell.tsx"
import { TimeControl } from "./time/time-control.tsx"
import { RailContent, type RailProps, useSignOut } from "./rail.tsx"

/** Whether what one sees and does has reached the server, and since when. */
const SyncMark = () => {
  const { state, at } = useSync()
  const [Icon, words] =
    state === "offline"
      ? [CloudOff, `Offline since ${formatTime(at)}`]
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

/** The working site: what every list is narrowed to. */
const SiteSelect = () => {
  const user = useUser()
  const { site, siteId, sites, setSite } = useWorkingSite()
  const all = seesAllSites(user)
  // of a site that is still on its way only the number is known
  const label = site?.label ?? (siteId !== undefined ? "…" : all ? "All Sites" : "No site")
  const options = [
    ...sites.map((each) => ({
      value: String(each.id),
      label: (
        <>
          <SiteCode code={each.code} /> {each.label}
        </>
      ),
    })),
    ...(all ? [{ value: "all", label: "All Sites" }] : []),
  ]
  return (
    <Menu
      label="Site"
      trigger={
        <button type="button" className="site-select" aria-label={`Site: ${label}`}>
          <SiteCode code={site?.code ?? null} />
          {site || label !== "All Sites" ? (
            <span className={site ? "site-label" : undefined}>{label}</span>
          ) : (
            <span>
              All<span className="site-label"> Sites</span>
            </span>
          )}
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
        </button>
      }
    >
      <MenuChoice
        label="Site"
        value={siteId === undefined ? "all" : String(siteId)}
        onChange={(value) => setSite(value === "all" ? undefined : Number(value))}
        options={options}
      />
    </Menu>
  )
}

const RailSheet = (props: RailProps) => {
  const [open, setOpen] = useState(false)
  const { pathname, search } = useLocation()
  // The sheet closes when the page changes
  useEffect(() => setOpen(false), [pathname, search])
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="plain-icon burger" aria-label="Menu">
        <MenuIcon size={18} strokeWidth={1.75} aria-hidden />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Layer>
          <Dialog.Overlay className="veil">
            <Dialog.Content className="sheet" aria-describedby={undefined}>
              <Dialog.Title className="sr">Menu</Dialog.Title>
              <Dialog.Close className="plain-icon sheet-close" aria-label="Close">
                <X size={17} strokeWidth={1.75} aria-hidden />
              </Dialog.Close>
              <RailContent {...props} />
            </Dialog.Content>
          </Dialog.Overlay>
        </Layer>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface HeaderProps extends RailProps {
  readonly title: string
  readonly subtitle: string
  readonly onSearch: () => void
}

/** The head of every screen: where one is, whether all is saved, the site, the news, and who one is. */
export const Header = ({ title, subtitle, onSearch, ...rail }: HeaderProps) => {
  const signOut = useSignOut()
  const said = useSaidHead()
  return (
    <header className="header">
      <RailSheet {...rail} />
      <div className="header-title">
        <h1>{said.title ?? title}</h1>
        <p>{said.subtitle ?? subtitle}</p>
      </div>
      <HeadPlace />
      {!inThePast && <SyncMark />}
      <Tooltip text="Search (Ctrl K)">
        <button type="button" className="plain-icon" aria-label="Search" aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
          <Search size={17} strokeWidth={1.75} aria-hidden />
        </button>
      </Tooltip>
      <TimeControl />
      <SiteSelect />
      <ApprovalsMark />
      <Bell />
      <AccountMenu />
      <Tooltip text="Log out">
        <button type="button" className="plain-icon header-out" aria-label="Log out" onClick={signOut}>
          <LogOut size={17} strokeWidth={1.75} aria-hidden />
        </button>
      </Tooltip>
    </header>
  )
}
