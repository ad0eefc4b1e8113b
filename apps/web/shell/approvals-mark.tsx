import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { useTotal } from "@ops/platform/ui/data/data.ts"
import { useUser } from "@ops/platform/ui/data/session.tsx"
import { Tooltip } from "@ops/platform/ui/layers/tooltip.tsx"
import { ListChecks } from "lucide-react"
import { Link } from "react-router-dom"
import { mayOpen } from "./access.ts"

/** How much waits for the person's decision; undefined for who decides on nothing. */
const useWaiting = () => {
  const may = mayOpen(useUser(), "/approvals")
  const total = useTotal(may ? inboxPath : null)
  return may ? (total ?? 0) : undefined
}

/** The way to the approvals, with their count, in the header; narrow screens have it in the sheet. */
export const ApprovalsMark = () => {
  const waiting = useWaiting()
  if (waiting === undefined) return null
  return (
    <Tooltip text="Approvals">
      <Link to="/approvals" className="plain-icon bell approvals-mark" aria-label={`Approvals, ${waiting} waiting`}>
        <ListChecks size={18} strokeWidth={1.75} aria-hidden />
        {waiting > 0 && (
          <span className="bell-count num" aria-hidden>
            {waiting > 99 ? "99+" : waiting}
          </span>
        )}
      </Link>
    </Tooltip>
  )
}

/** The same as a line of the sheet. */
export const ApprovalsLine = () => {
  const waiting = useWaiting()
  if (waiting === undefined) return null
  return (
    <nav className="nav approvals-line" aria-label="Approvals">
      <Link to="/approvals">
        <ListChecks size={17} strokeWidth={1.75} aria-hidden />
        Approvals
        {waiting > 0 && <span className="num"> {waiting}</span>}
      </Link>
    </nav>
  )
}
