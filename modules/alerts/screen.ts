import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { alerts } from "./resource.ts"

export const screen = screenOf(alerts, {
  title: ["title"],
  columns: ["title", "priority", "type", "siteName", "createdAt", "assignedToName", "status"],
  hidden: ["priority"],
  card: ["message"],
  commands: { resolve: { kind: "primary" } },
})
