/** Selects the dishes of a meal of the cycle; they apply in every cycle. */
import { addDays, daysBetween } from "@ops/platform/calendar.ts"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField } from "@ops/platform/ui/forms/form-fields.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { Link } from "react-router-dom"
import type { MealType } from "../../labels.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { dayNames, inWords, type Menu, menuLists } from "../../web/menu-labels.ts"

/** Whether each dish is selected, keyed by "d" and its id, since field names cannot be numbers. */
const Form = formOf({ dishes: Schema.Record(Schema.String, Schema.UndefinedOr(Schema.Boolean)) })

interface Props {
  readonly menu: Menu
  /** a date of this meal of the cycle */
  readonly date: string
  readonly week: number
  readonly day: number
  readonly mealType: MealType
  readonly onClose: () => void
}

export default function MealDialog({ menu, date, week, day, mealType, onClose }: Props) {
  const recipes = useApi("GET /api/recipes", { query: { mealType, siteId: menu.siteId } })
  const entry = menu.entries.find((entry) => entry.week === week && entry.day === day && entry.mealType === mealType)
  const had: readonly number[] = entry?.dishIds ?? []
  const choices = (recipes.data ?? []).filter(({ id, isActive }) => isActive || had.includes(id))
  const cycle = menu.weeks * 7
  const gone = Math.max(0, daysBetween(date, today()))
  const next = addDays(date, Math.ceil(gone / cycle) * cycle)
  const set = useCommand("PUT /api/menus/:id/entries", {
    id: menu.id,
    body: ({ dishes }: typeof Form.Type) => {
      const chosen = choices.filter(({ id }) => dishes[`d${id}`] === true).map(({ id }) => id)
      // kept dishes stay in their order
      return { entries: [{ week, day, mealType, dishIds: [...had.filter((id) => chosen.includes(id)), ...chosen.filter((id) => !had.includes(id))] }] }
    },
    lists: menuLists,
    done: "Menu saved",
    failed: "Failed to save the menu",
  })
  return (
    <FormDialog
      title={`${dayNames[day - 1]} ${mealType}, week ${week} of ${menu.weeks}`}
      help={`${menu.name}, ${menu.site.name}. Next on ${formatDay(next)}, then each time this week of the menu repeats.`}
      schema={Form}
      defaults={{ dishes: Object.fromEntries(had.map((id) => [`d${id}`, true])) }}
      submit="Save meal"
      pending="Saving..."
      save={set.send}
      onClose={onClose}
    >
      {recipes.isPending && <Loading rows={4} label="Loading recipes..." />}
      {recipes.data && choices.length === 0 && (
        <p className="muted">
          No dish is available at {mealType} yet.{" "}
          <Link className="link" to="/catering/recipes?dialog=new-recipe">
            Add a recipe
          </Link>
        </p>
      )}
      {choices.map(({ id, name, costPerHead, allergens, diets, isActive }) => (
        <CheckField
          key={id}
          name={`dishes.d${id}`}
          label={name}
          hint={[
            costPerHead === null ? "No cost recorded" : `${formatMoney(costPerHead, "USD")} per person`,
            ...(isActive ? [] : ["retired"]),
            ...(allergens.length > 0 ? [`contains ${allergens.map(inWords).join(", ")}`] : []),
            ...(diets.length > 0 ? [`suits ${diets.map(inWords).join(", ")}`] : []),
          ].join("; ")}
        />
      ))}
    </FormDialog>
  )
}
