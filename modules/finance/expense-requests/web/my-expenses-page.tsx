/** A person's expense requests and their status; people at a site also record its daily expenses here. */
import type { View } from "@ops/platform/ui/lists/list-state.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { useCreate } from "@ops/platform/ui/resources/create.tsx"
import { recording } from "../../daily-expenses/web/recording.ts"
import { screen } from "../../daily-expenses/screen.ts"
import { ExpenseRequests } from "./expense-requests.tsx"
import "../../web/finance.css"

const mine: View = { id: "mine", label: "Mine", query: { mine: "true" } }

/** Up to level 5 people see only their own requests; above it also those of the site, of the department, or all. */
const viewsOf = (level: number): readonly View[] =>
  level < 6 ? [mine] : [mine, { id: "all", label: level === 6 ? "Of the Site" : level === 8 ? "Of the Department" : "All" }]

export const Component = () => {
  const { accessLevel } = useUser()
  const { button, dialog } = useCreate({ screen, ...recording, kind: "plain", hotkey: "r" })
  return (
    <>
      <ExpenseRequests views={viewsOf(accessLevel)} actions={button} />
      {dialog}
    </>
  )
}
