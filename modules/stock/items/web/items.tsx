/** The items, whether any is on hand or not. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ListPage } from "@ops/platform/ui/lists/list-page.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useDialog } from "@ops/platform/ui/url-state.ts"
import { Suspense, useState } from "react"
import { pathOf } from "../../web/client.ts"
import { categoryOptions, type Item } from "../../web/labels.ts"

const ItemCostDialog = lazyWithRetry(() => import("./item-cost-dialog.tsx"))

export const Items = ({ keeps }: { readonly keeps: boolean }) => {
  const dialog = useDialog()
  const [costed, cost] = useState<Item>()
  const Act = ({ of }: { readonly of: Item }) => (
    <button type="button" className="act" aria-label={`Change the cost of ${of.name}`} onClick={() => cost(of)}>
      Change cost
    </button>
  )
  return (
    <>
      <ListPage
        path={pathOf("GET /api/stock/items")}
        noun={["item", "items"]}
        loading="Loading items..."
        rowId={({ id }) => String(id)}
        filters={[{ field: "status", label: "Category", options: categoryOptions }]}
        columns={[
          { id: "name", header: "Item", cell: ({ name }) => name, sort: true },
          { id: "category", header: "Category", cell: ({ category }) => statusWord(category), sort: true },
          { id: "description", header: "Description", cell: ({ description }) => description, grows: true },
          { id: "unit", header: "Unit", cell: ({ unit }) => unit },
          { id: "costAccount", header: "Booked to", cell: ({ costAccount }) => costAccount ?? "Its category's account", hidden: true },
          { id: "unitCost", header: "Usual cost", money: ({ unitCost }) => ({ amount: unitCost, currency: "USD" }), noTotal: true },
          ...(keeps ? [{ id: "act", header: "", acts: (item: Item) => <Act of={item} /> }] : []),
        ]}
        card={(item) => ({
          title: item.name,
          text: `${statusWord(item.category)} · ${item.unitCost === null ? "no usual cost" : `${formatMoney(item.unitCost, "USD")} per ${item.unit}`}`,
          mark: keeps && <Act of={item} />,
        })}
        empty={{ title: "No items found" }}
        actions={
          keeps && (
            <Button kind="primary" onClick={() => dialog.open("item")}>
              New Item
            </Button>
          )
        }
      />
      {costed && (
        <Suspense>
          <ItemCostDialog item={costed} onClose={() => cost(undefined)} />
        </Suspense>
      )}
    </>
  )
}
