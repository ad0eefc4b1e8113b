/** Clients' wishes, and their ratings of dishes, in their own words. */
import { command, forbidden, get, invalid, newId } from "@ops/platform/records/command.ts"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { Instant, Optional, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { clientContracts, inForce } from "@ops/clients/contracts/client-contract.ts"
import { clients } from "@ops/clients/client.ts"
import { siteOf } from "@ops/sites/site.ts"
import { dishes } from "../recipes/dish.ts"

const facts = {
  clientId: Ref("client"),
  siteId: Ref("site"),
  dishId: Optional(Ref("dish")),
  text: Text(500),
  /** for a dish: 1 (bad) to 5 (very good) */
  rating: Optional(Whole),
  loggedBy: Optional(Ref("person")),
}
export const MenuWish = record(
  "menu_wish",
  { ...facts, at: Instant },
  { label: "Menu wish", title: "'Wish ' || id", indexes: [["siteId", "clientId"], ["dishId"]] },
)
export const MenuWishLogged = event("MenuWishLogged", 1, facts, ({ dishId, text, rating }, title) =>
  [dishId === null ? "Wish" : title("dish", dishId), rating === null ? undefined : `rated ${rating} of 5`, text || undefined].filter(Boolean).join(": "),
)
export const menuWishes = stream(MenuWish, MenuWishLogged).fold({ MenuWishLogged: (_, wish, at) => ({ ...wish, at }) })

export interface NewWish {
  readonly clientId: number
  readonly siteId: number | string
  readonly dishId: number | null
  readonly text: string
  readonly rating: number | null
}

/** Logs a wish or a rating of a client who is fed at the site. */
export const logWish = command("menu_wish.log", function* ({ siteId, ...wish }: NewWish, by) {
  if (by.person !== null && !holdsAny(by, ["operations.basic", "operations.supervise", "department.manage"])) {
    throw forbidden("Only operations can add client requests")
  }
  const site = yield* siteOf(siteId, by)
  const client = yield* get(clients, wish.clientId)
  if (wish.text === "" && wish.rating === null) throw invalid("Describe the request, or rate it from 1 to 5")
  if (wish.rating !== null && !(Number.isInteger(wish.rating) && wish.rating >= 1 && wish.rating <= 5))
    throw invalid("Rating must be a whole number from 1 to 5")
  if (wish.rating !== null && wish.dishId === null) throw invalid("Choose the dish to rate")
  if (wish.dishId !== null) yield* get(dishes, wish.dishId)
  let isFed = false
  for (const id of client.contracts) {
    const contract = yield* get(clientContracts, id)
    isFed ||= contract.siteId === site.id && contract.serviceType === "catering" && inForce(contract, by.today)
  }
  if (!isFed) throw invalid(`${client.companyName} has no contract for catering at ${site.name}`)
  return [menuWishes.at(yield* newId(menuWishes), MenuWishLogged({ ...wish, siteId: site.id, loggedBy: by.person }))]
})
