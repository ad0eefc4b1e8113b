import { type ReactNode, useSyncExternalStore } from "react"
import { lazyPart } from "./lazy-with-retry.ts"
import { forgetLink, linkedFigure } from "./data/figure-link.ts"
import type { FigureRef } from "./data/figure-ref.ts"

const ExplainPanel = lazyPart(() => import("./record/explain-panel.tsx"))

interface Asked extends FigureRef {
  /** the element to focus when the panel closes */
  readonly from: Element | null
}

// one panel for all figures: it stays open when the list below it is reloaded
const linked = linkedFigure()
let asked: Asked | undefined = linked && { ...linked, from: null }
const listeners = new Set<() => void>()
const ask = (next: Asked | undefined) => {
  asked = next
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The panel for explanations; placed once in the shell. */
export const FigurePanel = () => {
  const open = useSyncExternalStore(subscribe, () => asked)
  if (!open) return null
  const close = () => {
    ask(undefined)
    forgetLink()
    if (open.from instanceof HTMLElement) open.from.focus()
  }
  return <ExplainPanel key={`${open.name} ${JSON.stringify(open.parameters)}`} figure={open} onClose={close} />
}

interface FigureProps {
  readonly value: ReactNode
  readonly of: FigureRef
  /** Accessible name of the figure. */
  readonly label?: string
}

/** A computed figure that shows its explanation when pressed. */
export const Figure = ({ value, of, label }: FigureProps) => (
  <button type="button" className="figure num" aria-haspopup="dialog" onClick={({ currentTarget }) => ask({ ...of, from: currentTarget })}>
    {label && <span className="sr">{label}: </span>}
    {value}
    <span className="sr">, explain</span>
  </button>
)
