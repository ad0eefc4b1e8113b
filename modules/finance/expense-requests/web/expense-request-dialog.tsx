/** Requests an expense; another person decides. */
import { RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import { screen } from "../screen.ts"

export default function ExpenseRequestDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <RecordForm
      screen={screen}
      command="request"
      help="Another person approves it, and finance pays it."
      draft="expense-request"
      submit="Submit Request"
      hints={{ description: "What do you need to buy or pay?", businessPurpose: "Why the company needs it" }}
      rows={[["amount", "currency"], ["category", "siteId"], "description", "businessPurpose", ["paymentMethod", "priority"], "receipts"]}
      onClose={onClose}
    />
  )
}
