import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { signInGroups } from "./resource.ts"

export const screen = screenOf(signInGroups, {
  title: ["groupName"],
  card: ["accessLevel", "from"],
  commands: { give: { button: "New Group", done: "Group added" }, end: { kind: "danger", done: "Group ended" } },
})
