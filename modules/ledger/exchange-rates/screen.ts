import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { rateChanges } from "./resource.ts"

export const screen = screenOf(rateChanges, { called: "change", hidden: ["reason"] })
