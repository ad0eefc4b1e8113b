/** Plans a menu for a site, or changes its name, length and start. */
import { today } from "@ops/platform/ui/date.tsx"
import { DateField, NumberField } from "@ops/platform/ui/forms/form-fields.tsx"
import { ChangeForm, RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { type Menu, mondayOf } from "../../web/menu-labels.ts"
import { screen } from "../screen.ts"

interface Props {
  readonly menu?: Menu
  readonly onClose: () => void
  readonly onSaved?: (menu: Menu) => void
}

const terms = {
  key: "terms",
  node: (
    <div className="pair">
      <NumberField name="weeks" label="Weeks" min={1} max={6} required />
      <DateField name="startDate" label="Start date" required />
    </div>
  ),
}

export default function MenuDialog({ menu, onClose, onSaved }: Props) {
  const { siteId, sites } = useWorkingSite()
  const same = { screen, narrow: true, onClose } as const
  return menu ? (
    <ChangeForm
      {...same}
      command="change"
      row={menu}
      title="Change menu"
      submit="Save menu"
      help={`${menu.site.name}. Weeks beyond the new number lose their dishes.`}
      rows={["name", terms]}
    />
  ) : (
    <RecordForm
      {...same}
      command="plan"
      title="New menu"
      submit="Plan menu"
      help="It repeats after its weeks. Of the menus in use at a site, the one that started last applies."
      initial={{ siteId: siteId ?? sites[0]?.id, weeks: 4, startDate: mondayOf(today()) }}
      rows={["siteId", "name", terms]}
      onDone={(saved) => void setTimeout(() => onSaved?.(saved), 0)}
    />
  )
}
