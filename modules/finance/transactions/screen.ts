import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { transactions } from "./resource.ts"

export const screen = screenOf(transactions)
