/** Approves days that were tapped at the door: one, or all selected ones. */
import { useQueryClient } from "@tanstack/react-query"
import { newKey, sentenceOf } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { readAgain } from "@ops/platform/ui/data/live.ts"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { useState } from "react"
import type { attendance } from "../resource.ts"
import { send, useCommand } from "../../web/client.ts"
import { attendanceLists } from "../../web/staff-labels.ts"

type Row = (typeof attendance)["Row"]

export const useApproval = () =>
  useCommand("PUT /api/hr/attendance/:id/approve", {
    params: ({ id }: Row) => ({ id }),
    lists: attendanceLists,
    done: "Attendance approved",
    failed: "Failed to approve attendance",
  })

/** Approves the selected days that can be approved; reports how many, and why one could not be. */
export const ApproveChosen = ({ rows, clear }: { readonly rows: readonly Row[]; readonly clear: () => void }) => {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const open = rows.filter(({ canApprove }) => canApprove)
  const approve = async () => {
    setBusy(true)
    let done = 0
    let fault: string | undefined
    for (const { id } of open) {
      try {
        await send("PUT /api/hr/attendance/:id/approve", { id, key: newKey() })
        done += 1
      } catch (error) {
        fault ??= sentenceOf(error)
      }
    }
    await readAgain(queries, attendanceLists)
    setBusy(false)
    if (fault) notify.error(`${done} of ${open.length} approved. ${fault}`)
    else notify.success(done === 1 ? "1 day approved" : `${done} days approved`)
    clear()
  }
  return (
    <Button kind="primary" disabled={open.length === 0 || busy} onClick={() => void approve()}>
      {busy ? "Approving..." : open.length === 0 ? "Nothing to approve" : `Approve ${open.length}`}
    </Button>
  )
}
