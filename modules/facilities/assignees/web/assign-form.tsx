/** The form that assigns an order; candidates are shown with reasons for and against each. */
import { today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField, SelectField } from "@ops/platform/ui/forms/form-fields.tsx"
import { checkedText, formOf } from "@ops/platform/ui/forms/checked-form.ts"
import { Schema } from "effect"
import { useWatch } from "react-hook-form"
import type { workOrders } from "../../work-orders/resource.ts"
import { AssignPicker } from "./assign-picker.tsx"
import { pathsOf, useCommand } from "../../web/client.ts"
import { priorityName, serviceName } from "../../web/labels.ts"
import { workerIn, workerOf } from "../../web/work-fields.tsx"

type WorkOrder = (typeof workOrders)["Row"]

const Form = formOf({
  orderId: Schema.Number.annotate({ message: "Choose a work order" }).check(Schema.makeFilter((id) => (id > 0 ? undefined : "Choose a work order"))),
  worker: checkedText((worker) => (worker === "" ? "Choose an assignee: a person, a contractor or a team" : undefined)),
  scheduledDate: Schema.String,
})
type Form = typeof Form.Type

type AssignFormProps = { readonly onClose: () => void } & (
  | { readonly order: WorkOrder; readonly orders?: never }
  | { readonly order?: never; readonly orders: ReadonlyArray<WorkOrder> }
)

export const AssignForm = ({ order, orders, onClose }: AssignFormProps) => {
  const first = order ?? orders?.[0]
  const assign = useCommand("PATCH /api/work-orders/:id/assign", {
    params: ({ orderId }: Form) => ({ id: orderId }),
    body: ({ worker, scheduledDate }) => ({ ...workerOf(worker), scheduledDate: scheduledDate === "" ? null : scheduledDate }),
    lists: pathsOf("GET /api/work-orders"),
    done: ({ orderNumber, assignee }) => `${orderNumber} assigned to ${assignee}`,
    failed: "Failed to assign work order",
  })
  return (
    <FormDialog
      title={order ? `Assign ${order.orderNumber}` : "Assign Staff"}
      help="The assignee is notified by e-mail. People on leave that day cannot be selected."
      schema={Form}
      defaults={{
        orderId: first?.id ?? 0,
        worker: first ? workerIn(first) : "",
        scheduledDate: first?.scheduledDate && first.scheduledDate >= today() ? first.scheduledDate : "",
      }}
      submit="Assign"
      pending="Assigning..."
      save={assign.send}
      onClose={onClose}
      wide
    >
      {orders && (
        <SelectField
          name="orderId"
          label="Work order"
          numeric
          required
          placeholder={orders.length === 0 ? "No open work orders" : "Choose a work order"}
          options={orders.map(({ id, orderNumber, site, priority, serviceType, description, assignee }) => ({
            value: id,
            label: `${orderNumber}, ${site.name}, ${priorityName(priority)}: ${description.slice(0, 60) || serviceName(serviceType)}${assignee ? ` (${assignee})` : ""}`,
          }))}
        />
      )}
      <DateField name="scheduledDate" label="Scheduled date" min={today()} />
      <Who orders={order ? [order] : orders} />
    </FormDialog>
  )
}

const Who = ({ orders }: { readonly orders: ReadonlyArray<WorkOrder> }) => {
  const { orderId, scheduledDate } = useWatch() as Form
  const order = orders.find(({ id }) => id === orderId)
  return order ? <AssignPicker siteId={order.siteId} serviceType={order.serviceType} day={scheduledDate} /> : null
}
