/** Assigns one order to a person, a contractor or a team. */
import type { workOrders } from "../../work-orders/resource.ts"
import { AssignForm } from "./assign-form.tsx"

export default function AssignOrderDialog({ order, onClose }: { readonly order: (typeof workOrders)["Row"]; readonly onClose: () => void }) {
  return <AssignForm order={order} onClose={onClose} />
}
