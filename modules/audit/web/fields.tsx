import { DateInput } from "@ops/platform/ui/forms/date-input.tsx"
import { X } from "lucide-react"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { type ReactNode, useEffect, useId, useState } from "react"

interface AskedProps {
  readonly name: string
  readonly label: string
}

const Labelled = ({ label, wide, children }: { readonly label: string; readonly wide?: boolean; readonly children: (id: string) => ReactNode }) => {
  const id = useId()
  return (
    <div className="field" data-wide={wide || undefined}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

/** The input fields of a report; each value is kept in the address. */
export const Fields = ({ children, label }: { readonly children: ReactNode; readonly label: string }) => (
  <search className="audit-fields" aria-label={label}>
    {children}
  </search>
)

/** A text field that applies on Enter or blur. */
export const TextAsked = ({ name, label, placeholder }: AskedProps & { readonly placeholder?: string }) => {
  const [value, setValue] = useAddress(name)
  const [text, setText] = useState(value ?? "")
  useEffect(() => setText(value ?? ""), [value])
  const say = () => text.trim() !== (value ?? "") && void setValue(text.trim() || null)
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          id={id}
          className="input"
          value={text}
          placeholder={placeholder}
          onChange={({ target }) => setText(target.value)}
          onBlur={say}
          onKeyDown={({ key }) => key === "Enter" && say()}
        />
      )}
    </Labelled>
  )
}

export const DayAsked = ({ name, label, fallback }: AskedProps & { readonly fallback?: string }) => {
  const [value, setValue] = useAddress(name)
  return <Labelled label={label}>{(id) => <DateInput id={id} value={value ?? fallback ?? ""} onChange={(day) => void setValue(day || null)} />}</Labelled>
}

interface ChoiceProps extends AskedProps {
  readonly options: readonly { readonly value: string; readonly label: string; readonly group?: string }[]
  /** The label for no choice. */
  readonly none?: string
  readonly fallback?: string | undefined
}

export const ChoiceAsked = ({ name, label, options: known, none, fallback }: ChoiceProps) => {
  const [value, setValue] = useAddress(name)
  const chosen = value ?? fallback ?? ""
  // a value from a link that is not among the choices is kept
  const options = chosen === "" || known.some((option) => option.value === chosen) ? known : [{ value: chosen, label: chosen }, ...known]
  const groups = [...new Set(options.map(({ group }) => group))]
  const listed = (group: string | undefined) =>
    options
      .filter((option) => option.group === group)
      .map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))
  return (
    <Labelled label={label} wide={groups.length > 1}>
      {(id) => (
        <span className="select">
          <select id={id} className="input" value={chosen} onChange={({ target }) => void setValue(target.value || null)}>
            {none !== undefined && <option value="">{none}</option>}
            {groups.map((group) =>
              group === undefined ? (
                listed(group)
              ) : (
                <optgroup key={group} label={group}>
                  {listed(group)}
                </optgroup>
              ),
            )}
          </select>
        </span>
      )}
    </Labelled>
  )
}

/** Converts a moment from the server's format to a date and time field in Juba, and back. `23:59` is the end of the day. */
const toField = (moment: string) => {
  if (/^\d{4}-\d\d-\d\d$/.test(moment)) return `${moment}T23:59`
  const at = new Date(moment)
  return Number.isNaN(at.getTime()) ? "" : new Date(at.getTime() + 2 * 3_600_000).toISOString().slice(0, 16)
}
const fromField = (field: string) => {
  const [day, time] = field.split("T")
  return time === "23:59" ? day! : new Date(`${field}:00+02:00`).toISOString().replace(".000", "")
}

/** A moment: date and time in Juba, or the event given in a link; empty means now. */
export const MomentAsked = ({ name, label, fallback }: AskedProps & { readonly fallback?: string }) => {
  const [value, setValue] = useAddress(name)
  const moment = value ?? fallback ?? ""
  return (
    <Labelled label={label}>
      {(id) =>
        moment.startsWith("@") ? (
          <button id={id} type="button" className="input audit-event" title="Choose a time instead" onClick={() => void setValue(null)}>
            After event {moment.slice(1)} <X size={14} aria-hidden />
          </button>
        ) : (
          <input
            id={id}
            className="input"
            type="datetime-local"
            value={toField(moment)}
            onChange={({ target }) => void setValue(target.value ? fromField(target.value) : null)}
          />
        )
      }
    </Labelled>
  )
}
