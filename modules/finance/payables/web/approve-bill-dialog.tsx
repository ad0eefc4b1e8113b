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
          ? "It differs from its order. The reason stays in its history."
          : `${formatMoney(row.amount, row.currency)} goes into the books on its date. After that it is taken back only by a credit.`
      }
      rows={differs ? ["reason"] : []}
      needed={differs ? ["reason"] : []}
      onClose={onClose}
    />
  )
}
