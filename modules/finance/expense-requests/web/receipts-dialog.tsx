/** Adds receipts to a request. */
import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import type { Expense } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"

export default function ReceiptsDialog({ row, onClose }: { readonly row: Expense; readonly onClose: () => void }) {
  return (
    <ChangeForm
      screen={screen}
      command="addReceipts"
      row={row}
      title={`Add receipts to ${row.requestNumber}`}
      help="Receipts of a request cannot be removed."
      rows={["receipts"]}
      check={({ receipts }) => ((receipts as readonly number[]).length > 0 ? {} : { receipts: "Choose at least one file" })}
      onClose={onClose}
    />
  )
}
