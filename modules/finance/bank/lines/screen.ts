import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { bankLines } from "./resource.ts"

export const screen = screenOf(bankLines, { title: ["date", "text"], amount: { field: "amount" }, card: ["text"] })
