/** The named money figures of this month so far, compared with the same days of the previous month. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { LineChart, shortFigure, sinceFirst } from "@ops/platform/ui/charts/line-chart.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { Link } from "react-router-dom"
import { formatShortMonth } from "@ops/platform/dates/sentence.ts"
import { useMoney } from "../../web/compared-with.tsx"
import type { MoneyAnswer } from "../contract.ts"
import type { Against } from "../../web/compared-with.tsx"
import { moneyWords } from "./money-words.ts"

type Answered = typeof MoneyAnswer.Type
type Money = Answered["money"]
/** what the ledger of an open month does not have yet is part of these */
const withWork = { allEarned: ["Earned so far", "earned"], allMargin: ["Margin so far", "margin"] } as const
type Name = (typeof moneyWords)[number][0] | keyof typeof withWork

const isWithWork = (name: Name): name is keyof typeof withWork => name in withWork
/** Work that is not posted leads with its income: posted income less the costs of that work would be a loss that does not exist. */
const shownOf = (hasWork: boolean): readonly Name[] => [
  ...(hasWork ? (["allEarned", "earned", "earnedNotBilled", "costs", "allMargin"] as const) : (["earned", "costs", "margin"] as const)),
  ...(["collected", "cash"] as const),
]
/** where more is better, so that a change has a colour; posted income alone depends on the day of an invoice */
const isGood = (name: Name, hasWork: boolean) => isWithWork(name) || name === "collected" || (name === "earned" && !hasWork)
const valueOf = (name: Name, money: Money) => (isWithWork(name) ? Number(money[withWork[name][1]]) + Number(money.earnedNotBilled) : Number(money[name]))
const wordOf = (name: Name) => (isWithWork(name) ? withWork[name][0] : moneyWords.find(([each]) => each === name)![1])
/** The margin in percent of what was earned; undefined where nothing was. */
const shareOf = (name: "margin" | "allMargin", money: Money) => {
  const earned = valueOf(name === "margin" ? "earned" : "allEarned", money)
  return earned > 0 ? `${((100 * valueOf(name, money)) / earned).toFixed(1).replace("-", "−")}%` : undefined
}
/** the line of a statement that is the figure */
const lines: { readonly [K in Name]?: { readonly statement: string; readonly part: string } } = {
  earned: { statement: "pnl", part: "revenue/revenue-total" },
  earnedNotBilled: { statement: "pnl", part: "not-in-the-books/not-in-the-books-total" },
  margin: { statement: "pnl", part: "operating-profit/operating-profit" },
  cash: { statement: "cash-flow", part: "closing/closing" },
}

const shares = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 })
const dollars = (amount: number) => whole.format(Math.round(amount)).replace("-", "−")
/** `1–22 Nov`, with the year if it is another one */
const days = ({ from, to }: { readonly from: string; readonly to: string }, year: string) =>
  `${from === to ? "" : `${Number(from.slice(8))}–`}${to.startsWith(year) ? formatDay(to).replace(/ \d{4}$/, "") : formatDay(to)}`

const Change = ({ good, now, before }: { readonly good: boolean; readonly now: number; readonly before: number }) => {
  if (before < 5) return <span className="muted">–</span>
  const by = ((now - before) / before) * 100
  const tone = !good || by === 0 ? "muted" : by > 0 ? "positive" : "negative"
  return (
    <span className={tone}>
      {by < 0 ? "−" : "+"}
      {shares.format(Math.abs(by))}%
    </span>
  )
}

const hasWorkIn = ({ money, before }: Answered) => Number(money.earnedNotBilled) !== 0 || Number(before.money.earnedNotBilled) !== 0

