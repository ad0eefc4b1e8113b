import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { openings } from "./resource.ts"

export const screen = screenOf(openings, { title: ["status"] })
