/** What waits for the person's decision, over all modules: chosen, approved or rejected one by one or many at once. */
import { Button } from "@ops/platform/ui/button.tsx"
import { DataTable, toggled } from "@ops/platform/ui/lists/data-table.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ErrorPanel, Guard } from "@ops/platform/ui/error-panel.tsx"
import { inThePast, keepInstant } from "@ops/platform/ui/instant.ts"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { useMedia } from "@ops/platform/ui/media.ts"
import { Page } from "@ops/platform/ui/page.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { readPage } from "@ops/platform/ui/data/api.ts"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { RowSelectionState } from "@tanstack/react-table"
import { type KeyboardEvent, useMemo, useRef, useState } from "react"
import { useNavigate } from "react-router-dom"
import type { Approval } from "../contract.ts"
import { pathOf } from "../../web/client.ts"
import { ApprovalCards } from "./approval-cards.tsx"
import { approvalColumns } from "./approval-columns.tsx"
import { DecideDialog } from "./approval-decision.tsx"
import { Outcomes, type Outcome } from "./approval-outcomes.tsx"
import { idOf, type Verb } from "./approval-labels.ts"
import "./approvals.css"

/** More than this is not decided in one sitting; the rest appears as these are decided. */
const atOnce = 500

export const Component = () => {
  const { siteId } = useWorkingSite()
  const [kind, setKind] = useAddress("kind")
  const [sort, setSort] = useAddress("sort")
  const [selected, setSelected] = useState<RowSelectionState>({})
  const [deciding, setDeciding] = useState<{ readonly verb: Verb; readonly rows: readonly Approval[] }>()
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([])
  const phone = useMedia("(max-width: 800px)")
  const frame = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const query = { limit: atOnce, siteId, sort: sort ?? undefined }
  const answer = useQuery({
    queryKey: [pathOf("GET /api/approvals"), query, "page"],
    queryFn: ({ signal }) => readPage<Approval>(pathOf("GET /api/approvals"), query, signal),
    placeholderData: keepPreviousData,
  })
  const all = useMemo(() => answer.data?.rows ?? [], [answer.data])
  const total = answer.data?.total ?? all.length
  const rows = useMemo(() => (kind ? all.filter((row) => row.kind === kind) : all), [all, kind])
  // what has left the list is chosen no more
  const chosen = rows.filter((row) => selected[idOf(row)])
  const kinds = useMemo(() => [...Map.groupBy(all, (row) => row.kind)].map(([id, { length, [0]: first }]) => ({ id, length, label: first!.label })), [all])

  const focused = () => document.activeElement?.closest<HTMLElement>("[data-row]")?.dataset["row"]
  const focusRow = (id: string | undefined) =>
    id === undefined ? undefined : frame.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"] .number`)?.focus()
  const step = (by: 1 | -1) => {
    const ids = rows.map(idOf)
    const here = focused()
    focusRow(here === undefined ? ids[by === 1 ? 0 : ids.length - 1] : ids[ids.indexOf(here) + by])
  }
  const decide = (verb: Verb, some: readonly Approval[]) => {
    const possible = verb === "reject" ? some.filter(({ reject }) => reject !== null) : some
    if (possible.length > 0 && !inThePast) setDeciding({ verb, rows: possible })
  }
  /** Those that are chosen, or else the one that has the focus. */
  const meant = () => (chosen.length > 0 ? chosen : rows.filter((row) => idOf(row) === focused()))
  const toggle = () => {
    const id = focused()
    if (id) setSelected((old) => toggled(old, id))
  }
  useKeys("Approvals", {
    j: ["Next row", () => step(1)],
    k: ["Row before", () => step(-1)],
    ...(!inThePast && {
      a: ["Approve", () => decide("approve", meant())] as const,
      r: ["Reject", () => decide("reject", meant())] as const,
      x: ["Choose row (or the space bar)", toggle] as const,
    }),
  })
  // only on a row's own link: a button keeps its space bar
  const onSpace = (event: KeyboardEvent) => {
    if (event.key !== " " || inThePast || !(event.target as Element).matches(".number")) return
    event.preventDefault()
    toggle()
  }
  const decided = (done: readonly Outcome[]) => {
    const place = rows.findIndex((row) => row === deciding?.rows[0])
    const left = rows.filter((row) => !done.some((each) => each.ok && idOf(each.row) === idOf(row)))
    const next = left[Math.min(Math.max(place, 0), left.length - 1)]
    setOutcomes(done.length > 1 && done.some(({ ok }) => !ok) ? done : [])
    setSelected((old) => Object.fromEntries(Object.entries(old).filter(([id]) => done.some((each) => !each.ok && idOf(each.row) === id))))
    setDeciding(undefined)
    requestAnimationFrame(() => focusRow(next && idOf(next)))
  }

  const open = useMemo(
    () => ({
      id: null,
      href: (id: string) => keepInstant(rows.find((row) => idOf(row) === id)?.path ?? ""),
      run: (id: string) => void navigate(keepInstant(rows.find((row) => idOf(row) === id)?.path ?? "")),
    }),
    [rows, navigate],
  )
  const columns = useMemo(() => approvalColumns((verb, row) => decide(verb, [row])), [])
  const span =
    total > all.length ? `The first ${all.length} of ${total} things that wait` : `${rows.length} ${rows.length === 1 ? "thing waits" : "things wait"}`

  const body = () => {
    if (answer.isPending) return <Loading rows={6} label="Loading approvals..." />
    if (answer.isError) return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} />
    if (rows.length === 0 && all.length > 0)
      return <EmptyState title="None of this kind awaits your decision" action={<Button onClick={() => void setKind(null)}>Show all</Button>} />
    if (rows.length === 0) return <EmptyState title="Nothing awaits your decision" text="Requests that you may decide appear here automatically." />
    if (phone)
      return (
        <ApprovalCards
          rows={rows}
          selected={selected}
          onSelect={(id) => setSelected((old) => toggled(old, id))}
          onDecide={(verb, row) => decide(verb, [row])}
          foot={span}
        />
      )
    return (
      <DataTable<Approval>
        rows={rows}
        columns={columns}
        rowId={idOf}
        label="Approvals"
        sort={sort ?? "since"}
        onSort={(next) => void setSort(next || null)}
        open={open}
        foot={span}
        part={total > all.length}
        busy={answer.isPlaceholderData}
        {...(!inThePast && { selected, onSelect: setSelected })}
      />
    )
  }
  return (
    <Page>
      {kinds.length > 1 && (
        <div className="list-head">
          <nav className="views" aria-label="Kinds">
            {[{ id: null, label: "All", length: all.length }, ...kinds].map(({ id, label, length }) => (
              <button key={id ?? ""} type="button" className="view" aria-current={(kind ?? null) === id ? "page" : undefined} onClick={() => void setKind(id)}>
                {label}
                <span className="num"> {length}</span>
              </button>
            ))}
          </nav>
        </div>
      )}
      {outcomes.length > 0 && <Outcomes of={outcomes} onClose={() => setOutcomes([])} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the space bar on a row's link */}
      <section className="panel list" ref={frame} aria-label="Approvals" onKeyDown={onSpace}>
        {chosen.length > 0 && (
          <div className="chosen">
            <b>{chosen.length} chosen</b>
            <Button kind="primary" onClick={() => decide("approve", chosen)}>
              Approve {chosen.length}
            </Button>
            <Button kind="danger" disabled={chosen.every(({ reject }) => reject === null)} onClick={() => decide("reject", chosen)}>
              Reject {chosen.filter(({ reject }) => reject !== null).length}
            </Button>
            <button type="button" className="link" onClick={() => setSelected({})}>
              Clear
            </button>
          </div>
        )}
        <p className="sr" role="status">
          {answer.isSuccess && !answer.isPlaceholderData ? span : ""}
        </p>
        <Guard>{body()}</Guard>
      </section>
      {deciding && <DecideDialog {...deciding} onDone={decided} onClose={() => setDeciding(undefined)} />}
    </Page>
  )
}