const Note = ({ name, of }: { readonly name: Name; readonly of: Answered }) => {
  const { money, before } = of
  if (name === "margin" || name === "allMargin") {
    const [now, was] = [shareOf(name, money), shareOf(name, before.money)]
    return (
      <span className="muted">
        {" "}
        {now}
        {was && `, was ${was}`}
      </span>
    )
  }
  if (name === "earned" && hasWorkIn(of)) return <span className="muted">, posted</span>
  return name === "collected" ? <span className="muted"> incl. tax</span> : null
}

/** Earned, costs and margin of the last 13 months, on one scale. */
const Months = ({ of: { trend } }: { readonly of: Answered }) => {
  const earned = trend.earned.map(Number)
  const costs = trend.costs.map(Number)
  const first = sinceFirst(earned, costs)
  if (trend.months.length - first < 2) return null
  const series = [
    { name: "Earned", values: earned },
    { name: "Costs", values: costs },
    { name: "Margin", values: earned.map((amount, n) => amount - costs[n]!) },
  ].map(({ name, values }) => ({ name, values: values.slice(first) }))
  const most = Math.max(1, ...series.flatMap(({ values }) => values))
  const low = Math.min(0, ...series.flatMap(({ values }) => values))
  return (
    <section className="money-months" aria-label="By month">
      {series.map(({ name, values }) => (
        <figure key={name}>
          <figcaption className="muted">
            {name}, {formatShortMonth(trend.months[first]!)} – {formatShortMonth(trend.months.at(-1)!)}
          </figcaption>
          <LineChart label={`${name} by month`} most={most} low={low} lines={[{ name, values, label: shortFigure(values.at(-1)!), quiet: name === "Costs" }]} />
        </figure>
      ))}
    </section>
  )
}

export default function MoneyPanel({ against }: { readonly against: Against }) {
  const { siteId } = useWorkingSite()
  const money = useMoney(against)
  return (
    <Panel
      title="Money this month"
      besides="USD, before tax · SSP at the rate of each day"
      actions={
        <Link className="link" to="/financial/statements">
          Statement
        </Link>
      }
    >
      <Answer of={money} rows={9}>
        {(of) => (
          <>
            <table className="table money-names" aria-label="Money this month">
              <thead>
                <tr>
                  <th scope="col">So far</th>
                  <th scope="col" className="num">
                    {days(of, of.to.slice(0, 4))}
                  </th>
                  <th scope="col" className="num">
                    {days(of.before, of.to.slice(0, 4))}
                  </th>
                  <th scope="col" className="num">
                    Change
                  </th>
                </tr>
              </thead>
              <tbody>
                {shownOf(hasWorkIn(of)).map((name) => {
                  const word = wordOf(name)
                  const line = lines[name]
                  const [now, before] = [valueOf(name, of.money), valueOf(name, of.before.money)]
                  // before the books began, nothing is known
                  const hasBefore = Object.values(of.before.money).some((amount) => Number(amount) !== 0)
                  return (
                    <tr key={name} data-name={name} data-part={(hasWorkIn(of) && name.startsWith("earned")) || undefined}>
                      <th scope="row">
                        {word}
                        <Note name={name} of={of} />
                      </th>
                      <td className="num" data-figure={name} data-from={of.from} data-to={of.to} data-site={siteId ?? "all"}>
                        {name === "allEarned" ? (
                          <Figure value={dollars(now)} of={{ name: "money.earned", parameters: { siteId } }} label={word} />
                        ) : line ? (
                          <Figure
                            value={dollars(now)}
                            of={{ name: "statement.line", parameters: { ...line, from: of.from, to: of.to, siteId } }}
                            label={word}
                          />
                        ) : (
                          dollars(now)
                        )}
                      </td>
                      <td className="num muted">{hasBefore ? dollars(before) : "–"}</td>
                      <td className="num">
                        <Change good={isGood(name, hasWorkIn(of))} now={now} before={before} />
                      </td>
                    </tr>
                  )
                })}
              </tbody>
            </table>
            <Months of={of} />
          </>
        )}
      </Answer>
    </Panel>
  )
}
