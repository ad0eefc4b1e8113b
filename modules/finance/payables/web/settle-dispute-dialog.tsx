/** Settles the dispute of a bill. */
import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import { screen } from "../screen.ts"
import type { BillFormProps } from "./labels.tsx"

export default function SettleDisputeDialog({ row, onClose }: BillFormProps) {
  return (
    <ChangeForm
      screen={screen}
      command="resolve"
      row={row}
      title={`Settle the dispute of ${row.billNumber}`}
      help="It can be approved and paid again."
      labels={{ note: "Outcome" }}
      rows={["note"]}
      onClose={onClose}
    />
  )
}
