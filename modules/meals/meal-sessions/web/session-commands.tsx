/** The actions for a session: kiosk, counting others, closing, cancelling, reopening. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Menu, MenuItem } from "@ops/platform/ui/layers/menu.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { Ellipsis } from "lucide-react"
import { useState } from "react"
import { Link } from "react-router-dom"
import { useCommand } from "../../web/client.ts"
import { type MealSession, mealWord } from "../../web/labels.ts"
import { sessionLists } from "./session-lists.ts"

const DinersDialog = lazyPart(() => import("./diners-dialog.tsx"))

/** People who serve meals, and people who may change a meal after the close. */
export const useMeals = () => {
  const { can, sees } = useSession()
  return {
    serves: can("operations.basic", "operations.supervise", "department.manage"),
    supervises: can("operations.supervise", "department.manage"),
    setsCapacity: can("inventory.manage", "department.manage"),
    seesRevenue: sees("finance.departmental", "finance.full", "department.manage"),
  }
}

/** The buttons of one session, for a row or the footer of a drawer. Empty once its meals are billed. */
export const SessionActs = ({ session }: { readonly session: MealSession }) => {
  const { serves, supervises } = useMeals()
  const [asked, ask] = useState<"close" | "count" | "cancel" | "reopen">()
  const about = { id: session.id, lists: sessionLists }
  const cancel = useCommand("PATCH /api/meal-sessions/:id/cancel", { ...about, done: "Meal session cancelled", failed: "Failed to cancel meal session" })
  const reopen = useCommand("PATCH /api/meal-sessions/:id/reopen", { ...about, done: "Meal session reopened", failed: "Failed to reopen meal session" })
  const done = () => ask(undefined)
  const name = mealWord(session.mealType).toLowerCase()
  if (!serves || session.status === "cancelled" || session.billedOn !== null) return null
  return (
    <>
      {session.status === "active" ? (
        <>
          <Link className="act" data-solid to={`/meal-tracking/kiosk/${session.id}`} aria-label={`Kiosk for ${name}`}>
            Kiosk
          </Link>
          <button type="button" className="act" aria-label={`Close ${name}`} onClick={() => ask("close")}>
            Close
          </button>
          <Menu
            label={`More about ${name}`}
            align="end"
            trigger={
              <button type="button" className="plain-icon" aria-label={`More about ${name}`}>
                <Ellipsis size={17} strokeWidth={1.75} aria-hidden />
              </button>
            }
          >
            <MenuItem onSelect={() => ask("count")}>Count others</MenuItem>
            <MenuItem danger onSelect={() => ask("cancel")}>
              Cancel session
            </MenuItem>
          </Menu>
        </>
      ) : (
        <>
          {session.totalAttendees + session.missed === 0 && (
            <button type="button" className="act" aria-label={`Cancel ${name}`} onClick={() => ask("cancel")}>
              Cancel
            </button>
          )}
          {supervises && (
            <button type="button" className="act" aria-label={`Reopen ${name}`} onClick={() => ask("reopen")}>
              Reopen
            </button>
          )}
        </>
      )}
      {(asked === "close" || asked === "count") && <DinersDialog session={session} close={asked === "close"} onClose={done} />}
      {asked === "cancel" && (
        <ConfirmDialog
          title={`Cancel ${name} session`}
          text="Only a session without attendance can be cancelled. A new session can then be opened for the meal."
          confirm="Cancel session"
          pending="Cancelling..."
          danger
          reason={{ label: "Reason" }}
          onConfirm={(reason) => cancel.send({ reason })}
          onClose={done}
        />
      )}
      {asked === "reopen" && (
        <ConfirmDialog
          title={`Reopen ${name} session`}
          text="Attendance is open again until the session is closed."
          confirm="Reopen session"
          pending="Opening..."
          reason={{ label: "Reason", required: true }}
          onConfirm={(reason) => reopen.send({ reason })}
          onClose={done}
        />
      )}
    </>
  )
}
