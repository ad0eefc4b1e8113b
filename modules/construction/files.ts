/** Photos are attached to the snags of a project. Who sees the project may open them. */
import { FINANCE, OPERATIONS } from "@ops/platform/access/rule.ts"
import type { AttachedTo } from "@ops/platform/documents/attachment.ts"
import { projectList } from "./queries.ts"

export const constructionFiles: ReadonlyArray<AttachedTo> = [
  {
    kind: "construction_project",
    may: [...OPERATIONS, ...FINANCE],
    list: projectList,
    has: "exists(select from jsonb_array_elements(p.snags) f where f->'photos' @> jsonb_build_array(jsonb_build_object('id', ?::bigint)))",
  },
]
