/** One bank account: its open lines on the left, the proposals for each on the right, and its balances. J and K move, Enter confirms. */
import { lastDayOf, monthOf } from "@ops/platform/calendar.ts"
import { count } from "@ops/platform/text.ts"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Day, formatDay, formatDaysIn, lastMonth, today } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { DateInput } from "@ops/platform/ui/forms/date-input.tsx"
import { inThePast, keepInstant } from "@ops/platform/ui/instant.ts"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { HeadActs, useHead } from "@ops/platform/ui/layers/head.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { useMedia } from "@ops/platform/ui/media.ts"
import { formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { Sentence } from "@ops/platform/ui/sentence.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { Check } from "lucide-react"
import { useRef } from "react"
import { Link, useParams } from "react-router-dom"
import { pathOf, pathsOf, useApi, useCommand } from "../../web/client.ts"
import type { LineProposals } from "../accounts/resource.ts"
import "./bank.css"

const ImportStatementDialog = lazyPart(() => import("./import-statement-dialog.tsx"))
const DraftLineDialog = lazyPart(() => import("./draft-line-dialog.tsx"))

type Proposal = (typeof LineProposals.Encoded)["proposals"][number]
const verbs: Readonly<Record<Proposal["kind"], string>> = {
  entries: "Match",
  invoices: "Record payment",
  bills: "Draft payment run",
  offset: "Match both lines",
  draft: "Draft transaction",
}

export const Component = () => {
  const { id = "" } = useParams()
  const account = useApi("GET /api/bank-accounts/:id", { id })
  return <Answer of={account}>{(found) => <Reconciliation key={found.id} account={found} />}</Answer>
}

type Account = NonNullable<ReturnType<typeof useApi<"GET /api/bank-accounts/:id">>["data"]>
type Line = NonNullable<ReturnType<typeof useApi<"GET /api/bank-lines">>["data"]>[number]

const Reconciliation = ({ account }: { readonly account: Account }) => {
  const { id, name, currency, importedTo, kind } = account
  const lines = useApi("GET /api/bank-lines", { query: { accountId: id, status: "open", sort: "date", limit: 1000 } })
  const proposed = useApi("GET /api/bank-accounts/:id/proposals", { id })
  const [asked, setOpen] = useAddress("line")
  const [chosenText, setChosen] = useAddress("proposal")
  const [onDay, setDay] = useAddress("date")
  const dialog = useDialog()
  const phone = useMedia("(max-width: 900px)")
  const frame = useRef<HTMLElement>(null)
  const rows = lines.data ?? []
  const line = rows.find((row) => String(row.id) === asked) ?? (phone ? undefined : rows[0])
  const at = line ? rows.indexOf(line) : -1
  const proposals = proposed.data?.find(({ lineId }) => lineId === line?.id)?.proposals ?? []
  const chosen = Math.min(Number(chosenText ?? 1), Math.max(proposals.length, 1))
  const date = onDay ?? monthEndUpTo(kind === "bank" ? (importedTo ?? today()) : today())
  useHead({
    title: name,
    subtitle: lines.isSuccess ? `${count(rows.length, "open line")}${importedTo ? `, imported up to ${formatDay(importedTo)}` : ""}` : undefined,
  })

  const show = (next: Line | undefined) => {
    void setChosen(null)
    void setOpen(next ? String(next.id) : null)
    if (next) requestAnimationFrame(() => frame.current?.querySelector<HTMLElement>(`[data-row="${next.id}"] .number`)?.focus())
  }
  const step = (by: 1 | -1) => rows[at + by] && show(rows[at + by])
  const accept = useAccept(() => show(rows[at + 1] ?? rows[at - 1]), id)
  const confirm = () => {
    const proposal = proposals[chosen - 1]
    if (!line || inThePast || accept.pending) return
    if (proposal && !(proposal.kind === "draft" && proposal.siteId === null)) accept.run(line, proposal)
    else dialog.open("draft-line", line.id)
  }
  useKeys("Reconciliation", {
    j: ["Next line", () => step(1)],
    k: ["Line before", () => step(-1)],
    ...Object.fromEntries(proposals.map((_, n) => [String(n + 1), [`Proposal ${n + 1}`, () => void setChosen(String(n + 1))] as const])),
    ...(!inThePast && {
      Enter: ["Confirm the proposal", confirm] as const,
      d: ["Draft a transaction", () => line && dialog.open("draft-line", line.id)] as const,
    }),
  })
  return (
    <div className="bank">
      {!inThePast && (
        <HeadActs>
          <Button onClick={() => dialog.open("import-statement")}>Import Statement</Button>
        </HeadActs>
      )}
      <Standing account={account} date={date} onDate={(day) => void setDay(day)} />
      {lines.isPending ? (
        <Loading rows={6} label="Loading lines..." />
      ) : rows.length === 0 ? (
        <EmptyState
          title="Every line is matched"
          text={importedTo ? `Imported statements reach ${formatDay(importedTo)}.` : "No statement is imported yet."}
          action={<Link to={keepInstant(`/bank?tab=lines`)}>All lines</Link>}
        />
      ) : (
        <div className="bank-panes">
          {(!phone || !line) && (
            <section className="bank-lines" ref={frame} aria-label="Open lines">
              <ul>
                {rows.map((row) => (
                  <li key={row.id} data-row={row.id} data-open={row.id === line?.id || undefined}>
                    <a
                      className="number bank-line"
                      href={`?line=${row.id}`}
                      aria-current={row.id === line?.id || undefined}
                      onClick={(event) => {
                        if (event.metaKey || event.ctrlKey) return
                        event.preventDefault()
                        show(row)
                      }}
                    >
                      <span className="card-line">
                        <b className="bank-cut">{row.counterparty || row.text || "No text"}</b>
                        <Money amount={row.amount} currency={currency} />
                      </span>
                      <span className="card-line muted">
                        <span className="bank-cut">{row.counterparty ? row.text : row.reference}</span>
                        <Day date={row.date} />
                      </span>
                      <Tags of={proposed.data?.find(({ lineId }) => lineId === row.id)?.proposals} line={row} />
                    </a>
                  </li>
                ))}
              </ul>
              <p className="bank-keys muted" aria-hidden>
                <span>
                  <kbd>J</kbd> <kbd>K</kbd> move
                </span>
                <span>
                  <kbd>Enter</kbd> confirm
                </span>
                <span>
                  <kbd>D</kbd> draft
                </span>
              </p>
            </section>
          )}
          {line && (
            <article className="bank-record" aria-label={`Line of ${line.date}`}>
              {phone && (
                <button type="button" className="link" onClick={() => show(undefined)}>
                  All open lines
                </button>
              )}
              <header>
                <div>
                  <p className="muted">
                    <Day date={line.date} /> · {line.reference || "no reference"}
                  </p>
                  <h2>{line.counterparty || line.text || "No text"}</h2>
                  {line.counterparty && <p>{line.text}</p>}
                </div>
                <div className="bank-amount">
                  <Money amount={line.amount} currency={currency} />
                  <small className="num">{`${at + 1} of ${rows.length}`}</small>
                </div>
              </header>
              <div className="bank-body">
                {line.made.length > 0 && (
                  <p>
                    Recorded as {line.made.map(({ number, status }) => `${number} (${status.replaceAll("_", " ")})`).join(", ")}. It is matched once that is
                    posted.
                  </p>
                )}
                {proposed.isPending ? (
                  <Loading rows={3} label="Looking for proposals..." />
                ) : proposals.length === 0 ? (
                  <p className="muted">No ledger entry and no open document matches this line.</p>
                ) : (
                  <ol className="bank-proposals" aria-label="Proposals">
                    {proposals.map((proposal, n) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: proposals are told apart by their place
                      <li key={n} data-chosen={n + 1 === chosen || undefined}>
                        <button type="button" aria-pressed={n + 1 === chosen} onClick={() => void setChosen(String(n + 1))}>
                          <span className="card-line">
                            <kbd aria-hidden>{n + 1}</kbd>
                            <b className="bank-title">{formatDaysIn(proposal.title)}</b>
                            {proposal.certain && <Badge tone="green">Certain</Badge>}
                          </span>
                          <ul>
                            {proposal.reasons.map((reason) => (
                              <li key={reason}>
                                <Check size={14} strokeWidth={1.75} aria-hidden /> {formatDaysIn(reason)}
                              </li>
                            ))}
                          </ul>
                        </button>
                      </li>
                    ))}
                  </ol>
                )}
              </div>
              {!inThePast && (
                <footer>
                  {line.made.length === 0 && (
                    <Button large={phone} aria-keyshortcuts="D" onClick={() => dialog.open("draft-line", line.id)}>
                      {proposals[chosen - 1]?.kind === "draft" ? "Change the draft" : "Draft a transaction"} <kbd aria-hidden>D</kbd>
                    </Button>
                  )}
                  <span className="spread" />
                  {proposals[chosen - 1] && (
                    <Button kind="primary" large={phone} disabled={accept.pending} aria-keyshortcuts="Enter" onClick={confirm}>
                      {verbs[proposals[chosen - 1]!.kind]} <kbd aria-hidden>Enter</kbd>
                    </Button>
                  )}
                </footer>
              )}
            </article>
          )}
        </div>
      )}
      {dialog.name === "import-statement" && <ImportStatementDialog accountId={id} onClose={dialog.close} />}
      {dialog.name === "draft-line" && <DraftLineDialog id={dialog.value ?? ""} onClose={dialog.close} />}
    </div>
  )
}

