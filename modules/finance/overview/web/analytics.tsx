import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import type { CSSProperties } from "react"
import { useApi } from "../../web/client.ts"
import "../../web/finance.css"

const services = [
  { name: "catering", label: "Catering" },
  { name: "facilities", label: "Facilities" },
  { name: "construction", label: "Construction" },
] as const

const percents = new Intl.NumberFormat("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Figures of the year from the ledger: payables, cost per meal, growth, and the shares of revenue. */
export const Analytics = () => {
  const { siteId } = useWorkingSite()
  const overview = useApi("GET /api/finance/overview", { query: siteId === undefined ? undefined : { siteId } })
  const figure = (name: string, label: string, value: string) => <Figure value={value} of={{ name: `finance.${name}`, parameters: { siteId } }} label={label} />
  const money = (name: "payables" | "costPerMeal", label: string, amount: string | null) =>
    amount === null ? null : figure(name, label, formatMoney(amount, "USD"))
  return (
    <Panel title="Analytics" padded>
      <Answer of={overview} rows={5}>
        {(of) => (
          <>
            <KeyValues
              of={[
                ["Accounts payable", money("payables", "Accounts payable", of.payables)],
                ["Cost per meal", money("costPerMeal", "Cost per meal", of.costPerMeal)],
                [
                  "Growth, last month",
                  of.growth === null
                    ? null
                    : figure("growth", "Growth, last month", `${Number(of.growth) > 0 ? "+" : ""}${percents.format(Number(of.growth))}%`),
                ],
              ]}
            />
            <h3 className="finance-heading">Revenue this year</h3>
            <dl className="finance-shares">
              {services.map(({ name, label }) => (
                <div key={name}>
                  <dt>{label}</dt>
                  <dd>{of.share[name] === null ? <span className="muted">–</span> : figure(`${name}Share`, label, `${of.share[name]}%`)}</dd>
                  <dd className="finance-bar" style={{ "--share": `${of.share[name] ?? 0}%` } as CSSProperties} aria-hidden />
                </div>
              ))}
            </dl>
          </>
        )}
      </Answer>
    </Panel>
  )
}
