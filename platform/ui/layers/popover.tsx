import { Popover as Primitive } from "radix-ui"
import type { ReactNode } from "react"
import { Layer } from "./layer.tsx"
import { Tooltip } from "./tooltip.tsx"

interface PopoverProps {
  readonly trigger: ReactNode
  readonly children: ReactNode
  /** The accessible name of the panel. */
  readonly label: string
  readonly align?: "start" | "center" | "end"
  readonly width?: number
  /** The tooltip of an icon-only trigger. */
  readonly tip?: string
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** A small panel beside the button that opens it. */
export const Popover = ({ trigger, children, label, align = "start", width, tip, ...state }: PopoverProps) => (
  <Primitive.Root {...state}>
    {tip ? (
      <Tooltip text={tip}>
        <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      </Tooltip>
    ) : (
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
    )}
    <Primitive.Portal>
      <Layer>
        <Primitive.Content
          className="overlay popover"
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={10}
          style={width ? { width } : undefined}
        >
          {children}
        </Primitive.Content>
      </Layer>
    </Primitive.Portal>
  </Primitive.Root>
)

/** Closes the popover when its button is used. Takes one button. */
export const PopoverClose = ({ children }: { children: ReactNode }) => <Primitive.Close asChild>{children}</Primitive.Close>
