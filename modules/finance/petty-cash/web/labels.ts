/** Labels of the petty cash screens. */
import type { pettyCash } from "../resource.ts"

export type PettyCashRequest = (typeof pettyCash)["Row"]
export interface PettyCashFormProps {
  readonly row: PettyCashRequest
  readonly onClose: () => void
}
