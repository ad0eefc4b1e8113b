import { Badge } from "./button.tsx"
import { type ReactNode, useId } from "react"
import { Link } from "react-router-dom"
import { Guard } from "./error-panel.tsx"
import { PriorityMark } from "./priority-mark.tsx"

interface PanelProps {
  readonly title: string
  readonly children: ReactNode
  readonly count?: number
  /** What the count leaves out, such as `and 1 cancelled`. */
  readonly besides?: string | false
  /** A subtle count in words, such as `1 critical`. */
  readonly badge?: string | undefined
  readonly actions?: ReactNode
  readonly padded?: boolean
}

/** Lets the keyboard scroll what is wider than its panel, on a phone. */
const scrollable = (element: HTMLDivElement | null) => {
  if (!element) return
  const watch = new ResizeObserver(() => (element.scrollWidth > element.clientWidth ? (element.tabIndex = 0) : element.removeAttribute("tabindex")))
  for (const each of [element, ...element.children]) watch.observe(each)
  return () => watch.disconnect()
}

/** A ruled section with a title. Without padding by default, for rows and tables; `padded` for anything else. */
export const Panel = ({ title, children, count, besides, badge, actions, padded }: PanelProps) => {
  const id = useId()
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        {count !== undefined && <span className="muted num">{count}</span>}
        {besides && <span className="muted">{besides}</span>}
        {badge && <Badge tone="red">{badge}</Badge>}
        <span className="spread" />
        {actions}
      </header>
      <div className={padded ? "panel-body" : "panel-flush"} ref={padded ? null : scrollable}>
        <Guard>{children}</Guard>
      </div>
    </section>
  )
}

/** Ruled rows inside a panel. */
export const Rows = ({ children }: { children: ReactNode }) => <ul className="rows">{children}</ul>

interface RowProps {
  readonly children: ReactNode
  readonly priority?: string
  /** The action, at the right. */
  readonly act?: ReactNode
  /** Makes the row's text a link. */
  readonly to?: string
}

export const Row = ({ children, priority, act, to }: RowProps) => (
  <li className="row">
    {priority && <PriorityMark priority={priority} />}
    {to ? (
      <Link className="row-body" to={to}>
        {children}
      </Link>
    ) : (
      <div className="row-body">{children}</div>
    )}
    {act}
  </li>
)
