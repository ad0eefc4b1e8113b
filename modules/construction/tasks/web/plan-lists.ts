import { pathOf, pathsOf } from "../../web/client.ts"

/** The lists that a change of the plan invalidates. */
export const planLists = (project: { readonly id: number }) => [
  ...pathsOf("GET /api/construction-projects"),
  pathOf("GET /api/construction-projects/:id/tasks", { id: project.id }),
]
