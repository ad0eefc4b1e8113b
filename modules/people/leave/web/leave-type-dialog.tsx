/** Adds a leave type or changes one. Its terms change from a date, not before a change already planned. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, DateField, NumberField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { checkedNumber, checkedText, day, filled, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import type { leaveTypes } from "../leave-types.ts"
import { useCommand } from "../../web/client.ts"
import { typeLists } from "./labels.ts"

type LeaveType = (typeof leaveTypes)["Row"]

const stepLine = /^\s*(\d{1,2})\s*:\s*(\d{1,3})\s*$/
const linesOf = (lines: string) => lines.split("\n").filter((line) => line.trim() !== "")
const stepsOf = (lines: string) =>
  linesOf(lines).map((line) => {
    const [, years, days] = stepLine.exec(line)!
    return { years: Number(years), days: Number(days) }
  })
const whole = (field: string, least: number, most: number) =>
  checkedNumber((value) =>
    value === undefined || (Number.isInteger(value) && value >= least && value <= most)
      ? undefined
      : `${field} must be a whole number from ${least} to ${most}`,
  )

const Form = formOf({
  name: text("Name", 100, true),
  description: text("Description", 500),
  maxDaysPerYear: filled(
    checkedNumber((value) =>
      value === undefined
        ? "Days a year is required"
        : Number.isInteger(value) && value >= 1 && value <= 366
          ? undefined
          : "Days a year must be a whole number from 1 to 366",
    ),
  ),
  accrual: Schema.Literals(["monthly", "yearly"]),
  seniority: checkedText((lines) =>
    linesOf(lines).every((line) => stepLine.test(line)) ? undefined : "One per line: years of service, colon, days. For example 3: 25",
  ),
  carryForward: Schema.Boolean,
  carryMonths: whole("Months", 1, 120),
  paid: Schema.Boolean,
  countsEveryDay: Schema.Boolean,
  mayGoNegative: Schema.Boolean,
  from: day("From"),
})

const CarryMonths = () =>
  useWatch({ name: "carryForward" }) === true && (
    <NumberField name="carryMonths" label="Carried forward for" unit="months" min={1} max={120} hint="Leave blank for no limit" />
  )

export default function LeaveTypeDialog({ type, onClose }: { readonly type?: LeaveType; readonly onClose: () => void }) {
  const planned = type?.terms.at(-1)?.from ?? ""
  const soonest = planned > today() ? planned : today()
  const save = useCommand(type ? "PATCH /api/hr/leave-types/:id" : "POST /api/hr/leave-types", {
    id: type?.id,
    body: ({ seniority, carryMonths, ...form }: typeof Form.Type) => ({
      ...form,
      seniority: stepsOf(seniority),
      carryMonths: form.carryForward ? (carryMonths ?? null) : null,
    }),
    lists: typeLists(type?.id),
    done: ({ name }) => `${name} ${type ? "changed" : "added"}`,
    failed: "Failed to save the leave type",
  })
  return (
    <FormDialog
      title={type ? `Change ${type.name}` : "New leave type"}
      help={type ? "Days granted before this date are kept." : "People can request it immediately."}
      schema={Form}
      defaults={{
        name: type?.name ?? "",
        description: type?.description ?? "",
        maxDaysPerYear: type?.maxDaysPerYear,
        accrual: type?.accrual ?? "yearly",
        seniority: type?.seniority.map(({ years, days }) => `${years}: ${days}`).join("\n") ?? "",
        carryForward: type?.carryForward ?? false,
        carryMonths: type?.carryMonths ?? undefined,
        paid: type?.paid ?? true,
        countsEveryDay: type?.countsEveryDay ?? false,
        mayGoNegative: type?.mayGoNegative ?? false,
        from: soonest,
      }}
      submit={type ? "Save leave type" : "Add leave type"}
      pending="Saving..."
      save={save.send}
      onClose={onClose}
    >
      <TextField name="name" label="Name" required />
      <TextAreaField name="description" label="Description" rows={2} maxLength={500} />
      <div className="pair">
        <NumberField name="maxDaysPerYear" label="Days a year" min={1} max={366} required />
        <SelectField
          name="accrual"
          label="Given"
          required
          options={[
            { value: "monthly", label: "Each month of service" },
            { value: "yearly", label: "Each year" },
          ]}
        />
      </div>
      <TextAreaField name="seniority" label="Days after years of service" rows={2} hint="One per line: years of service, colon, days. For example 3: 25" />
      <CheckField name="carryForward" label="Carry unused days forward" />
      <CarryMonths />
      <CheckField name="paid" label="Paid" />
      <CheckField name="countsEveryDay" label="Every day counts" hint="Otherwise only working days" />
      <CheckField name="mayGoNegative" label="May be overdrawn" />
      {type && (
        <DateField
          name="from"
          label="From"
          min={soonest}
          required
          hint={planned > today() ? "A change is already planned for this day" : "The allowance changes on this date, everything else immediately"}
        />
      )}
    </FormDialog>
  )
}
