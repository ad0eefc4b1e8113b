/** The actions possible on an assignment now: start, complete, cancel, record hours, rate. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { Decisions } from "@ops/platform/ui/resources/decisions.tsx"
import { type ReactNode, useState } from "react"
import type { Assignment } from "../../web/client.ts"
import { contractorLists } from "../../web/labels.ts"
import { screen } from "../screen.ts"

const CompleteDialog = lazyPart(() => import("./complete-dialog.tsx"))
const HoursDialog = lazyPart(() => import("./hours-dialog.tsx"))

export const AssignmentActs = ({ of }: { readonly of: Assignment }) => {
  const [asked, ask] = useState<"complete" | "hours">()
  const done = () => ask(undefined)
  const what = `${of.task} of ${of.name}`
  const button = (act: "complete" | "hours", word: string, can: boolean): ReactNode =>
    can && (
      <button type="button" className="act" aria-label={`${word}: ${what}`} onClick={() => ask(act)}>
        {word}
      </button>
    )
  return (
    <span className="line-tight">
      <Decisions
        screen={screen}
        row={of}
        of={["start", "complete", "cancel"]}
        own={{
          complete: (
            <>
              {button("hours", "Hours", of.canRecord)}
              {button("complete", of.status === "completed" ? "Rate" : "Complete", of.canComplete || of.canRate)}
            </>
          ),
        }}
        asks={{
          start: `${what} at ${of.site.name} starts today, ${formatDay(today())}.`,
          cancel: `${what} at ${of.site.name} from ${formatDay(of.startDate)}.`,
        }}
        small={{ about: what, buttons: { cancel: "Cancel" } }}
        lists={contractorLists}
      />
      {asked === "complete" && <CompleteDialog of={of} onClose={done} />}
      {asked === "hours" && <HoursDialog of={of} onClose={done} />}
    </span>
  )
}
