/** Registers an asset, or changes its details. */
import { SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { optionsOf } from "@ops/platform/ui/resources/screen-parts.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useFormContext, useWatch } from "react-hook-form"
import { useCommand } from "../../web/client.ts"
import type { assets } from "../resource.ts"
import { screen } from "../screen.ts"
import { assetLists } from "./assets-labels.ts"

const { change, register } = screen.commands
const units = register.fields.filter(({ name }) => name === "meterUnit").flatMap(optionsOf)

/** The unit of the meter and, for a new asset, its reading. */
const Meter = ({ isNew }: { readonly isNew: boolean }) => {
  const unit = useWatch({ control: useFormContext<{ readonly meterUnit: string }>().control, name: "meterUnit" })
  return (
    <div className="pair">
      <SelectField name="meterUnit" label="Its meter counts" placeholder="No meter" options={units} required />
      {isNew && unit !== "" && <TextField name="meterReading" label="It shows now" hint="Leave blank to read it later" />}
    </div>
  )
}
const facts = [
  ["name", "kind"],
  ["siteId", "location"],
  ["manufacturer", "model"],
  ["serialNumber", "inServiceSince"],
] as const

interface Props {
  /** the asset to change; omitted to add one */
  readonly of?: (typeof assets)["Row"]
  readonly onClose: () => void
}

export default function AssetDialog({ of, onClose }: Props) {
  return of ? <Change of={of} onClose={onClose} /> : <Register onClose={onClose} />
}

const Register = ({ onClose }: Omit<Props, "of">) => {
  const [, open] = useAddress("open", "push")
  const save = useCommand("POST /api/assets", {
    lists: assetLists,
    done: ({ assetNumber }) => `${assetNumber} registered`,
    failed: "Failed to register the asset",
  })
  return (
    <CommandDialog
      command={register}
      title="Register asset"
      help="A machine, vehicle or building for work orders and plans. It gets a number."
      initial={{ kind: "generator", meterUnit: "" }}
      submit="Register asset"
      pending="Saving..."
      rows={[...facts, { key: "meter", node: <Meter isNew /> }, "status", "notes"]}
      save={async (payload: Parameters<typeof save.send>[0]) => {
        const { id } = await save.send(payload)
        setTimeout(() => void open(String(id)), 0)
      }}
      onClose={onClose}
    />
  )
}

const Change = ({ of, onClose }: Props & { readonly of: (typeof assets)["Row"] }) => {
  const save = useCommand("PATCH /api/assets/:id", {
    id: of.id,
    lists: assetLists,
    done: ({ assetNumber }) => `${assetNumber} changed`,
    failed: "Failed to change the asset",
  })
  return (
    <CommandDialog
      command={change}
      title={`Change ${of.assetNumber}`}
      help="Condition and meter are recorded separately."
      initial={Object.fromEntries(change.fields.map(({ name }) => [name, of[name] ?? ""]))}
      submit="Save asset"
      pending="Saving..."
      rows={[...facts, { key: "meter", node: <Meter isNew={false} /> }, "notes"]}
      save={save.send}
      onClose={onClose}
    />
  )
}
