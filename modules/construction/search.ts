/** Construction projects as people look for them. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { ConstructionProject } from "./projects/construction-project.ts"
import { projectScope } from "./queries.ts"

export const constructionSearch: ReadonlyArray<SearchSource> = [
  {
    record: ConstructionProject,
    label: "Construction project",
    heading: "Construction projects",
    call: "/api/construction-projects",
    list: (who) => ({ from: "construction_project p join site s on s.id = p.site_id", id: "p.id", where: projectScope(who) }),
    alias: "p",
    words: (p) => [`${p}.project_number`, `${p}.name`, `${p}.description`, `${p}.project_manager_text`],
    number: "p.project_number",
    title: "p.name",
    named: true,
    detail: "replace(p.status, '_', ' ')",
    site: "s.code",
    screen: "/construction/:id",
  },
]
