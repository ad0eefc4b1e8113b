/** Approves a bill; one that differs from its order needs a reason. */
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import { screen } from "../screen.ts"
import type { BillFormProps } from "./labels.tsx"

export default function ApproveBillDialog({ row, onClose }: BillFormProps) {
  const differs = row.match.state === "differs"
  return (
    <ChangeForm
      screen={screen}
      command="approve"
      row={row}
      help={
        differs
          ? "The bill does not match its order, so give a reason. It is kept in the history."
          : `${formatMoney(row.amount, row.currency)} is posted on its date. To correct it later, enter a credit.`
      }
      rows={differs ? ["reason"] : []}
      needed={differs ? ["reason"] : []}
      onClose={onClose}
    />
  )
}
