/** The bottom bar on phones: the most used screens, and access to all others. */
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { Layer } from "@ops/platform/ui/layers/layer.tsx"
import { Bell, LayoutDashboard, ListChecks, type LucideIcon, MenuIcon, UsersRound, X } from "lucide-react"
import { Dialog } from "radix-ui"
import { useEffect, useState } from "react"
import { Link, useLocation } from "react-router-dom"
import { mayOpen } from "./access.ts"
import { RailContent, type RailProps } from "./rail.tsx"
import { useUnread, useWaiting } from "./waiting.ts"

interface Place {
  readonly path: string
  readonly label: string
  readonly icon: LucideIcon
}
/** In this order; a person who may not open one gets the next. */
const places: readonly Place[] = [
  { path: "/", label: "Today", icon: LayoutDashboard },
  { path: "/meal-tracking", label: "Meals", icon: UsersRound },
  { path: "/approvals", label: "Approvals", icon: ListChecks },
  { path: "/alerts", label: "Alerts", icon: Bell },
]

const More = (props: RailProps) => {
  const [open, setOpen] = useState(false)
  const { pathname, search } = useLocation()
  // The sheet closes when the page changes
  useEffect(() => setOpen(false), [pathname, search])
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="bottom-place">
        <MenuIcon size={20} strokeWidth={1.75} aria-hidden />
        More
      </Dialog.Trigger>
      <Dialog.Portal>
        <Layer>
          <Dialog.Overlay className="veil">
            <Dialog.Content className="sheet" aria-describedby={undefined}>
              <Dialog.Title className="sr">Menu</Dialog.Title>
              <Dialog.Close className="plain-icon sheet-close" aria-label="Close">
                <X size={17} strokeWidth={1.75} aria-hidden />
              </Dialog.Close>
              <RailContent
                {...props}
                onSearch={() => {
                  setOpen(false)
                  props.onSearch()
                }}
              />
            </Dialog.Content>
          </Dialog.Overlay>
        </Layer>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

export default function BottomBar(props: RailProps) {
  const user = useUser()
  const { pathname } = useLocation()
  const waiting = useWaiting()
  const unread = useUnread()
  const counts: Readonly<Record<string, { readonly of: number | undefined; readonly word: string }>> = {
    "/approvals": { of: waiting, word: "waiting" },
    "/alerts": { of: unread, word: "unread" },
  }
  const shown = places.filter(({ path }) => mayOpen(user, path)).slice(0, 3)
  return (
    <nav className="bottom-bar" aria-label="Main">
      {shown.map(({ path, label, icon: Icon }) => {
        const count = counts[path]
        return (
          <Link
            key={path}
            to={path}
            className="bottom-place"
            aria-current={pathname === path ? "page" : undefined}
            aria-label={count && `${label}, ${count.of ?? 0} ${count.word}`}
          >
            <Icon size={20} strokeWidth={1.75} aria-hidden />
            {label}
            {count?.of ? (
              <span className="bell-count num" data-mine={path === "/approvals" || undefined} aria-hidden>
                {count.of > 99 ? "99+" : count.of}
              </span>
            ) : null}
          </Link>
        )
      })}
      <More {...props} />
    </nav>
  )
}
