/** Registers an asset, or changes its details. */
import { today } from "@ops/platform/ui/date.tsx"
import { filled } from "@ops/platform/ui/forms/filled-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField, SiteField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFormContext, useWatch } from "react-hook-form"
import type { AssetAnswer } from "../contract.ts"
import { useCommand } from "../../web/client.ts"
import { assetKinds, assetLists, kindOptions, meterOptions, meterUnits } from "./assets-labels.ts"

type Asset = typeof AssetAnswer.Type

const decimal = /^$|^\d{1,9}(\.\d{1,3})?$/
const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    name: text("Name", 120).check(Schema.makeFilter((name) => (name.trim() === "" ? "Name is required" : undefined))),
    kind: Schema.Literals(assetKinds).annotate({ message: "Kind is required" }),
    siteId: filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id ? undefined : "Site is required")))),
    location: text("Location", 200),
    manufacturer: text("Manufacturer", 100),
    model: text("Model", 100),
    serialNumber: text("Serial number", 100),
    inServiceSince: Schema.String,
    status: Schema.Literals(["operational", "standby"]),
    meterUnit: Schema.Literals(["", ...meterUnits]),
    meterReading: Schema.String.check(
      Schema.makeFilter((reading) => (decimal.test(reading.trim()) ? undefined : "Meter reading must be a number with at most three decimals")),
    ),
    notes: text("Notes", 2000),
  }),
)
type Values = typeof Form.Type

const Reading = () => {
  const unit = useWatch({ control: useFormContext<Values>().control, name: "meterUnit" })
  return unit === "" ? null : <TextField name="meterReading" label="It shows now" hint="Left empty, it is read later" />
}

interface Props {
  /** what changes; a new one if not given */
  readonly of?: Asset
  readonly onClose: () => void
  readonly onRegistered?: (id: number) => void
}

export default function AssetDialog({ of, onClose, onRegistered }: Props) {
  const { siteId } = useWorkingSite()
  const save = useCommand(of ? "PATCH /api/assets/:id" : "POST /api/assets", {
    id: of?.id,
    body: ({ meterUnit, meterReading, status, ...form }: Values) => ({
      ...form,
      meterUnit: meterUnit === "" ? null : meterUnit,
      ...(of ? {} : { status, meterReading: meterUnit === "" ? null : meterReading.trim() || null }),
    }),
    lists: assetLists,
    done: ({ assetNumber }) => `${assetNumber} ${of ? "changed" : "registered"}`,
    failed: of ? "Failed to change the asset" : "Failed to register the asset",
  })
  const defaults: typeof Form.Encoded = {
    name: of?.name ?? "",
    kind: of?.kind ?? "generator",
    siteId: of?.siteId ?? siteId,
    location: of?.location ?? "",
    manufacturer: of?.manufacturer ?? "",
    model: of?.model ?? "",
    serialNumber: of?.serialNumber ?? "",
    inServiceSince: of?.inServiceSince ?? "",
    status: "operational",
    meterUnit: of?.meterUnit ?? "",
    meterReading: "",
    notes: of?.notes ?? "",
  }
  return (
    <FormDialog
      title={of ? `Change ${of.assetNumber}` : "Register asset"}
      help={
        of
          ? "How it is and what its meter shows are said by themselves."
          : "A machine, a vehicle or a building that orders and plans speak of. It gets a number."
      }
      schema={Form}
      wide
      defaults={defaults}
      submit={of ? "Save asset" : "Register asset"}
      pending="Saving..."
      onClose={onClose}
      save={async (form) => {
        const saved = await save.send(form as Values)
        if (!of) setTimeout(() => onRegistered?.(saved.id), 0)
      }}
    >
      <div className="pair">
        <TextField name="name" label="Name" required />
        <SelectField name="kind" label="Kind" options={kindOptions} required />
      </div>
      <div className="pair">
        <SiteField name="siteId" label="Site" required />
        <TextField name="location" label="Location" />
      </div>
      <div className="pair">
        <TextField name="manufacturer" label="Manufacturer" />
        <TextField name="model" label="Model" />
      </div>
      <div className="pair">
        <TextField name="serialNumber" label="Serial number" />
        <DateField name="inServiceSince" label="In service since" max={today()} />
      </div>
      <div className="pair">
        <SelectField name="meterUnit" label="Its meter counts" options={[{ value: "", label: "No meter" }, ...meterOptions]} required />
        {!of && <Reading />}
      </div>
      {!of && (
        <SelectField
          name="status"
          label="Status"
          options={[
            { value: "operational", label: "Operational" },
            { value: "standby", label: "Standby" },
          ]}
          required
        />
      )}
      <TextAreaField name="notes" label="Notes" rows={2} />
    </FormDialog>
  )
}
