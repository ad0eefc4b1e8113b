/** Agrees the billing basis of a contract, from a date. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { day, formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useFormContext, useWatch } from "react-hook-form"
import { share } from "../../web/client-checks.ts"
import { useCommand } from "../../web/client.ts"
import { basisOptions, contractLists, firstDay } from "../../web/labels.ts"
import type { contracts } from "../resource.ts"

const Form = formOf(
  {
    from: day("Date from"),
    basis: Schema.Literals(["served", "planned", "guaranteed"]),
    guaranteedShare: Schema.Union([Schema.Literal(""), share]),
  },
  ({ basis, guaranteedShare }) =>
    basis !== "guaranteed" || guaranteedShare !== "" ? undefined : { path: ["guaranteedShare"], issue: "Share is more than 0 and at most 100%" },
)

const Share = () => {
  const basis = useWatch({ control: useFormContext<typeof Form.Type>().control, name: "basis" })
  return basis === "guaranteed" ? <MoneyField name="guaranteedShare" label="Share of planned, %" required /> : null
}

export default function BasisDialog({ contract, onClose }: { readonly contract: (typeof contracts)["Row"]; readonly onClose: () => void }) {
  const agree = useCommand("POST /api/contracts/:id/basis", {
    id: contract.id,
    body: ({ from, basis, guaranteedShare }: typeof Form.Type) => ({ from, basis, guaranteedShare: basis === "guaranteed" ? guaranteedShare : null }),
    lists: contractLists,
    done: "Billing basis agreed",
    failed: "Failed to set the billing basis",
  })
  const latest = contract.bases.at(-1)
  return (
    <FormDialog
      title="Set the billing basis"
      help={`${contract.contractNumber}, ${contract.client.companyName}. Bills for earlier days do not change.`}
      schema={Form}
      defaults={{ from: firstDay(contract), basis: latest?.basis ?? "served", guaranteedShare: latest?.guaranteedShare ?? "" }}
      submit="Agree basis"
      pending="Saving..."
      save={agree.send}
      onClose={onClose}
    >
      <DateField name="from" label="Date from" required />
      <SelectField name="basis" label="Billed by" options={basisOptions} required />
      <Share />
    </FormDialog>
  )
}
