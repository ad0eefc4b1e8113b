import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { contracts } from "./resource.ts"

export const screen = screenOf(contracts)
