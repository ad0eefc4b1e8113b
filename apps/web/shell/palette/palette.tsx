/** The command palette: open a page, begin an action, find a record, by typing. Loaded when it is first opened. */
import { ApiError } from "@ops/platform/ui/data/api.ts"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { Layer } from "@ops/platform/ui/layers/layer.tsx"
import { useSession, useUser } from "@ops/platform/ui/data/session.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Search } from "lucide-react"
import { Dialog } from "radix-ui"
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from "react"
import { matchPath, useLocation, useNavigate } from "react-router-dom"
import { screens } from "../../routes.ts"
import { mayOpen } from "../access.ts"
import { actions, parts, placesFor } from "../actions.ts"
import { ask, pathOf } from "../client.ts"
import { sections } from "../navigation.ts"
import { matching } from "./palette-match.ts"
import { recentOf, remember } from "./recent.ts"
import "./palette.css"

/** A selectable line. */
interface Item {
  readonly label: string
  readonly more?: string
  readonly note?: string | undefined
  readonly number?: string | null
  readonly path: string
  /** its type among the recent items; an action is not stored there */
  readonly kind?: string
  readonly here?: true | undefined
  readonly siteId?: number
}
interface Group {
  readonly heading: string
  readonly items: readonly Item[]
  readonly more?: boolean
}

const shownAtOnce = 8

/** The text, once typing has paused. */
const useSettled = (text: string) => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 150)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

const firstOfFew = <T,>(items: readonly T[], typed: boolean) => (typed ? items.slice(0, shownAtOnce) : items)

/** Pages, actions and recent items that the person may use: known without the server. */
const useOwn = () => {
  const user = useUser()
  const { can, sees } = useSession()
  return useMemo(() => {
    const opens = (path: string) => mayOpen(user, path) && screens.some((screen) => screen.path === path)
    const labels = new Map(sections.flatMap(({ entries }) => entries.map(({ path, label, key }) => [path, { label, key }] as const)))
    const pages = screens
      .filter(({ path }) => !path.includes(":") && mayOpen(user, path))
      .map(({ path, title, subtitle }): Item => {
        const entry = labels.get(path)
        return { label: entry?.label ?? title, more: `${title} ${subtitle}`, note: entry && `g ${entry.key}`, path, kind: "Page" }
      })
    const within = placesFor(parts, { mayOpen: opens, can: sees }).map(({ label, to }): Item => {
      const screen = screens.find(({ path }) => path === to.split("?")[0])!
      return { label, more: screen.title, note: labels.get(screen.path)?.label ?? screen.title, path: to, kind: "Page" }
    })
    const acts = inThePast ? [] : placesFor(actions, { mayOpen: opens, can }).map(({ label, to, here }): Item => ({ label, path: to, here }))
    const recent = recentOf(user.id)
      .filter(({ path }) => screens.some((screen) => matchPath(screen.path, path.split("?")[0]!) && mayOpen(user, screen.path)))
      .map(({ label, path, kind }): Item => ({ label, path, note: kind, kind }))
    return { pages: [...pages, ...within], acts, recent }
  }, [user, can, sees])
}

