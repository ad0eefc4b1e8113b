/** A field that finds one of many options by a few letters: arrows select, Enter confirms. */
import { Plus, Search } from "lucide-react"
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type Ref, useEffect, useEffectEvent, useId, useState } from "react"
import { found, type Found, type Findable } from "./find.ts"
import "./type-ahead.css"

/** The text with the typed part underlined. */
export const Marked = ({ text, part }: { readonly text: string; readonly part: string }) => {
  const [word = ""] = part.split(" ")
  const at = word === "" ? -1 : text.toLowerCase().indexOf(word.toLowerCase())
  return at < 0 ? (
    text
  ) : (
    <>
      {text.slice(0, at)}
      <u>{text.slice(at, at + word.length)}</u>
      {text.slice(at + word.length)}
    </>
  )
}

interface TypeAheadProps<T extends Findable> {
  readonly label: string
  readonly options: readonly T[]
  /** renders an option; `part` is the typed part of its name */
  readonly line: (option: T, part: string) => ReactNode
  /** receives the chosen option, and a number typed after its name */
  readonly onChoose: (option: T, number: number | undefined) => void
  /** shown above the options, below them, and if there are none */
  readonly head?: (part: string) => ReactNode
  readonly foot?: ReactNode
  readonly none: (part: string) => string
  readonly placeholder?: string
  /** beside what is typed, such as how many options there are */
  readonly note?: (found: number) => string
  readonly id?: string
  readonly isInvalid?: boolean
  /** shown while the field is not focused, such as the name of the chosen option */
  readonly value?: string
  /** accepts a text that matches no option; `words` is its line in the list */
  readonly free?: {
    readonly words: (part: string) => string
    readonly take: (part: string, number: number | undefined) => void
    /** a text is taken only when its line in the list is chosen, not when the field loses focus */
    readonly onlyChosen?: true
  }
  /** the list opens on focus, before anything is typed */
  readonly opensAtOnce?: boolean
  readonly onActive?: (option: T | undefined) => void
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>, typed: string) => void
  readonly onPaste?: (event: ClipboardEvent<HTMLInputElement>) => void
  readonly inputRef?: Ref<HTMLInputElement>
}

const most = 8

const Keys = () => (
  <span className="type-ahead-keys" aria-hidden>
    <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> add
  </span>
)

export const TypeAhead = <T extends Findable>(props: TypeAheadProps<T>) => {
  const { label, options, line, onChoose, head, foot, none, placeholder, note, value = "", opensAtOnce = false, onActive } = props
  const list = useId()
  const [typed, setTyped] = useState<string>()
  const [at, setAt] = useState(0)
  const isOpen = typed !== undefined && (typed !== "" || opensAtOnce)
  const { part, number, rows }: Found<T> = found(options, typed ?? "", most)
  const isFree = props.free !== undefined && part !== "" && !options.some(({ name }) => name === part)
  const last = rows.length - (isFree ? 0 : 1)
  const active = rows[Math.min(at, last)]
  // typing a complete name selects it, if leaving the field accepts it, also where the options arrive after the name
  const same = props.free && !props.free.onlyChosen && typed !== undefined ? options.find(({ name }) => name === typed) : undefined
  const sameId = same?.id
  const chooseSame = useEffectEvent(() => same && onChoose(same, undefined))
  useEffect(() => {
    if (sameId !== undefined) chooseSame()
  }, [sameId])
  const change = (text: string | undefined) => {
    setTyped(text)
    setAt(0)
    onActive?.(text === undefined || (text === "" && !opensAtOnce) ? undefined : found(options, text, most).rows[0])
  }
  const move = (to: number) => {
    const next = (to + last + 1) % (last + 1)
    setAt(next)
    onActive?.(rows[next])
  }
  /** When the field loses focus, an option with exactly the typed name is chosen. */
  const leave = () => {
    const same = options.find(({ name }) => name === typed)
    if (same) choose(same)
    else if (isFree && !props.free?.onlyChosen) free()
    else change(undefined)
  }
  const free = () => {
    change(undefined)
    props.free?.take(part, number)
  }
  const choose = (option: T) => {
    change(undefined)
    onChoose(option, number)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    props.onKeyDown?.(event, typed ?? "")
    if (event.defaultPrevented || event.ctrlKey || event.metaKey) return
    if (event.key === "ArrowDown" && typed === undefined) change("")
    else if (event.key === "ArrowDown" && last >= 0) move(at + 1)
    else if (event.key === "ArrowUp" && last >= 0) move(at - 1)
    else if (event.key === "Enter" && isOpen && active) choose(active)
    else if (event.key === "Enter" && isOpen && isFree) free()
    else if (event.key === "Escape" && isOpen) change(undefined)
    else if (event.key !== "Enter") return
    event.preventDefault()
  }
  return (
    <div className="type-ahead">
      <Search size={16} strokeWidth={1.75} aria-hidden />
      <input
        ref={props.inputRef}
        id={props.id}
        className="input"
        role="combobox"
        aria-label={props.id === undefined ? label : undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && last >= 0 ? `${list}-${active?.id ?? 0}` : undefined}
        aria-invalid={props.isInvalid || undefined}
        autoComplete="off"
        placeholder={placeholder}
        value={typed ?? value}
        onChange={({ target }) => change(target.value)}
        onFocus={({ target }) => {
          if (opensAtOnce) change("")
          // the list needs the space below it
          if (matchMedia("(max-width: 900px)").matches) target.scrollIntoView({ block: "start" })
        }}
        onBlur={() => typed !== undefined && leave()}
        onKeyDown={onKeyDown}
        onPaste={props.onPaste}
      />
      {note && isOpen && <span className="type-ahead-note">{note(rows.length)}</span>}
      {isOpen && (
        <div className="type-ahead-list">
          {head && rows.length > 0 && <div className="type-ahead-head">{head(part)}</div>}
          <div role="listbox" id={list} aria-label={label}>
            {rows.map((option, n) => (
              <div
                key={option.id}
                id={`${list}-${option.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={option === active}
                className="type-ahead-option"
                // before the field loses the focus
                onMouseDown={(event) => {
                  event.preventDefault()
                  choose(option)
                }}
                onMouseEnter={() => move(n)}
              >
                {line(option, part)}
              </div>
            ))}
            {isFree && (
              <div
                id={`${list}-0`}
                role="option"
                tabIndex={-1}
                aria-selected={active === undefined}
                className="type-ahead-option"
                onMouseDown={(event) => {
                  event.preventDefault()
                  free()
                }}
              >
                <span className="line-tight">
                  <Plus size={14} strokeWidth={1.75} aria-hidden /> {props.free?.words(part)}
                </span>
                {rows.length > 0 && <Keys />}
              </div>
            )}
          </div>
          {rows.length === 0 && !isFree && <p className="type-ahead-foot">{none(part)}</p>}
          {rows.length > 0 && (foot || !isFree) && (
            <div className="type-ahead-foot">
              {foot}
              {!isFree && <Keys />}
            </div>
          )}
        </div>
      )}
    </div>
  )
}
