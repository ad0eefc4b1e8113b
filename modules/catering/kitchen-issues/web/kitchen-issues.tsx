/** Goods issued to the kitchen in a week by meal, and their cost. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { Day } from "@ops/platform/ui/date.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useApi } from "../../web/client.ts"
import { titled } from "../../web/menu-labels.ts"

export const KitchenIssues = ({ siteId, from, to }: { readonly siteId: number; readonly from: string; readonly to: string }) => {
  const issues = useApi("GET /api/menus/issues", { query: { siteId, from, to } })
  return (
    <Panel title="Issued to the Kitchen" {...(issues.data && { count: issues.data.length })}>
      <Answer of={issues} rows={2} loading="Loading issues..." empty={{ title: "Nothing was issued in this week" }}>
        {(rows) => (
          <DataTable
            label="Issued to the kitchen"
            rows={rows}
            rowId={({ id }) => String(id)}
            columns={[
              { id: "date", header: "Date", cell: ({ date }) => <Day date={date} /> },
              { id: "mealType", header: "Meal", cell: ({ mealType }) => titled(mealType) },
              { id: "dishes", header: "Dishes", cell: ({ dishes }) => dishes.map(({ name }) => name).join(", "), grows: true },
              { id: "heads", header: "People", figure: ({ heads }) => heads },
              { id: "lineCount", header: "Items", figure: ({ lineCount }) => lineCount },
              { id: "issuedBy", header: "Issued By", cell: ({ issuedByName }) => issuedByName ?? "Field Office" },
              { id: "cost", header: "Cost", money: ({ cost }) => ({ amount: cost, currency: "USD" }) },
            ]}
          />
        )}
      </Answer>
    </Panel>
  )
}
