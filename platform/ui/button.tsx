import { Button as ThemeButton, IconButton as ThemeIconButton } from "@radix-ui/themes"
import type { ComponentProps, ReactNode } from "react"

/** The purpose of a button: the primary next step, any other action, a quiet one, a destructive one, the final step of a destructive one. */
type Kind = "primary" | "plain" | "quiet" | "danger" | "final"

interface Looks {
  /** `plain` by default; at most one `primary` per region. */
  readonly kind?: Kind
  /** For phones and sign-in: 40 px. */
  readonly large?: boolean
  /** Applies the look to the only child, such as a link. */
  readonly asChild?: boolean
}

// Radix' types lose `highContrast` under exactOptionalPropertyTypes, although the property exists.
const looks = {
  primary: { variant: "solid" },
  plain: { variant: "outline", color: "gray", highContrast: true },
  quiet: { variant: "ghost", color: "gray", highContrast: true },
  danger: { variant: "outline", color: "red" },
  final: { variant: "solid", color: "red" },
} as Record<Kind, ComponentProps<typeof ThemeButton>>

type Native = Omit<ComponentProps<"button">, "color">

/** A button with a text. `type` is `button` by default. */
export const Button = ({ kind = "plain", large, ...props }: Looks & Native) => (
  <ThemeButton {...(props.asChild ? {} : { type: "button" })} size={large ? "3" : "2"} {...looks[kind]} {...(props as object)} />
)

/** A button with only an icon; `aria-label` is its accessible name. */
export const IconButton = ({ kind = "quiet", large, ...props }: Looks & Native & { readonly "aria-label": string }) => (
  <ThemeIconButton type="button" size={large ? "3" : "2"} {...(looks[kind] as ComponentProps<typeof ThemeIconButton>)} {...(props as object)} />
)

/** A small count or category in words; never in a table row. */
export const Badge = ({ tone = "gray", children }: { tone?: "gray" | "red" | "amber" | "green" | "blue" | "teal"; children: ReactNode }) => (
  <span className="badge" data-accent-color={tone}>
    {children}
  </span>
)
