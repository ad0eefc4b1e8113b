import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { balanceAssertions } from "./resource.ts"

export const screen = screenOf(balanceAssertions, { title: ["accountNumber", "date"], amount: { field: "amount" } })
