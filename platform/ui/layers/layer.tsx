import { Theme } from "@radix-ui/themes"
import type { ReactNode } from "react"

/** Gives whatever is drawn outside the page (dialogs, menus, notices) the page's tokens. Takes exactly one element. */
export const Layer = ({ children }: { children: ReactNode }) => (
  <Theme asChild hasBackground={false}>
    {children}
  </Theme>
)
