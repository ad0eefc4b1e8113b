/** The items, whether any is on hand or not. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ResourcePage } from "@ops/platform/ui/resources/resource-page.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useState } from "react"
import type { stockItems } from "../resource.ts"
import { screen } from "../screen.ts"
import type { Item } from "../../web/labels.ts"

const ItemForm = lazyPart(() => import("./item-form.tsx"))
const ItemCostForm = lazyPart(async () => ({ default: (await import("./item-form.tsx")).ItemCostForm }))

export const Items = () => {
  const keeps = useSession().can("inventory.manage", "department.manage")
  const [costed, cost] = useState<Item>()
  const Act = ({ of }: { readonly of: Item }) => (
    <button type="button" className="act" aria-label={`Change the cost of ${of.name}`} onClick={() => cost(of)}>
      Change cost
    </button>
  )
  return (
    <>
      <ResourcePage<typeof stockItems>
        screen={screen}
        create={{ address: "item", form: ItemForm }}
        filters={{ status: "Category" }}
        columns={{
          description: { grows: true },
          costAccount: { cell: ({ costAccount }) => costAccount ?? "Its category's account" },
          unitCost: { noTotal: true },
        }}
        more={keeps ? [{ id: "act", header: "", acts: (item) => <Act of={item} /> }] : []}
        card={(item) => ({
          title: item.name,
          text: `${statusWord(item.category)} · ${item.unitCost === null ? "no usual cost" : `${formatMoney(item.unitCost, "USD")} per ${item.unit}`}`,
          mark: keeps && <Act of={item} />,
        })}
      />
      {costed && <ItemCostForm item={costed} onClose={() => cost(undefined)} />}
    </>
  )
}
