import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { lateMeals } from "./resource.ts"

export const screen = screenOf(lateMeals, {
  title: ["mealType", "date"],
  between: " of ",
  amount: { field: "amount" },
  card: ["clientName", "siteName", "heads", "reason"],
  hidden: ["currency"],
  commands: {
    bill: { kind: "primary", ask: "A supplementary invoice is issued and posted. If the month is closed, it is posted on the first open day." },
    credit: { ask: "A credit note for the difference is issued and posted." },
    decline: { kind: "danger", ask: "It is neither billed nor credited. Your reason is kept." },
  },
})
