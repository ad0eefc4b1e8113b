import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { amounts, labelsOfActs } from "./names.ts"
import { fieldActs } from "./resource.ts"

export const screen = screenOf(fieldActs, {
  title: ["what", "number"],
  between: " ",
  card: ["deviceLabel", "happenedAt", "sentence"],
  commands: {
    retry: { button: "Decide again", done: "It is tried again within a minute", kind: "primary" },
    close: { button: "Let it go", kind: "danger", ask: "It is not recorded. The device shows your reason." },
  },
})

/** What was entered: the labels by act and field, and the fields that are amounts. */
export const entered = { labels: labelsOfActs, amounts }
