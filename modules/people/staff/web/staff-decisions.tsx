/** Suspends and reinstates a person: each asks for confirmation. */
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import type { StaffAnswer } from "../../contract.ts"
import { useCommand } from "../../web/client.ts"
import { peopleLists } from "../../web/staff-labels.ts"

interface Props {
  readonly person: Pick<typeof StaffAnswer.Type, "id" | "firstName" | "lastName" | "personId">
  readonly onClose: () => void
}

export const SuspendStaff = ({ person, onClose }: Props) => {
  const suspend = useCommand("PUT /api/hr/staff/:id/suspend", {
    id: person.id,
    body: ({ reason }: { reason: string }) => ({ reason }),
    lists: peopleLists,
    done: "Staff member suspended",
    failed: "Failed to suspend staff member",
  })
  return (
    <ConfirmDialog
      title={`Suspend ${person.firstName} ${person.lastName}?`}
      text={person.personId === null ? "The person stays on the list as suspended." : "The account is closed and every session ends immediately."}
      confirm="Suspend"
      pending="Suspending..."
      danger
      reason={{ label: "Reason" }}
      onConfirm={(reason) => suspend.send({ reason })}
      onClose={onClose}
    />
  )
}

export const ReinstateStaff = ({ person, onClose }: Props) => {
  const reinstate = useCommand("PUT /api/hr/staff/:id/reinstate", {
    id: person.id,
    lists: peopleLists,
    done: "Staff member reinstated",
    failed: "Failed to reinstate staff member",
  })
  return (
    <ConfirmDialog
      title={`Reinstate ${person.firstName} ${person.lastName}?`}
      text={person.personId === null ? "The person works here again from today." : "The person works here again from today, and the account opens."}
      confirm="Reinstate"
      pending="Saving..."
      onConfirm={() => reinstate.send()}
      onClose={onClose}
    />
  )
}
