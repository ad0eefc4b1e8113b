/** The meals of each month by client and site: planned, served, missed, and the revenue. */
import { Button } from "@ops/platform/ui/button.tsx"
import { today } from "@ops/platform/ui/date.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { Link } from "react-router-dom"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { pathOf, useApi } from "../../web/client.ts"

const unknown = () => <span className="muted">not known</span>

export const Component = () => {
  const clients = useApi("GET /api/clients").data ?? []
  const year = Number(today().slice(0, 4))
  const whole = (of: number) => ({ id: String(of), label: String(of), query: { from: `${of}-01-01`, to: `${of}-12-31` } })
  return (
    <ListPage
      path={pathOf("GET /api/billing/report")}
      noun={["line", "lines"]}
      loading="Loading billing reports..."
      rowId={({ id }) => id}
      siteFilter
      actions={
        <>
          <Button asChild>
            <Link to="/catering/margin">Margin</Link>
          </Button>
          <Button asChild>
            <Link to="/catering">Catering Services</Link>
          </Button>
        </>
      }
      above={<p className="muted">Earned revenue before tax, billed or not. Food cost is tracked per kitchen, so it cannot be split by client.</p>}
      views={[whole(year), whole(year - 1), { id: "all", label: "All years" }]}
      filters={[
        { field: "clientId", label: "Client", options: clients.map(({ id, companyName }) => ({ value: String(id), label: companyName })) },
        {
          field: "currency",
          label: "Currency",
          options: [
            { value: "USD", label: "USD" },
            { value: "SSP", label: "SSP" },
          ],
        },
        { field: "from", label: "From", date: true },
        { field: "to", label: "To", date: true },
      ]}
      columns={[
        { id: "month", header: "Month", cell: ({ month }) => formatMonth(month), sort: true },
        { id: "site", header: "Site", cell: ({ site }) => <SiteCode code={site.code} name={site.name} />, sort: true },
        { id: "client", header: "Client", cell: ({ client }) => client.companyName, sort: true, grows: true },
        { id: "contractNumber", header: "Contract", cell: ({ contractNumber }) => contractNumber, hidden: true },
        { id: "planned", header: "Planned", figure: ({ planned }) => planned, sort: true },
        { id: "served", header: "Served", figure: ({ served }) => served, sort: true },
        { id: "missed", header: "Missed", figure: ({ missed }) => missed, sort: true },
        { id: "guestMeals", header: "Guest meals", figure: ({ guestMeals }) => guestMeals },
        { id: "billedMeals", header: "Billed meals", figure: ({ billedMeals }) => billedMeals, hidden: true },
        { id: "foodCost", header: "Food cost", cell: unknown, hidden: true },
        { id: "marginPerMeal", header: "Margin per meal", cell: unknown, hidden: true },
        { id: "rate", header: "Rate", money: ({ rate, currency }) => ({ amount: rate, currency }), noTotal: true },
        { id: "revenue", header: "Revenue", money: ({ revenue, currency }) => ({ amount: revenue, currency }), sort: true },
      ]}
      card={({ month, client, site, served, planned, revenue, currency }) => ({
        title: formatMonth(month),
        mark: (
          <span className="num">
            {served} / {planned}
          </span>
        ),
        text: `${site.name}, ${client.companyName}`,
        figure: <Money amount={revenue} currency={currency} />,
      })}
      empty={{ title: "No meals in this period" }}
    />
  )
}
