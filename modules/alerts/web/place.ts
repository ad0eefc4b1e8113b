import type { Alert } from "./labels.ts"

interface Place {
  readonly to: string
  readonly text: string
}

/** The screen on which the cause of an alert can be handled; undefined if there is none. */
export const placeOf = ({ type, relatedEntity, relatedEntityId: id }: Pick<Alert, "type" | "relatedEntity" | "relatedEntityId">): Place | undefined => {
  switch (relatedEntity) {
    case "purchase_request":
      return { to: `/procurement?open=${id}`, text: "Open the purchase request" }
    case "work_order":
      return { to: `/facilities/orders?open=${id}`, text: "Open the work order" }
    case "field_device":
      return { to: `/field/devices?open=${id}`, text: "Open the device" }
    case "construction_project":
      return { to: `/construction/${id}?tab=${type === "budgets" ? "budget" : "timeline"}`, text: "Open the project" }
    case "contractor":
      return { to: `/contractors?open=${id}`, text: "Open the contractor" }
    case "stock_level":
      return { to: "/procurement/new", text: "Request stock" }
    case "meal_session":
      return { to: `/meal-tracking?session=${id}`, text: "Open the meal session" }
    case "invoice":
      return { to: `/invoices?open=${id}`, text: "Open the invoice" }
    case "vendor":
      return { to: "/financial?tab=vendors&view=bills", text: "Open the bills" }
    case "client_contract":
      return { to: "/clients", text: "Open clients and contracts" }
    case "company_staff":
      return { to: `/hr?tab=staff&open=${id}`, text: "Open the staff member" }
    case "leave_request":
      return { to: `/hr?tab=leaves&open=${id}`, text: "Open the leave request" }
    case "balance_assertion":
      return { to: "/financial?tab=reports&view=checks", text: "Open the checks" }
    case "fiscal_period":
      return { to: "/financial?tab=reports&view=periods", text: "Open month-end" }
    case "exchange_rate":
      return { to: "/financial?tab=reports&view=rates", text: "Open the rates" }
    case "prospect":
      return { to: `/marketing?tab=prospects&open=${id}`, text: "Open the prospect" }
    case "site":
      return type === "meals" ? { to: "/meal-tracking-enhanced", text: "Open the site's meals" } : undefined
    case "webhook":
      return { to: `/settings?tab=webhooks&open=${id}`, text: "Open the webhook" }
    case "log":
      return { to: "/audit?tab=seals", text: "Open the seals" }
    case "person":
      return { to: "/audit?tab=events", text: "Open the events" }
    default:
      return type === "mail" ? { to: "/mails?view=failed", text: "Open the failed mails" } : undefined
  }
}
