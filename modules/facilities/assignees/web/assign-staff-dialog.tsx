/** Assign Staff: first selects an unassigned order, then the assignee. */
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useApi } from "../../web/client.ts"
import { AssignForm } from "./assign-form.tsx"

export default function AssignStaffDialog({ onClose }: { readonly onClose: () => void }) {
  const { siteId } = useWorkingSite()
  const orders = useApi("GET /api/work-orders", {
    query: {
      status: "pending,assigned,in_progress,on_hold",
      sort: "priority,requestDate",
      limit: "200",
      ...(siteId !== undefined && { siteId }),
    },
  })
  // the form starts with the first unassigned order
  if (orders.data === undefined && !orders.isError) return null
  return <AssignForm orders={[...(orders.data ?? [])].sort((a, b) => Number(a.status !== "pending") - Number(b.status !== "pending"))} onClose={onClose} />
}