export default function Palette({ onClose }: { readonly onClose: () => void }) {
  const user = useUser()
  const navigate = useNavigate()
  const { search } = useLocation()
  const { sites, setSite } = useWorkingSite()
  const { pages, acts, recent } = useOwn()
  const [text, setText] = useState("")
  const [at, setAt] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const asked = useSettled(text.trim()).slice(0, 200)
  const typed = text.trim() !== ""
  const answer = useQuery({
    queryKey: [pathOf("GET /api/search"), { q: asked }],
    queryFn: ({ signal }) => ask("GET /api/search", { query: { q: asked, limit: "5" }, signal }),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
    // results found a moment ago may have changed since
    staleTime: 0,
    gcTime: 30_000,
  })

  const records: readonly Group[] = typed
    ? (answer.data ?? []).flatMap(({ kind, label, heading, hits, more }) => {
        const items = hits
          .filter(({ path }) => screens.some((screen) => matchPath(screen.path, path.split("?")[0]!) && mayOpen(user, screen.path)))
          .map(
            (hit): Item => ({
              label: hit.title || hit.number || label,
              number: hit.title ? hit.number : null,
              note: [hit.detail, hit.site].filter(Boolean).join(" · ") || undefined,
              path: kind === "site" ? "/" : hit.path,
              kind: label,
              ...(kind === "site" && { siteId: hit.id }),
            }),
          )
        return items.length > 0 ? [{ heading, items, more }] : []
      })
    : []
  const isExact = records[0]?.items[0]?.number?.toLowerCase() === text.trim().toLowerCase()
  const own: readonly Group[] = [
    { heading: "Recent", items: firstOfFew(matching(text, recent), typed) },
    { heading: "Actions", items: firstOfFew(matching(text, acts), typed) },
    { heading: "Pages", items: firstOfFew(matching(text, pages), typed) },
  ]
  const groups = (isExact ? [...records, ...own] : [...own, ...records]).filter(({ items }) => items.length > 0)
  const all = groups.flatMap(({ items }) => items)
  const chosen = Math.min(at, all.length - 1)

  // typing starts a new list
  useEffect(() => setAt(0), [text])
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [chosen, text])

  const run = (item: Item | undefined) => {
    if (!item) return
    const { kind, label, number, path, here, siteId } = item
    onClose()
    if (kind && siteId === undefined) remember(user.id, { kind, path, label: number ? `${number} ${label}` : label })
    if (siteId !== undefined && sites.some((site) => site.id === siteId)) setSite(siteId)
    if (!here) return void navigate(path)
    const address = new URLSearchParams(search)
    address.set("dialog", new URLSearchParams(path.split("?")[1]).get("dialog")!)
    void navigate({ search: `?${address}` })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = all.length - 1
    const next = {
      ArrowDown: chosen === last ? 0 : chosen + 1,
      ArrowUp: chosen <= 0 ? last : chosen - 1,
      PageDown: Math.min(chosen + 8, last),
      PageUp: Math.max(chosen - 8, 0),
    }[event.key]
    if (next !== undefined) setAt(next)
    else if (event.key === "Enter" && !event.nativeEvent.isComposing) run(all[chosen])
    else if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) onClose()
    else return
    event.preventDefault()
  }
  const isWaiting = typed && (asked !== text.trim() || answer.isFetching)
  const fault =
    typed && answer.isError
      ? answer.error instanceof ApiError && answer.error.status > 0
        ? answer.error.sentence
        : "Records cannot be searched without a connection."
      : ""
  const none = typed && all.length === 0 && !isWaiting && !fault
  let n = -1
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Layer>
          <Dialog.Overlay className="veil">
            <Dialog.Content className="overlay palette" aria-modal aria-describedby={undefined}>
              <Dialog.Title className="sr">Search and commands</Dialog.Title>
              <div className="palette-field">
                <Search size={18} strokeWidth={1.75} aria-hidden />
                <input
                  role="combobox"
                  aria-label="Search pages, actions and records"
                  aria-expanded
                  aria-controls={`${id}-list`}
                  aria-activedescendant={all.length > 0 ? `${id}-${chosen}` : undefined}
                  aria-autocomplete="list"
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  maxLength={200}
                  placeholder="Search pages, actions and records"
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                  onKeyDown={onKeyDown}
                />
                <Dialog.Close className="palette-close" aria-label="Close">
                  <kbd aria-hidden>Esc</kbd>
                </Dialog.Close>
              </div>
              <div className="palette-list" ref={list} id={`${id}-list`} role="listbox" aria-label="Found" aria-busy={isWaiting || undefined}>
                {groups.map(({ heading, items, more }) => (
                  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options, which fieldset is not
                  <div key={heading} role="group" aria-label={heading}>
                    <div className="palette-heading" aria-hidden>
                      {heading}
                      {more && <small> · and more</small>}
                    </div>
                    {items.map((item) => {
                      n++
                      const here = n
                      return (
                        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field keeps the focus and has the keys
                        <div
                          key={`${item.path}${item.label}`}
                          id={`${id}-${here}`}
                          role="option"
                          aria-selected={here === chosen}
                          className="palette-item"
                          onPointerMove={() => setAt(here)}
                          onClick={() => run(item)}
                        >
                          {item.number && <b>{item.number}</b>}
                          <span className="palette-label">{item.label}</span>
                          {item.note && <small>{item.note}</small>}
                        </div>
                      )
                    })}
                  </div>
                ))}
                {none && <p className="palette-none">Nothing found for “{text.trim()}”. Try a number such as PR-2026-0001, or a name.</p>}
                {fault && <p className="palette-none">{fault}</p>}
              </div>
              <p className="sr" role="status">
                {isWaiting ? "" : fault || (typed ? `${all.length} found` : "")}
              </p>
            </Dialog.Content>
          </Dialog.Overlay>
        </Layer>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
