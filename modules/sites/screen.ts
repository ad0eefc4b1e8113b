import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { sites } from "./resource.ts"

const failed = "Failed to save the site"

export const screen = screenOf(sites, {
  title: ["name"],
  columns: ["name", "code", "client", "location", "isActive", "capacity"],
  commands: {
    open: { button: "New Site", failed, pending: "Saving..." },
    change: { button: "Change", kind: "primary", failed, pending: "Saving..." },
    close: {
      button: "Close site",
      kind: "danger",
      title: "Close :name?",
      ask: "It can no longer be selected, and no one can be assigned there. Work already started can be finished.",
      done: ":name closed",
      failed: "Failed to change the site",
    },
    reopen: {
      button: "Open again",
      title: "Open :name again?",
      ask: "It can be selected again, and people can be assigned there.",
      confirm: "Open site",
      done: ":name opened again",
      failed: "Failed to change the site",
    },
  },
})
