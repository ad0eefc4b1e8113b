/** Agrees the rate of a contractor from a day on. */
import { DateField, MoneyField } from "@ops/platform/ui/forms/form-fields.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { screen } from "../screen.ts"
import { type Contractor, useCommand } from "./client.ts"
import { contractorLists } from "./labels.ts"

export default function RateDialog({ of, onClose }: { readonly of: Contractor; readonly onClose: () => void }) {
  const agree = useCommand("POST /api/contractors/:id/rates", { id: of.id, lists: contractorLists, done: "Rate agreed", failed: "Failed to agree the rate" })
  return (
    <CommandDialog
      command={screen.commands.agreeRate}
      title="Agree Rate"
      help={`${of.name}. The rates before stay; months that are billed do not change.`}
      initial={{ unit: of.rate?.unit ?? "hour" }}
      labels={{ unit: "For each" }}
      narrow
      submit="Agree rate"
      pending="Saving..."
      rows={[
        { key: "amount", node: <MoneyField name="amount" label="Rate" currency={of.currency} required /> },
        "unit",
        { key: "from", node: <DateField name="from" label="From" min={of.contractStart} required /> },
        "reason",
      ]}
      save={agree.send}
      onClose={onClose}
    />
  )
}
