/** A view's name, and who sees it. */
import { Schema } from "effect"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { levels } from "../../access/levels.ts"
import { useApiMutation } from "../data/data.ts"
import { FormDialog } from "../forms/form-dialog.tsx"
import { CheckField, SelectField, TextField } from "../forms/form-fields.tsx"
import { type Looks, type SavedView, savedViewsPath } from "./saved-view.ts"
import { useUser } from "../data/session.tsx"

const Form = formOf({
  name: text("Name", 80, true),
  sharedFrom: Schema.String,
  isDefault: Schema.Boolean,
})

/** The level from which people may share views. */
const sharesFrom = 6

interface Props {
  readonly list: string
  readonly looks: Looks
  /** the view to rename or share; a new one if missing */
  readonly of?: SavedView
  readonly onSaved?: (view: SavedView) => void
  readonly onClose: () => void
}

export default function SavedViewDialog({ list, looks, of, onSaved, onClose }: Props) {
  const { accessLevel } = useUser()
  const save = useApiMutation<object, SavedView>({
    method: of ? "PATCH" : "POST",
    path: of ? `${savedViewsPath}/${of.id}` : savedViewsPath,
    lists: [savedViewsPath],
    done: "View saved",
    failed: "Failed to save the view",
    ...(onSaved && { onDone: onSaved }),
  })
  const options = [
    { value: "", label: "Only me" },
    ...(accessLevel >= sharesFrom
      ? levels
          .filter(({ level }) => level <= accessLevel)
          .sort((a, b) => b.level - a.level)
          .map(({ level, name }) => ({ value: String(level), label: level === 1 ? "Everyone" : `Level ${level} (${name}) and above` }))
      : []),
  ]
  return (
    <FormDialog
      title={of ? "Rename or share view" : "Save view"}
      schema={Form}
      defaults={{ name: of?.name ?? "", sharedFrom: of?.sharedFrom ? String(of.sharedFrom) : "", isDefault: of?.isDefault ?? false }}
      submit="Save view"
      pending="Saving..."
      help="Saves the list's filters, order and columns under a name."
      save={({ name, sharedFrom, isDefault }) =>
        save.send({
          ...(of ? {} : { list, ...looks }),
          name: name.trim(),
          sharedFrom: sharedFrom === "" ? null : Number(sharedFrom),
          ...(isDefault !== (of?.isDefault ?? false) && { isDefault }),
        })
      }
      onClose={onClose}
    >
      <TextField name="name" label="Name" required />
      <SelectField name="sharedFrom" label="Who sees it" options={options} />
      <CheckField name="isDefault" label="Open this list with it" />
    </FormDialog>
  )
}
