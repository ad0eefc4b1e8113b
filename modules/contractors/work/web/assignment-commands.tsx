/** The actions possible on an assignment now: start, complete, cancel, record hours, rate. */
import { lazyWithRetry } from "@ops/platform/ui/lazy-with-retry.ts"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { Suspense, useState } from "react"
import type { ContractorAssignmentAnswer } from "../contract.ts"
import { useCommand } from "../../web/client.ts"
import { contractorLists, fullName } from "../../web/labels.ts"

type Assignment = typeof ContractorAssignmentAnswer.Type
type Asked = "start" | "complete" | "cancel" | "hours"

const CompleteDialog = lazyWithRetry(() => import("./complete-dialog.tsx"))
const HoursDialog = lazyWithRetry(() => import("./hours-dialog.tsx"))

export const AssignmentActs = ({ of }: { readonly of: Assignment }) => {
  const [asked, ask] = useState<Asked>()
  const done = () => ask(undefined)
  const start = useCommand("PUT /api/contractor-assignments/:id/start", {
    id: of.id,
    lists: contractorLists,
    done: "Assignment started",
    failed: "Failed to start the assignment",
  })
  const cancel = useCommand("PUT /api/contractor-assignments/:id/cancel", {
    id: of.id,
    body: (reason: string) => ({ reason }),
    lists: contractorLists,
    done: "Assignment cancelled",
    failed: "Failed to cancel the assignment",
  })
  const what = `${of.task} of ${fullName(of.contractor)}`
  const acts: readonly (readonly [Asked, string, boolean])[] = [
    ["start", "Start", of.canStart],
    ["hours", "Hours", of.canRecord],
    ["complete", of.status === "completed" ? "Rate" : "Complete", of.canComplete || of.canRate],
    ["cancel", "Cancel", of.canCancel],
  ]
  return (
    <span className="line-tight">
      {acts.map(
        ([act, word, can]) =>
          can && (
            <button key={act} type="button" className="act" aria-label={`${word}: ${what}`} onClick={() => ask(act)}>
              {word}
            </button>
          ),
      )}
      {asked === "start" && (
        <ConfirmDialog
          title="Start assignment"
          text={`${what} at ${of.site.name} starts today, ${formatDay(today())}.`}
          confirm="Start"
          pending="Starting..."
          onConfirm={() => start.send()}
          onClose={done}
        />
      )}
      {asked === "cancel" && (
        <ConfirmDialog
          title="Cancel assignment"
          text={`${what} at ${of.site.name} from ${formatDay(of.startDate)}.`}
          confirm="Cancel assignment"
          pending="Cancelling..."
          danger
          reason={{ label: "Reason", required: true }}
          onConfirm={cancel.send}
          onClose={done}
        />
      )}
      <Suspense>
        {asked === "complete" && <CompleteDialog of={of} onClose={done} />}
        {asked === "hours" && <HoursDialog of={of} onClose={done} />}
      </Suspense>
    </span>
  )
}
