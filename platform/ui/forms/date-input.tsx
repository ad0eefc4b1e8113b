/** A date that is typed in any usual form, or chosen in a calendar. A phone shows its own picker. */
import { CalendarDays } from "lucide-react"
import { Popover } from "radix-ui"
import { type KeyboardEvent, type Ref, useRef, useState } from "react"
import { addDays } from "../../calendar.ts"
import { formatDay, today } from "../date.tsx"
import { Layer } from "../layers/layer.tsx"
import { lazyPart } from "../lazy-with-retry.ts"
import { useMedia } from "../media.ts"
import { typedDay } from "./typed-day.ts"
import "./fields.css"

const Calendar = lazyPart(() => import("./calendar.tsx"))

interface DateInputProps {
  /** as 2026-11-19; empty if there is none */
  readonly value: string
  readonly onChange: (day: string) => void
  /** receives what was typed if it is no date; without it, the field keeps its last date */
  readonly onMistyped?: (text: string) => void
  readonly onBlur?: () => void
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly id?: string | undefined
  readonly name?: string
  readonly disabled?: boolean | undefined
  readonly ref?: Ref<HTMLInputElement>
  readonly "aria-invalid"?: boolean | undefined
  readonly "aria-describedby"?: string | undefined
  readonly "aria-label"?: string
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

export const DateInput = ({ value, onChange, onMistyped, onBlur, min, max, ref, ...attributes }: DateInputProps) => {
  const isPhone = useMedia("(max-width: 900px), (pointer: coarse)")
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const frame = useRef<HTMLSpanElement>(null)
  if (isPhone) {
    return (
      <input
        {...attributes}
        ref={ref}
        className="input"
        type="date"
        min={min}
        max={max}
        value={isDay(value) ? value : ""}
        onBlur={onBlur}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  }
  const take = (text: string) => {
    setTyped(text)
    const day = text.trim() === "" ? "" : typedDay(text, today())
    if (day === undefined) onMistyped?.(text)
    else if (day !== value) onChange(day)
  }
  const choose = (day: string) => {
    setTyped(undefined)
    setOpen(false)
    onChange(day)
    frame.current?.querySelector("input")?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" && event.altKey) setOpen(true)
    else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && isDay(value)) choose(addDays(value, event.key === "ArrowUp" ? 1 : -1))
    else return
    event.preventDefault()
  }
  const isMistyped = typed !== undefined && typed.trim() !== "" && typedDay(typed, today()) === undefined
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <span className="date-input" ref={frame}>
          <input
            {...attributes}
            ref={ref}
            className="input"
            type="text"
            autoComplete="off"
            placeholder="19 Nov 2026"
            value={typed ?? (isDay(value) ? formatDay(value) : value)}
            aria-invalid={attributes["aria-invalid"] ?? (isMistyped || undefined)}
            onChange={({ target }) => take(target.value)}
            // typing replaces the date, as on a native field
            onFocus={({ target }) => target.select()}
            onBlur={() => {
              if (!isMistyped) setTyped(undefined)
              onBlur?.()
            }}
            onKeyDown={onKeyDown}
          />
          {/* by keyboard: Alt and arrow down */}
          <Popover.Trigger asChild>
            <button type="button" tabIndex={-1} aria-hidden disabled={attributes.disabled}>
              <CalendarDays size={16} strokeWidth={1.75} />
            </button>
          </Popover.Trigger>
        </span>
      </Popover.Anchor>
      <Popover.Portal>
        <Layer>
          <Popover.Content className="overlay popover calendar" aria-label="Calendar" align="start" sideOffset={4} collisionPadding={10}>
            <Calendar value={isDay(value) ? value : ""} min={min} max={max} onChoose={choose} />
          </Popover.Content>
        </Layer>
      </Popover.Portal>
    </Popover.Root>
  )
}
