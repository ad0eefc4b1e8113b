/** Saved views: who may create, see, change, share and remove them, and which one opens a list. */
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { By } from "@ops/platform/records/command.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { changeView, chooseDefault, removeView, savedViews, saveView, viewDefaults, ViewSaved } from "./saved-view.ts"

const person = (id: number, level: number): By => ({
  actor: `person:${id}`,
  person: id,
  name: `Person ${id}`,
  level,
  permissions: permissionsOf(level),
  department: "operations",
  confinedTo: null,
  simulated: false,
  via: "web",
  at: givenAt,
  today: "2026-11-21",
})
const cook = person(1, 3)
const supervisor = person(2, 6)
const finance = person(3, 7)
const ceo = person(4, 10)

const list = "/api/purchase-requests"
const looks = { query: { status: "pending" }, sort: "-requestDate", columns: ["requestNumber", "status"] }
const view = (more: object = {}) => ({ list, name: "Waiting", sharedFrom: null, ...looks, ...more })
const saved = (id: number, ownerId: number, more: object = {}) => savedViews.at(id, ViewSaved({ ownerId, ...view(more) }))

test("a person saves a private view; a second one of the same name is refused, another person's is not", () => {
  given()
    .when(saveView, view(), cook)
    .gives(["saved_view/1", "ViewSaved", { ownerId: 1, ...view() }])
    .when(saveView, view({ name: "WAITING" }), cook)
    .refuses("You already have a view with this name on this list. Choose another name", 409)
    .when(saveView, view(), finance)
    .gives(["saved_view/2", "ViewSaved", { ownerId: 3, ...view() }])
    .when(saveView, view({ list: "/api/invoices" }), cook)
    .gives(["saved_view/3", "ViewSaved"])
})

test("sharing requires level 6 or above, and reaches at most one's own level", () => {
  given()
    .when(saveView, view({ sharedFrom: 3 }), cook)
    .refuses("Only level 6 and above can share a view. Keep it for yourself", 403)
  given()
    .when(saveView, view({ sharedFrom: 7 }), supervisor)
    .refuses("A view can be shared with your own level at most")
  given()
    .when(saveView, view({ sharedFrom: 3 }), supervisor)
    .gives(["saved_view/1", "ViewSaved"])
})

test("only the owner changes or removes a view, or level 10 if it is shared; a removed name is free again", () => {
  const shared = given(saved(1, 2, { sharedFrom: 3 }), saved(2, 2, { name: "Mine" }))
  shared.when(changeView, { id: 1, name: "Late" }, cook).refuses("Only its owner can change this view. Save a copy under another name", 403)
  shared.when(changeView, { id: 2, name: "Late" }, finance).refuses("View 2 does not exist", 404)
  shared.when(removeView, { id: 2 }, ceo).refuses("View 2 does not exist", 404)
  shared.when(removeView, { id: 1 }, ceo).gives(["saved_view/1", "ViewRemoved"])
  shared.when(changeView, { id: 1, name: "mine" }, supervisor).refuses("You already have a view with this name on this list. Choose another name")
  shared.when(changeView, { id: 1, name: "Waiting", ...looks, sharedFrom: 3 }, supervisor).gives()
  shared
    .when(removeView, { id: 2 }, supervisor)
    .gives(["saved_view/2", "ViewRemoved"])
    .when(removeView, { id: 2 }, supervisor)
    .refuses("View 2 does not exist", 404)
    .when(saveView, view({ name: "Mine" }), supervisor)
    .gives(["saved_view/3", "ViewSaved"])
})

test("a list opens with a visible view of that list until another view or none is chosen", () => {
  const both = given(saved(1, 2, { sharedFrom: 3 }), saved(2, 2, { name: "Mine" }), saved(3, 1, { list: "/api/invoices" }))
  both.when(chooseDefault, { list, viewId: 2 }, cook).refuses("View 2 does not exist", 404)
  both.when(chooseDefault, { list, viewId: 3 }, cook).refuses("This view belongs to another list")
  both
    .when(chooseDefault, { list, viewId: 1 }, cook)
    .gives(["view_default/1", "DefaultViewChosen", { personId: 1, list, viewId: 1 }])
    .when(chooseDefault, { list, viewId: 1 }, cook)
    .gives()
    .when(chooseDefault, { list, viewId: null }, cook)
    .holds(viewDefaults, 1, { viewId: null })
})

test("any sequence of commands keeps a person's view names unique on a list and refuses changes to other people's views", () => {
  const people = [cook, supervisor, finance, ceo]
  const step = fc.oneof(
    fc.record({ does: fc.constant("save" as const), who: fc.nat(3), name: fc.constantFrom("a", "A", "b"), sharedFrom: fc.constantFrom(null, 1, 7, 10) }),
    fc.record({ does: fc.constant("change" as const), who: fc.nat(3), id: fc.integer({ min: 1, max: 6 }), name: fc.constantFrom("a", "b", "c") }),
    fc.record({ does: fc.constant("share" as const), who: fc.nat(3), id: fc.integer({ min: 1, max: 6 }), sharedFrom: fc.constantFrom(null, 1, 7) }),
    fc.record({ does: fc.constant("remove" as const), who: fc.nat(3), id: fc.integer({ min: 1, max: 6 }) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let then: Pick<ReturnType<typeof given>, "when"> = given()
      for (const each of steps) {
        const by = people[each.who]!
        const before = "id" in each && "row" in then ? (then as ReturnType<ReturnType<typeof given>["when"]>).row(savedViews, each.id) : undefined
        const next =
          each.does === "save"
            ? then.when(saveView, view({ name: each.name, sharedFrom: each.sharedFrom }), by)
            : each.does === "remove"
              ? then.when(removeView, { id: each.id }, by)
              : then.when(changeView, each.does === "change" ? { id: each.id, name: each.name } : { id: each.id, sharedFrom: each.sharedFrom }, by)
        if (before && next.events.length > 0) {
          const isShared = before.sharedFrom !== null && by.level >= before.sharedFrom
          expect(before.ownerId === by.person || (by.level >= 10 && isShared)).toBe(true)
        }
        then = next
      }
      const rows = "row" in then ? [1, 2, 3, 4, 5, 6].flatMap((id) => (then as ReturnType<ReturnType<typeof given>["when"]>).row(savedViews, id) ?? []) : []
      const keys = rows.filter(({ nameKey }) => nameKey !== null).map(({ ownerId, nameKey }) => `${ownerId} ${nameKey}`)
      expect(new Set(keys).size).toBe(keys.length)
      for (const row of rows) if (row.sharedFrom !== null) expect(people.find(({ person }) => person === row.ownerId)!.level).toBeGreaterThanOrEqual(6)
    }),
  )
})
