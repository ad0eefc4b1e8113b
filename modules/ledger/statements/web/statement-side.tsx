/** Next to profit and loss: income and costs of each site in the last 13 months, on one scale, and the largest changes. */
import { LineChart, shortFigure, sinceFirst } from "@ops/platform/ui/charts/line-chart.tsx"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { useQuery } from "@tanstack/react-query"
import { formatShortMonth } from "@ops/platform/dates/sentence.ts"
import type { StatementAnswer } from "../contract.ts"
import { pathOf } from "../../web/client.ts"
import type { Question } from "./statement-reports.ts"

const negated = (amount: string) => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`)
const short = (amount: string) => formatMoney(amount, "USD").replace(/\.\d\d$/, "")

/** `isOpen`: part of the work is not posted, so that a margin of what is posted would mislead. */
export const BySite = ({ query, isOpen }: { readonly query: Question; readonly isOpen: boolean }) => {
  const sites = useSites()
  const path = pathOf("GET /api/reports/:statement", { statement: "pnl" })
  const { compare: _, ...asked } = query
  const statement = useQuery<StatementAnswer>({ queryKey: [path, { ...asked, groupBy: "site", currency: null }] }).data
  const { months = [], sites: found = [] } = statement?.trend ?? {}
  const all = found.flatMap(({ siteId, ...amounts }) => {
    const site = sites.find(({ id }) => id === siteId)
    return site ? [{ site, earned: amounts.earned.map(Number), costs: amounts.costs.map(Number) }] : []
  })
  const first = sinceFirst(...all.flatMap(({ earned, costs }) => [earned, costs]))
  const rows = all.map(({ site, earned, costs }) => ({ site, earned: earned.slice(first), costs: costs.slice(first) }))
  const most = Math.max(1, ...rows.flatMap(({ earned, costs }) => [...earned, ...costs]))
  const isOneMonth = statement?.period.from.slice(0, 7) === months.at(-1)
  if (rows.length === 0) return null
  return (
    <Panel title="Earned and costs by site">
      <p className="books-legend line">
        <i aria-hidden /> Earned <i data-quiet aria-hidden /> Costs
        <span className="spread" />
        <span className="muted">
          {isOpen ? "posted, " : ""}USD, {formatShortMonth(months[first]!).replace(` ${months.at(-1)!.slice(0, 4)}`, "")} – {formatShortMonth(months.at(-1)!)}
        </span>
      </p>
      <div className="books-sites">
        {rows.map(({ site, earned, costs }) => {
          const [gained, spent] = [earned.at(-1)!, costs.at(-1)!]
          return (
            <section key={site.id} aria-label={site.name}>
              <h3 className="line">
                <SiteCode code={site.code} name={site.name} /> {site.name}
                <span className="spread" />
                {!isOpen && isOneMonth && (
                  <span className="num">
                    {gained > 0 ? `${((100 * (gained - spent)) / gained).toFixed(1).replace("-", "−")}%` : "–"} <span className="muted">margin</span>
                  </span>
                )}
              </h3>
              <LineChart
                label={`${site.name} by month`}
                most={most}
                lines={[
                  { name: "Earned", values: earned, label: shortFigure(gained) },
                  { name: "Costs", values: costs, label: shortFigure(spent), quiet: true },
                ]}
              />
            </section>
          )
        })}
      </div>
    </Panel>
  )
}

/** A month of the same year by its name alone. */
const named = (title: string) => title.replace(/^([A-Z][a-z]+) \d{4}$/, "$1")

/** The three lines with the largest change from the compared period; costs count against the result, and work that is not posted for it. */
export const WhatMoved = ({ of }: { readonly of: StatementAnswer }) => {
  const [now, before] = of.columns
  if (!now || !before) return null
  const moved = of.sections
    .flatMap(({ key: section, lines }) => lines.map((line) => ({ ...line, isCost: section === "direct-costs" || section === "operating-expenses" })))
    .map(({ key, title, isCost, values }) => {
      const by = sumMoney([values[now.key], negated(values[before.key] ?? "0.00")])
      return { key, title: title.replace(/^\d+ /, ""), by: isCost ? negated(by) : by }
    })
    .filter(({ by }) => Number(by) !== 0)
    .sort((a, b) => Math.abs(Number(b.by)) - Math.abs(Number(a.by)))
    .slice(0, 3)
  if (moved.length === 0) return null
  return (
    <Panel title="What moved" besides={`${named(now.title)} vs ${named(before.title)}`}>
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
