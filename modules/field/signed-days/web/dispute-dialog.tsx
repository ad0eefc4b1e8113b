import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import type { signedDays } from "../resource.ts"
import { screen } from "../screen.ts"

/** Disputes one meal of a signed day for the client. */
export default function DisputeDialog({ row, onClose }: { readonly row: (typeof signedDays)["Row"]; readonly onClose: () => void }) {
  return (
    <ChangeForm
      screen={screen}
      command="dispute"
      row={row}
      rows={["mealType", "reason"]}
      help="The meal can be corrected then, and is signed on another sheet."
      onClose={onClose}
    />
  )
}
