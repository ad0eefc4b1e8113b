import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { AttachedFiles } from "@ops/platform/ui/files/attached-files.tsx"
import { formatFigure, formatMoney, Money, sumMoney } from "@ops/platform/ui/money.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Activity } from "@ops/platform/ui/record/activity.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { sinceFirst } from "@ops/platform/ui/charts/line-chart.tsx"
import { Sparkline } from "@ops/platform/ui/metric-strip.tsx"
import { SiteCode, SiteName } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { formatAgo, formatDaysIn, When } from "@ops/platform/ui/date.tsx"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { count } from "@ops/platform/text.ts"
import { TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import type { Approval, ApprovalRecord as Full, Shown } from "../contract.ts"
import { useApi } from "../../web/client.ts"
import { Tags } from "./approval-list.tsx"

type Detail = Full["detail"]

/** One record with everything a decision needs, in reading order. */
export const ApprovalRecord = ({
  row,
  show,
  place,
  phone,
  besides,
}: {
  readonly row: Approval
  readonly show: Shown
  readonly place: string
  readonly phone: boolean
  /** stands below the record on a phone, where the decision bar has no room for it */
  readonly besides: ReactNode
}) => {
  const { kind, id, number, label, title, amount, currency, requestedByName, siteId, since, rule, unusual, onBehalfOfName, decision } = row
  const found = useApi("GET /api/approvals/:kind/:id", { kind, id, ...(show !== "mine" && { query: { show } }) })
  const detail = found.data?.detail
  const site = useSites().find((each) => each.id === siteId)
  return (
    <>
      <header className="approval-head">
        <div>
          <p className="line">
            {phone && <SiteCode code={site?.code} name={site?.name ?? null} />}
            <span className="muted">
              {!phone && label} <span className="num">{number}</span>
              {phone && decision === null && ` · ${formatAgo(since)}`}
            </span>
            <StatusMark status={decision ?? "pending"} />
          </p>
          <h2>{formatDaysIn(title)}</h2>
          {!phone && (
            <p className="line muted">
              {siteId !== null && <SiteName id={siteId} />}
              <span>
                {siteId !== null && "· "}Requested by {requestedByName || "Field Office"}
                {decision === null && (
                  <>
                    , <When at={since} exact />
                  </>
                )}
              </span>
            </p>
          )}
        </div>
        <div className="approval-amount">
          {amount && <Money amount={amount} currency={currency ?? "USD"} />}
          {phone && <small>{requestedByName || "Field Office"}</small>}
          {place && <small className="num">{place}</small>}
        </div>
      </header>
      <div className="approval-body">
        {phone && unusual.length > 0 && <Tags of={unusual} />}
        {found.isError ? (
          <ErrorPanel error={found.error} retry={() => void found.refetch()} />
        ) : detail ? (
          <div className="approval-main">
            {detail.reason && (
              <Part title="Reason given">
                <p className="approval-reason">{formatDaysIn(detail.reason)}</p>
              </Part>
            )}
            {detail.items.length > 0 && <Items of={detail.items} currency={currency ?? "USD"} />}
            {detail.budget && <Budget of={detail.budget} amount={currency === "SSP" ? null : amount} />}
            {unusual.length > 0 && (
              <Part title="Unusual">
                <ul className="approval-unusual">
                  {unusual.map(({ text }) => (
                    <li key={text}>
                      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden />
                      <span>{formatDaysIn(text)}</span>
                    </li>
                  ))}
                </ul>
              </Part>
            )}
            {detail.trends.length > 0 && (
              <div className="approval-trends">
                {detail.trends.map(({ title: name, unit, ...trend }) => {
                  const values = trend.values.slice(sinceFirst(trend.values))
                  return (
                    <Part key={name} title={name}>
                      <div className="line">
                        <Sparkline of={values} />
                        <span>
                          <b className="num">{quantity(String(values.at(-1)), unit)}</b>
                          <small className="muted num"> was {quantity(String(values[0]), unit)}</small>
                        </span>
                      </div>
                    </Part>
                  )
                })}
              </div>
            )}
          </div>
        ) : (
          <Loading rows={6} label="Loading the record..." />
        )}
        <div className="approval-side">
          {(show === "mine" || show === "delegated") && (
            <Part title="Why you">
              {onBehalfOfName && <p>In the place of {onBehalfOfName}, within their rights.</p>}
              <p>{rule}.</p>
            </Part>
          )}
          {detail && detail.facts.length > 0 && (
            <Part title="Details">
              <KeyValues of={detail.facts.map(({ label: name, text }) => [name, formatDaysIn(text)] as const)} />
            </Part>
          )}
          {detail && <AttachedFiles of={detail.files} title="Attached" />}
          {detail?.history && <Activity path={detail.history.replace(/\/history$/, "")} />}
          {phone && besides}
        </div>
      </div>
    </>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="part">
    <h3>{title}</h3>
    {children}
  </section>
)

const plain = (amount: string | null) => (amount === null ? <span className="muted">–</span> : formatFigure(amount))
const quantities = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 })
const quantity = (value: string | null, unit: string | null) =>
  value === null ? <span className="muted">–</span> : `${quantities.format(Number(value))}${unit ? ` ${unit}` : ""}`

