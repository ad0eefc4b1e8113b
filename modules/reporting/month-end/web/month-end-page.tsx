/** The month-end of a month: its eight steps, the open one, the checks to resolve, and the effect on the result. */
import { monthBy } from "@ops/platform/calendar.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { href } from "@ops/platform/ui/data/api.ts"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day, formatDay, formatDaysIn, formatInstant, today } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { inThePast, keepInstant } from "@ops/platform/ui/instant.ts"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatFigure, formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { HeadActs, HeadBeside, useHead } from "@ops/platform/ui/layers/head.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { placeOf } from "@ops/ledger/web/labels.ts"
import { Check, ChevronLeft, ChevronRight, Download, X } from "lucide-react"
import { Link, useNavigate, useParams } from "react-router-dom"
import type { MonthEndAnswer } from "../contract.ts"
import { useApi } from "../../web/client.ts"
import "./month-end.css"

const PeriodDialog = lazyPart(() => import("@ops/ledger/periods/web/period-dialog.tsx"))
const RevaluationDialog = lazyPart(() => import("@ops/ledger/revaluations/web/revaluation-dialog.tsx"))

type Month = typeof MonthEndAnswer.Type
type Step = Month["steps"][number]

const addressOf = (period: string) => keepInstant(`/month-end/${period}`)

export const Component = () => {
  const { period = "" } = useParams()
  const month = useApi("GET /api/month-end/:period", { period })
  const of = month.data
  useHead({
    title: `Month-end, ${formatDaysIn(period)}`,
    subtitle: of ? `${of.done} of ${of.steps.length} steps done.${of.current === null && of.status !== "closed" ? " The month is not over." : ""}` : undefined,
  })
  return (
    <Page>
      <Answer of={month} rows={8}>
        {(found) => <Workbench key={found.period} of={found} />}
      </Answer>
    </Page>
  )
}

const Workbench = ({ of }: { readonly of: Month }) => {
  const { can } = useSession()
  const dialog = useDialog()
  const navigate = useNavigate()
  const [asked, setStep] = useAddress("step")
  const { period, steps, checks, current } = of
  const step = steps.find(({ key }) => key === asked) ?? steps.find(({ key }) => key === current) ?? steps.at(-1)!
  const mayChange = can("finance.full") && !inThePast
  const turn = steps.find(({ key }) => key === current)
  const next = mayChange ? turn?.next : undefined
  const act = () => {
    if (!next) return
    if (next.act) return dialog.open(next.act)
    const path = next.path === null ? undefined : placeOf(next.path)
    if (path === undefined) return void setStep(turn!.key)
    void navigate(path)
  }
  useKeys("Month-end", {
    ...Object.fromEntries(steps.map(({ key, title }, n) => [String(n + 1), [title, () => void setStep(key)] as const])),
    ...(next && { "Ctrl ENTER": [next.label, act] as const }),
  })
  const isLast = period >= today().slice(0, 7)
  return (
    <>
      <HeadBeside>
        <span className="month-turn">
          <Link className="plain-icon" to={addressOf(monthBy(period, -1))} aria-label="Month before">
            <ChevronLeft size={17} strokeWidth={1.75} aria-hidden />
          </Link>
          {!isLast && (
            <Link className="plain-icon" to={addressOf(monthBy(period, 1))} aria-label="Next month">
              <ChevronRight size={17} strokeWidth={1.75} aria-hidden />
            </Link>
          )}
        </span>
      </HeadBeside>
      <HeadActs>
        <Button asChild>
          <a href={href(`/api/month-end/${period}`, { format: "xlsx" })} download>
            <Download size={16} strokeWidth={1.75} aria-hidden />
            Export
          </a>
        </Button>
        {next && (
          <Button kind="primary" aria-keyshortcuts="Control+Enter" onClick={act}>
            {next.label}
          </Button>
        )}
      </HeadActs>
      <Steps of={steps} turn={turn?.title} open={step.key} onOpen={(key) => void setStep(key)} />
      <div className="columns month-columns">
        <StepPanel of={step} n={steps.indexOf(step) + 1} month={of} onPreview={mayChange ? () => dialog.open("revalue") : undefined} />
        <div className="stack">
          <Checks of={checks} onAll={() => void setStep("check")} />
          <Due of={of} onAll={() => void setStep("tax")} />
        </div>
      </div>
      <Result of={of} />
      {dialog.name === "close" && mayChange && <PeriodDialog act="close" period={{ ...of, reopeningReason: null }} checks={checks} onClose={dialog.close} />}
      {dialog.name === "revalue" && mayChange && <RevaluationDialog period={period} onClose={dialog.close} />}
    </>
  )
}

