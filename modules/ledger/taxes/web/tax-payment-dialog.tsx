/** Records the payment of a filed report. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { text } from "@ops/platform/ui/forms/checked-form.ts"
import { pathOf, useCommand } from "../../web/client.ts"
import { PostingDay } from "../../periods/web/posting-day.tsx"
import { Schema } from "effect"
import { isAmount } from "../../web/books-form.ts"
import { methodOptions, taxLists, type TaxReport } from "./tax-labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    paymentAmount: Schema.String.check(
      Schema.makeFilter((amount) => (isAmount(amount) && Number(amount) > 0 ? undefined : "Amount must be greater than 0, with at most two decimals")),
    ),
    paymentMethod: Schema.Literals(["bank_transfer", "cash", "check"]),
    paymentDate: text("Date", 10, true),
    referenceNumber: text("Reference", 100),
  }),
)

export default function TaxPaymentDialog({ report, onClose }: { readonly report: TaxReport; readonly onClose: () => void }) {
  const record = useCommand("POST /api/tax-payments", {
    body: ({ referenceNumber, ...form }: typeof Form.Type) => ({ ...form, taxReportId: report.id, referenceNumber: referenceNumber || null }),
    lists: [...taxLists, pathOf("GET /api/tax-reports/:id", { id: report.id })],
    done: ({ paymentNumber }) => `${paymentNumber} recorded`,
    failed: "Failed to record the payment",
  })
  return (
    <FormDialog
      title={`Pay ${report.reportNumber}`}
      help={`${formatMoney(report.open, report.currency)} of it is open. Another person approves the payment; it is posted when it is paid.`}
      schema={Form}
      defaults={{ paymentAmount: report.open, paymentMethod: "bank_transfer", paymentDate: today(), referenceNumber: "" }}
      submit="Record payment"
      pending="Recording..."
      save={record.send}
      onClose={onClose}
    >
      <div className="pair">
        <MoneyField name="paymentAmount" label="Amount" currency={report.currency} required />
        <DateField name="paymentDate" label="Date" required />
      </div>
      <PostingDay name="paymentDate" />
      <div className="pair">
        <SelectField name="paymentMethod" label="Method" options={methodOptions} required />
        <TextField name="referenceNumber" label="Reference" />
      </div>
    </FormDialog>
  )
}
