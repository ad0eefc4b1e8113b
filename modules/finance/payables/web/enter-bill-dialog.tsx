/** Enters a supplier's bill. A chosen order fills in its vendor, site and goods received. */
import { isAmount } from "@ops/platform/ui/forms/checked-form.ts"
import { MoneyField, NumberField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney, sumMoney } from "@ops/platform/ui/money.tsx"
import { RecordForm } from "@ops/platform/ui/resources/record-form.tsx"
import { PostingDay } from "@ops/ledger/periods/web/posting-day.tsx"
import { useEffect } from "react"
import { useFormContext, useWatch } from "react-hook-form"
import { useApi } from "../../web/client.ts"
import { currencyOptions, wordOf } from "../../shared/web/labels.ts"
import { screen } from "../screen.ts"
import { quantity } from "./labels.tsx"

interface Line {
  readonly purchaseItemId: number
  readonly description: string
  readonly unit: string
  readonly received: string
  readonly quantity: number | undefined
  readonly amount: string
}
interface Form {
  readonly purchaseRequestId?: number
  readonly vendorId?: number
  readonly siteId?: number
  readonly currency: "USD" | "SSP"
  readonly taxAmount: string
  readonly lines: readonly Line[]
}
const isBilled = ({ quantity, amount }: Line) => (quantity ?? 0) > 0 && isAmount(amount)
const linesIn = (values: { readonly lines?: unknown }) => (values.lines ?? []) as readonly Line[]

export default function EnterBillDialog({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (id: number) => void }) {
  const vendors = useApi("GET /api/vendors", { query: { limit: 1000 } }).data ?? []
  const options = vendors.filter(({ isActive }) => isActive).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <RecordForm
      screen={screen}
      command="enter"
      help="It is posted when another person approves it."
      draft="bill"
      submit="Enter bill"
      labels={{ taxAmount: "Of which tax" }}
      hints={{ dueDate: "Leave blank to use the vendor's terms" }}
      needed={["siteId"]}
      initial={{ currency: "USD", vendorId: undefined, purchaseRequestId: undefined, withholdingRate: undefined, lines: [] }}
      check={(values) => {
        const lines = linesIn(values)
        if (lines.length > 0) return lines.some(isBilled) ? {} : { "lines.0.amount": "Give the amount of at least one line" }
        return Number(values.amount) > 0 ? {} : { amount: "Amount is required" }
      }}
      payload={({ amount, ...values }) => {
        const lines = linesIn(values)
        const billed = lines.filter(isBilled).map(({ purchaseItemId, quantity, amount }) => ({ purchaseItemId, quantity, amount }))
        return { ...values, amount: lines.length === 0 ? amount : null, lines: billed }
      }}
      done={({ billNumber }) => `Bill ${billNumber} entered`}
      onDone={({ id }) => onMade(id)}
      rows={[
        { key: "order", node: <Order /> },
        {
          key: "vendor",
          node: (
            <div className="pair">
              <SelectField name="vendorId" label="Vendor" options={options} placeholder="Choose a vendor" numeric required />
              <TextField name="invoiceNumber" label="Invoice number" hint="As printed on the bill" required />
            </div>
          ),
        },
        ["invoiceDate", "dueDate"],
        { key: "posting-day", node: <PostingDay name="invoiceDate" /> },
        { key: "category", node: <Category /> },
        "siteId",
        { key: "amounts", node: <Amounts /> },
        "description",
        "attachments",
      ]}
      onClose={onClose}
    />
  )
}

/** The orders that a bill can be for, and the fields that the chosen one fills in. */
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
      hint="Fills in the vendor, the site, and received items not yet billed"
      options={requests.map(({ id, requestNumber, vendorName, justification }) => ({
        value: id,
        label: `${requestNumber}, ${vendorName ?? "no supplier"}: ${justification || "various items"}`,
      }))}
      placeholder="None"
      numeric
    />
  )
}

/** A free-text category; those with an account are suggested. */
const Category = () => {
  const categories = useApi("GET /api/expense-categories", { query: { limit: 200 } })
  return <TextField name="category" label="Category" suggestions={categories.data?.map(({ name }) => wordOf(name)) ?? []} required />
}

/** One amount; or the lines of the order, summed while typing. */
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
