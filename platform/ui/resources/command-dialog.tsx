/** The form of a command, derived from its declaration: fields, labels, limits and defaults. Individual parts can be replaced by custom ones. */
import type { StandardSchemaV1 } from "@standard-schema/spec"
import { Fragment, type ReactNode } from "react"
import type { CommandScreen, InputField } from "../../http/resources/screen.ts"
import { faultOn, isEmail, takesAn } from "../../text.ts"
import { today } from "../date.tsx"
import { FileField } from "../files/file-field.tsx"
import { isAmount } from "../forms/checked-form.ts"
import { FormDialog } from "../forms/form-dialog.tsx"
import { CheckField, DateField, MoneyField, NumberField, SelectField, SiteField, TextAreaField, TextField } from "../forms/form-fields.tsx"
import { useWorkingSite } from "../working-site.tsx"
import { optionsOf } from "./screen-parts.tsx"

type Values = Readonly<Record<string, unknown>>
/** Checks across fields: an error message for each invalid field. */
type Check = (values: Values) => Readonly<Record<string, string>>

const faultOf = ({ label, kind, required, most, notation, sign }: InputField, value: unknown): string | undefined => {
  if (value === undefined || value === null || String(value).trim() === "")
    return required ? (kind === "files" ? "Choose at least one file" : `${label} is required`) : undefined
  if (notation && !new RegExp(notation.pattern).test(String(value).trim())) return faultOn(label, notation.fault)
  if (sign === "positive" && Number(value) <= 0) return `${label} must be greater than 0`
  if ((kind === "money" || kind === "rate") && !isAmount(String(value))) return `${label} must be a number with at most two decimals`
  if (kind === "quantity" && !/^\d{1,9}(\.\d{1,3})?$/.test(String(value).trim())) return `${label} must be a number with at most three decimals`
  if (kind === "whole" && !(Number.isInteger(value) && Number(value) >= 0)) return `${label} must be a whole number, not negative`
  if (kind === "email" && !isEmail(String(value).trim())) return "Invalid email"
  if (kind === "files" && (value as readonly number[]).includes(0)) return "Wait until every file is uploaded, or remove the failed one"
  return most !== undefined && kind !== "parts" && String(value).length > most ? `${label} can have ${most} characters at most` : undefined
}

/**
 * The checks of the fields in the browser; the server performs the same and more. Empty fields are omitted, so that their default applies. In a
 * partial change they are sent, text as empty and other kinds as null, because omitted fields stay unchanged.
 */
export const schemaOf = (fields: readonly InputField[], check: Check = () => ({})): StandardSchemaV1<Values, Values> => ({
  "~standard": {
    version: 1,
    vendor: "field-office",
    validate: (given) => {
      const values = given as Values
      const issues = fields.flatMap((field) => {
        const message = faultOf(field, values[field.name])
        return message === undefined ? [] : [{ message, path: [field.name] }]
      })
      if (issues.length === 0) issues.push(...Object.entries(check(values)).map(([name, message]) => ({ message, path: [name] })))
      if (issues.length > 0) return { issues }
      const emptied = Object.fromEntries(fields.flatMap(({ name, kind, partial }) => (partial ? [[name, kind === "text" ? "" : null]] : [])))
      const sent = Object.entries(values).map(([name, value]) => [name, value === "" ? emptied[name] : value] as const)
      return { value: Object.fromEntries(sent.filter(([, value]) => value !== undefined)) }
    },
  },
})

/** The initial value of a field. */
const firstOf = ({ kind, required, default: standing }: InputField, site: number | undefined): unknown => {
  switch (kind) {
    case "date":
      return required ? today() : ""
    case "site":
      return site
    case "files":
    case "parts":
      return []
    case "choice":
      return standing
    case "whole":
    case "quantity":
    case "ref":
    case "file":
    case "days":
      return undefined
    case "flag":
      return standing ?? false
    default:
      return ""
  }
}

/** Text up to this length has a single-line input. */
const oneLine = 200

