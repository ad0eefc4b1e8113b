import type { ReactNode } from "react"

/** The frame of a page's content: width and spacing. Actions of the whole page stand above it at the right. */
export const Page = ({ children, actions }: { children: ReactNode; actions?: ReactNode }) => (
  <div className="page stack">
    {actions && <div className="page-actions">{actions}</div>}
    {children}
  </div>
)
