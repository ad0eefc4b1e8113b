/** Enters a supplier's bill. A chosen order fills in its vendor, site and goods received. */
import { today } from "@ops/platform/ui/date.tsx"
import { FileField } from "@ops/platform/ui/files/file-field.tsx"
import { Files } from "@ops/platform/ui/files/files-form.ts"
import { filled } from "@ops/platform/ui/forms/filled-form.ts"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, NumberField, SelectField, SiteField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { chosen, day, isAmount, maybeAmount, text } from "@ops/platform/ui/forms/checked-form.ts"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { Schema } from "effect"
import { useEffect } from "react"
import { useFormContext, useWatch } from "react-hook-form"
import { useApi, useCommand } from "../../web/client.ts"
import { payableLists, quantity } from "./labels.ts"
import { currencyOptions, wordOf } from "../../shared/web/labels.ts"

const Line = Schema.Struct({
  purchaseItemId: Schema.Finite,
  description: Schema.String,
  unit: Schema.String,
  received: Schema.String,
  quantity: Schema.UndefinedOr(Schema.Finite).check(
    Schema.makeFilter((many) => (many === undefined || many >= 0 ? undefined : "Quantity must not be negative")),
  ),
  amount: maybeAmount("Amount"),
})
const Form = Schema.toStandardSchemaV1(
  Schema.Struct({
    purchaseRequestId: Schema.UndefinedOr(Schema.Finite),
    vendorId: filled(Schema.UndefinedOr(Schema.Finite).check(Schema.makeFilter((id) => (id !== undefined && id > 0 ? undefined : "Vendor is required")))),
    invoiceNumber: text("Invoice number", 100, true),
    invoiceDate: day("Invoice date"),
    dueDate: Schema.String,
    currency: Schema.Literals(["USD", "SSP"]),
    category: text("Category", 100, true),
    siteId: chosen("Site"),
    description: text("Description", 500),
    amount: maybeAmount("Amount"),
    taxAmount: maybeAmount("Tax"),
    withholdingRate: Schema.UndefinedOr(Schema.Finite).check(
      Schema.makeFilter((rate) => (rate === undefined || (rate >= 0 && rate < 100) ? undefined : "Withholding must be a percentage between 0 and 100")),
    ),
    lines: Schema.Array(Line),
    attachments: Files,
  }).check(
    Schema.makeFilter(({ lines, amount }) => {
      if (lines.length === 0) return isAmount(amount) && Number(amount) > 0 ? undefined : { path: ["amount"], issue: "Amount is required" }
      return lines.some((line) => (line.quantity ?? 0) > 0 && isAmount(line.amount))
        ? undefined
        : { path: ["lines", 0, "amount"], issue: "Give the amount of one line at least" }
    }),
  ),
)
type Form = typeof Form.Type

const bodyOf = ({ lines, amount, taxAmount, dueDate, description, withholdingRate, purchaseRequestId, ...form }: Form) => ({
  ...form,
  purchaseRequestId: purchaseRequestId ?? null,
  dueDate: dueDate || null,
  description: description.trim() || null,
  taxAmount: taxAmount || null,
  withholdingRate: withholdingRate || null,
  amount: lines.length === 0 ? amount : null,
  lines: lines.flatMap(({ purchaseItemId, quantity, amount }) => ((quantity ?? 0) > 0 && isAmount(amount) ? [{ purchaseItemId, quantity, amount }] : [])),
})

