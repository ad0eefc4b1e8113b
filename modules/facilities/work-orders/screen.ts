import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { workOrders } from "./resource.ts"

export const screen = screenOf(workOrders, {
  amount: { field: "actualCost", figure: "workOrder.cost" },
  columns: ["orderNumber", "siteName", "description", "priority", "status", "assignee", "dueDate", "serviceType", "requestDate", "actualCost"],
  card: ["siteName", "description"],
  commands: {
    create: { button: "Create Work Order" },
    start: { button: "Start work", kind: "primary", done: ":name started" },
    hold: { button: "Put on hold", title: "Put on hold :name", ask: "The service clock is paused until work resumes.", done: ":name put on hold" },
    resume: { kind: "primary", done: ":name resumed" },
    complete: { kind: "primary" },
    verify: { kind: "primary", confirm: "Verify order", ask: "Confirm that the work is done.", done: ":name verified" },
    cancel: { button: "Cancel order", kind: "danger", ask: "The order is not carried out.", done: ":name cancelled" },
    reopen: { confirm: "Reopen order", ask: "The order continues where it stopped.", note: "Missing work", done: ":name reopened" },
  },
})
