import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { menus } from "./resource.ts"

const failed = "Failed to save the menu"

export const screen = screenOf(menus, {
  title: ["name"],
  commands: {
    plan: { button: "New Menu", done: "Menu planned", failed, pending: "Saving..." },
    change: { done: "Menu changed", failed, pending: "Saving..." },
  },
})
