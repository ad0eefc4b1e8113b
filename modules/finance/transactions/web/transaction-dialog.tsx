/** Records a movement of money; another person posts it. */
import { SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { useFormContext, useWatch } from "react-hook-form"
import { useApi } from "../../web/client.ts"
import { moneyOptions, wordOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"

export default function TransactionDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <RecordForm
      screen={screen}
      command="record"
      help="Another person posts it."
      draft="transaction"
      labels={{ transactionType: "Type" }}
      rows={[
        "description",
        ["amount", "currency"],
        ["transactionType", "paymentMethod"],
        { key: "to", node: <Destination /> },
        {
          key: "category",
          node: (
            <div className="pair">
              <Category />
              <SiteField name="siteId" label="Site" required />
            </div>
          ),
        },
        ["transactionDate", "referenceNumber"],
        { key: "posting-day", node: <PostingDay name="transactionDate" /> },
        "attachments",
      ]}
      onClose={onClose}
    />
  )
}

/** The destination of a transfer: another of our accounts, in the account's currency. The server chooses the same default. */
const Destination = () => {
  const [type, method, currency] = useWatch({
    control: useFormContext<Record<"transactionType" | "paymentMethod" | "currency", string>>().control,
    name: ["transactionType", "paymentMethod", "currency"],
  })
  if (type !== "transfer") return null
  const bank = currency === "USD" ? "1010" : "1020"
  const to = method === "cash" ? bank : "1000"
  return <SelectField name="toAccount" label="To account" options={[{ value: "", label: moneyOptions.find(({ value }) => value === to)!.label }]} required />
}

/** A free-text category; those with an account are suggested. */
const Category = () => {
  const categories = useApi("GET /api/expense-categories", { query: { limit: 200 } })
  return <TextField name="category" label="Category" suggestions={categories.data?.map(({ name }) => wordOf(name)) ?? []} required />
}
