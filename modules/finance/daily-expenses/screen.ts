import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { dailyExpenses } from "./resource.ts"

export const screen = screenOf(dailyExpenses)
