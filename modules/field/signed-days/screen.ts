import { screenOf } from "@ops/platform/http/resources/screen.ts"
import { signedDays } from "./resource.ts"

export const screen = screenOf(signedDays, {
  title: ["sheet"],
  card: ["date", "companyName", "siteName", "signedBy"],
  commands: {
    dispute: { kind: "danger", done: "Meal disputed. Correct it, then have it signed on another sheet" },
  },
})
