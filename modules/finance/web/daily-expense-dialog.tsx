/** Records what a site spent on a day; another person approves it, and then it is posted. */
import { today } from "@ops/platform/ui/date.tsx"
import { FileField } from "@ops/platform/ui/file-field.tsx"
import { Files } from "@ops/platform/ui/files-form.ts"
import { FormDialog } from "@ops/platform/ui/form-dialog.tsx"
import { DateField, MoneyField, NumberField, SelectField, SiteField, TextAreaField } from "@ops/platform/ui/form-fields.tsx"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { PostingDay } from "@ops/ledger/web/posting-day.tsx"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { useCommand } from "./client.ts"
import { cost, day, one, site, text } from "./finance-form.ts"
import { currencyOptions, dailyExpenseLists, dailyCosts } from "./labels.ts"

const isAmount = (value: string) => /^\d{1,13}\.\d{2}$/.test(value)
const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    expenseDate: day("Date"),
    siteId: site,
    currency: one(currencyOptions, "Currency"),
    staffFeedingCost: cost("Staff feeding"),
    fuelCost: cost("Fuel"),
    transportCost: cost("Transport"),
    suppliesCost: cost("Supplies"),
    maintenanceCost: cost("Maintenance"),
    otherCosts: cost("Other"),
    staffCount: Schema.UndefinedOr(Schema.Finite).check(
      Schema.makeFilter((count) =>
        count === undefined || (Number.isInteger(count) && count >= 0) ? undefined : "Staff count must be a whole number, not negative",
      ),
    ),
    receipts: Files,
    notes: text("Notes"),
  }),
)
type Form = typeof Form.Type

export default function DailyExpenseDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteId, sites } = useWorkingSite()
  const record = useCommand("POST /api/daily-expenses", {
    body: (form: Form) => ({
      ...form,
      ...Object.fromEntries(dailyCosts.map(({ field }) => [field, form[field] || "0.00"])),
      staffCount: form.staffCount ?? 0,
    }),
    lists: dailyExpenseLists,
    done: "Daily expenses recorded successfully",
    failed: "Failed to record daily expenses",
  })
  return (
    <FormDialog
      title="Record Daily Expenses"
      help="What one site spent on one day. It is posted when someone else approves it."
      schema={Form}
      defaults={{
        expenseDate: today(),
        siteId: siteId ?? (sites.length === 1 ? sites[0]!.id : undefined),
        currency: "USD",
        staffFeedingCost: "",
        fuelCost: "",
        transportCost: "",
        suppliesCost: "",
        maintenanceCost: "",
        otherCosts: "",
        staffCount: undefined,
        receipts: [],
        notes: "",
      }}
      draft="daily-expense"
      wide
      submit="Record expenses"
      pending="Recording..."
      save={record.send}
      onClose={onClose}
    >
      <div className="pair">
        <DateField name="expenseDate" label="Date" max={today()} required />
        <SiteField name="siteId" label="Site" required />
      </div>
      <PostingDay name="expenseDate" />
      <div className="pair">
        <SelectField name="currency" label="Currency" options={currencyOptions} required />
        <NumberField name="staffCount" label="Staff count" min={0} />
      </div>
      <div className="finance-costs">
        {dailyCosts.map(({ field, label }) => (
          <MoneyField key={field} name={field} label={label} />
        ))}
      </div>
      <Total />
      <FileField name="receipts" label="Receipts" />
      <TextAreaField name="notes" label="Notes" rows={2} />
    </FormDialog>
  )
}

/** The total of the amounts entered so far. */
const Total = () => {
  const form = useWatch<Form>()
  const amounts = dailyCosts.map(({ field }) => form[field] ?? "")
  return (
    <output className="finance-total">
      <span>Total</span>
      <b className="num">{formatMoney(sumMoney(amounts.filter(isAmount)), form.currency ?? "USD")}</b>
    </output>
  )
}
