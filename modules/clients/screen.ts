import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { clients } from "./resource.ts"

export const screen = screenOf(clients, {
  title: ["companyName"],
  bySite: true,
  columns: [
    "clientCode",
    "companyName",
    "contactPerson",
    "email",
    "phone",
    "paymentTerms",
    "contractStartDate",
    "contractEndDate",
    "activeStaff",
    "status",
    "mealRate",
    "contractCurrency",
  ],
  hidden: ["email", "phone", "contractEndDate", "contractCurrency"],
  card: ["clientCode", "contactPerson"],
  commands: {
    add: { button: "Add Client", failed: "Failed to save client", pending: "Saving..." },
    change: { failed: "Failed to save client", pending: "Saving..." },
    deactivate: { button: "Make inactive", done: "Client made inactive", failed: "Failed to make the client inactive" },
    reactivate: { button: "Make active", done: "Client active again", failed: "Failed to make the client active" },
  },
})
