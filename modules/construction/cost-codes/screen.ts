import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { costCodes } from "./resource.ts"

const words = { failed: "Failed to save the cost code", pending: "Saving..." } as const

export const screen = screenOf(costCodes, { commands: { add: { ...words, button: "New Cost Code" }, change: words } })