const stateWords = { done: "done", current: "current", waiting: "waiting", failed: "needs attention" } as const

const Mark = ({ of: { state }, n }: { readonly of: Step; readonly n: number }) => (
  <span className="month-mark" aria-hidden>
    {state === "done" ? <Check size={13} strokeWidth={2.5} /> : state === "failed" ? <X size={13} strokeWidth={2.5} /> : n}
  </span>
)

interface StepsProps {
  readonly of: readonly Step[]
  /** the title of the current step */
  readonly turn: string | undefined
  readonly open: string
  readonly onOpen: (key: Step["key"]) => void
}
const Steps = ({ of, turn, open, onOpen }: StepsProps) => (
  <ol className="month-steps" aria-label="Steps">
    {of.map((step, n) => (
      <li key={step.key} data-state={step.state}>
        <button type="button" aria-current={step.key === open ? "step" : undefined} onClick={() => onOpen(step.key)}>
          <span className="line-tight">
            <Mark of={step} n={n + 1} />
            <b>{step.title}</b>
            <span className="sr">, {stateWords[step.state]}</span>
          </span>
          {step.summary.map((line) => (
            <span key={line}>{line}</span>
          ))}
          {step.amounts.map(({ amount, currency }) => (
            <span key={currency} className="num">
              {formatMoney(amount, currency)}
            </span>
          ))}
          {step.key !== "check" && step.open > 0 && <span className="negative">{step.open === 1 ? "1 check open" : `${step.open} checks open`}</span>}
          <small className="muted">
            {step.by ?? step.owner}
            <br />
            {step.at ? formatInstant(step.at) : step.state === "current" ? "Next" : step.state === "waiting" && turn && `After ${turn}`}
          </small>
        </button>
      </li>
    ))}
  </ol>
)

const cell = (value: string | null | undefined, { key, kind }: Step["table"]["columns"][number]) => {
  if (value === null || value === undefined || value === "") return <span className="muted">–</span>
  if (key === "status") return <StatusMark status={value} />
  if (kind === "money") return formatFigure(value)
  if (key === "account")
    return (
      <>
        <span className="muted">{value.slice(0, 4)}</span>&ensp;{value.slice(5)}
      </>
    )
  if (kind === "date") return <Day date={value} />
  return kind === "instant" ? formatInstant(value) : formatDaysIn(value)
}

const emptyWords: Readonly<Record<Step["key"], string>> = {
  count: "No meal was served in this month",
  bill: "No invoice for this month",
  send: "No invoice to send",
  pay: "No payroll and no bill in this month",
  revalue: "All SSP balances are carried at the closing rate",
  tax: "No tax to report for this month",
  check: "No checks",
  close: "No open check was overridden",
}

