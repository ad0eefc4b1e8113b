/** Describes the service of a contract for the people who perform it. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, NumberField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { heads, price } from "../../web/client-checks.ts"
import { useCommand } from "../../web/client.ts"
import { contractLists } from "../../web/labels.ts"
import type { contracts } from "../resource.ts"

const Catering = {
  staffCapacity: Schema.UndefinedOr(heads("Staff capacity")),
  mealTypes: text("Meals", 500),
  servingSchedule: text("Serving schedule", 2000),
  kitchenFacilities: text("Kitchen facilities", 2000),
  specialDietaryRequirements: text("Special dietary requirements", 2000),
}
const Cleaning = {
  cleaningType: text("Cleaning type"),
  serviceFrequency: text("Service frequency"),
  areasIncluded: text("Areas", 500),
  staffRequired: Schema.UndefinedOr(heads("Staff required")),
  estimatedHours: Schema.UndefinedOr(
    Schema.Finite.check(Schema.makeFilter((hours) => (hours >= 0 && hours <= 100_000 ? undefined : "Estimated hours must not be negative"))),
  ),
  hourlyRate: Schema.Union([Schema.Literal(""), price("Hourly rate")]),
  specialEquipment: text("Special equipment", 2000),
  chemicalsUsed: text("Chemicals used", 2000),
}
const Form = formOf({ ...Catering, ...Cleaning, notes: text("Notes", 2000) })

const listed = (words: string) =>
  words
    .split(",")
    .map((word) => word.trim())
    .filter(Boolean)

/** Only the fields of this service; those of other services stay unchanged. */
const described = (serviceType: (typeof contracts)["Row"]["serviceType"], form: typeof Form.Type) => {
  const { staffCapacity, mealTypes, servingSchedule, kitchenFacilities, specialDietaryRequirements, notes, ...cleaning } = form
  if (serviceType === "catering") {
    return { staffCapacity: staffCapacity ?? null, mealTypes: listed(mealTypes), servingSchedule, kitchenFacilities, specialDietaryRequirements, notes }
  }
  const { areasIncluded, staffRequired, estimatedHours, hourlyRate } = cleaning
  const figures = { staffRequired: staffRequired ?? null, estimatedHours: estimatedHours ?? null, hourlyRate: hourlyRate || null }
  return serviceType === "cleaning" ? { ...cleaning, areasIncluded: listed(areasIncluded), ...figures, notes } : { notes }
}

export default function ServiceDialog({ contract, onClose }: { readonly contract: (typeof contracts)["Row"]; readonly onClose: () => void }) {
  const { serviceType, details, contractNumber, notes } = contract
  const describe = useCommand("PATCH /api/contracts/:id", {
    id: contract.id,
    body: (form: typeof Form.Type) => described(serviceType, form),
    lists: contractLists,
    done: "Service described",
    failed: "Failed to save the description",
  })
  return (
    <FormDialog
      title="Describe the service"
      help={`${contractNumber}, ${contract.client.companyName}. The terms of the contract do not change.`}
      schema={Form}
      wide
      defaults={{
        staffCapacity: details.staffCapacity ?? undefined,
        mealTypes: details.mealTypes.join(", "),
        servingSchedule: details.servingSchedule ?? "",
        kitchenFacilities: details.kitchenFacilities ?? "",
        specialDietaryRequirements: details.specialDietaryRequirements ?? "",
        cleaningType: details.cleaningType ?? "",
        serviceFrequency: details.serviceFrequency ?? "",
        areasIncluded: details.areasIncluded.join(", "),
        staffRequired: details.staffRequired ?? undefined,
        estimatedHours: details.estimatedHours === null ? undefined : Number(details.estimatedHours),
        hourlyRate: details.hourlyRate ?? "",
        specialEquipment: details.specialEquipment ?? "",
        chemicalsUsed: details.chemicalsUsed ?? "",
        notes,
      }}
      submit="Save description"
      pending="Saving..."
      save={describe.send}
      onClose={onClose}
    >
      {serviceType === "catering" && (
        <>
          <div className="pair">
            <NumberField name="staffCapacity" label="Staff capacity" min={0} />
            <TextField name="mealTypes" label="Meals, with commas" />
          </div>
          <TextField name="servingSchedule" label="Serving schedule" />
          <TextField name="kitchenFacilities" label="Kitchen facilities" />
          <TextField name="specialDietaryRequirements" label="Special dietary requirements" />
        </>
      )}
      {serviceType === "cleaning" && (
        <>
          <div className="pair">
            <TextField name="cleaningType" label="Cleaning type" />
            <TextField name="serviceFrequency" label="Service frequency" />
          </div>
          <TextField name="areasIncluded" label="Areas, with commas" />
          <div className="pair">
            <NumberField name="staffRequired" label="Staff required" min={0} />
            <NumberField name="estimatedHours" label="Estimated hours" min={0} step={0.001} />
          </div>
          <MoneyField name="hourlyRate" label="Hourly rate" currency={contract.currency} />
          <TextField name="specialEquipment" label="Special equipment" />
          <TextField name="chemicalsUsed" label="Chemicals used" />
        </>
      )}
      <TextAreaField name="notes" label="Notes" rows={2} />
    </FormDialog>
  )
}
