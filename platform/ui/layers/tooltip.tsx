import { Tooltip as Primitive } from "radix-ui"
import type { ReactNode } from "react"
import { Layer } from "./layer.tsx"

/** Placed once around the app: 700 ms before the first tooltip, 300 ms between tooltips. */
export const TooltipProvider = ({ children }: { children: ReactNode }) => (
  <Primitive.Provider delayDuration={700} skipDelayDuration={300}>
    {children}
  </Primitive.Provider>
)

/** A tooltip for an icon-only button. The button needs its own `aria-label`. */
export const Tooltip = ({ text, children }: { text: string; children: ReactNode }) => (
  <Primitive.Root>
    <Primitive.Trigger asChild>{children}</Primitive.Trigger>
    <Primitive.Portal>
      <Layer>
        <Primitive.Content className="tip" sideOffset={6} collisionPadding={8}>
          {text}
        </Primitive.Content>
      </Layer>
    </Primitive.Portal>
  </Primitive.Root>
)