interface StepPanelProps {
  readonly of: Step
  readonly n: number
  readonly month: Month
  /** opens what a revaluation would post; undefined for a reader */
  readonly onPreview: (() => void) | undefined
}
/** The table of a step. */
const StepPanel = ({ of: { key, title, table }, n, month, onPreview }: StepPanelProps) => {
  const isNumber = (kind: string) => kind === "money" || kind === "integer"
  const total = key === "revalue" && table.rows.length > 0
  return (
    <Panel
      title={`${n}. ${key === "revalue" ? "Revalue foreign balances" : title}`}
      count={table.rows.length}
      actions={
        key === "revalue" &&
        month.rate !== null && (
          <span>
            <span className="muted">Closing rate, {formatDay(month.to)}</span> SSP {formatFigure(month.rate)} = $1.00
          </span>
        )
      }
    >
      {table.rows.length === 0 ? (
        <EmptyState title={table.isWithheld ? "Shown to people with access to all sites" : emptyWords[key]} small />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
        <div className="table-frame" tabIndex={0} role="region" aria-label={title}>
          <table className="table">
            <thead>
              <tr>
                {table.columns.map((column) => (
                  <th key={column.key} scope="col" className={isNumber(column.kind) ? "num" : undefined}>
                    {column.title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one read
                <tr key={line}>
                  {table.columns.map((column, at) => {
                    const path = at === 0 && row["path"] ? placeOf(row["path"]) : undefined
                    const shown = cell(row[column.key], column)
                    return (
                      <td key={column.key} className={isNumber(column.kind) ? "num" : ["check", "first"].includes(column.key) ? "month-words" : undefined}>
                        {path ? (
                          <Link className="number" to={keepInstant(path)}>
                            {shown}
                          </Link>
                        ) : (
                          shown
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
            {total && (
              <tfoot>
                <tr>
                  <td>Total</td>
                  {table.columns.slice(1).map(({ key: name }) => (
                    <td key={name} className="num">
                      {formatFigure(sumMoney(table.rows.map((row) => row[name])))}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
          {total && (
            <p className="line month-foot">
              <span className="muted">Posts one entry to exchange differences, dated {formatDay(month.to)}. It is reversed on the next day.</span>
              <span className="spread" />
              {onPreview && (
                <button type="button" className="link" onClick={onPreview}>
                  Preview the entry
                </button>
              )}
            </p>
          )}
        </div>
      )}
    </Panel>
  )
}

/** The number of open and of passing checks beside a step; the others are in step Check. */
const [shownOpen, shownPassing] = [3, 2]

/** The checks that must pass before the month is closed: the first open ones, each with a link to the screen that resolves it. */
const Checks = ({ of, onAll }: { readonly of: Month["checks"]; readonly onAll: () => void }) => {
  const open = of.filter(({ ok }) => !ok)
  const passing = of.filter(({ ok }) => ok)
  return (
    <Panel
      title="Checks"
      besides={`${passing.length} of ${of.length} pass`}
      actions={
        <button type="button" className="link" onClick={onAll}>
          All {of.length}
        </button>
      }
    >
      <ul className="rows month-checks">
        {open.slice(0, shownOpen).map(({ key, title, count, examples }) => {
          const [first] = examples
          const path = first?.path ? placeOf(first.path) : undefined
          return (
            <li key={key} className="row" data-check={key}>
              <span className="status" data-shape="diamond" data-tone="bad">
                <i aria-hidden />
                <span className="sr">Open:</span>
              </span>
              <div className="row-body">
                <b>{title}</b>
                <small className="muted" title={first?.text}>
                  {first && formatDaysIn(first.text)}
                  {count > 1 && `, and ${count - 1} more`}
                </small>
              </div>
              {path && (
                <Link className="act" to={keepInstant(path)} aria-label={`Review: ${title}`}>
                  Review
                </Link>
              )}
            </li>
          )
        })}
        {open.length > shownOpen && (
          <li className="row">
            <button type="button" className="link" onClick={onAll}>
              {open.length - shownOpen} more to resolve
            </button>
          </li>
        )}
        {/* where little is open, what passes is shown too */}
        {(open.length < shownOpen ? passing.slice(0, shownPassing) : []).map(({ key, title }) => (
          <li key={key} className="row">
            <span className="status" data-shape="dot" data-tone="good">
              <i aria-hidden />
              <span className="sr">Passes:</span>
            </span>
            <span className="row-body">{title}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const shownDue = 4
const Due = ({ of: { due }, onAll }: { readonly of: Month; readonly onAll: () => void }) =>
  due.length === 0 ? null : (
    <Panel title="Due next">
      <ul className="rows">
        {due.slice(0, shownDue).map(({ title, date, overdue }) => (
          <li key={title} className="row">
            <span className="row-body">{title}</span>
            <span className={overdue ? "negative" : undefined}>{overdue ? `${formatDay(date)}, overdue` : formatDay(date)}</span>
          </li>
        ))}
        {due.length > shownDue && (
          <li className="row">
            <button type="button" className="link" onClick={onAll}>
              {due.length - shownDue} more in Tax
            </button>
          </li>
        )}
      </ul>
    </Panel>
  )

const neutral = (text: string) => ({ tone: "neutral" as const, text })

/** The income and costs of the month, and the effect of a revaluation that is not posted yet. */
const Result = ({ of: { period, title, from, to, result } }: { readonly of: Month }) => {
  const inStatement = (part: string) => ({ name: "statement.line", parameters: { statement: "pnl", part, from, to } })
  const revaluation = (name: string) => ({ name: `revaluation.${name}`, parameters: { month: period } })
  const dollars = (amount: string) => formatMoney(amount, "USD")
  const share = (amount: string) => {
    const percent = (100 * Number(amount)) / Number(result.earned)
    return Number.isFinite(percent) ? neutral(`${percent.toFixed(1).replace("-", "−")}% of earned`) : undefined
  }
  return (
    <div className="month-result">
      <MetricStrip
        label={`Result of ${title}`}
        cells={[
          { label: "Earned", value: dollars(result.earned), figure: inStatement("revenue/revenue-total"), note: neutral("posted in the month") },
          { label: "Costs", value: dollars(result.costs), figure: inStatement("costs/costs"), note: share(result.costs) },
          { label: "Result", value: dollars(result.before), figure: inStatement("net-profit/net-profit"), note: share(result.before) },
          {
            label: "Revaluation to post",
            value: dollars(result.step),
            figure: revaluation("toPost"),
            note: neutral(Number(result.step) < 0 ? "exchange loss" : "exchange gain"),
          },
          { label: "Result after it", value: dollars(result.after), figure: revaluation("resultAfter"), note: share(result.after) },
        ]}
      />
    </div>
  )
}
