import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { projects } from "./resource.ts"

export const screen = screenOf(projects, { title: ["projectName"] })
