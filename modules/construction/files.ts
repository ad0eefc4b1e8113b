/** Photos are attached to the snags of a project. Everyone who sees the project may open them. */
import type { AttachedTo } from "@ops/platform/documents/attachment.ts"
import { SEES_PROJECTS } from "./contract.ts"
import { construction } from "./projects/resource.ts"

export const constructionFiles: ReadonlyArray<AttachedTo> = [
  {
    kind: "construction_project",
    may: SEES_PROJECTS,
    list: construction.shape,
    has: "exists(select from jsonb_array_elements(r.snags) f where f->'photos' @> jsonb_build_array(jsonb_build_object('id', ?::bigint)))",
  },
]
