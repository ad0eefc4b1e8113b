/** Creates a payroll: the month, the name, and the pay date. */
import { lastDayOf, monthBy, monthOf } from "@ops/platform/calendar.ts"
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { payrollLists, type Period } from "../../web/labels.ts"

const Form = formOf(
  {
    periodName: text("Period name", 100, true),
    startDate: text("Start date", 100, true),
    endDate: text("End date", 100, true),
    payDate: text("Pay date", 100, true),
  },
  ({ startDate, endDate }) =>
    startDate !== "" && endDate !== "" && endDate < startDate ? { path: ["endDate"], issue: "End date must be on or after the start date" } : undefined,
)

export default function PayrollPeriodDialog({ onMade, onClose }: { readonly onMade: (period: Period) => void; readonly onClose: () => void }) {
  const create = useCommand("POST /api/hr/payroll-periods", {
    lists: payrollLists,
    done: "Payroll period created successfully",
    failed: "Failed to create payroll period",
    onDone: onMade,
  })
  // the month after the last existing one
  const last = useApi("GET /api/hr/payroll-periods", { query: { limit: 1, sort: "-endDate", status: "!reversed" } })
  if (last.isPending) return null
  const [end = today()] = (last.data ?? []).map((period) => period.endDate)
  const month = monthBy(monthOf(end), last.data?.[0] ? 1 : 0)
  const [startDate, endDate] = [`${month}-01`, lastDayOf(month)]
  return (
    <FormDialog
      title="Create Payroll Period"
      help="One month, 28 to 31 days. Each day is paid by one payroll."
      schema={Form}
      defaults={{ periodName: formatMonth(startDate), startDate, endDate, payDate: endDate }}
      submit="Create period"
      pending="Creating..."
      save={create.send}
      onClose={onClose}
    >
      <TextField name="periodName" label="Period name" required />
      <div className="pair">
        <DateField name="startDate" label="Start date" required />
        <DateField name="endDate" label="End date" required />
      </div>
      <DateField name="payDate" label="Pay date" hint="The official exchange rate of this day is used" required />
    </FormDialog>
  )
}
