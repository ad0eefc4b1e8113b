/** Sets the highest amount that a level approves alone, from a date. */
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { CheckField, DateField, MoneyField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { checkedNumber, checkedText, filled, formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import { pathsOf, useCommand } from "../../web/client.ts"
import { limitKindOptions, limitLevels } from "./labels.ts"

const Form = formOf(
  {
    kind: Schema.Literals(["expense", "petty_cash", "purchase"]),
    level: filled(checkedNumber((level) => (level ? undefined : "Level is required"))),
    from: checkedText((from) => (from === "" ? "From is required" : undefined)),
    isUnlimited: Schema.Boolean,
    upTo: Schema.String,
  },
  ({ isUnlimited, upTo }) =>
    isUnlimited || /^\d{1,13}(\.\d{1,2})?$/.test(upTo.trim()) ? undefined : { path: ["upTo"], issue: "Limit must be a number with at most two decimals" },
)

const Amounts = () => {
  const kind = useWatch({ name: "kind" }) as keyof typeof limitLevels
  const isUnlimited = useWatch({ name: "isUnlimited" }) as boolean
  return (
    <>
      <SelectField
        name="level"
        label="Level"
        options={limitLevels[kind].map((level) => ({ value: String(level), label: `Level ${level}` }))}
        numeric
        required
      />
      {kind === "purchase" && <CheckField name="isUnlimited" label="Without limit" />}
      {!(kind === "purchase" && isUnlimited) && <MoneyField name="upTo" label="Up to" currency="USD" required />}
    </>
  )
}

export default function ApprovalLimitDialog({ onClose }: { readonly onClose: () => void }) {
  const set = useCommand("POST /api/approval-limits", {
    body: ({ isUnlimited, upTo, ...form }: typeof Form.Type) => ({ ...form, upTo: isUnlimited && form.kind === "purchase" ? null : upTo.trim() }),
    lists: pathsOf("GET /api/approval-limits", "GET /api/approval-limits/history"),
    done: ({ level, from }) => `Limit of level ${level} set from ${formatDay(from)}`,
    failed: "Failed to set the limit",
  })
  return (
    <FormDialog
      title="Set approval limit"
      help="Applies from the date you choose, today or later. Earlier decisions are not affected. In USD at the official rate."
      schema={Form}
      defaults={{ kind: "expense", level: undefined, from: today(), isUnlimited: false, upTo: "" }}
      submit="Set limit"
      pending="Setting..."
      save={set.send}
      onClose={onClose}
    >
      <div className="pair">
        <SelectField name="kind" label="Kind" options={limitKindOptions} required />
        <DateField name="from" label="From" required />
      </div>
      <Amounts />
    </FormDialog>
  )
}
