/** Counts those who are on no list; closes the session with it, if that is what was asked for. */
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { NumberField } from "@ops/platform/ui/forms/form-fields.tsx"
import { Schema } from "effect"
import { useCommand } from "../../web/client.ts"
import { sessionLists } from "./session-lists.ts"
import { countsOf, type MealSession, mealWord } from "../../web/labels.ts"

const Count = Schema.Number.annotate({ message: "Give a whole number, or 0" }).check(
  Schema.makeFilter((count) => (Number.isInteger(count) && count >= 0 && count <= 100_000 ? undefined : "Give a whole number, or 0")),
)
const Form = Schema.toStandardSchemaV1(Schema.Struct({ visitors: Count, contractorDiners: Count, ownStaffDiners: Count }))

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
    done: close ? ({ totalAttendees }) => `Meal session closed with ${totalAttendees} at table` : "Others counted",
    failed: close ? "Failed to close meal session" : "Failed to count others",
  })
  const meal = mealWord(session.mealType).toLowerCase()
  return (
    <FormDialog
      title={close ? `Close ${meal} session` : `Others at ${meal}`}
      help={
        close
          ? `${countsOf(session)}. After that only a supervisor can add people, with a reason.`
          : "People who eat but are on no client's list; other budgets pay for them."
      }
      schema={Form}
      defaults={{ visitors, contractorDiners, ownStaffDiners }}
      submit={close ? "Close session" : "Save counts"}
      pending={close ? "Closing..." : "Recording..."}
      save={save.send}
      onClose={onClose}
    >
      <div className="pair">
        <NumberField name="visitors" label="Visitors" min={0} required />
        <NumberField name="contractorDiners" label="Contractors" min={0} required />
      </div>
      <NumberField name="ownStaffDiners" label="Own staff" min={0} required />
    </FormDialog>
  )
}
