/** Executes a payment run: its bills are paid and posted. */
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { ChangeForm } from "@ops/platform/ui/resources/record-form.tsx"
import { PostingDayOf } from "@ops/ledger/periods/web/posting-day.tsx"
import { screen } from "../screen.ts"
import type { Run } from "./labels.tsx"

export default function ExecuteRunDialog({ row, onClose }: { readonly row: Run; readonly onClose: () => void }) {
  return (
    <ChangeForm
      screen={screen}
      command="execute"
      row={row}
      help={`${formatMoney(row.net, row.currency)} leaves ${row.account} ${row.accountName ?? ""}. It is posted immediately.`}
      labels={{ reference: "Bank reference or cheque number" }}
      rows={[{ key: "posting-day", node: <PostingDayOf date={row.paymentDate} /> }, "reference"]}
      onClose={onClose}
    />
  )
}
