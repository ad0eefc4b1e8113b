/** Records money that moved; another person posts it. */
import { today } from "@ops/platform/ui/date.tsx"
import { FileField } from "@ops/platform/ui/files/file-field.tsx"
import { Files } from "@ops/platform/ui/files/files-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { amount, chosen, day, one, text } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { useApi, useCommand } from "../../web/client.ts"
import { currencyOptions, methodOptions, moneyOptions, transactionLists, typeOptions, wordOf } from "../../shared/web/labels.ts"

const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    description: text("Description", 500, true),
    amount: amount("Amount"),
    currency: one(currencyOptions, "Currency"),
    transactionType: one(typeOptions, "Type"),
    category: text("Category", 100, true),
    paymentMethod: one(methodOptions, "Payment method"),
    toAccount: Schema.String,
    siteId: chosen("Site"),
    transactionDate: day("Transaction date"),
    referenceNumber: text("Reference number", 100),
    attachments: Files,
  }),
)
type Form = typeof Form.Type

export default function TransactionDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteId, sites } = useWorkingSite()
  const record = useCommand("POST /api/transactions", {
    body: ({ toAccount, referenceNumber, ...form }: Form) => ({
      ...form,
      toAccount: form.transactionType === "transfer" ? toAccount || null : null,
      referenceNumber: referenceNumber.trim() || null,
    }),
    lists: transactionLists,
    done: "Transaction recorded successfully",
    failed: "Failed to record transaction",
  })
  return (
    <FormDialog
      title="Record Transaction"
      help="It waits until someone else posts it to the books."
      schema={Form}
      defaults={{
        description: "",
        amount: "",
        currency: "USD",
        transactionType: "expense",
        category: "",
        paymentMethod: "cash",
        toAccount: "",
        siteId: siteId ?? (sites.length === 1 ? sites[0]!.id : undefined),
        transactionDate: today(),
        referenceNumber: "",
        attachments: [],
      }}
      draft="transaction"
      wide
      submit="Record Transaction"
      pending="Recording..."
      save={record.send}
      onClose={onClose}
    >
      <TextField name="description" label="Description" required />
      <div className="pair">
        <MoneyField name="amount" label="Amount" required />
        <SelectField name="currency" label="Currency" options={currencyOptions} required />
      </div>
      <div className="pair">
        <SelectField name="transactionType" label="Type" options={typeOptions} required />
        <SelectField name="paymentMethod" label="Payment method" options={methodOptions} required />
      </div>
      <Destination />
      <div className="pair">
        <Category />
        <SiteField name="siteId" label="Site" required />
      </div>
      <div className="pair">
        <DateField name="transactionDate" label="Transaction date" max={today()} required />
        <TextField name="referenceNumber" label="Reference number" />
      </div>
      <PostingDay name="transactionDate" />
      <FileField name="attachments" label="Attachments" />
    </FormDialog>
  )
}

/** Where a transfer goes: another of our accounts, in the currency that the account holds. */
const Destination = () => {
  const [type, method, currency] = useWatch<Form, ["transactionType", "paymentMethod", "currency"]>({ name: ["transactionType", "paymentMethod", "currency"] })
  if (type !== "transfer") return null
  const bank = currency === "USD" ? "1010" : "1020"
  const to = method === "cash" ? bank : "1000"
  return <SelectField name="toAccount" label="To account" options={[{ value: "", label: moneyOptions.find(({ value }) => value === to)!.label }]} required />
}

/** Free words; those that have an account already are offered. */
const Category = () => {
  const categories = useApi("GET /api/expense-categories", { query: { limit: 200 } })
  return <TextField name="category" label="Category" suggestions={categories.data?.map(({ name }) => wordOf(name)) ?? []} required />
}
