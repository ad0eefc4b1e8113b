/** Agrees a price of a contract from a date, with other prices for larger head-counts. */
import { Button } from "@ops/platform/ui/button.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, NumberField } from "@ops/platform/ui/forms/form-fields.tsx"
import { checkedNumber, day, filled, formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFieldArray } from "react-hook-form"
import { price } from "../../web/client-checks.ts"
import { useCommand } from "../../web/client.ts"
import { contractLists, firstDay } from "../../web/labels.ts"
import type { contracts } from "../resource.ts"

const fromHeads = filled(
  checkedNumber((heads) => (heads !== undefined && Number.isInteger(heads) && heads >= 2 ? undefined : "A band starts at 2 people or more")),
)
const Form = formOf({
  from: day("Date from"),
  rate: price("Rate"),
  bands: Schema.mutable(Schema.Array(Schema.Struct({ fromHeads, rate: price("Rate") }))),
})

const Bands = ({ currency }: { readonly currency: string }) => {
  const { fields, append, remove } = useFieldArray({ name: "bands" })
  return (
    <>
      {fields.map((field, n) => (
        <div className="client-band" key={field.id}>
          <NumberField name={`bands.${n}.fromHeads`} label="From (people)" min={2} required />
          <MoneyField name={`bands.${n}.rate`} label="Rate per meal" currency={currency} required />
          <Button kind="quiet" aria-label={`Remove band ${n + 1}`} onClick={() => remove(n)}>
            Remove
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => append({ fromHeads: undefined, rate: "" })}>Add a band</Button>
      </div>
    </>
  )
}

export default function RateDialog({ contract, onClose }: { readonly contract: (typeof contracts)["Row"]; readonly onClose: () => void }) {
  const agree = useCommand("POST /api/contracts/:id/rates", {
    id: contract.id,
    lists: contractLists,
    done: "Price agreed",
    failed: "Failed to agree the price",
  })
  const latest = contract.rates?.at(-1)
  return (
    <FormDialog
      title="Agree a price"
      help={`${contract.contractNumber}, ${contract.client.companyName}. Invoices already issued keep their price.`}
      schema={Form}
      defaults={{ from: firstDay(contract), rate: latest?.rate ?? "", bands: (latest?.bands ?? []).map((band) => ({ ...band })) }}
      submit="Agree price"
      pending="Saving..."
      save={agree.send}
      onClose={onClose}
    >
      <div className="pair">
        <DateField name="from" label="Date from" required />
        <MoneyField name="rate" label="Rate per meal" currency={contract.currency} required />
      </div>
      <Bands currency={contract.currency} />
    </FormDialog>
  )
}
