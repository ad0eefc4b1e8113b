/** Meals of each site and day: expected, cooked and eaten, the differences, the food cost and the margin. */
import { lastDayOf, monthOf } from "@ops/platform/calendar.ts"
import { capitalised } from "@ops/platform/text.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { Day, lastMonth, today } from "@ops/platform/ui/date.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { Link, useSearchParams } from "react-router-dom"
import type { MarginAnswer } from "../contract.ts"
import { pathOf, useApi } from "../../web/client.ts"

type Meal = typeof MarginAnswer.Type

/** A larger gap, in percent, is highlighted. */
const wide = 15
const of =
  (name: string) =>
  ({ siteId, date, mealType }: Meal) => ({ name: `mealMargin.${name}`, parameters: { siteId, day: date, meal: mealType } })
const amount = (value: string | null) => ({ amount: value, currency: "USD" })

const daysOf = (month: string) => ({ from: `${month}-01`, to: lastDayOf(month) })

const Totals = () => {
  const [address] = useSearchParams()
  const days = daysOf(address.get("view") === "last" ? lastMonth(today()) : monthOf(today()))
  const { data } = useApi("GET /api/reports/margin/totals", {
    query: {
      from: address.get("from") ?? days.from,
      to: address.get("to") ?? days.to,
      siteId: address.get("siteId") ?? undefined,
    },
  })
  if (!data) return null
  return (
    <p className="muted">
      {data.expected.toLocaleString("en-US")} expected, {data.eaten.toLocaleString("en-US")} ate
      {data.gapPercent !== null && `, counts differ by ${data.gapPercent}%`}.{" "}
      {data.costed === 0 ? (
        "No goods were issued to a kitchen for any of these meals, so their cost is unknown."
      ) : (
        <>
          Food cost is recorded for {data.costed} of {data.meals} meals: <Money amount={data.cost} currency="USD" />
          {data.costPerMeal !== null && (
            <>
              , <Money amount={data.costPerMeal} currency="USD" /> per person
            </>
          )}
          ; <Money amount={data.uneaten} currency="USD" /> of it uneaten; margin <Money amount={data.margin} currency="USD" />.
        </>
      )}
    </p>
  )
}

export const Component = () => (
  <ListPage
    path={pathOf("GET /api/reports/margin")}
    noun={["meal", "meals"]}
    loading="Loading the margin of meals..."
    rowId={({ id }) => id}
    siteFilter
    actions={
      <Button asChild>
        <Link to="/catering/billing-reports">Billing Reports</Link>
      </Button>
    }
    above={<Totals />}
    views={[
      { id: "this", label: "This month", query: daysOf(monthOf(today())) },
      { id: "last", label: "Last month", query: daysOf(lastMonth(today())) },
    ]}
    filters={[
      { field: "mealType", label: "Meal", options: ["breakfast", "lunch", "dinner"].map((value) => ({ value, label: capitalised(value) })) },
      {
        field: "costed",
        label: "Food",
        options: [
          { value: "yes", label: "Known" },
          { value: "no", label: "Not recorded" },
        ],
        one: true,
      },
      { field: "from", label: "From", date: true },
      { field: "to", label: "To", date: true },
    ]}
    columns={[
      { id: "date", header: "Date", cell: ({ date }) => <Day date={date} />, sort: true },
      { id: "site", header: "Site", cell: ({ site }) => <SiteCode code={site.code} name={site.name} />, sort: true },
      {
        id: "mealType",
        header: "Meal",
        cell: ({ mealType, open }) => (open ? `${capitalised(mealType)}, open` : capitalised(mealType)),
        sort: true,
        grows: true,
      },
      { id: "expected", header: "Expected", figure: ({ expected }) => expected, explain: of("expected") },
      { id: "cooked", header: "Cooked", figure: ({ cooked }) => cooked ?? "", explain: (row) => (row.cooked !== null && of("cooked")(row)) || null },
      { id: "eaten", header: "Ate", figure: ({ eaten }) => eaten ?? "", explain: (row) => (row.eaten !== null && of("eaten")(row)) || null, sort: true },
      {
        id: "gapPercent",
        header: "Gap %",
        figure: ({ gapPercent }) => (gapPercent === null ? "" : <span className={gapPercent >= wide ? "negative" : undefined}>{gapPercent}</span>),
        explain: (row) => (row.gapPercent !== null && of("gap")(row)) || null,
        sort: true,
      },
      {
        id: "costPerMeal",
        header: "Food per person",
        money: ({ costPerMeal }) => amount(costPerMeal),
        explain: (row) => row.costPerMeal && of("costPerMeal")(row),
        noTotal: true,
      },
      { id: "cost", header: "Food", money: ({ cost }) => amount(cost), explain: (row) => row.cost && of("cost")(row), sort: true, hidden: true },
      {
        id: "uneaten",
        header: "Not eaten",
        money: ({ uneaten }) => amount(uneaten),
        explain: (row) => row.uneaten && of("uneaten")(row),
      },
      { id: "revenue", header: "Price", money: ({ revenue }) => amount(revenue), explain: of("revenue") },
      { id: "margin", header: "Margin", money: ({ margin }) => amount(margin), explain: (row) => row.margin && of("margin")(row), sort: true },
    ]}
    card={({ date, site, mealType, expected, cooked, eaten, gapPercent, margin }) => ({
      title: `${capitalised(mealType)} of ${date}`,
      mark: <span className="num">{gapPercent === null ? "" : `${gapPercent}%`}</span>,
      text: `${site.name} · ${expected} expected, ${cooked === null ? "no goods issued" : `${cooked} cooked`}, ${eaten ?? "none yet"} eaten`,
      ...(margin !== null && { figure: <Money amount={margin} currency="USD" /> }),
    })}
    empty={{ title: "No meals in these days" }}
  />
)
