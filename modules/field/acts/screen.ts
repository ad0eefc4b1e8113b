import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { fieldActs } from "./resource.ts"

export const screen = screenOf(fieldActs, {
  title: ["act", "number"],
  between: " ",
  card: ["deviceLabel", "happenedAt", "sentence"],
  commands: {
    retry: { button: "Decide again", done: "It is tried again within a minute", kind: "primary" },
    close: { button: "Let it go", kind: "danger", ask: "It is not recorded. The device shows your reason." },
  },
})
