/** Movements of stock, latest first. */
import { Day } from "@ops/platform/ui/date.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { pathOf } from "../../web/client.ts"
import { kindName, kindOptions, type Movement, plain, signed } from "../../web/labels.ts"

const byOf = ({ movedBy }: Movement) => (movedBy ? `${movedBy.firstName} ${movedBy.lastName}` : "Field Office")
const aboutOf = ({ kind, otherSite, note }: Movement) =>
  [otherSite && `${kind === "transfer_out" ? "to" : "from"} ${otherSite.name}`, note].filter(Boolean).join(", ")

export const Movements = () => (
  <ListPage
    path={pathOf("GET /api/stock/movements")}
    noun={["movement", "movements"]}
    loading="Loading movements..."
    rowId={({ id }) => String(id)}
    siteFilter
    views={[
      { id: "every", label: "All movements" },
      { id: "in", label: "Came in", query: { kind: "receive,transfer_in,opening" } },
      { id: "out", label: "Went out", query: { kind: "issue,transfer_out" } },
      { id: "waste", label: "Waste", query: { kind: "waste" } },
      { id: "counts", label: "Counts", query: { kind: "count" } },
    ]}
    filters={[
      { field: "kind", label: "Kind", options: kindOptions },
      { field: "from", label: "From", date: true },
      { field: "to", label: "To", date: true },
    ]}
    columns={[
      { id: "item", header: "Item", cell: ({ itemName }) => itemName, grows: true },
      { id: "date", header: "Date", cell: ({ date }) => <Day date={date} />, sort: true },
      { id: "site", header: "Site", cell: ({ site }) => <SiteCode code={site.code} name={site.name} /> },
      { id: "kind", header: "Kind", cell: ({ kind }) => kindName(kind) },
      { id: "quantity", header: "Quantity", figure: ({ quantity, stockItem }) => signed(quantity, stockItem.unit), sort: true },
      { id: "balance", header: "On hand after", figure: ({ balance }) => plain(balance) },
      { id: "note", header: "Note", cell: aboutOf, grows: true },
      { id: "by", header: "By", cell: byOf, hidden: true },
      { id: "value", header: "Value", money: ({ value }) => ({ amount: value, currency: "USD" }), sort: true },
    ]}
    card={(movement) => ({
      title: `${movement.itemName}, ${signed(movement.quantity, movement.stockItem.unit)}`,
      mark: <span className="muted">{kindName(movement.kind)}</span>,
      text: [movement.site.name, aboutOf(movement)].filter(Boolean).join(" · "),
      figure: <Money amount={movement.value} currency="USD" />,
    })}
    empty={{ title: "Nothing has moved" }}
  />
)
