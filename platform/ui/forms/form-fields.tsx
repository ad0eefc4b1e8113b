import { type ReactNode, useEffect, useId } from "react"
import { useController, useFormContext, useFormState, useWatch } from "react-hook-form"
import { amountInput } from "./amount-input.ts"
import { DateInput } from "./date-input.tsx"
import { SiteCode } from "../site-code.tsx"
import { useSites } from "../working-site.tsx"

/** The input type of a form for react-hook-form, which does not recognise `readonly` lists. */
export type Editable<T> = T extends ReadonlyArray<infer Item> ? Array<Editable<Item>> : T extends object ? { -readonly [K in keyof T]: Editable<T[K]> } : T

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string
  readonly required?: boolean
  readonly disabled?: boolean
}

/** The common parts of every field: its registration, ids, and error message. */
const useField = ({ name, hint }: FieldProps) => {
  const id = useId()
  const { register, getFieldState, control } = useFormContext()
  const message = getFieldState(name, useFormState({ control, name })).error?.message
  const described = [hint && `${id}-hint`, message && `${id}-fault`].filter(Boolean).join(" ")
  const attributes = { id, "aria-invalid": message ? true : undefined, "aria-describedby": described || undefined }
  return { id, message, attributes, register }
}

const Frame = ({ field, props, children }: { field: ReturnType<typeof useField>; props: FieldProps; children: ReactNode }) => (
  <div className="field">
    <label htmlFor={field.id}>
      {props.label}
      {!props.required && <span className="muted"> (optional)</span>}
    </label>
    {children}
    {props.hint && (
      <p className="hint" id={`${field.id}-hint`}>
        {props.hint}
      </p>
    )}
    {field.message && (
      <p className="fault" id={`${field.id}-fault`}>
        {field.message}
      </p>
    )}
  </div>
)

type TextFieldProps = FieldProps & {
  readonly type?: "text" | "email" | "tel" | "password"
  readonly autoComplete?: string
  readonly placeholder?: string
  /** Suggestions while typing; other texts are allowed. */
  readonly suggestions?: readonly string[]
}

