/** Logs a client's wish, or a rating of a dish. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { SelectField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { useClientsAt } from "../../feeding/web/clients.ts"

const Form = formOf(
  {
    clientId: Schema.Number.annotate({ message: "Client is required" }).check(Schema.makeFilter((id) => (id > 0 ? undefined : "Client is required"))),
    dishId: Schema.UndefinedOr(Schema.Finite),
    rating: Schema.UndefinedOr(Schema.Finite),
    text: text("Wish", 500),
  },
  ({ dishId, rating, text }) =>
    text.trim() === "" && !rating
      ? { path: ["text"], issue: "Describe the request, or rate it from 1 to 5" }
      : rating && !dishId
        ? { path: ["dishId"], issue: "Choose the dish to rate" }
        : undefined,
)

const ratings = ["Bad", "Poor", "Fair", "Good", "Very good"].map((word, n) => ({ value: String(n + 1), label: `${n + 1}, ${word.toLowerCase()}` }))

export default function WishDialog({ siteId, onClose }: { readonly siteId: number; readonly onClose: () => void }) {
  const clients = useClientsAt(siteId)
  const recipes = useApi("GET /api/recipes").data ?? []
  const log = useCommand("POST /api/menus/wishes", {
    body: ({ clientId, dishId, rating, text }: typeof Form.Type) => ({ siteId, clientId, dishId: dishId || null, rating: rating || null, text }),
    lists: pathsOf("GET /api/menus"),
    done: "Wish logged",
    failed: "Failed to add the request",
  })
  return (
    <FormDialog
      title="Add request"
      help="A client's request, or a rating of a dish. It affects the suggestions."
      schema={Form}
      defaults={{ clientId: 0, dishId: undefined, rating: undefined, text: "" }}
      submit="Log wish"
      pending="Saving..."
      save={log.send}
      onClose={onClose}
    >
      <SelectField
        name="clientId"
        label="Client"
        placeholder="Choose a client"
        numeric
        required
        options={clients.map(({ id, companyName }) => ({ value: String(id), label: companyName }))}
      />
      <div className="pair">
        <SelectField name="dishId" label="Dish" placeholder="No dish" numeric options={recipes.map(({ id, name }) => ({ value: String(id), label: name }))} />
        <SelectField name="rating" label="Rating" placeholder="No rating" numeric options={ratings} />
      </div>
      <TextAreaField name="text" label="Wish" rows={2} />
    </FormDialog>
  )
}
