import type { ReactNode } from "react"
import { HeadActs } from "./layers/head.tsx"

/** The frame of a page's content: width and spacing. Actions on the whole page are in the header. */
export const Page = ({ children, actions }: { children: ReactNode; actions?: ReactNode }) => (
  <div className="page stack">
    {actions && <HeadActs>{actions}</HeadActs>}
    {children}
  </div>
)
