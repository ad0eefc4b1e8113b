/**
 * The inbox: what waits for the person's decision, over all modules, in a list, and next to it the open record with its two decisions. Its other tabs show
 * what the person has decided, and what waits for others.
 */
import { Button } from "@ops/platform/ui/button.tsx"
import { toggled } from "@ops/platform/ui/lists/data-table.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ErrorPanel, Guard } from "@ops/platform/ui/error-panel.tsx"
import { HeadActs, useHead } from "@ops/platform/ui/layers/head.tsx"
import { inThePast, keepInstant, shownAt } from "@ops/platform/ui/instant.ts"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { ChoiceMenu } from "@ops/platform/ui/layers/menu.tsx"
import { PageTabs } from "@ops/platform/ui/tabs.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { useMedia } from "@ops/platform/ui/media.ts"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { readPage } from "@ops/platform/ui/data/api.ts"
import { usePage } from "@ops/platform/ui/data/data.ts"
import { delegatedFirst, inboxFirst, inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { When } from "@ops/platform/ui/date.tsx"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import type { RowSelectionState } from "@tanstack/react-table"
import { Check, List, MailQuestionMark } from "lucide-react"
import { type KeyboardEvent, type TouchEvent, useEffect, useMemo, useRef, useState } from "react"
import { Link, useNavigate } from "react-router-dom"
import type { Approval } from "../contract.ts"
import { pathOf } from "../../web/client.ts"
import { ManyDialog, ReasonDialog } from "./approval-decision.tsx"
import { idOf, type Verb } from "./approval-labels.ts"
import { ageOf, sumsOf } from "./approval-words.ts"
import { ApprovalList } from "./approval-list.tsx"
import { Outcomes } from "./approval-outcomes.tsx"
import { ApprovalRecord } from "./approval-record.tsx"
import { decide, showOutcomes, undoLast, useOutcomes, usePending } from "./decisions.ts"
import "./approvals.css"

/** The list shows at most this many; the rest appear as these are decided. */
const atOnce = 500
const orders = [
  { value: "since", label: "Oldest first" },
  { value: "-since", label: "Newest first" },
  { value: "-amount", label: "Largest amount" },
  { value: "requestedBy", label: "By requester" },
]

const tabs = [
  { id: "mine", label: "Mine" },
  { id: "delegated", label: "Delegated to me" },
  { id: "decided", label: "Decided" },
  { id: "others", label: "Everyone's" },
] as const
const empty = {
  mine: { title: "Nothing awaits your decision", text: "New requests appear here as soon as they are submitted." },
  delegated: { title: "Nothing delegated to you awaits a decision", text: "What another person delegates to you while away appears here." },
  decided: { title: "You have not decided anything yet", text: "Your approvals and rejections appear here, the latest first." },
  others: { title: "Nothing awaits another person", text: "Requests that others decide appear here, with who may decide them." },
} as const

export const Component = () => {
  const [asked, setTab] = useAddress("tab")
  const [, setOpen] = useAddress("open")
  const show = tabs.find(({ id }) => id === asked)?.id ?? "mine"
  const counts = {
    mine: usePage(inboxPath, inboxFirst).data?.total,
    delegated: usePage(inboxPath, delegatedFirst).data?.total || undefined,
    decided: undefined,
    others: undefined,
  }
  const onOpen = (id: string) => {
    void setTab(id === "mine" ? null : id)
    void setOpen(null)
  }
  return (
    <PageTabs tabs={tabs.map((tab) => ({ ...tab, count: counts[tab.id] }))} label="Approvals" open={show} onOpen={onOpen}>
      <Inbox show={show} />
    </PageTabs>
  )
}

const Inbox = ({ show }: { readonly show: (typeof tabs)[number]["id"] }) => {
  const isDeciding = show === "mine" || show === "delegated"
  const isReading = inThePast || !isDeciding
  const { siteId } = useWorkingSite()
  const [kind, setKind] = useAddress("kind")
  const [sort, setSort] = useAddress("sort")
  const [asked, setOpen] = useAddress("open")
  // not in the address, which may be that of the next page already
  const [reading, setReading] = useState<string>()
  const [isSelecting, setSelecting] = useState(false)
  const [selected, setSelected] = useState<RowSelectionState>({})
  const [asking, setAsking] = useState<{ readonly verb: Verb; readonly rows: readonly Approval[] }>()
  const [isList, setList] = useState(false)
  const phone = useMedia("(max-width: 900px)")
  const frame = useRef<HTMLElement>(null)
  const swipe = useRef(0)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const pending = usePending()
  const outcomes = useOutcomes()
  const usual = show === "decided" ? "-since" : "since"
  const query = { limit: atOnce, siteId, sort: sort ?? undefined, ...(show !== "mine" && { show }) }
  const answer = useQuery({
    queryKey: [pathOf("GET /api/approvals"), query, "page"],
    queryFn: ({ signal }) => readPage<Approval>(pathOf("GET /api/approvals"), query, signal),
    placeholderData: keepPreviousData,
  })
  // decided rows leave the list at once, even while they can still be undone
  const gone = useMemo(() => new Set(pending.flatMap(({ rows }) => rows.map(idOf))), [pending])
  const all = useMemo(() => (answer.data?.rows ?? []).filter((row) => !isDeciding || !gone.has(idOf(row))), [answer.data, gone, isDeciding])
  const total = (answer.data?.total ?? 0) - (answer.data?.rows.length ?? 0) + all.length
  const rows = useMemo(() => (kind ? all.filter((row) => row.kind === kind) : all), [all, kind])
  const kinds = useMemo(() => [...Map.groupBy(all, (row) => row.kind)].map(([id, { length, [0]: first }]) => ({ id, length, label: first!.label })), [all])
  // rows that have left the list are no longer selected
  const chosen = rows.filter((row) => selected[idOf(row)])
  const one = rows.find((row) => idOf(row) === (asked ?? reading)) ?? rows[0]
  const open = one && idOf(one)
  // the record being read stays open when others arrive
  useEffect(() => {
    if (asked === null && open !== undefined) setReading(open)
  }, [asked, open])
  const at = one ? rows.indexOf(one) : 0
  const now = shownAt()?.getTime() ?? Date.now()
  const oldest = all.map(({ since }) => since).sort()[0]
  const verb = total === 1 ? "awaits" : "await"
  const summary = {
    mine: `${total} ${verb} your decision`,
    delegated: `${total} ${verb} your decision in the place of another person`,
    decided: `You decided ${total}`,
    others: `${total} ${verb} others`,
  }[show]
  const oldestText = show === "decided" || oldest === undefined ? "" : ` The oldest has waited ${ageOf(oldest, now)}.`
  useHead({ subtitle: answer.isSuccess && oldest !== undefined ? `${summary}.${oldestText}` : undefined })

  const focusRow = (id: string | undefined) =>
    id === undefined ? undefined : frame.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] .number`)?.focus()
  const openRow = (id: string | undefined) => {
    void setOpen(id ?? null)
    requestAnimationFrame(() => focusRow(id))
  }
  const step = (by: 1 | -1) => {
    const next = rows[at + by]
    if (next) openRow(idOf(next))
  }
  const toggle = () => {
    if (!open) return
    setSelecting(true)
    setSelected((old) => toggled(old, open))
  }
  const clear = () => {
    setSelected({})
    setSelecting(false)
  }
  /** Opens the next record in the list as it will be without these. */
  const passOn = (done: readonly Approval[]) => {
    const left = rows.filter((row) => !done.includes(row))
    const next = left[Math.min(rows.slice(0, at).filter((row) => !done.includes(row)).length, left.length - 1)]
    openRow(next && idOf(next))
  }
  const send = (verb: Verb, some: readonly Approval[], reason = "") => {
    decide(queries, { verb, rows: some, reason })
    setAsking(undefined)
    if (some.length > 1) clear()
    passOn(some)
  }
  const start = (verb: Verb) => {
    if (isReading) return
    if (chosen.length > 0) return setAsking({ verb, rows: chosen })
    if (!one || (verb === "reject" && one.reject === null)) return
    if (verb === "approve" && !one.approve.reason) return send("approve", [one])
    setAsking({ verb, rows: [one] })
  }
  const full = () => one && void navigate(keepInstant(one.path), { state: { back: true } })
  const question = () => one && !isReading && location.assign(askHref(one))
  const back = () => (chosen.length > 0 || isSelecting ? clear() : phone && !isList ? setList(true) : void navigate(-1))
  useKeys("Approvals", {
    j: ["Next record", () => step(1)],
    k: ["Record before", () => step(-1)],
    Enter: ["Open the full page", full],
    Escape: ["Clear what is chosen; go back", back],
    ...(!isReading && {
      a: ["Approve", () => start("approve")] as const,
      r: ["Reject", () => start("reject")] as const,
      c: ["Ask a question", question] as const,
      x: ["Choose the record (or the space bar)", toggle] as const,
      z: ["Undo the last decision", undoLast] as const,
    }),
  })
  // only on a row's own link: buttons keep the space bar
  const onSpace = (event: KeyboardEvent) => {
    if (event.key !== " " || isReading || !(event.target as Element).matches(".number")) return
    event.preventDefault()
    toggle()
  }
  const onSwipe = ({ changedTouches }: TouchEvent) => {
    const by = (changedTouches[0]?.clientX ?? 0) - swipe.current
    if (Math.abs(by) > 60) step(by < 0 ? 1 : -1)
  }
  const hrefOf = (id: string) => {
    const address = new URLSearchParams(location.search)
    address.set("open", id)
    return `?${address}`
  }

  const list = () => {
    if (answer.isPending) return <Loading rows={6} label="Loading approvals..." />
    if (answer.isError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />
    if (rows.length === 0 && all.length > 0)
      return <EmptyState title="None of this kind" action={<Button onClick={() => void setKind(null)}>Show all</Button>} />
    return (
      <ApprovalList
        rows={rows}
        open={phone ? undefined : open}
        hrefOf={hrefOf}
        onOpen={(id, byKey) => {
          if (id === open && byKey && !phone) full()
          else openRow(id)
          setList(false)
        }}
        show={show}
        selected={isReading || !(isSelecting || chosen.length > 0) ? undefined : selected}
        onSelect={(id) => setSelected((old) => toggled(old, id))}
        now={now}
      />
    )
  }
  const openFull = (
    <button type="button" className="approval-quiet" onClick={full} aria-keyshortcuts="Enter">
      Open full page <kbd aria-hidden>Enter</kbd>
    </button>
  )
  const besides = one && (
    <>
      <a className="approval-quiet" href={askHref(one)} aria-keyshortcuts="C">
        <MailQuestionMark size={16} strokeWidth={1.75} aria-hidden /> Ask a question <kbd aria-hidden>C</kbd>
      </a>
      {openFull}
    </>
  )
  const bar = one && (
    <footer className="approval-foot">
      {isReading ? (
        <>
          <p className="muted">
            {isDeciding && "Awaiting a decision at this moment. Go back to now to decide."}
            {show === "others" && `Awaits ${one.waitsFor ?? "a decision, but no one else may decide it"}.`}
            {show === "decided" && (
              <>
                You {one.decision} it, <When at={one.since} exact />
              </>
            )}
          </p>
          <span className="spread" />
          {!phone && openFull}
        </>
      ) : (
        <>
          {!phone && besides}
          <span className="spread" />
          {one.reject && (
            <Button kind="danger" large={phone} aria-label={`Reject ${one.number}`} aria-keyshortcuts="R" onClick={() => start("reject")}>
              Reject <kbd aria-hidden>R</kbd>
            </Button>
          )}
          <Button kind="primary" large={phone} aria-label={`Approve ${one.number}`} aria-keyshortcuts="A" onClick={() => start("approve")}>
            {phone && <Check size={20} strokeWidth={2} aria-hidden />}
            Approve <kbd aria-hidden>A</kbd>
          </Button>
        </>
      )}
    </footer>
  )
  const place = rows.length > 1 ? `${at + 1} of ${rows.length}` : ""
  const isEmpty = answer.isSuccess && all.length === 0
  const delegations = <Link to={keepInstant("/approvals/delegations")}>Delegations</Link>
  return (
    <div className="approvals">
      {!phone && (
        <HeadActs>
          <Button asChild>{delegations}</Button>
        </HeadActs>
      )}
      <p className="sr" role="status">
        {answer.isSuccess && !answer.isPlaceholderData ? summary : ""}
      </p>
      {outcomes.length > 0 && <Outcomes of={outcomes} onClose={() => showOutcomes([])} />}
      {isEmpty ? (
        <EmptyState {...empty[show]} {...(phone && { action: <Button asChild>{delegations}</Button> })} />
      ) : (
        <div className="approval-panes">
          {(!phone || isList) && (
            // biome-ignore lint/a11y/noStaticElementInteractions: the space bar on a row's link
            <section className="approval-inbox" ref={frame} aria-label="Approvals" onKeyDown={onSpace}>
              <div className="approval-tools">
                <ChoiceMenu
                  label="Kind"
                  value={kind ?? ""}
                  onChange={(next) => void setKind(next || null)}
                  options={[{ value: "", label: "All kinds" }, ...kinds.map(({ id, label, length }) => ({ value: id, label: `${label} (${length})` }))]}
                />
                <ChoiceMenu label="Order" value={sort ?? usual} onChange={(next) => void setSort(next === usual ? null : next)} options={orders} />
                <span className="spread" />
                {phone && delegations}
                {!isReading && (
                  <button type="button" className="approval-quiet" aria-pressed={isSelecting} onClick={() => (isSelecting ? clear() : setSelecting(true))}>
                    Select <kbd aria-hidden>X</kbd>
                  </button>
                )}
              </div>
              <div className="approval-scroll">
                <Guard>{list()}</Guard>
              </div>
              {chosen.length > 0 && (
                <div className="approval-chosen">
                  <b>{chosen.length} chosen</b>
                  <span className="num">{sumsOf(chosen)}</span>
                  <span className="spread" />
                  <button type="button" className="act" data-solid onClick={() => start("approve")}>
                    Approve {chosen.length}
                  </button>
                  <button type="button" className="act" onClick={() => start("reject")}>
                    Reject {chosen.length}
                  </button>
                  <button type="button" className="link" onClick={clear}>
                    Clear
                  </button>
                </div>
              )}
              {total > all.length && (
                <p className="approval-more muted">
                  The first {all.length} of {total}. The others follow as you decide.
                </p>
              )}
              <p className="approval-keys" aria-hidden>
                <span>
                  <kbd>J</kbd> <kbd>K</kbd> move
                </span>
                {!isReading && (
                  <>
                    <span>
                      <kbd>A</kbd> approve
                    </span>
                    <span>
                      <kbd>R</kbd> reject
                    </span>
                  </>
                )}
                <span>
                  <kbd>?</kbd> all keys
                </span>
              </p>
            </section>
          )}
          {one && (!phone || !isList) && (
            <article
              className="approval-record"
              aria-label={one.number}
              data-record={idOf(one)}
              onTouchStart={({ touches }) => {
                swipe.current = touches[0]?.clientX ?? 0
              }}
              onTouchEnd={phone ? onSwipe : undefined}
            >
              {phone && (
                <nav className="approval-place" aria-label="Records">
                  <button type="button" className="approval-quiet" onClick={() => setList(true)}>
                    <List size={18} strokeWidth={1.75} aria-hidden /> All {rows.length}
                  </button>
                  <span className="spread" />
                  <span className="approval-dots" aria-hidden>
                    {rows.length > 1 &&
                      rows.length <= 8 &&
                      rows.map((row, n) => <i key={idOf(row)} data-on={row === one || undefined} data-past={n < at || undefined} />)}
                  </span>
                  <span className="num muted">{place}</span>
                </nav>
              )}
              <Guard key={idOf(one)}>
                <div className="approval-card">
                  <ApprovalRecord
                    row={one}
                    show={show}
                    place={phone ? "" : place}
                    phone={phone}
                    besides={<div className="line approval-besides">{isReading ? openFull : besides}</div>}
                  />
                </div>
                {phone && !isReading && (
                  <p className="approval-hint muted">{rows.length > 1 && "Swipe for the next one. "}Approving can be undone for 10 seconds.</p>
                )}
              </Guard>
              {bar}
            </article>
          )}
        </div>
      )}
      {asking && asking.rows.length === 1 && chosen.length === 0 && (
        <ReasonDialog
          verb={asking.verb}
          row={asking.rows[0]!}
          onDecide={(reason) => send(asking.verb, asking.rows, reason)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking && chosen.length > 0 && (
        <ManyDialog verb={asking.verb} chosen={asking.rows} onDecide={(some, reason) => send(asking.verb, some, reason)} onClose={() => setAsking(undefined)} />
      )}
    </div>
  )
}

/** A mail to the requester about the record, with a link to it. */
const askHref = ({ number, title, requestedByEmail, path }: Approval) =>
  `mailto:${requestedByEmail ?? ""}?subject=${encodeURIComponent(`${number}: ${title}`)}&body=${encodeURIComponent(`\n\n${location.origin}${path}`)}`
