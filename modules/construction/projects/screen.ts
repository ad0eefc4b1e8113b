import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { construction } from "./resource.ts"

const words = { done: "Project changed", failed: "Failed to change the project" } as const

export const screen = screenOf(construction, {
  title: ["name"],
  columns: ["projectNumber", "name", "projectType", "siteName", "status", "budget", "actualCost", "progress", "measuredProgress", "expectedEndDate"],
  hidden: ["projectType", "actualCost", "measuredProgress", "expectedEndDate"],
  commands: {
    start: { ...words, kind: "primary", ask: "Work starts. The start date is today unless one is set." },
    hold: { ...words, button: "Put on hold", title: "Put on hold :name", ask: "Work stops until it is resumed.", pending: "Saving..." },
    resume: { ...words, kind: "primary", ask: "Work continues." },
    complete: { ...words, kind: "primary", ask: "The work is done; its last day is today." },
    reopen: { ...words, ask: "It is in progress again." },
    cancel: { ...words, button: "Cancel project", kind: "danger", ask: "It is cancelled before work has started, permanently." },
  },
})