export default function EnterBillDialog({ onClose, onEntered }: { readonly onClose: () => void; readonly onEntered: (id: number) => void }) {
  const { siteId, sites } = useWorkingSite()
  const vendors = useApi("GET /api/vendors", { query: { limit: 1000 } }).data ?? []
  const enter = useCommand("POST /api/accounts-payable", {
    body: bodyOf,
    lists: payableLists,
    done: ({ billNumber }) => `Bill ${billNumber} entered`,
    failed: "Failed to enter the bill",
  })
  const active = vendors.filter(({ isActive }) => isActive)
  return (
    <FormDialog
      title="Enter Bill"
      help="It goes into the books when someone else has approved it."
      schema={Form}
      defaults={{
        purchaseRequestId: undefined,
        vendorId: undefined,
        invoiceNumber: "",
        invoiceDate: today(),
        dueDate: "",
        currency: "USD",
        category: "",
        siteId: siteId ?? (sites.length === 1 ? sites[0]!.id : undefined),
        description: "",
        amount: "",
        taxAmount: "",
        withholdingRate: undefined,
        lines: [],
        attachments: [],
      }}
      draft="bill"
      wide
      submit="Enter bill"
      pending="Entering..."
      onClose={onClose}
      save={async (form) => {
        const { id } = await enter.send(form)
        // the dialog is removed from the address first, then the new bill comes into it
        setTimeout(() => onEntered(id), 0)
      }}
    >
      <Order />
      <div className="pair">
        <SelectField
          name="vendorId"
          label="Vendor"
          options={active.map(({ id, name }) => ({ value: id, label: name }))}
          placeholder="Choose a vendor"
          numeric
          required
        />
        <TextField name="invoiceNumber" label="Invoice number" hint="As it stands on the bill" required />
      </div>
      <div className="pair">
        <DateField name="invoiceDate" label="Invoice date" max={today()} required />
        <DateField name="dueDate" label="Due date" hint="By the vendor's terms, if empty" />
      </div>
      <PostingDay name="invoiceDate" />
      <div className="pair">
        <Category />
        <SiteField name="siteId" label="Site" required />
      </div>
      <Amounts />
      <TextField name="description" label="Description" />
      <FileField name="attachments" label="Attachments" />
    </FormDialog>
  )
}

/** The orders that a bill can follow from, and the fields that the chosen one fills in. */
const Order = () => {
  const { setValue } = useFormContext<Form>()
  const requests = useApi("GET /api/purchase-requests", { query: { status: "approved,completed", limit: 200 } }).data ?? []
  const chosen = useWatch<Form, "purchaseRequestId">({ name: "purchaseRequestId" })
  const proposal = useApi("GET /api/accounts-payable/proposal", chosen ? { query: { purchaseRequestId: chosen } } : null).data
  useEffect(() => {
    if (!chosen) return setValue("lines", [])
    if (proposal?.purchaseRequestId !== chosen) return
    setValue("siteId", proposal.siteId)
    setValue("currency", proposal.currency)
    if (proposal.vendorId !== null) setValue("vendorId", proposal.vendorId)
    setValue(
      "lines",
      proposal.lines.map(({ purchaseItemId, description, unit, received, quantity, amount }) => ({
        purchaseItemId,
        description,
        unit,
        received,
        quantity: Number(quantity),
        amount,
      })),
    )
  }, [chosen, proposal, setValue])
  return (
    <SelectField
      name="purchaseRequestId"
      label="Purchase request"
      hint="Brings its vendor, its site, and what has arrived and is not billed"
      options={requests.map(({ id, requestNumber, vendorName, justification }) => ({
        value: id,
        label: `${requestNumber}, ${vendorName ?? "no supplier"}: ${justification || "various items"}`,
      }))}
      placeholder="None"
      numeric
    />
  )
}

/** Free words that have an account; those are offered. */
const Category = () => {
  const categories = useApi("GET /api/expense-categories", { query: { limit: 200 } })
  return <TextField name="category" label="Category" suggestions={categories.data?.map(({ name }) => wordOf(name)) ?? []} required />
}

/** One amount; or the lines of the order, added up as the user types. */
const Amounts = () => {
  const [lines = [], tax = "", currency] = useWatch<Form, ["lines", "taxAmount", "currency"]>({ name: ["lines", "taxAmount", "currency"] })
  const amounts = [...lines.map((line) => ((line.quantity ?? 0) > 0 ? line.amount : "")), tax].filter((amount) => isAmount(amount ?? ""))
  return (
    <>
      {lines.map(({ purchaseItemId, description, unit, received }, n) => (
        <div className="pair" key={purchaseItemId}>
          <NumberField name={`lines.${n}.quantity`} label={`${description}, of ${quantity(received)} ${unit} received`} min={0} step={0.001} />
          <MoneyField name={`lines.${n}.amount`} label="Amount before tax" currency={currency} />
        </div>
      ))}
      <div className="pair">
        {lines.length === 0 ? (
          <MoneyField name="amount" label="Amount" hint="With tax" required />
        ) : (
          <p className="finance-total">
            <span>Total</span> <b className="num">{formatMoney(sumMoney(amounts), currency)}</b>
          </p>
        )}
        <SelectField name="currency" label="Currency" options={currencyOptions} required />
      </div>
      <div className="pair">
        <MoneyField name="taxAmount" label="Of which tax" />
        <NumberField name="withholdingRate" label="Withholding tax" unit="%" min={0} max={99.99} step={0.01} hint="Withheld when it is paid" />
      </div>
    </>
  )
}