const Tags = ({ of, line }: { readonly of: readonly Proposal[] | undefined; readonly line: Line }) => {
  const [best] = of ?? []
  if (best?.certain) return <Badge tone="green">Certain</Badge>
  if (line.made.length > 0) return <Badge tone="blue">Recorded</Badge>
  return of && !best ? <Badge tone="amber">No proposal</Badge> : null
}

/** The last day of the latest month that ends on or before a day. */
const monthEndUpTo = (day: string) => {
  const last = lastDayOf(monthOf(day))
  return last <= day ? last : lastDayOf(lastMonth(day))
}

/** Confirms a proposal with the command for its kind. */
const useAccept = (onDone: () => void, id: number) => {
  const lists = [...pathsOf("GET /api/bank-lines", "GET /api/bank-accounts"), pathOf("GET /api/bank-accounts/:id/proposals", { id })]
  const given = (done: string) => ({ lists, done, failed: "Failed to confirm the proposal", onDone })
  const params = ({ line }: Confirmed) => ({ id: line.id })
  const shares = (of: Proposal["entries"]) => of ?? []
  const match = useCommand("POST /api/bank-lines/:id/match", {
    ...given("Line matched"),
    params,
    body: ({ line, proposal }: Confirmed) => ({ version: line.version, entries: shares(proposal.entries).map(({ id, amount }) => ({ entryId: id, amount })) }),
  })
  const settle = useCommand("POST /api/bank-lines/:id/settle", {
    ...given("Payment recorded"),
    params,
    body: ({ line, proposal }: Confirmed) => ({
      version: line.version,
      invoices: shares(proposal.invoices).map(({ id, amount }) => ({ invoiceId: id, amount })),
      fee: proposal.fee ?? null,
    }),
  })
  const pay = useCommand("POST /api/bank-lines/:id/pay", {
    ...given("Payment run drafted"),
    params,
    body: ({ line, proposal }: Confirmed) => ({ version: line.version, bills: shares(proposal.bills).map(({ id, amount }) => ({ payableId: id, amount })) }),
  })
  const offset = useCommand("POST /api/bank-lines/:id/offset", {
    ...given("Both lines matched"),
    params,
    body: ({ line, proposal }: Confirmed) => ({ version: line.version, otherId: proposal.lineId! }),
  })
  const draft = useCommand("POST /api/bank-lines/:id/draft", {
    ...given("Transaction drafted"),
    params,
    body: ({ line, proposal }: Confirmed) => ({ version: line.version, category: proposal.category!, siteId: proposal.siteId! }),
  })
  const all = { entries: match, invoices: settle, bills: pay, offset, draft }
  return {
    pending: Object.values(all).some(({ pending }) => pending),
    run: (line: Line, proposal: Proposal) => void all[proposal.kind].run({ line, proposal }),
  }
}
interface Confirmed {
  readonly line: Line
  readonly proposal: Proposal
}

