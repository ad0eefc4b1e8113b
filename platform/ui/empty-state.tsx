import type { ReactNode } from "react"

interface EmptyStateProps {
  readonly title: string
  readonly text?: ReactNode
  readonly action?: ReactNode
  /** For panels: one unobtrusive line. */
  readonly small?: boolean
}

/** States that there is nothing, and what to do about it. */
export const EmptyState = ({ title, text, action, small }: EmptyStateProps) => (
  <div className="empty" data-small={small || undefined}>
    <p className="empty-title">{title}</p>
    {text && <p className="muted">{text}</p>}
    {action}
  </div>
)
