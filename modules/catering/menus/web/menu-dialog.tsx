/** Plans a menu for a site, or changes its name, length and start. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, NumberField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { checkedNumber, filled, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { type Menu, menuLists, mondayOf } from "../../web/menu-labels.ts"

const Form = formOf({
  siteId: Schema.Number.annotate({ message: "Site is required" }).check(Schema.makeFilter((id) => (id > 0 ? undefined : "Site is required"))),
  name: text("Name", 200, true),
  weeks: filled(
    checkedNumber((weeks) => (weeks !== undefined && Number.isInteger(weeks) && weeks >= 1 && weeks <= 6 ? undefined : "A menu repeats after 1 to 6 weeks")),
  ),
  startDate: Schema.String.check(Schema.isMinLength(1, { message: "Start date is required" })),
})

interface Props {
  readonly menu?: Menu
  readonly onClose: () => void
  readonly onSaved?: (menu: Menu) => void
}

export default function MenuDialog({ menu, onClose, onSaved }: Props) {
  const { siteId, sites } = useWorkingSite()
  const save = useCommand(menu ? "PATCH /api/menus/:id" : "POST /api/menus", {
    id: menu?.id,
    body: ({ siteId, ...terms }: typeof Form.Type) => (menu ? terms : { siteId, ...terms }),
    lists: menuLists,
    done: menu ? "Menu changed" : "Menu planned",
    failed: "Failed to save the menu",
  })
  return (
    <FormDialog
      title={menu ? "Change menu" : "New menu"}
      help={
        menu
          ? `${menu.site.name}. Weeks beyond the new number lose their dishes.`
          : "It repeats after its weeks. Of the menus in use at a site, the one that started last applies."
      }
      schema={Form}
      defaults={{
        siteId: menu?.siteId ?? siteId ?? sites[0]?.id ?? 0,
        name: menu?.name ?? "",
        weeks: menu?.weeks ?? 4,
        startDate: menu?.startDate ?? mondayOf(today()),
      }}
      submit={menu ? "Save menu" : "Plan menu"}
      pending="Saving..."
      save={async (form) => {
        const saved = await save.send(form)
        if (onSaved) setTimeout(() => onSaved(saved), 0)
      }}
      onClose={onClose}
    >
      {!menu && <SiteField name="siteId" label="Site" required />}
      <TextField name="name" label="Name" required />
      <div className="pair">
        <NumberField name="weeks" label="Weeks" min={1} max={6} required />
        <DateField name="startDate" label="Start date" required />
      </div>
    </FormDialog>
  )
}
