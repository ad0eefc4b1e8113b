/** Adds or changes a dish and its quantities per head. */
import { Button } from "@ops/platform/ui/button.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, NumberField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { checkedNumber, filled, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFieldArray } from "react-hook-form"
import { useApi, useCommand } from "../../web/client.ts"
import { allergens, diets, mealTypes, type Recipe, recipeLists, titled } from "../../web/menu-labels.ts"

const Checks = Schema.Record(Schema.String, Schema.UndefinedOr(Schema.Boolean))
const Form = formOf({
  name: text("Name", 200, true),
  description: text("Description", 2000),
  meals: Checks,
  contains: Checks,
  suits: Checks,
  ingredients: Schema.mutable(
    Schema.Array(
      Schema.Struct({
        stockItemId: Schema.Number.annotate({ message: "Stock item is required" }).check(
          Schema.makeFilter((id) => (id > 0 ? undefined : "Stock item is required")),
        ),
        quantity: filled(
          checkedNumber((quantity) => (quantity === undefined ? "Quantity is required" : quantity > 0 ? undefined : "Quantity must be greater than 0")),
        ),
      }),
    ),
  ),
})
type Values = typeof Form.Type

const chosen = <Word extends string>(words: readonly Word[], checks: Readonly<Record<string, boolean | undefined>>) =>
  words.filter((word) => checks[word] === true)
const checksOf = (words: readonly string[]): Record<string, boolean | undefined> => Object.fromEntries(words.map((word) => [word, true]))

const CheckGroup = ({ name, label, words }: { readonly name: string; readonly label: string; readonly words: readonly string[] }) => (
  <fieldset className="recipe-checks">
    <legend>{label}</legend>
    {words.map((word) => (
      <CheckField key={word} name={`${name}.${word}`} label={titled(word)} />
    ))}
  </fieldset>
)

const Ingredients = () => {
  const { fields, append, remove } = useFieldArray({ name: "ingredients" })
  const items = useApi("GET /api/stock/items").data ?? []
  const options = items.map(({ id, name, unit }) => ({ value: String(id), label: `${name} (${unit})` }))
  return (
    <>
      {fields.map((field, n) => (
        <div className="recipe-line" key={field.id}>
          <SelectField name={`ingredients.${n}.stockItemId`} label="Item" options={options} placeholder="Choose an item" numeric required />
          <NumberField name={`ingredients.${n}.quantity`} label="Per serving" step={0.001} min={0} required />
          <Button kind="quiet" aria-label={`Remove ingredient ${n + 1}`} onClick={() => remove(n)}>
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => append({ stockItemId: 0, quantity: undefined })}>Add an ingredient</Button>
      </div>
    </>
  )
}

export default function RecipeDialog({ recipe, onClose }: { readonly recipe?: Recipe; readonly onClose: () => void }) {
  const save = useCommand(recipe ? "PATCH /api/recipes/:id" : "POST /api/recipes", {
    id: recipe?.id,
    body: ({ name, description, meals, contains, suits, ingredients }: Values) => ({
      name,
      description,
      mealTypes: chosen(mealTypes, meals),
      allergens: chosen(allergens, contains),
      diets: chosen(diets, suits),
      ingredients,
    }),
    lists: recipeLists,
    done: recipe ? "Recipe changed" : "Recipe added",
    failed: "Failed to save the recipe",
  })
  return (
    <FormDialog
      title={recipe ? `Change ${recipe.name}` : "New recipe"}
      help="Quantities are per serving, in the unit of the item: 0.15 kg, not 150 g."
      wide
      schema={Form}
      defaults={{
        name: recipe?.name ?? "",
        description: recipe?.description ?? "",
        meals: checksOf(recipe?.mealTypes ?? ["lunch", "dinner"]),
        contains: checksOf(recipe?.allergens ?? []),
        suits: checksOf(recipe?.diets ?? []),
        ingredients: recipe?.ingredients.map(({ stockItemId, quantity }) => ({ stockItemId, quantity: Number(quantity) })) ?? [
          { stockItemId: 0, quantity: undefined },
        ],
      }}
      {...(!recipe && { draft: "recipe" })}
      submit="Save recipe"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required />
      <TextField name="description" label="Description" />
      <CheckGroup name="meals" label="Cooked at" words={mealTypes} />
      <Ingredients />
      <CheckGroup name="contains" label="Contains" words={allergens} />
      <CheckGroup name="suits" label="Suits" words={diets} />
    </FormDialog>
  )
}
