import { Button } from "../button.tsx"
import { ListFilter, Search, X } from "lucide-react"
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from "react"
import { formatDay } from "../date.tsx"
import { DateInput } from "../forms/date-input.tsx"
import type { Filter, ListState } from "./list-state.ts"
import { Popover } from "../layers/popover.tsx"

const valuesOf = (value: string) => value.replace(/^!/, "").split(",").filter(Boolean)

/** A filter in readable form: `is pending or approved`, `is not rejected`, `1 Nov 2026`. */
const sayFilter = (filter: Filter, value: string) => {
  if (filter.date) return formatDay(value)
  if (filter.text !== undefined) return value
  const labels = valuesOf(value).map((each) => filter.options?.find((option) => option.value === each)?.label ?? each)
  return `${value.startsWith("!") ? "is not" : "is"} ${labels.map((label) => label.toLowerCase()).join(" or ")}`
}

interface FilterFormProps {
  readonly filter: Filter
  readonly value: string
  readonly onChange: (value: string) => void
}

const FilterForm = ({ filter, value, onChange }: FilterFormProps) => {
  const id = useId()
  if (filter.date)
    return (
      <div className="field">
        <label htmlFor={id}>{filter.label}</label>
        <DateInput id={id} value={value} onChange={onChange} />
      </div>
    )
  if (filter.text !== undefined) return <TextFilter filter={filter} value={value} onChange={onChange} />
  if (filter.one)
    return (
      <div className="field">
        <label htmlFor={id}>{filter.label}</label>
        <span className="select">
          <select id={id} className="input" value={value} onChange={(event) => onChange(event.target.value)}>
            <option value="">Any</option>
            {filter.options?.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        </span>
      </div>
    )
  const not = value.startsWith("!")
  const chosen = valuesOf(value)
  const say = (values: readonly string[], negated: boolean) => onChange(values.length ? `${negated ? "!" : ""}${values.join(",")}` : "")
  return (
    <fieldset className="filter-form">
      <legend>{filter.label}</legend>
      <span className="select">
        <select
          className="input"
          aria-label={`${filter.label} is or is not`}
          value={not ? "not" : "is"}
          onChange={(event) => say(chosen, event.target.value === "not")}
        >
          <option value="is">is</option>
          <option value="not">is not</option>
        </select>
      </span>
      {filter.options?.map((option) => (
        <label className="check" key={option.value}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={(event) => say(event.target.checked ? [...chosen, option.value] : chosen.filter((each) => each !== option.value), not)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

/** Applied on Enter, or when it loses focus. */
const TextFilter = ({ filter, value, onChange }: FilterFormProps) => {
  const id = useId()
  const [text, setText] = useState(value)
  const say = () => text.trim() !== value && onChange(text.trim())
  return (
    <form
      className="field"
      onSubmit={(event) => {
        event.preventDefault()
        say()
      }}
    >
      <label htmlFor={id}>{filter.label}</label>
      <input id={id} className="input" value={text} placeholder={filter.text} onChange={({ target }) => setText(target.value)} onBlur={say} />
    </form>
  )
}

const Chip = ({ filter, value, onChange }: FilterFormProps) => (
  <span className="chip">
    <Popover
      label={`Change filter ${filter.label}`}
      width={220}
      trigger={
        <button type="button" className="chip-text">
          <b>{filter.label}</b> {sayFilter(filter, value)}
        </button>
      }
    >
      <FilterForm filter={filter} value={value} onChange={onChange} />
    </Popover>
    <button type="button" className="chip-close" aria-label={`Remove filter ${filter.label}`} onClick={() => onChange("")}>
      <X size={14} aria-hidden />
    </button>
  </span>
)

const AddFilter = ({ filters, list }: { filters: readonly Filter[]; list: ListState }) => {
  const [chosen, setChosen] = useState<string>()
  const filter = filters.find((each) => each.field === chosen)
  return (
    <Popover
      label="Add a filter"
      width={220}
      onOpenChange={(open) => open && setChosen(undefined)}
      trigger={
        <Button kind="quiet" className="bar-button">
          <ListFilter size={16} strokeWidth={1.75} aria-hidden /> Filter
        </Button>
      }
    >
      {filter ? (
        <FilterForm filter={filter} value={list.active[filter.field] ?? ""} onChange={(value) => list.setFilter(filter.field, value)} />
      ) : (
        <ul className="choices">
          {filters.map((each) => (
            <li key={each.field}>
              <button type="button" className="menu-item" onClick={() => setChosen(each.field)}>
                {each.label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}

interface FilterBarProps {
  readonly filters: readonly Filter[]
  readonly list: ListState
  /** The plural of what is searched: `requests`. */
  readonly noun: string
  readonly field: RefObject<HTMLInputElement | null>
  /** Enter in the search: opens an exact number. */
  readonly onEnter: (text: string) => void
  readonly tools: ReactNode
  /** The actions for a view that was changed. */
  readonly saving?: ReactNode
  /** Only filters: the list has no search. */
  readonly unsearched?: boolean
}

/** Search, the filters in words, and the tools of the list. */
export const FilterBar = ({ filters, list, noun, field, onEnter, tools, saving, unsearched }: FilterBarProps) => {
  const [text, setText] = useState(list.q)
  const { q, setSearch } = list
  useEffect(() => setText(q), [q])
  // Only typing starts the delay
  useEffect(() => {
    if (text === q) return
    const timer = setTimeout(() => setSearch(text), 300)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only typing starts the search
  }, [text])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") onEnter(text)
    if (event.key === "Escape" && text) {
      event.stopPropagation()
      setText("")
      setSearch("")
    }
  }
  return (
    <search className="bar">
      {!unsearched && (
        <span className="search">
          <Search size={16} strokeWidth={1.75} aria-hidden />
          <input
            ref={field}
            className="input"
            type="search"
            placeholder={`Search ${noun}`}
            aria-label={`Search ${noun}`}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <kbd aria-hidden>/</kbd>
        </span>
      )}
      {filters.map((filter) => {
        const value = list.active[filter.field]
        return value ? <Chip key={filter.field} filter={filter} value={value} onChange={(next) => list.setFilter(filter.field, next)} /> : null
      })}
      {filters.length > 0 && <AddFilter filters={filters} list={list} />}
      {list.changed && (
        <Button kind="quiet" className="bar-button" onClick={list.reset}>
          Reset
        </Button>
      )}
      {saving}
      <span className="spread" />
      {tools}
    </search>
  )
}
