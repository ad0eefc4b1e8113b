/** The actions to end an assignment, or to cancel it before it begins: in a row of the list, or in its drawer. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { Decisions } from "@ops/platform/ui/resources/decisions.tsx"
import { useState } from "react"
import { assignmentLists, fullName } from "../../leave/web/labels.ts"
import type { assignments } from "../resource.ts"
import { screen } from "../screen.ts"

const EndAssignmentDialog = lazyPart(() => import("./end-assignment-dialog.tsx"))

export const AssignmentActs = ({ of, large = false }: { readonly of: (typeof assignments)["Row"]; readonly large?: boolean }) => {
  const [isEnding, setIsEnding] = useState(false)
  const about = `the assignment of ${fullName(of.staff)}`
  const end = large ? (
    <Button onClick={() => setIsEnding(true)}>End assignment</Button>
  ) : (
    <button type="button" className="act" aria-label={`End ${about}`} onClick={() => setIsEnding(true)}>
      End
    </button>
  )
  return (
    <>
      <Decisions
        screen={screen}
        row={of}
        of={["end", "cancel"]}
        own={{ end: of.canEnd && end }}
        asks={{ cancel: `${fullName(of.staff)}, ${of.role} at ${of.site.name} from ${formatDay(of.startDate)}.` }}
        lists={assignmentLists}
        {...(!large && { small: { about, buttons: { cancel: "Cancel" } } })}
      />
      {isEnding && <EndAssignmentDialog of={of} onClose={() => setIsEnding(false)} />}
    </>
  )
}
