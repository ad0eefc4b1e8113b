/** Sets a person's target for a month, a quarter or a year. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { MoneyField, NumberField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { chosen, formOf, maybeAmount, one } from "@ops/platform/ui/forms/checked-form.ts"
import { useWatch } from "react-hook-form"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { maybeWhole, whole } from "../../web/crm-form.ts"
import { PeriodFields } from "./period-fields.tsx"
import { nameOf, periodOptions, targetTypeOptions } from "../../web/labels.ts"

const Form = formOf(
  {
    teamMemberId: chosen("Team member"),
    targetType: one(targetTypeOptions, "Target type"),
    revenue: maybeAmount("Target"),
    count: maybeWhole("Target", 1, 1_000_000),
    targetPeriod: one(periodOptions, "Period"),
    year: whole("Year", 2015, 2100),
    month: maybeWhole("Month", 1, 12),
  },
  (form) => (form.targetType !== "revenue" || Number(form.revenue) > 0 ? undefined : { path: ["revenue"], issue: "Target must be greater than 0" }),
  (form) => (form.targetType === "revenue" || form.count !== undefined ? undefined : { path: ["count"], issue: "Target is required" }),
  (form) => (form.targetPeriod === "yearly" || form.month !== undefined ? undefined : { path: ["month"], issue: "Month is required" }),
)
type Form = typeof Form.Type

const Value = () =>
  useWatch({ name: "targetType" }) === "revenue" ? (
    <MoneyField name="revenue" label="Target" currency="USD" required />
  ) : (
    <NumberField name="count" label="Target" min={1} required />
  )

export default function TargetDialog({ onClose }: { readonly onClose: () => void }) {
  const team = useApi("GET /api/crm/team")
  const set = useCommand("POST /api/crm/marketing-targets", {
    body: ({ revenue, count, month, ...form }: Form) => ({
      ...form,
      targetValue: form.targetType === "revenue" ? revenue : count!,
      month: form.targetPeriod === "yearly" ? null : month,
    }),
    lists: pathsOf("GET /api/crm/marketing-targets"),
    done: "Target created successfully",
    failed: "Failed to create target",
  })
  const [year, month] = today().split("-").map(Number) as [number, number, number]
  return (
    <FormDialog
      title="New Target"
      help="Progress is counted from prospects and activities."
      schema={Form}
      defaults={{ teamMemberId: undefined, targetType: "revenue", revenue: "", count: undefined, targetPeriod: "monthly", year, month }}
      draft="marketing-target"
      submit="Create Target"
      pending="Creating..."
      save={set.send}
      onClose={onClose}
    >
      {team.data && (
        <SelectField
          name="teamMemberId"
          label="Team member"
          numeric
          placeholder="Choose a person"
          options={team.data.map((member) => ({ value: member.id, label: nameOf(member) }))}
          required
        />
      )}
      <div className="pair">
        <SelectField name="targetType" label="Target type" options={targetTypeOptions} required />
        <Value />
      </div>
      <PeriodFields name="targetPeriod" />
    </FormDialog>
  )
}
