import { Theme } from "@radix-ui/themes"
import type { ReactNode } from "react"

/** Applies the page's design tokens to elements rendered outside it (dialogs, menus, notices). Takes exactly one element. */
export const Layer = ({ children }: { children: ReactNode }) => (
  <Theme asChild hasBackground={false}>
    {children}
  </Theme>
)
