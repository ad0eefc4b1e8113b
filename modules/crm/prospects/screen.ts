import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { prospects } from "./resource.ts"

export const screen = screenOf(prospects, {
  title: ["companyName"],
  columns: [
    "prospectNumber",
    "companyName",
    "contactPerson",
    "stage",
    "daysInStage",
    "estimatedValue",
    "probability",
    "weightedValue",
    "nextFollowUp",
    "assignedToUser",
  ],
})
