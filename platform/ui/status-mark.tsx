import { wordOf } from "../text.ts"
type Shape = "ring" | "dot" | "square" | "diamond" | "half" | "dash"
type Tone = "waiting" | "good" | "done" | "bad" | "quiet"

/** Shape and tone of every status of the product; the same status looks the same on every screen. */
const marks: Readonly<Record<string, readonly [Shape, Tone]>> = {
  pending: ["ring", "waiting"],
  draft: ["ring", "quiet"],
  open: ["ring", "waiting"],
  planning: ["ring", "quiet"],
  planned: ["ring", "quiet"],
  scheduled: ["ring", "quiet"],
  on_hold: ["dash", "waiting"],
  standby: ["ring", "quiet"],
  inspection: ["dash", "waiting"],
  assigned: ["half", "waiting"],
  in_progress: ["half", "done"],
  acknowledged: ["half", "done"],
  partly_received: ["half", "done"],
  partly_paid: ["half", "waiting"],
  part_paid: ["half", "waiting"],
  processing: ["half", "waiting"],
  calculated: ["half", "waiting"],
  active: ["dot", "good"],
  operational: ["dot", "good"],
  approved: ["dot", "good"],
  present: ["dot", "good"],
  posted: ["dot", "good"],
  issued: ["dot", "good"],
  sent: ["dot", "done"],
  completed: ["square", "done"],
  received: ["square", "done"],
  taken: ["square", "done"],
  closed: ["square", "done"],
  paid: ["square", "good"],
  resolved: ["square", "good"],
  passed: ["dot", "good"],
  verified: ["square", "good"],
  recorded: ["dot", "good"],
  duplicate: ["dot", "done"],
  enrolled: ["dot", "good"],
  held: ["dash", "waiting"],
  proposed: ["ring", "waiting"],
  refused: ["diamond", "bad"],
  revoked: ["dash", "quiet"],
  rejected: ["diamond", "bad"],
  overdue: ["diamond", "bad"],
  suspended: ["diamond", "bad"],
  absent: ["diamond", "bad"],
  failed: ["diamond", "bad"],
  down: ["diamond", "bad"],
  late: ["half", "waiting"],
  half_day: ["half", "quiet"],
  on_leave: ["dash", "quiet"],
  cancelled: ["dash", "quiet"],
  voided: ["dash", "quiet"],
  discarded: ["dash", "quiet"],
  withdrawn: ["dash", "quiet"],
  reversed: ["dash", "quiet"],
  inactive: ["dash", "quiet"],
  archived: ["dash", "quiet"],
}

/** A status in readable form: `in_progress` → `In progress`. */
export const statusWord = wordOf

/** A status as shape and word; the colour only repeats what the shape shows. */
export const StatusMark = ({ status, label }: { status: string; label?: string }) => {
  const [shape, tone] = marks[status] ?? ["ring", "quiet"]
  return (
    <span className="status" data-shape={shape} data-tone={tone}>
      <i aria-hidden />
      {label ?? statusWord(status)}
    </span>
  )
}

/** Whether something is still offered as a choice. */
export const InUse = ({ isActive }: { readonly isActive: boolean }) => (
  <StatusMark status={isActive ? "active" : "inactive"} label={isActive ? "In use" : "Archived"} />
)
