/** Next to profit and loss: income and costs of each site, on one scale, and the largest changes. */
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { useQuery } from "@tanstack/react-query"
import type { StatementAnswer } from "../contract.ts"
import { pathOf } from "../../web/client.ts"
import type { Question } from "./statement-reports.ts"

const negated = (amount: string) => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`)
/** The income and costs of a column: accounts 4000 to 4999, and 5000 to 6999. */
const sumsOf = ({ sections }: StatementAnswer, column: string) => {
  const lines = sections.flatMap((section) => section.lines)
  const from = (...first: readonly string[]) =>
    sumMoney(lines.filter(({ accountNumber }) => first.includes(accountNumber?.charAt(0) ?? "")).map(({ values }) => values[column] ?? "0"))
  return { earned: from("4"), costs: from("5", "6") }
}
const short = (amount: string) => formatMoney(amount, "USD").replace(/\.\d\d$/, "")

/** `isOpen`: part of the work is not posted, so that a margin of what is posted would mislead. */
export const BySite = ({ query, isOpen }: { readonly query: Question; readonly isOpen: boolean }) => {
  const sites = useSites()
  const path = pathOf("GET /api/reports/:statement", { statement: "pnl" })
  const { compare: _, ...asked } = query
  const statement = useQuery<StatementAnswer>({ queryKey: [path, { ...asked, groupBy: "site", currency: null }] }).data
  const rows = (statement?.columns ?? []).flatMap(({ key, siteId }) => {
    const site = sites.find(({ id }) => id === siteId)
    return site && statement ? [{ site, ...sumsOf(statement, key) }] : []
  })
  const most = Math.max(1, ...rows.flatMap(({ earned, costs }) => [Number(earned), Number(costs)]))
  const bar = (label: string, amount: string, kind: string) => (
    <div className="books-bar">
      <dt className="muted">{label}</dt>
      <dd>
        <i data-kind={kind} style={{ width: `${Math.max(0, (Number(amount) / most) * 100)}%` }} aria-hidden />
      </dd>
      <dd className="num">{short(amount)}</dd>
    </div>
  )
  if (rows.length === 0) return null
  return (
    <Panel title="Earned and costs by site" besides={isOpen ? "posted so far, USD, one scale" : "USD, one scale"}>
      <div className="books-sites">
        {rows.map(({ site, earned, costs }) => (
          <section key={site.id} aria-label={site.name}>
            <h3 className="line">
              <SiteCode code={site.code} name={site.name} /> {site.name}
              <span className="spread" />
              {!isOpen && (
                <span className="num">
                  {Number(earned) > 0 ? `${(((Number(earned) - Number(costs)) / Number(earned)) * 100).toFixed(1).replace("-", "−")}%` : "–"}{" "}
                  <span className="muted">margin</span>
                </span>
              )}
            </h3>
            <dl>
              {bar("Earned", earned, "earned")}
              {bar("Costs", costs, "costs")}
            </dl>
          </section>
        ))}
      </div>
    </Panel>
  )
}

/** The three lines with the largest change from the compared period; costs count against the result, and work that is not posted for it. */
export const WhatMoved = ({ of }: { readonly of: StatementAnswer }) => {
  const [now, before] = of.columns
  if (!now || !before) return null
  const moved = of.sections
    .flatMap(({ lines }) => lines)
    .map(({ key, title, accountNumber, values }) => {
      const by = sumMoney([values[now.key], negated(values[before.key] ?? "0.00")])
      return { key, title: title.replace(/^\d+ /, ""), by: accountNumber === null || accountNumber.startsWith("4") ? by : negated(by) }
    })
    .filter(({ by }) => Number(by) !== 0)
    .sort((a, b) => Math.abs(Number(b.by)) - Math.abs(Number(a.by)))
    .slice(0, 3)
  if (moved.length === 0) return null
  return (
    <Panel title="What moved">
      <Rows>
        {moved.map(({ key, title, by }) => (
          <Row
            key={key}
            act={
              <b className={`num ${by.startsWith("-") ? "negative" : "positive"}`}>
                {by.startsWith("-") ? "−" : "+"}
                {short(by.replace("-", ""))}
              </b>
            }
          >
            {title}
          </Row>
        ))}
      </Rows>
    </Panel>
  )
}
