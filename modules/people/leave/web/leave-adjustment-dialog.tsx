/** Adds or deducts days of a person's leave, with a reason recorded in the ledger; or pays some out. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, NumberField, SelectField, TextAreaField } from "@ops/platform/ui/forms/form-fields.tsx"
import { checkedNumber, chosen, day, filled, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import type { StaffProfileAnswer } from "../../contract.ts"
import type { LeaveBalanceAnswer } from "../contract.ts"
import { useApi, useCommand } from "../../web/client.ts"
import { days, fullName, leaveLists } from "./labels.ts"

type Balance = typeof LeaveBalanceAnswer.Type

const whats = [
  { value: "add", label: "Add days" },
  { value: "take", label: "Take days away" },
  { value: "pay", label: "Pay days out" },
] as const

const Form = formOf({
  leaveTypeId: chosen("Leave type"),
  what: Schema.Literals(["add", "take", "pay"]),
  days: filled(
    checkedNumber((value) =>
      value === undefined
        ? "Days is required"
        : value <= 0
          ? "Days must be more than 0"
          : value > 400 || !Number.isInteger(Math.round(value * 10_000) / 100)
            ? "Days must be a number of days such as 2.5"
            : undefined,
    ),
  ),
  date: day("Date"),
  reason: text("Reason", 500, true),
})

/** The balance of the type before the change. */
const Left = ({ of }: { readonly of: Balance | undefined }) => {
  const [leaveTypeId, what] = useWatch({ name: ["leaveTypeId", "what"] }) as readonly [number | undefined, string]
  const type = of?.balances.find((balance) => balance.leaveTypeId === leaveTypeId)
  if (!type) return null
  return (
    <p className="hint" role="status">
      {days(type.balance)} left today{type.pending > 0 && `, ${days(type.pending)} asked for`}.
      {what === "pay" && " After two years of service, up to half of the remaining days can be paid out."}
    </p>
  )
}

export default function LeaveAdjustmentDialog({ person, onClose }: { readonly person: typeof StaffProfileAnswer.Type; readonly onClose: () => void }) {
  const balance = useApi("GET /api/hr/staff/:id/leave-balance", { id: person.id }).data
  const save = useCommand("POST /api/hr/staff/:id/leave-adjustments", {
    id: person.id,
    body: ({ what, days: count = 0, ...form }: typeof Form.Type) => ({
      ...form,
      kind: what === "pay" ? ("encashed" as const) : ("adjusted" as const),
      days: what === "take" ? -count : count,
    }),
    lists: leaveLists,
    done: (_, { what }) => (what === "pay" ? "Leave paid out" : "Leave adjusted"),
    failed: "Failed to adjust leave",
  })
  return (
    <FormDialog
      title={`Adjust leave of ${fullName(person)}`}
      help="The days and the reason are kept in the ledger of the leave type."
      schema={Form}
      defaults={{ leaveTypeId: undefined, what: "add", days: undefined, date: today(), reason: "" }}
      submit="Adjust leave"
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <SelectField
        name="leaveTypeId"
        label="Leave type"
        numeric
        required
        placeholder="Choose a type"
        options={(balance?.balances ?? []).map(({ leaveTypeId, leaveType }) => ({ value: leaveTypeId, label: leaveType }))}
      />
      <SelectField name="what" label="What" options={whats} required />
      <Left of={balance} />
      <div className="pair">
        <NumberField name="days" label="Days" step={0.5} min={0} max={400} required />
        <DateField name="date" label="Date" required />
      </div>
      <TextAreaField name="reason" label="Reason" rows={2} required maxLength={500} />
    </FormDialog>
  )
}
