/** Requests the shortages of a menu: one purchase request for all of them. */
import { command, conflict, invalid } from "@ops/platform/records/command.ts"
import { PurchaseItemAdded, purchaseRequests, raise } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { menuCycles, menuOfOwnSite, MenuShortagesRequested } from "./menu-cycle.ts"

export interface Shortages {
  readonly id: number
  readonly from: string
  readonly to: string
  readonly priority: Parameters<typeof raise.decide>[0]["priority"]
}
/** Items short and not on order, as calculated. */
export interface Short {
  /** version of the menu at that moment */
  readonly version: number
  readonly lines: ReadonlyArray<{
    readonly stockItemId: number
    /** whole units */
    readonly quantity: number
    /** of the whole line, cents */
    readonly estimatedCost: number
  }>
}

/**
 * Makes one purchase request for items that are short and not on order yet. Of two concurrent requests the second is
 * rejected: the menu has changed, and the requested items are on order.
 */
export const requestShortages = ({ version, lines }: Short) =>
  command("menu_cycle.request_shortages", function* ({ id, from, to, priority }: Shortages, by) {
    const menu = yield* menuOfOwnSite(id, by)
    if (menu.version !== version) throw conflict("The menu has changed in the meantime. Check the shortages again")
    if (lines.length === 0) throw invalid(`Nothing is missing from ${from} to ${to} that is not already on order`)
    if (lines.length > 200) throw invalid("A request can have 200 items at most. Choose fewer days")
    const raised = yield* raise.decide({ siteId: menu.siteId, priority, justification: `${menu.name}, ${from} to ${to}` }, by)
    const notes = `For the menu from ${from} to ${to}`
    return {
      id: raised.id,
      changes: [
        ...raised.changes,
        ...lines.map((line) => purchaseRequests.at(raised.id, PurchaseItemAdded({ ...line, notes, addedBy: by.person }))),
        menuCycles.at(id, MenuShortagesRequested({ purchaseRequestId: raised.id, from, to })),
      ],
    }
  })
