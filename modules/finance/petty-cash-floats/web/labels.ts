/** Labels of the screens of floats. */
import type { pettyCashFloats } from "../resource.ts"

export type Float = (typeof pettyCashFloats)["Row"]
export interface FloatFormProps {
  readonly row: Float
  readonly onClose: () => void
}
export const movementWords = { top_up: "Topped up", disbursement: "Paid out", return: "Returned", count: "Counted" } as const
