/** Counts diners who are on no list, and then closes the session if that was requested. */
import { CommandDialog } from "@ops/platform/ui/resources/command-dialog.tsx"
import { useCommand } from "../../web/client.ts"
import { countsOf, type MealSession, mealWord } from "../../web/labels.ts"
import { screen } from "../screen.ts"
import { sessionLists } from "./session-lists.ts"

interface Props {
  readonly session: MealSession
  readonly close: boolean
  readonly onClose: () => void
}

export default function DinersDialog({ session, close, onClose }: Props) {
  const { visitors, contractorDiners, ownStaffDiners } = session
  const save = useCommand(close ? "PATCH /api/meal-sessions/:id/complete" : "PATCH /api/meal-sessions/:id/diners", {
    id: session.id,
    lists: sessionLists,
    done: close ? ({ totalAttendees }) => `Meal closed, ${totalAttendees} served` : "Others counted",
    failed: close ? "Failed to close meal session" : "Failed to count others",
  })
  const meal = mealWord(session.mealType).toLowerCase()
  return (
    <CommandDialog
      command={screen.commands.countDiners}
      title={close ? `Close ${meal} session` : `Others at ${meal}`}
      help={
        close
          ? `${countsOf(session)}. After that only a supervisor can add people, with a reason.`
          : "People who eat but are on no client's list; other budgets pay for them."
      }
      initial={{ visitors, contractorDiners, ownStaffDiners }}
      narrow
      submit={close ? "Close session" : "Save counts"}
      pending={close ? "Closing..." : "Recording..."}
      rows={[["visitors", "contractorDiners"], "ownStaffDiners"]}
      save={save.send}
      onClose={onClose}
    />
  )
}
