/** Goods issued to the kitchen for a meal: once per site, day and meal, from stock at average cost. */
import { Schema } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { command, conflict, find, forbidden, invalid, newId } from "@ops/platform/records/command.ts"
import { BusinessDate, Line as Words, Literals, Optional, Parts, Ref, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { count } from "@ops/platform/text.ts"
import { siteOf } from "@ops/sites/site.ts"
import { issueFrom } from "@ops/stock/levels/commands.ts"
import { mealTypes, type MealType, titled } from "../labels.ts"

const facts = {
  siteId: Ref("site"),
  date: BusinessDate,
  mealType: Literals(...mealTypes),
  menuId: Ref("menu_cycle"),
  dishIds: Parts(Schema.Int),
  heads: Whole,
  /** thousandths of the item's unit */
  lines: Parts(Schema.Struct({ stockItemId: Schema.Int, quantity: Schema.Int })),
  issuedBy: Optional(Ref("person")),
}
export const KitchenIssue = record(
  "kitchen_issue",
  { ...facts, slot: Words() },
  {
    grows: true,
    label: "Kitchen issue",
    title: "meal_type || ' of ' || to_char(date, 'YYYY-MM-DD')",
    unique: [{ fields: ["slot"], sentence: "The ingredients for this meal are already issued" }],
    indexes: [
      ["date", "createdAt", "id"],
      ["siteId", "date", "createdAt", "id"],
    ],
  },
)
const slotOf = ({ siteId, date, mealType }: { readonly siteId: number; readonly date: string; readonly mealType: string }) => `${siteId}/${date}/${mealType}`

export const MealIssued = event(
  "MealIssued",
  1,
  facts,
  ({ mealType, date, heads, lines }) =>
    `${titled(mealType)} of ${date} issued to the kitchen for ${count(heads, "person", "people")}: ${count(lines.length, "item")}`,
)
export const kitchenIssues = stream(KitchenIssue, MealIssued).fold({ MealIssued: (_, issued) => ({ ...issued, slot: slotOf(issued) }) })

interface Line {
  readonly stockItemId: number
  readonly quantity: number
}
export interface Issue {
  readonly siteId: number | string
  readonly date: string
  readonly mealType: MealType
  /** defaults to what the recipes require for the planned heads */
  readonly lines?: ReadonlyArray<Line> | undefined
}
/** The menu's data for the meal; undefined if the menu has none. */
export interface MealOnMenu {
  readonly menuId: number
  readonly dishIds: ReadonlyArray<number>
  readonly heads: number
  readonly needs: ReadonlyArray<Line>
}

/** Issues the goods for a meal from the site's store. Rejected as a whole if one item is not available. */
export const issueMeal = (meal: MealOnMenu | undefined) =>
  command("kitchen_issue.issue", function* ({ siteId, date, mealType, lines: asked }: Issue, by) {
    if (by.person !== null && !holdsAny(by, ["operations.basic", "operations.supervise", "department.manage"])) {
      throw forbidden("Only operations can issue goods to the kitchen")
    }
    const site = yield* siteOf(siteId, by)
    const slot = { siteId: site.id, date, mealType }
    if (date < by.today || date > addDays(by.today, 1)) throw invalid("Goods can be issued only for meals of today and tomorrow")
    if (yield* find(kitchenIssues, { slot: slotOf(slot) }, { expected: false }))
      throw conflict(`${titled(mealType)} of ${date} is already issued to the kitchen`)
    if (!meal) throw invalid(`No menu of ${site.name} has ${mealType} on ${date}. Plan it first`)
    if (!asked && meal.heads === 0) throw invalid(`The number of people for ${mealType} at ${site.name} is not set. Give the quantities`)
    const lines = (asked ?? meal.needs).filter(({ quantity }) => quantity !== 0)
    if (lines.length === 0) throw invalid("Name at least one item with a quantity greater than 0")
    if (new Set(lines.map(({ stockItemId }) => stockItemId)).size < lines.length) throw invalid("Each item can be issued once for a meal")
    const id = yield* newId(kitchenIssues)
    const taken: Array<Change> = []
    for (const { stockItemId, quantity } of lines) {
      const note = `${titled(mealType)} of ${date}`
      taken.push(...(yield* issueFrom(site.id, stockItemId, quantity, { note, source: { kind: "kitchen_issue", id } }, by)))
    }
    const { menuId, dishIds, heads } = meal
    return [kitchenIssues.at(id, MealIssued({ ...slot, menuId, dishIds, heads, lines, issuedBy: by.person })), ...taken]
  })
