/** The screens in the rail, in groups of which one is open at a time. */
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { ChevronDown, ChevronRight } from "lucide-react"
import { useState } from "react"
import { Link, useLocation } from "react-router-dom"
import { prefetch } from "./offline/prefetch.ts"
import { tipOf } from "./rail-width.ts"
import type { ShownEntry, ShownSection } from "./access.ts"
import { useLowStock, useMonthEnd } from "./waiting.ts"

/** How closely an address matches the open one: 1 plus the number of its parameters if all match; 0 if it does not. */
const fit = (to: string, pathname: string, search: string) => {
  const [path = "", query] = to.split("?")
  const month = path.startsWith("/month-end/") && pathname.startsWith("/month-end/")
  const asked = [...new URLSearchParams(query)]
  const open = new URLSearchParams(search)
  return (month || path === pathname) && asked.every(([name, value]) => open.get(name) === value) ? 1 + asked.length : 0
}

/** The group that a person has opened, stored in this browser; before that, the group of the current screen. */
const useOpenGroup = () => {
  const key = `rail:${useUser().id}`
  const [chosen, setChosen] = useState(() => localStorage.getItem(key))
  const choose = (path: string) => {
    localStorage.setItem(key, path)
    setChosen(path)
  }
  return [chosen, choose] as const
}

const Count = ({ of }: { readonly of: number | string | undefined }) => (of ? <span className="count num">{of}</span> : null)

interface GroupProps {
  readonly entry: ShownEntry
  readonly isOpen: boolean
  readonly open: (path: string) => void
  readonly close: () => void
}

const Group = ({ entry, isOpen, open, close }: GroupProps) => {
  const { pathname, search } = useLocation()
  const { path, label, icon: Icon, subs } = entry
  const lowStock = useLowStock()
  const monthEnd = useMonthEnd(isOpen ? subs.find(({ count }) => count === "monthEnd")?.to : undefined)
  const counts = { lowStock, monthEnd }
  const fits = subs.map(({ to }) => fit(to, pathname, search))
  const best = Math.max(0, ...fits)
  const isHere = best > 0 || (path === "/" ? pathname === "/" : pathname.startsWith(path))
  const isShown = isOpen && subs.length > 0
  const sum = subs.some(({ count }) => count === "lowStock") ? lowStock : undefined
  return (
    <li>
      <div className="nav-row" data-here={isHere || undefined} data-open={isShown || undefined}>
        <Link
          to={path}
          title={tipOf(label)}
          aria-current={isHere && !(isShown && best > 0) ? "page" : undefined}
          onPointerEnter={() => prefetch(path)}
          onFocus={() => prefetch(path)}
          onClick={() => open(path)}
        >
          <Icon size={16} strokeWidth={1.75} aria-hidden />
          {label}
        </Link>
        {!isShown && <Count of={sum} />}
        {subs.length > 0 && (
          <button type="button" aria-expanded={isShown} aria-label={`Screens of ${label}`} onClick={() => (isShown ? close() : open(path))}>
            {isShown ? <ChevronDown size={14} strokeWidth={1.75} aria-hidden /> : <ChevronRight size={14} strokeWidth={1.75} aria-hidden />}
          </button>
        )}
      </div>
      {isShown && (
        <ul className="nav-subs">
          {subs.map(({ to, label: name, count }, n) => (
            <li key={to} className="nav-row" data-here={(best > 0 && fits[n] === best) || undefined}>
              <Link to={to} aria-current={best > 0 && fits[n] === best ? "page" : undefined}>
                {name}
              </Link>
              <Count of={count && counts[count]} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

export const RailGroups = ({ sections }: { readonly sections: readonly ShownSection[] }) => {
  const { pathname, search } = useLocation()
  const [chosen, choose] = useOpenGroup()
  const here = sections.flatMap(({ entries }) => entries).find(({ subs }) => subs.some(({ to }) => fit(to, pathname, search) > 0))
  const openPath = chosen ?? here?.path
  return (
    <nav className="nav" aria-label="Screens">
      {sections.map((section) => (
        <section key={section.caption}>
          <h2>{section.caption}</h2>
          <ul>
            {section.entries.map((entry) => (
              <Group key={entry.path} entry={entry} isOpen={entry.path === openPath} open={choose} close={() => choose("")} />
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
