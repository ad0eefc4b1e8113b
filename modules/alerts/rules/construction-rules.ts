/** Construction: measured progress and calendar progress differ too much. */
import {
  ConstructionCancelled,
  ConstructionCompleted,
  ConstructionHeld,
  type ConstructionProject,
  ProgressGapClosed,
  ProgressGapOpened,
} from "@ops/construction/projects/construction-project.ts"
import { consequence } from "@ops/platform/records/command.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { raise, settle } from "../alert.ts"

const causeOf = (id: number) => `construction_project/${id}/progress`
const ended = (_: unknown, { id }: { readonly id: number }) => settle(causeOf(id))

export const constructionRules = [
  consequence(ProgressGapOpened, function* ({ shown, measured }, { id, row }: { readonly id: number; readonly row: Row<typeof ConstructionProject> }) {
    const points = Math.abs(shown - measured)
    return yield* raise({
      cause: causeOf(id),
      type: "construction",
      priority: measured < shown ? "high" : "medium",
      title: `${row.name} is ${points} points ${measured < shown ? "behind" : "ahead of"} the calendar`.slice(0, 200),
      message: `${row.projectNumber}: the calendar shows ${shown}%, what was delivered measures ${measured}%. Look at its dates and its milestones`,
      siteId: row.siteId,
      relatedEntity: "construction_project",
      relatedEntityId: id,
    })
  }),
  consequence(ProgressGapClosed, ended),
  consequence(ConstructionHeld, ended),
  consequence(ConstructionCompleted, ended),
  consequence(ConstructionCancelled, ended),
]
