/** Financial statements: which one, the period, site, currency and comparison. All of them are kept in the address. */
import { monthBy, monthOf } from "@ops/platform/calendar.ts"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { today } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { HeadActs, HeadTabs } from "@ops/platform/ui/layers/head.tsx"
import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Printer } from "lucide-react"
import { parseAsString, useQueryStates } from "nuqs"
import type { StatementAnswer } from "../contract.ts"
import { pathOf } from "../../web/client.ts"
import { isChanging } from "../../changes/web/kinds.ts"
import { StatementControls } from "./statement-controls.tsx"
import { Downloads } from "./downloads.tsx"
import { type Asked, type Question, questionOf, type Report, reports } from "./statement-reports.ts"
import { BySite, WhatMoved } from "./statement-side.tsx"
import { StatementTable } from "./statement-table.tsx"

const Changes = lazyPart(async () => ({ default: (await import("../../changes/web/changes.tsx")).Changes }))
const GeneralLedger = lazyPart(async () => ({ default: (await import("../../general-ledger/web/general-ledger.tsx")).GeneralLedger }))

const address = {
  report: parseAsString,
  period: parseAsString,
  from: parseAsString,
  to: parseAsString,
  siteId: parseAsString,
  currency: parseAsString,
  compare: parseAsString,
  method: parseAsString,
  groupBy: parseAsString,
  account: parseAsString,
  after: parseAsString,
}

/** `isPage`: the reports are the tabs of the page; otherwise they are above the controls. */
export const Statements = ({ isPage }: { readonly isPage?: true }) => {
  const [asked, setAsked] = useQueryStates(address)
  const report = reports.find(({ id }) => id === asked.report) ?? reports[0]!
  const query = questionOf(report, asked, today())
  const change = (next: Partial<Asked>) => void setAsked({ after: null, ...next })
  const downloads = <Downloads path={pathOf("GET /api/reports/:statement", { statement: report.id })} query={query} />
  const month = asked.period ?? today().slice(0, 7)
  const turn = (by: number) =>
    /^\d{4}-\d\d$/.test(month) && monthBy(month, by) <= monthOf(today()) && change({ period: monthBy(month, by), from: null, to: null })
  useKeys("Statements", isPage ? { "[": ["The month before", () => turn(-1)], "]": ["The month after", () => turn(1)], p: ["Print", () => print()] } : {})
  return (
    <div className="stack">
      <section className="stack" aria-label={report.label}>
        {isPage ? (
          <HeadTabs>
            <nav className="views" aria-label="Report">
              {reports.map(({ id, label }) => (
                <button key={id} type="button" className="view" aria-current={id === report.id ? "page" : undefined} onClick={() => change({ report: id })}>
                  {label}
                </button>
              ))}
            </nav>
          </HeadTabs>
        ) : (
          <fieldset className="books-reports" aria-label="Report">
            {reports.map(({ id, label }) => (
              <button key={id} type="button" className="books-report" aria-pressed={id === report.id} onClick={() => change({ report: id })}>
                {label}
              </button>
            ))}
          </fieldset>
        )}
        {isPage && (
          <HeadActs>
            <Button onClick={() => print()}>
              <Printer size={16} strokeWidth={1.75} aria-hidden /> Print
            </Button>
            {downloads}
          </HeadActs>
        )}
        <StatementControls report={report} asked={asked} onChange={change}>
          {!isPage && downloads}
        </StatementControls>
        {report.id === "general-ledger" ? (
          <div className="panel">
            <GeneralLedger query={query} after={asked.after} onChange={change} />
          </div>
        ) : (
          <Shown key={report.id} report={report} query={query} />
        )}
      </section>
      {isChanging(report.id) && (
        <details className="panel books-changes">
          <summary>What changed</summary>
          <Changes kind={report.id} query={query} />
        </details>
      )}
    </div>
  )
}

const Shown = ({ report, query }: { readonly report: Report; readonly query: Question }) => {
  const path = pathOf("GET /api/reports/:statement", { statement: report.id })
  const statement = useQuery<StatementAnswer>({ queryKey: [path, query], placeholderData: keepPreviousData })
  return (
    <Answer of={statement} rows={10} loading="Loading the report...">
      {(of) => {
        const table = <StatementTable of={of} report={report} query={query} busy={statement.isPlaceholderData} />
        return report.id === "pnl" && query.currency === null && !("groupBy" in query) ? (
          <div className="books-beside-table">
            {table}
            <aside className="stack">
              {query.siteId === null && <BySite query={query} isOpen={of.sections.some(({ key }) => key === "not-in-the-books")} />}
              <WhatMoved of={of} />
            </aside>
          </div>
        ) : (
          table
        )
      }}
    </Answer>
  )
}
