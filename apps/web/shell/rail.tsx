import { lastMonth, today } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { keepsUnsent, useSession, useUser } from "@ops/platform/ui/data/session.tsx"
import { Tooltip } from "@ops/platform/ui/layers/tooltip.tsx"
import { LogOut, Plus } from "lucide-react"
import { Fragment } from "react"
import { Link, useLocation } from "react-router-dom"
import { screens } from "../routes.ts"
import { mayOpen } from "./access.ts"
import { ApprovalsLine } from "./approvals-mark.tsx"
import { useCompany } from "./company.ts"
import { quickActions, type Section } from "./navigation.ts"

/** Fetches a screen's code before it is asked for, unless the person saves data. */
const prefetch = (path: string) => {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (!connection?.saveData)
    void screens
      .find((screen) => screen.path === path)
      ?.page()
      .catch(() => undefined)
}

export interface RailProps {
  readonly sections: readonly Section[]
  readonly existing: ReadonlySet<string>
}

export const initialsOf = (user: { firstName: string; lastName: string }) => `${user.firstName.charAt(0)}${user.lastName.charAt(0)}`.toUpperCase()

/** Leaves; the shell then shows the landing page. */
export const useSignOut = () => {
  const { signOut } = useSession()
  return () =>
    void signOut().then(() => {
      if (keepsUnsent()) notify.success("It is kept in this browser and sent when you are back online.", 8000, "Not everything was sent")
    })
}

/** What the sidebar and, on a phone, the sheet hold: brand, entries, quick actions, the person. */
export const RailContent = ({ sections, existing }: RailProps) => {
  const user = useUser()
  const company = useCompany()
  const { pathname, search } = useLocation()
  const signOut = useSignOut()
  /** The dialog over the screen one is on, which stays as it is. */
  const over = (dialog: string) => {
    const address = new URLSearchParams(search)
    address.set("dialog", dialog)
    return `?${address}`
  }
  const actions = inThePast
    ? []
    : quickActions.filter(({ screen, unless }) => existing.has(screen) && mayOpen(user, screen) && !(unless && mayOpen(user, unless)))
  return (
    <>
      <Link to="/" className="brand">
        <span className="mark" aria-hidden />
        <span>
          <b>{company?.name ?? "\u00a0"}</b>
          <small>Operations ledger</small>
        </span>
      </Link>
      <nav className="nav" aria-label="Screens">
        {sections.map((section) => (
          <section key={section.caption}>
            <h2>{section.caption}</h2>
            {section.entries.map((entry) => {
              const isOpen = entry.path === "/" ? pathname === "/" : pathname.startsWith(entry.path)
              const sub = entry.subs?.find(({ path }) => pathname.startsWith(path))
              return (
                <Fragment key={entry.path}>
                  <Link
                    to={entry.path}
                    aria-current={isOpen ? "page" : undefined}
                    onPointerEnter={() => prefetch(entry.path)}
                    onFocus={() => prefetch(entry.path)}
                  >
                    <entry.icon size={17} strokeWidth={1.75} aria-hidden />
                    {entry.label}
                  </Link>
                  {(isOpen || sub) &&
                    entry.subs?.map((each) => (
                      <Link key={each.path} className="nav-sub" to={each.to(lastMonth(today()))} aria-current={each === sub ? "page" : undefined}>
                        {each.label}
                      </Link>
                    ))}
                </Fragment>
              )
            })}
          </section>
        ))}
      </nav>
      <ApprovalsLine />
      {actions.length > 0 && (
        <nav className="quick" aria-label="Quick Actions">
          <h2>Quick Actions</h2>
          {actions.map((action) => (
            <Link key={action.label} to={action.here ? over(action.to) : action.to}>
              <Plus size={16} strokeWidth={1.75} aria-hidden />
              {action.label}
            </Link>
          ))}
        </nav>
      )}
      <div className="me">
        <span className="avatar" aria-hidden>
          {initialsOf(user)}
        </span>
        <span className="me-text">
          <b>
            {user.firstName} {user.lastName}
          </b>
          <small>
            {user.levelName}, level {user.accessLevel}
          </small>
        </span>
        <Tooltip text="Log out">
          <button type="button" className="plain-icon" aria-label="Log out" onClick={signOut}>
            <LogOut size={17} strokeWidth={1.75} aria-hidden />
          </button>
        </Tooltip>
      </div>
    </>
  )
}

/** The sidebar, 256 px; below 901 px it is a sheet that the header opens. */
export const Rail = (props: RailProps) => (
  <div className="rail">
    <RailContent {...props} />
  </div>
)
