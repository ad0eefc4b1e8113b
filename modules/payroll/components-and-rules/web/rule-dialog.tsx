/** Enters a payroll rule that applies from a day on, with its legal source. Posted payrolls keep the rules they were calculated with. */
import { amountInput } from "@ops/platform/ui/forms/amount-input.ts"
import { Button, IconButton } from "@ops/platform/ui/button.tsx"
import { Day, today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { type Editable, DateField, SelectField, TextAreaField, TextField } from "@ops/platform/ui/forms/form-fields.tsx"
import { checkedText, formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { Trash2 } from "lucide-react"
import { useFieldArray, useFormContext, useFormState, useWatch } from "react-hook-form"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { lawOf, type Period, plain, type Rule, ruleOptions } from "../../web/labels.ts"
import "../../web/payroll.css"

const isPercent = (text: string) => /^\d{1,3}(\.\d{1,2})?$/.test(text.trim())
const number = (field: string) => checkedText((text) => (isPercent(text) ? undefined : `${field} must be a number such as 7.5`))
const whole = (text: string) => Number(text.replaceAll(/[,\s]/g, ""))

type BandForm = { readonly upTo: string; readonly percent: string }
/** The last band has no limit; each other limit is above the previous one. The server checks the same. */
const faultOf = (bands: ReadonlyArray<BandForm>): string | undefined => {
  for (const [n, { upTo, percent }] of bands.entries()) {
    if (!isPercent(percent) || Number(percent) > 100) return `The rate of band ${n + 1} must be a percentage from 0 to 100`
    if (n === bands.length - 1) return upTo.trim() === "" ? undefined : "The last band has no upper limit: leave it blank"
    if (!/^[\d,\s]+$/.test(upTo) || whole(upTo) <= (n === 0 ? 0 : whole(bands[n - 1]!.upTo)))
      return `Band ${n + 1} must end above the previous one, in whole SSP`
  }
  return "Income tax needs at least one band"
}

const Form = formOf({
  kind: Schema.Literals(["pit", "nsif", "overtime", "surtax"]),
  from: text("From", 100, true),
  method: Schema.Literals(["whole-income", "graduated"]),
  bands: Schema.Array(Schema.Struct({ upTo: Schema.String, percent: Schema.String })).check(Schema.makeFilter(faultOf)),
  deductible: number("The share"),
  employee: number("The employee's rate"),
  employer: number("The employer's rate"),
  surtax: number("The rate"),
  weekday: number("The rate"),
  rest: number("The rate"),
  hours: checkedText((text) => (/^\d{1,2}$/.test(text.trim()) ? undefined : "Hours must be a whole number")),
  source: text("Source", 500, true),
})
type Form = typeof Form.Type

const bodyOf = ({ kind, from, method, bands, deductible, employee, employer, surtax, weekday, rest, hours, source }: Form) => ({
  kind,
  from,
  source,
  ...(kind === "pit" && {
    method,
    employeePercent: deductible,
    bands: bands.map(({ upTo, percent }) => ({ upTo: upTo.trim() === "" ? null : whole(upTo), percent: percent.trim() })),
  }),
  ...(kind === "nsif" && { employeePercent: employee, employerPercent: employer }),
  ...(kind === "surtax" && { employerPercent: surtax }),
  ...(kind === "overtime" && { weekdayRate: weekday, restRate: rest, weeklyHours: Number(hours) }),
})

const newest = (rules: readonly Rule[], kind: Rule["kind"]) => rules.filter((rule) => rule.kind === kind).sort((a, b) => (a.from < b.from ? 1 : -1))[0]

export default function RuleDialog({ onClose }: { readonly onClose: () => void }) {
  const rules = useApi("GET /api/payroll-rules", { query: { limit: 1000 } }).data
  const enter = useCommand("POST /api/payroll-rules", {
    body: bodyOf,
    lists: pathsOf("GET /api/payroll-rules", "GET /api/hr/payroll-periods"),
    done: "Payroll rule entered",
    failed: "Failed to enter the payroll rule",
  })
  // a new law usually changes only a few figures of the previous one: the form starts with those
  if (!rules) return null
  const [pit, nsif, overtime, surtax] = (["pit", "nsif", "overtime", "surtax"] as const).map((kind) => newest(rules, kind))
  return (
    <FormDialog
      title="Enter Payroll Rule"
      help="It applies from its date until the next rule of its kind. It cannot be changed afterwards; a later rule replaces it."
      schema={Form}
      defaults={{
        kind: "pit",
        from: today(),
        method: pit?.method ?? "graduated",
        bands: (pit?.bands ?? [{ upTo: null, rate: 0 }]).map(({ upTo, rate }) => ({ upTo: upTo === null ? "" : String(upTo), percent: String(rate / 100) })),
        deductible: plain(pit?.employeePercent ?? "0.00"),
        employee: plain(nsif?.employeePercent ?? "0.00"),
        employer: plain(nsif?.employerPercent ?? "0.00"),
        surtax: plain(surtax?.employerPercent ?? "0.00"),
        weekday: overtime?.weekdayRate ?? "1.50",
        rest: overtime?.restRate ?? "2.00",
        hours: String(overtime?.weeklyHours ?? 40),
        source: "",
      }}
      submit="Enter rule"
      pending="Saving..."
      save={enter.send}
      onClose={onClose}
    >
      <div className="pair">
        <SelectField name="kind" label="Rule" options={ruleOptions} required />
        <DateField name="from" label="From" required />
      </div>
      <PostedMonths />
      <OfKind />
      <TextAreaField name="source" label="Source" hint="The law or notice it comes from" rows={2} required />
      <Present rules={rules} />
    </FormDialog>
  )
}

/** The effect of the day on payrolls that already exist. */
const PostedMonths = () => {
  const from = useWatch<Form, "from">({ name: "from" }) ?? ""
  const periods = useApi("GET /api/hr/payroll-periods", { query: { limit: 1000 } }).data ?? []
  const after = from === "" ? [] : periods.filter(({ endDate }) => endDate >= from).sort((a, b) => (a.endDate < b.endDate ? -1 : 1))
  const kept = after.filter(({ status }) => ["approved", "posted", "paid"].includes(status))
  const again = after.filter(({ status }) => status === "calculated")
  const names = (of: readonly Period[]) => of.map(({ periodName }) => periodName).join(", ")
  if (kept.length + again.length === 0) return null
  return (
    <p className="payroll-obstacle" role="status">
      {kept.length > 0 &&
        `${names(kept)} ${kept.length === 1 ? "keeps the rules it was" : "keep the rules they were"} calculated by. Differences are corrected in the next payroll. `}
      {again.length > 0 && `Take ${names(again)} back to draft and process it again, so that this rule counts.`}
    </p>
  )
}

const OfKind = () => {
  const kind = useWatch<Form, "kind">({ name: "kind" })
  if (kind === "nsif") {
    return (
      <div className="pair">
        <TextField name="employee" label="Employee, % of gross pay" required />
        <TextField name="employer" label="Employer, % of gross pay" required />
      </div>
    )
  }
  if (kind === "surtax") return <TextField name="surtax" label="Employer, % of gross pay" hint="0 for none" required />
  if (kind === "overtime") {
    return (
      <>
        <div className="pair">
          <TextField name="weekday" label="Working days" hint="Multiple of hourly pay: 1.5" required />
          <TextField name="rest" label="Rest days and holidays" required />
        </div>
        <TextField name="hours" label="Hours of a week" required />
      </>
    )
  }
  return (
    <>
      <div className="pair">
        <SelectField
          name="method"
          label="Method"
          options={[
            { value: "whole-income", label: "On the whole income" },
            { value: "graduated", label: "Graduated" },
          ]}
          required
        />
        <TextField name="deductible" label="Contributions not taxed, % of gross" required />
      </div>
      <Bands />
    </>
  )
}

const Bands = () => {
  const { control, register } = useFormContext<Editable<Form>>()
  const { errors } = useFormState({ control })
  const { fields, insert, remove } = useFieldArray({ control, name: "bands" })
  const of = errors.bands as { readonly message?: string; readonly root?: { readonly message?: string } } | undefined
  const fault = of?.root?.message ?? of?.message
  return (
    <fieldset className="payroll-bands" aria-label="Bands" aria-describedby={fault ? "payroll-bands-fault" : undefined}>
      <div className="payroll-band muted" aria-hidden>
        <span>Up to SSP a month</span>
        <span>Rate, %</span>
      </div>
      {fields.map((field, n) => {
        const isLast = n === fields.length - 1
        return (
          <div className="payroll-band" key={field.id}>
            <input
              className="input num"
              inputMode="numeric"
              autoComplete="off"
              aria-label={`Upper limit of band ${n + 1}`}
              placeholder={isLast ? "Above" : ""}
              readOnly={isLast}
              {...register(`bands.${n}.upTo`)}
            />
            <input className="input num" {...amountInput} aria-label={`Rate of band ${n + 1}`} {...register(`bands.${n}.percent`)} />
            {isLast ? (
              <span />
            ) : (
              <IconButton aria-label={`Remove band ${n + 1}`} onClick={() => remove(n)}>
                <Trash2 size={16} strokeWidth={1.75} aria-hidden />
              </IconButton>
            )}
          </div>
        )
      })}
      {fault && (
        <p className="fault" id="payroll-bands-fault">
          {fault}
        </p>
      )}
      <Button onClick={() => insert(fields.length - 1, { upTo: "", percent: "" })}>Add band</Button>
    </fieldset>
  )
}

/** The existing rules of the kind, newest first. */
const Present = ({ rules }: { readonly rules: readonly Rule[] }) => {
  const kind = useWatch<Form, "kind">({ name: "kind" })
  const of = rules.filter((rule) => rule.kind === kind).sort((a, b) => (a.from < b.from ? 1 : -1))
  if (of.length === 0) return null
  return (
    <table className="table payroll-lines" aria-label="Rules there are">
      <thead>
        <tr>
          <th scope="col">There are</th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {of.map((rule) => (
          <tr key={rule.id}>
            <td>
              {lawOf(rule)}
              <small className="muted">{rule.source}</small>
            </td>
            <td>
              <Day date={rule.from} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
