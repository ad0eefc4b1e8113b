/** Ending an assignment, or calling it off before it begins: in a row of the list, or in its drawer. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { Suspense, useState } from "react"
import type { AssignmentAnswer } from "../contract.ts"
import { useCommand } from "../../web/client.ts"
import { assignmentLists, fullName } from "../../leave/web/labels.ts"

type Assignment = typeof AssignmentAnswer.Type

const EndAssignmentDialog = lazyWithRetry(() => import("./end-assignment-dialog.tsx"))

export const AssignmentActs = ({ of, large }: { readonly of: Assignment; readonly large?: boolean }) => {
  const [asked, ask] = useState<"end" | "cancel">()
  const cancel = useCommand("PUT /api/hr/assignments/:id/cancel", {
    id: of.id,
    body: (reason: string) => ({ reason }),
    lists: assignmentLists,
    done: "Assignment cancelled",
    failed: "Failed to cancel the assignment",
  })
  const verb = of.canEnd ? ("end" as const) : of.canCancel ? ("cancel" as const) : undefined
  const word = verb === "end" ? "End" : "Cancel"
  const label = `${word} the assignment of ${fullName(of.staff)}`
  return (
    <>
      {verb &&
        (large ? (
          <Button onClick={() => ask(verb)}>{word} assignment</Button>
        ) : (
          <button type="button" className="act" aria-label={label} onClick={() => ask(verb)}>
            {word}
          </button>
        ))}
      {asked === "end" && (
        <Suspense>
          <EndAssignmentDialog of={of} onClose={() => ask(undefined)} />
        </Suspense>
      )}
      {asked === "cancel" && (
        <ConfirmDialog
          title="Cancel assignment"
          text={`${fullName(of.staff)}, ${of.role} at ${of.site.name} from ${formatDay(of.startDate)}.`}
          confirm="Cancel assignment"
          pending="Cancelling..."
          danger
          reason={{ label: "Reason" }}
          onConfirm={cancel.send}
          onClose={() => ask(undefined)}
        />
      )}
    </>
  )
}