export const TextField = (props: TextFieldProps) => {
  const field = useField(props)
  return (
    <Frame field={field} props={props}>
      <input
        className="input"
        type={props.type ?? "text"}
        autoComplete={props.autoComplete ?? "off"}
        placeholder={props.placeholder}
        {...(props.suggestions && { list: `${field.id}-words` })}
        {...field.attributes}
        {...field.register(props.name, { disabled: props.disabled ?? false })}
      />
      {props.suggestions && (
        <datalist id={`${field.id}-words`}>
          {props.suggestions.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
    </Frame>
  )
}

export const TextAreaField = (props: FieldProps & { readonly rows?: number; readonly maxLength?: number }) => {
  const field = useField(props)
  return (
    <Frame field={field} props={props}>
      <textarea
        className="input"
        rows={props.rows ?? 3}
        maxLength={props.maxLength ?? 2000}
        {...field.attributes}
        {...field.register(props.name, { disabled: props.disabled ?? false })}
      />
    </Frame>
  )
}

const asNumber = (value: unknown) => (value === "" || value === null || value === undefined ? undefined : Number(value))

/** Its value is a number, or undefined if left empty. */
export const NumberField = (props: FieldProps & { readonly step?: number; readonly min?: number; readonly max?: number; readonly unit?: string }) => {
  const field = useField(props)
  return (
    <Frame field={field} props={props}>
      <span className="affix" data-end={props.unit ? true : undefined}>
        <input
          className="input num"
          type="number"
          inputMode={props.step === undefined || Number.isInteger(props.step) ? "numeric" : "decimal"}
          step={props.step ?? 1}
          min={props.min}
          max={props.max}
          {...field.attributes}
          {...field.register(props.name, { setValueAs: asNumber, disabled: props.disabled ?? false })}
        />
        {props.unit && <span>{props.unit}</span>}
      </span>
    </Frame>
  )
}

const asDecimal = (value: unknown) => {
  const text = String(value ?? "")
    .replaceAll(",", "")
    .trim()
  const found = /^(\d*)\.?(\d{0,2})$/.exec(text)
  return found && text !== "" && text !== "." ? `${found[1] || "0"}.${(found[2] ?? "").padEnd(2, "0")}` : text
}

/** Its value is a decimal string with two decimals, as amounts are sent; an invalid amount is left for the schema to reject. */
export const MoneyField = (props: FieldProps & { readonly currency?: string }) => {
  const field = useField(props)
  return (
    <Frame field={field} props={props}>
      <span className="affix" data-start={props.currency ? true : undefined}>
        {props.currency && <span>{props.currency}</span>}
        <input
          className="input num"
          {...amountInput}
          placeholder="0.00"
          {...field.attributes}
          {...field.register(props.name, { setValueAs: asDecimal, disabled: props.disabled ?? false })}
        />
      </span>
    </Frame>
  )
}

export interface Option {
  readonly value: string | number
  readonly label: string
}

type SelectFieldProps = FieldProps & {
  readonly options: readonly Option[]
  /** The first, empty option. */
  readonly placeholder?: string
  /** Its value is a number. */
  readonly numeric?: boolean
  /** before the chosen option, such as the chip of a site */
  readonly mark?: ReactNode
}

/** One of several options; a native select, which works best with phones and keyboards. */
export const SelectField = (props: SelectFieldProps) => {
  const field = useField(props)
  const { getValues, setValue } = useFormContext()
  const wanted = String(getValues(props.name) ?? "")
  const isThere = props.options.some(({ value }) => String(value) === wanted)
  // the options may arrive after the value, and the form may be submitted before that: until then the value is an option without a name; no id is 0
  const waits = props.options.length === 0 && wanted !== "" && wanted !== "0"
  useEffect(() => {
    if (wanted !== "" && isThere) setValue(props.name, getValues(props.name))
  }, [props.name, wanted, isThere, getValues, setValue])
  return (
    <Frame field={field} props={props}>
      <span className="select">
        {props.mark && (
          <span className="select-mark" aria-hidden>
            {props.mark}
          </span>
        )}
        <select
          className="input"
          {...field.attributes}
          {...field.register(props.name, {
            disabled: props.disabled ?? false,
            ...(props.numeric ? { setValueAs: asNumber } : {}),
          })}
        >
          {props.placeholder !== undefined && <option value="">{props.placeholder}</option>}
          {waits && <option value={wanted}>…</option>}
          {props.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    </Frame>
  )
}

/** One of the company's sites; its value is the site's id. */
export const SiteField = (props: FieldProps) => {
  const sites = useSites().filter((site) => site.isActive)
  const chosen = Number(useWatch({ name: props.name }))
  const code = sites.find(({ id }) => id === chosen)?.code
  return (
    <SelectField
      {...props}
      numeric
      placeholder="Choose a site"
      options={sites.map((site) => ({ value: site.id, label: site.name }))}
      mark={code && <SiteCode code={code} />}
    />
  )
}

type DateFieldProps = FieldProps & { readonly type?: "date" | "month" | "time"; readonly min?: string; readonly max?: string }

/** Its value is `2026-11-19`, `2026-11` or `09:12`; a text that is no date is left for the schema to reject. */
export const DateField = ({ type = "date", ...props }: DateFieldProps) => (type === "date" ? <DayField {...props} /> : <TimeField type={type} {...props} />)

const DayField = (props: DateFieldProps) => {
  const field = useField(props)
  const { field: input } = useController({ name: props.name, disabled: props.disabled ?? false })
  return (
    <Frame field={field} props={props}>
      <DateInput {...field.attributes} {...input} value={String(input.value ?? "")} onMistyped={input.onChange} min={props.min} max={props.max} />
    </Frame>
  )
}

const TimeField = (props: DateFieldProps) => {
  const field = useField(props)
  return (
    <Frame field={field} props={props}>
      <input
        className="input"
        type={props.type}
        min={props.min}
        max={props.max}
        {...field.attributes}
        {...field.register(props.name, { disabled: props.disabled ?? false })}
      />
    </Frame>
  )
}

export const CheckField = (props: FieldProps) => {
  const field = useField(props)
  return (
    <div className="field">
      <label className="check">
        <input type="checkbox" {...field.attributes} {...field.register(props.name, { disabled: props.disabled ?? false })} />
        {props.label}
      </label>
      {props.hint && (
        <p className="hint" id={`${field.id}-hint`}>
          {props.hint}
        </p>
      )}
      {field.message && (
        <p className="fault" id={`${field.id}-fault`}>
          {field.message}
        </p>
      )}
    </div>
  )
}
