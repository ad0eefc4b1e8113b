/** Search for construction projects. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { ConstructionProject } from "./projects/construction-project.ts"
import { construction } from "./projects/resource.ts"

export const constructionSearch: ReadonlyArray<SearchSource> = [
  {
    record: ConstructionProject,
    label: "Construction project",
    heading: "Construction projects",
    call: "/api/construction-projects",
    list: (who) => ({ ...construction.shape(who), from: "construction_project r join site s on s.id = r.site_id" }),
    alias: "r",
    words: (p) => [`${p}.project_number`, `${p}.name`, `${p}.description`, `${p}.project_manager_text`],
    number: "r.project_number",
    title: "r.name",
    named: true,
    detail: "replace(r.status, '_', ' ')",
    site: "s.code",
    screen: "/construction/:id",
  },
]