/** The balances on a day, and the button that reconciles it. */
const Standing = ({ account, date, onDate }: { readonly account: Account; readonly date: string; readonly onDate: (day: string) => void }) => {
  const { id, name, currency, kind } = account
  const dialog = useDialog()
  const found = useApi("GET /api/bank-accounts/:id/standing", { id, query: { date } })
  const of = found.data
  const reconcile = useCommand("POST /api/bank-accounts/:id/reconcile", {
    id,
    body: () => ({ date }),
    lists: [...pathsOf("GET /api/bank-accounts"), pathOf("GET /api/bank-accounts/:id/standing", { id })],
    done: `${name} is reconciled on ${formatDay(date)}`,
    failed: "Failed to reconcile the account",
  })
  const figure = (label: string, amount: string | null | undefined) => (
    <div>
      <dt>{label}</dt>
      <dd className="num">{amount === undefined || amount === null ? "–" : formatMoney(amount, currency)}</dd>
    </div>
  )
  return (
    <section className="bank-standing" aria-label="Balances">
      <label htmlFor="balances-at">
        <span>At the end of</span>
        <DateInput id="balances-at" max={today()} value={date} onChange={(day) => day && onDate(day)} />
      </label>
      <dl>
        {figure("Books", of?.books)}
        {kind === "bank" && figure("In transit", of?.inTransit)}
        {kind === "bank" && figure("Bank", of?.bank)}
      </dl>
      <p>{of?.reconciled ? <Badge tone="green">Reconciled</Badge> : of?.fault ? <Sentence text={`${of.fault}.`} /> : of && "Ledger and bank agree."}</p>
      {of && !of.reconciled && of.fault === null && !inThePast && (
        <Button kind="primary" onClick={() => dialog.open("reconcile")}>
          Reconcile
        </Button>
      )}
      {dialog.name === "reconcile" && of && (
        <ConfirmDialog
          title={`Reconcile ${name}`}
          text={`On ${formatDay(date)} the bank has ${formatMoney(of.bank ?? of.books, currency)}. The ledger is then checked against it.`}
          confirm="Reconcile"
          pending="Reconciling..."
          onConfirm={() => reconcile.send()}
          onClose={dialog.close}
        />
      )}
    </section>
  )
}
