/** Assigns one order to a person, a contractor or a team. */
import type { WorkOrderAnswer } from "../../contract.ts"
import { AssignForm } from "./assign-form.tsx"

export default function AssignOrderDialog({ order, onClose }: { readonly order: typeof WorkOrderAnswer.Type; readonly onClose: () => void }) {
  return <AssignForm order={order} onClose={onClose} />
}
