/** The actions on one row, behind three dots at its end. */
import { Ellipsis } from "lucide-react"
import { type KeyboardEvent, type ReactNode, useId, useRef } from "react"

/** The actions are rendered while the menu is closed too, because some contain the dialog that they open. Without actions the dots are hidden. */
export const RowMenu = ({ rowId, children }: { readonly rowId: string; readonly children: ReactNode }) => {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const place = () => {
    const at = button.current!.getBoundingClientRect()
    const { style } = menu.current!
    const isLow = at.bottom > innerHeight * 0.7
    style.right = `${document.documentElement.clientWidth - at.right}px`
    style.top = isLow ? "auto" : `${at.bottom + 4}px`
    style.bottom = isLow ? `${innerHeight - at.top + 4}px` : "auto"
  }
  const step = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const acts = [...menu.current!.querySelectorAll<HTMLElement>("a, button:enabled")]
    acts.at((acts.indexOf(document.activeElement as HTMLElement) + by) % acts.length)?.focus()
  }
  return (
    <span className="row-menu">
      <button ref={button} id={id} type="button" className="plain-icon" aria-label="Actions of" aria-labelledby={`${id} ${rowId}`} popoverTarget={`${id}-menu`}>
        <Ellipsis size={16} strokeWidth={1.75} aria-hidden />
      </button>
      <div
        ref={menu}
        id={`${id}-menu`}
        popover="auto"
        role="group"
        aria-label="Actions"
        className="overlay row-acts"
        onBeforeToggle={place}
        onKeyDown={step}
        onClick={() => menu.current?.hidePopover()}
      >
        {children}
      </div>
    </span>
  )
}
