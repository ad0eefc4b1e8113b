import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { lateMeals } from "./resource.ts"

export const screen = screenOf(lateMeals, {
  title: ["mealType", "date"],
  between: " of ",
  amount: { field: "amount" },
  card: ["clientName", "siteName", "heads", "reason"],
  hidden: ["currency"],
  commands: {
    bill: { kind: "primary", ask: "A supplementary invoice is issued and posted. In a closed month it is posted on the first day that is open." },
    credit: { ask: "A credit note over the difference is issued and posted." },
    decline: { kind: "danger", ask: "It is neither billed nor credited. Your reason is kept." },
  },
})
