import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import type { Rejection } from "@ops/platform/records/command.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { AssignmentsApi } from "./contract.ts"
import { assignmentList, headCountList } from "./queries.ts"
import { assignStaff, cancelAssignment, endAssignment, staffAssignments } from "./staff-assignment.ts"

const { one, execute, history } = answering(staffAssignments, assignmentList)

export const AssignmentsLive = HttpApiBuilder.group(AssignmentsApi, "assignments", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/hr/assignments", assignmentList(who), query)),
    one: ({ params }) => one(params.id),
    history: ({ params }) => history(params.id),
    assign: ({ payload: { endDate, assignmentType, responsibilities, projectKind, projectId, rotation, notes, ...given } }) =>
      execute(
        assignStaff,
        {
          ...given,
          assignmentType: assignmentType ?? (rotation ? "rotation" : "permanent"),
          endDate: endDate || null,
          responsibilities: responsibilities ?? "",
          projectId: projectId || null,
          projectKind: projectId ? (projectKind ?? "client") : null,
          rotation: rotation ?? null,
          notes: notes ?? "",
        },
        201,
      ),
    end: ({ params: { id }, payload }) =>
      Effect.flatMap(Who, (who) => execute(endAssignment, { id, endDate: payload?.endDate ?? who.today, reason: payload?.reason ?? "" })),
    cancel: ({ params: { id }, payload }) => execute(cancelAssignment, { id, reason: payload?.reason ?? "" }),
    headCount: ({ query }) =>
      Effect.flatMap(Who, (who) =>
        Effect.flatMap(Effect.try({ try: () => headCountList(who, query), catch: (error) => error as Rejection }), (list) =>
          listAnswer("/api/hr/head-count", list, query),
        ),
      ),
  }),
)
