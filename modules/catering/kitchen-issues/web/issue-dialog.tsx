/** Issues to the kitchen what a meal requires, or what was actually taken. */
import { formatDay } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { NumberField } from "@ops/platform/ui/forms/form-fields.tsx"
import { checkedNumber, filled, formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import type { MealType } from "../../labels.ts"
import { useCommand } from "../../web/client.ts"
import { issueLists, type Requirements } from "../../web/menu-labels.ts"

const Form = formOf({
  lines: Schema.mutable(
    Schema.Array(
      Schema.Struct({
        stockItemId: Schema.Finite,
        quantity: filled(
          checkedNumber((quantity) =>
            quantity === undefined ? "Enter a quantity, or 0 for items you do not take" : quantity >= 0 ? undefined : "Quantity must not be negative",
          ),
        ),
      }),
    ),
  ),
})

interface Props {
  readonly needs: Requirements
  readonly date: string
  readonly mealType: MealType
  readonly onClose: () => void
}

export default function IssueDialog({ needs, date, mealType, onClose }: Props) {
  const meal = needs.meals.find((meal) => meal.date === date && meal.mealType === mealType)
  const issue = useCommand("POST /api/menus/issues", {
    body: ({ lines }: typeof Form.Type) => ({ siteId: needs.site.id, date, mealType, lines }),
    lists: issueLists,
    done: "Issued to the kitchen",
    failed: "Failed to issue to the kitchen",
  })
  if (!meal || meal.issued) return null
  return (
    <FormDialog
      title={`Issue ${mealType} to the kitchen`}
      help={`${needs.site.name}, ${formatDay(date)}, ${meal.heads} people. Stock is reduced immediately. You can issue once per meal.`}
      schema={Form}
      defaults={{ lines: meal.needs.map(({ stockItemId, required }) => ({ stockItemId, quantity: Number(required) })) }}
      submit="Issue to kitchen"
      pending="Issuing..."
      save={issue.send}
      onClose={onClose}
    >
      {meal.needs.map(({ stockItemId, name, unit, available }, n) => (
        <NumberField key={stockItemId} name={`lines.${n}.quantity`} label={name} unit={unit} step={0.001} min={0} hint={`${available} ${unit} left for it`} />
      ))}
    </FormDialog>
  )
}