const Field = ({ of, hint }: { readonly of: InputField; readonly hint: string | undefined }) => {
  const { name, label, kind, required, most } = of
  const same = { name, label, required, ...(hint !== undefined && { hint }) }
  switch (kind) {
    case "money":
    case "percent":
      return <MoneyField {...same} />
    case "rate":
      return <TextField {...same} />
    case "date":
      return <DateField {...same} {...(required && { max: today() })} />
    case "whole":
      return <NumberField {...same} min={0} />
    case "quantity":
      return <NumberField {...same} min={0} step={0.001} />
    case "days":
      return <NumberField {...same} step={0.5} />
    case "flag":
      return <CheckField {...same} />
    case "site":
      return <SiteField {...same} required />
    case "choice":
      return (
        <SelectField
          {...same}
          options={optionsOf(of)}
          {...(of.default === undefined && { placeholder: takesAn(label) ? `Choose an ${label.toLowerCase()}` : `Choose a ${label.toLowerCase()}` })}
          required
        />
      )
    case "files":
      return <FileField name={name} label={label} required={required} photos={of.pictures === true} {...(hint !== undefined && { hint })} />
    case "email":
      return <TextField {...same} type="email" />
    case "phone":
      return <TextField {...same} type="tel" />
    case "line":
    case "text":
      return most !== undefined && most <= oneLine ? <TextField {...same} /> : <TextAreaField {...same} rows={2} />
    default:
      return <TextField {...same} />
  }
}

export interface CommandDialogProps<Name extends string, Payload> {
  readonly command: CommandScreen<Name>
  readonly title: string
  /** One line that explains the form. */
  readonly help?: string
  /** Stores the input under this name until it is sent or discarded. */
  readonly draft?: string
  readonly submit: string
  readonly pending: string
  /** narrow, for a form with few fields */
  readonly narrow?: boolean
  /** Labels that are shorter than in the declaration. */
  readonly labels?: { readonly [K in Name]?: string }
  /** Hints for filling in a field. */
  readonly hints?: { readonly [K in Name]?: string }
  /** Fields that are required here, although the call does not require them. */
  readonly needed?: readonly Name[]
  /** Initial values of fields, other than empty or their default. */
  readonly initial?: { readonly [K in Name]?: unknown }
  /** Fields of the form that do not belong to the command, with their initial values: `save` makes a payload from them. */
  readonly own?: Readonly<Record<string, unknown>>
  /** Checks across fields, once each is valid by itself: an error message for a field, or for a field of a line, such as `parts.0.quantity`. */
  readonly check?: (values: { readonly [K in Name]?: unknown } & Values) => Readonly<Record<string, string>>
  /** The form from top to bottom: a field, two side by side, several in a grid of this class, or custom content. */
  readonly rows: readonly (
    | Name
    | readonly [Name, Name]
    | { readonly grid: string; readonly fields: readonly Name[] }
    | { readonly key: string; readonly node: ReactNode }
  )[]
  readonly save: (payload: Payload) => Promise<unknown>
  readonly onClose: () => void
}

export const CommandDialog = <Name extends string, Payload>({
  command,
  labels = {},
  hints = {},
  needed = [],
  rows,
  initial = {},
  own = {},
  check,
  narrow = false,
  save,
  ...form
}: CommandDialogProps<Name, Payload>) => {
  const { siteId, sites } = useWorkingSite()
  const named: Readonly<Record<string, string | undefined>> = labels
  const given: Readonly<Record<string, unknown>> = initial
  const fields = command.fields.map((field) => ({
    ...field,
    label: named[field.name] ?? field.label,
    required: field.required || needed.includes(field.name),
    // a choice with a given value needs no empty option
    ...(field.kind === "choice" && given[field.name] !== undefined && { default: given[field.name] }),
  }))
  const site = siteId ?? (sites.length === 1 ? sites[0]!.id : undefined)
  const draw = (name: Name) => <Field key={name} of={fields.find((field) => field.name === name)!} hint={hints[name]} />
  return (
    <FormDialog
      {...form}
      schema={schemaOf(fields, check as Check | undefined)}
      defaults={{ ...Object.fromEntries(fields.map((field) => [field.name, firstOf(field, site)])), ...initial, ...own }}
      wide={!narrow}
      save={(values) => save(values as Payload)}
    >
      {rows.map((row) => {
        if (typeof row === "string") return draw(row)
        if ("node" in row) return <Fragment key={row.key}>{row.node}</Fragment>
        const [className, names] = "grid" in row ? [row.grid, row.fields] : ["pair", row]
        return (
          <div key={names[0]} className={className}>
            {names.map(draw)}
          </div>
        )
      })}
    </FormDialog>
  )
}
