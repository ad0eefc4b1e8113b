/** Records the payment of a filed report. */
import { today } from "@ops/platform/ui/date.tsx"
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { DateField, MoneyField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { pathOf, useCommand } from "../../web/client.ts"
import { PostingDay } from "../../periods/web/posting-day.tsx"
import { screen } from "../payments/screen.ts"
import { taxLists, type TaxReport } from "./tax-labels.ts"

export default function TaxPaymentDialog({ report, onClose }: { readonly report: TaxReport; readonly onClose: () => void }) {
  const record = useCommand("POST /api/tax-payments", {
    lists: [...taxLists, pathOf("GET /api/tax-reports/:id", { id: report.id })],
    done: ({ paymentNumber }) => `${paymentNumber} recorded`,
    failed: "Failed to record the payment",
  })
  return (
    <CommandDialog
      command={screen.commands.record}
      title={`Pay ${report.reportNumber}`}
      help={`${formatMoney(report.open, report.currency)} is open. Another person approves the payment; it is posted when it is paid.`}
      initial={{ taxReportId: report.id, paymentAmount: report.open, paymentDate: today() }}
      check={({ paymentAmount, paymentDate }) => ({
        ...(paymentAmount === "" && { paymentAmount: "Amount is required" }),
        ...(paymentDate === "" && { paymentDate: "Date is required" }),
      })}
      narrow
      submit="Record payment"
      pending="Recording..."
      rows={[
        {
          key: "amount",
          node: (
            <div className="pair">
              <MoneyField name="paymentAmount" label="Amount" currency={report.currency} required />
              <DateField name="paymentDate" label="Date" required />
            </div>
          ),
        },
        { key: "posting-day", node: <PostingDay name="paymentDate" /> },
        ["paymentMethod", "referenceNumber"],
      ]}
      labels={{ paymentMethod: "Method" }}
      save={record.send}
      onClose={onClose}
    />
  )
}
