/** Charges a cost to the project: goods from stock, hours, a line of a bill, or a cost posted on another account. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, MoneyField, NumberField, SelectField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { chosen, formOf, maybeAmount, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { type Budget, codeName, moneyLists, short, costKindNames } from "./budget-labels.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { useCodesInUse } from "../../cost-codes/web/codes-in-use.ts"

const needed = {
  stock: [
    ["stockItemId", "Item is required"],
    ["quantity", "Quantity must be greater than 0"],
  ],
  labour: [
    ["staffId", "Person is required"],
    ["hours", "Hours must be more than 0"],
  ],
  bill: [["bill", "Bill is required"]],
  moved: [
    ["account", "Account is required"],
    ["amount", "Amount must be greater than 0"],
    ["note", "Description is required"],
  ],
} as const
const Form = formOf(
  {
    kind: Schema.Literals(["stock", "labour", "bill", "moved"]),
    costCodeId: chosen("Cost code"),
    stockItemId: Schema.UndefinedOr(Schema.Finite),
    quantity: Schema.UndefinedOr(Schema.Finite),
    staffId: Schema.UndefinedOr(Schema.Finite),
    hours: Schema.UndefinedOr(Schema.Finite),
    bill: Schema.String,
    account: Schema.String,
    amount: maybeAmount("Amount"),
    date: Schema.String,
    note: text("Note", 500),
  },
  (form) => {
    const missing = needed[form.kind].find(([name]) => {
      const value = form[name]
      return value === undefined || value === "" || (typeof value === "number" && value <= 0) || (name === "amount" && Number(value) <= 0)
    })
    return missing && { path: [missing[0]], issue: missing[1] }
  },
)
type Form = typeof Form.Type

const bodyOf = ({ kind, costCodeId, stockItemId, quantity, staffId, hours, bill, account, amount, date, note }: Form) => {
  switch (kind) {
    case "stock":
      return { kind, costCodeId, stockItemId: stockItemId!, quantity: quantity!, note }
    case "labour":
      return { kind, costCodeId, staffId: staffId!, hours: hours!, date: date || null, note }
    case "bill": {
      const [payableId, line] = bill.split("/").map(Number)
      return { kind, costCodeId, payableId: payableId!, line: line! }
    }
    case "moved":
      return { kind, costCodeId, account, amount, date: date || null, description: note }
  }
}

export default function BudgetCostDialog({ report, onClose }: { readonly report: Budget; readonly onClose: () => void }) {
  const codes = useCodesInUse() ?? []
  const charge = useCommand("POST /api/construction-projects/:id/costs", {
    id: report.id,
    body: bodyOf,
    lists: moneyLists,
    done: ({ amount, costCode }) => `${formatMoney(amount, "USD")} charged to ${codeName(costCode)}`,
    failed: "Failed to charge the cost",
  })
  const kinds = (["stock", "labour", ...(report.canMove ? (["bill", "moved"] as const) : [])] as const).map((kind) => ({
    value: kind,
    label: costKindNames[kind],
  }))
  return (
    <FormDialog
      title="Charge a cost"
      help="It is posted immediately, to 5400 Construction cost."
      schema={Form}
      defaults={{
        kind: "stock",
        costCodeId: undefined,
        stockItemId: undefined,
        quantity: undefined,
        staffId: undefined,
        hours: undefined,
        bill: "",
        account: "",
        amount: "",
        date: today(),
        note: "",
      }}
      submit="Charge cost"
      pending="Charging..."
      save={charge.send}
      onClose={onClose}
    >
      <div className="pair">
        <SelectField name="kind" label="From" options={kinds} required />
        <SelectField
          name="costCodeId"
          label="Cost code"
          options={codes.map((code) => ({ value: code.id, label: codeName(code) }))}
          placeholder="Choose a code"
          numeric
          required
        />
      </div>
      <Source projectId={report.id} />
    </FormDialog>
  )
}

/** The fields of each kind of cost. */
const Source = ({ projectId }: { readonly projectId: number }) => {
  const kind = useWatch<Form, "kind">({ name: "kind" })
  const of = useApi("GET /api/construction-projects/:id/chargeable", { id: projectId }).data
  if (kind === "stock") {
    return (
      <>
        <div className="pair">
          <SelectField
            name="stockItemId"
            label="Item"
            options={(of?.items ?? []).map(({ id, name, unit, onHand }) => ({ value: id, label: `${name}, ${short(onHand)} ${unit} on hand` }))}
            placeholder={of && of.items.length === 0 ? "No stock on hand at the site" : "Choose an item"}
            numeric
            required
          />
          <NumberField name="quantity" label="Quantity" min={0} step={0.001} required />
        </div>
        <TextField name="note" label="Note" />
      </>
    )
  }
  if (kind === "labour") {
    return (
      <>
        <div className="pair">
          <SelectField
            name="staffId"
            label="Person"
            options={(of?.staff ?? []).map(({ id, name, staffNumber }) => ({ value: id, label: `${name}, ${staffNumber}` }))}
            placeholder="Choose a person"
            numeric
            required
          />
          <NumberField name="hours" label="Hours" min={0} step={0.25} required />
        </div>
        <div className="pair">
          <DateField name="date" label="Date" max={today()} required />
          <TextField name="note" label="Note" />
        </div>
      </>
    )
  }
  if (kind === "bill") {
    return (
      <SelectField
        name="bill"
        label="Bill"
        hint="Approved bill lines on 5400 without a project"
        options={(of?.bills ?? []).map(({ payableId, line, billNumber, vendorName, description, amount }) => ({
          value: `${payableId}/${line}`,
          label: `${billNumber}, ${vendorName}: ${description}, ${formatMoney(amount, "USD")}`,
        }))}
        placeholder={of && of.bills.length === 0 ? "All bills are charged" : "Choose a bill"}
        required
      />
    )
  }
  return (
    <>
      <div className="pair">
        <SelectField
          name="account"
          label="Account"
          hint="The account the cost is posted to now"
          options={(of?.accounts ?? []).map(({ number, name }) => ({ value: number, label: `${number} ${name}` }))}
          placeholder="Choose an account"
          required
        />
        <MoneyField name="amount" label="Amount" currency="USD" required />
      </div>
      <div className="pair">
        <DateField name="date" label="Date" max={today()} required />
        <TextField name="note" label="Description" required />
      </div>
    </>
  )
}
