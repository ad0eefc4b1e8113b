/** What changed in a statement since a moment: the difference by cause, each with its entries. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { formatDay, formatInstant, today } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { DateInput } from "@ops/platform/ui/forms/date-input.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { useId, useState } from "react"
import { Link } from "react-router-dom"
import type { Question } from "../../statements/web/statement-reports.ts"
import { useApi } from "../../web/client.ts"
import type { Changing } from "./kinds.ts"

interface Asked {
  readonly kind: Changing
  /** the dates of the statement that is shown */
  readonly query: Question
}

const signed = (amount: string) => `${amount.startsWith("-") ? "−" : "+"}${formatFigure(amount.replace("-", ""))}`

export const Changes = ({ kind, query }: Asked) => {
  const id = useId()
  const [since, setSince] = useState<string>()
  return (
    <div className="stack">
      <div className="line">
        <label htmlFor={id}>Since the end of</label>
        <DateInput id={id} max={today()} value={since === "published" ? "" : (since ?? "")} onChange={(day) => setSince(day || undefined)} />
        {"period" in query && query.period.length === 7 && (
          <button type="button" className="button" aria-pressed={since === "published"} onClick={() => setSince("published")}>
            As published
          </button>
        )}
      </div>
      {since && <Shown key={since} kind={kind} query={query} since={since} />}
    </div>
  )
}

const Shown = ({ kind, query, since }: Asked & { readonly since: string }) => {
  const { siteId, currency } = query
  const days =
    "period" in query ? { period: query.period } : "asAt" in query ? { to: query.asAt } : { from: query.from ?? undefined, to: query.to ?? undefined }
  const found = useApi("GET /api/reports/:statement/changes", {
    statement: kind,
    query: { ...days, siteId: siteId ?? undefined, ...((currency === "USD" || currency === "SSP") && { currency }), since },
  })
  return (
    <Answer of={found} rows={4}>
      {({ total, causes, since, until }) =>
        causes.length === 0 ? (
          <EmptyState title={`Nothing changed between ${since.title} and ${until.title}`} small />
        ) : (
          <>
            <p>
              {total.title}: {formatFigure(total.before)} ({since.title}), {formatFigure(total.after)} ({until.title}), a difference of{" "}
              <b>{signed(total.difference)}</b>
            </p>
            {causes.map((cause) => (
              <details key={cause.title}>
                <summary>
                  {cause.title} <span className="muted">{cause.count}</span> <span className="num">{signed(cause.amount)}</span>
                </summary>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard */}
                <div className="table-frame" tabIndex={0} role="region" aria-label={cause.title}>
                  <table className="table">
                    <tbody>
                      {cause.entries.map((entry) => (
                        <tr key={entry.id}>
                          <td>
                            <Link className="link" to={`/financial?tab=reports&view=journal&open=${entry.id}`}>
                              {entry.entryNumber}
                            </Link>{" "}
                            {entry.description}
                            <small className="muted">
                              {" "}
                              {formatDay(entry.date)}
                              {entry.effectiveDate !== entry.date && `, a fact of ${formatDay(entry.effectiveDate)}`}; recorded by {entry.by},{" "}
                              {formatInstant(entry.at)}
                            </small>
                          </td>
                          <td className="num">{signed(entry.amount)}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                </div>
                {cause.count > cause.entries.length && (
                  <p className="muted">
                    The latest {cause.entries.length} of {cause.count}
                  </p>
                )}
              </details>
            ))}
          </>
        )
      }
    </Answer>
  )
}
