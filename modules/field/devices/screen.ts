import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { fieldDevices } from "./resource.ts"

export const screen = screenOf(fieldDevices, {
  title: ["label"],
  card: ["siteName", "lastHeard"],
  commands: {
    move: { button: "Change", done: "Device changed" },
    revoke: {
      kind: "danger",
      ask: "What it has sent so far stays. Acts that arrive later are kept and not recorded; a supervisor decides on them.",
    },
  },
})