/** What is in the store, and for how many days it lasts. */
const OnHand = ({ of: { onHand, unit, daysLeft } }: { readonly of: Detail["items"][number] }) => {
  const days = Number(daysLeft)
  return (
    <>
      {quantity(onHand, unit)}
      {daysLeft !== null && <span className={days <= 2 ? "negative" : days <= 5 ? "approval-late" : "muted"}> ({count(days, "day")})</span>}
    </>
  )
}

/** Its lines; columns that are empty in every line are left out. */
const Items = ({ of, currency }: { readonly of: Detail["items"]; readonly currency: string }) => {
  const has = (name: keyof Detail["items"][number]) => of.some((line) => line[name] !== null)
  const dearer = (line: Detail["items"][number]) => line.lastPrice !== null && Number(line.price) > Number(line.lastPrice) * 1.1
  const columns = [
    { name: "quantity", head: "Quantity", cell: (line: Detail["items"][number]) => quantity(line.quantity, line.unit) },
    { name: "onHand", head: "On hand", cell: (line: Detail["items"][number]) => <OnHand of={line} /> },
    { name: "lastPrice", head: "Last price", cell: (line: Detail["items"][number]) => plain(line.lastPrice) },
    {
      name: "price",
      head: "Price",
      cell: (line: Detail["items"][number]) => (dearer(line) ? <b className="approval-late">{plain(line.price)}</b> : plain(line.price)),
    },
    { name: "amount", head: currency, cell: (line: Detail["items"][number]) => plain(line.amount) },
  ] as const
  const shown = columns.filter(({ name }) => has(name))
  const hasTotal = of.length > 1 && of.every(({ amount }) => amount !== null)
  return (
    <Part title="Items">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too */}
      <div className="table-frame" tabIndex={0} role="region" aria-label="Items">
        <table className="table approval-items">
          <thead>
            <tr>
              <th scope="col">Item</th>
              {shown.map(({ name, head }) => (
                <th key={name} scope="col" className="num">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {of.map((line, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike
              <tr key={n}>
                <td>{formatDaysIn(line.item)}</td>
                {shown.map(({ name, head, cell }) => (
                  <td key={name} className="num" data-label={head}>
                    {cell(line)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {hasTotal && (
            <tfoot>
              <tr>
                <td colSpan={shown.length}>Total</td>
                <td className="num">{formatFigure(sumMoney(of.map(({ amount }) => amount)))}</td>
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </Part>
  )
}

/** Dollars, with cents only where there are any. */
const whole = (amount: string) => formatMoney(amount, "USD").replace(/\.00$/, "")
const share = (part: number, whole: number) => `${Math.max(0, Math.min(100, (part / whole) * 100))}%`

/** The committed part of a budget, the amount of this record, and what is left. */
const Budget = ({ of: { name, committed, budget }, amount }: { readonly of: NonNullable<Detail["budget"]>; readonly amount: string | null }) => {
  const left = sumMoney([budget, `-${committed}`.replace("--", ""), ...(amount === null ? [] : [`-${amount}`.replace("--", "")])])
  const isOver = left.startsWith("-")
  return (
    <Part title={`Budget · ${name}`}>
      <div className="approval-budget" data-over={isOver || undefined} aria-hidden>
        <i style={{ width: share(Number(committed), Number(budget)) }} />
        <i style={{ width: share(Number(amount ?? 0), Number(budget)) }} />
      </div>
      <p className="line approval-budget-words">
        <span>
          <b>{whole(committed)}</b> committed
        </span>
        {amount !== null && (
          <span>
            <span className="muted">+</span> <b>{whole(amount)}</b> <span className="approval-desk">this request</span>
          </span>
        )}
        <span className="spread" />
        <span className={isOver ? "negative" : undefined}>
          <b>{whole(isOver ? left.slice(1) : left)}</b> {isOver ? "over" : "left"} of {whole(budget)}
        </span>
      </p>
    </Part>
  )
}
