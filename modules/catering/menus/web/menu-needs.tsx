/** The requirements of the week's meals against the stock on hand less earlier use, and the button that requests shortages. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import type { useApiQuery } from "@ops/platform/ui/data/data.ts"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { today } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { Link } from "react-router-dom"
import { useCommand } from "../../web/client.ts"
import { type Menu, menuLists, peopleWord, type Requirements, titled } from "../../web/menu-labels.ts"

interface MenuNeedsProps {
  readonly menu: Menu
  readonly needs: ReturnType<typeof useApiQuery<Requirements>>
  readonly serves: boolean
}

export const MenuNeeds = ({ menu, needs, serves }: MenuNeedsProps) => {
  const request = useCommand("POST /api/menus/:id/shortages", {
    id: menu.id,
    lists: menuLists,
    done: ({ requestNumber }) => `${requestNumber} requests the missing items`,
    failed: "Failed to request the missing items",
  })
  const short = needs.data?.items.filter(({ toRequest }) => toRequest > 0).length ?? 0
  const isPast = needs.data !== undefined && needs.data.to < today()
  return (
    <div className="columns">
      <Panel
        title="Required Stock"
        badge={short > 0 ? `${short} to request` : undefined}
        actions={
          serves &&
          needs.data &&
          !isPast && (
            <Button kind="primary" disabled={short === 0 || request.pending} onClick={() => void request.run({ from: needs.data.from, to: needs.data.to })}>
              {request.pending ? "Requesting..." : "Request shortages"}
            </Button>
          )
        }
      >
        <Answer of={needs} rows={6} loading="Loading ingredients...">
          {({ items, meals }) =>
            items.length === 0 ? (
              <EmptyState
                small
                title={isPast ? "These days are in the past" : meals.length === 0 ? "Nothing is planned in this week" : "Nothing is needed"}
                text={isPast ? "These meals are already cooked." : "Plan meals above; how many eat comes from the contracts."}
              />
            ) : (
              <DataTable
                label="Required stock"
                rows={items}
                rowId={({ stockItemId }) => String(stockItemId)}
                columns={[
                  { id: "name", header: "Item", cell: ({ name }) => name },
                  { id: "unit", header: "Unit", cell: ({ unit }) => unit },
                  { id: "required", header: "Required", figure: ({ required }) => required },
                  { id: "onHand", header: "On hand", figure: ({ onHand }) => onHand },
                  { id: "earlier", header: "Earlier meals", figure: ({ earlier }) => earlier },
                  {
                    id: "shortage",
                    header: "Short",
                    figure: ({ shortage }) => (Number(shortage) > 0 ? <span className="negative">{shortage}</span> : shortage),
                    explain: ({ stockItemId }) =>
                      needs.data && { name: "menu.shortage", parameters: { id: menu.id, line: stockItemId, from: needs.data.from, to: needs.data.to } },
                  },
                  { id: "onOrder", header: "On order", figure: ({ onOrder }) => onOrder },
                  { id: "toRequest", header: "To request", figure: ({ toRequest }) => toRequest },
                  { id: "estimatedCost", header: "Cost", money: ({ estimatedCost }) => ({ amount: estimatedCost, currency: "USD" }) },
                ]}
              />
            )
          }
        </Answer>
      </Panel>
      <div className="stack">
        <Panel title="People on Site" padded>
          <Answer of={needs} rows={2}>
            {({ people, site }) => (
              <>
                <p className="muted">
                  {peopleWord(people.total)} registered at {site.name}, as they reported it.
                </p>
                {people.allergens.length + people.diets.length + people.others.length > 0 && (
                  <ul className="menu-people">
                    {people.allergens.map(({ word, people }) => (
                      <li key={word}>
                        Allergic to {titled(word).toLowerCase()}: <strong>{people}</strong>
                      </li>
                    ))}
                    {people.others.map(({ text, people }) => (
                      <li key={text}>
                        “{text}”: <strong>{people}</strong>
                      </li>
                    ))}
                    {people.diets.map(({ word, people }) => (
                      <li key={word}>
                        Eat {titled(word).toLowerCase()}: <strong>{people}</strong>
                      </li>
                    ))}
                  </ul>
                )}
              </>
            )}
          </Answer>
        </Panel>
        {menu.requests.length > 0 && (
          <Panel title="Purchase Requests">
            <ul className="rows">
              {menu.requests.slice(0, 5).map(({ id, requestNumber, status }) => (
                <li className="row" key={id}>
                  <Link className="row-body" to={`/procurement?open=${id}`}>
                    {requestNumber}
                  </Link>
                  <StatusMark status={status} />
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </div>
  )
}
