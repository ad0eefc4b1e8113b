/** The resource of client projects. Budgets are only for users who may see prices. Spec: API-016, ENT-13. */
import { creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { clientJoin } from "../joins.ts"
import { OFFICE, PRICES, READERS } from "../permissions.ts"
import { changeProject, closeProject, openProject, Project, projects as stream, rows } from "./project.ts"

const signed = { may: OFFICE, scope: "8: own site if it has one; 7 and 10: all" }

export const projects = resource("projects", stream, {
  path: "/api/projects",
  noun: ["project", "projects"],
  answer: "Project",
  number: "projectCode",
  read: { may: READERS, rows, fields: { budgetAmount: PRICES }, history: false },
  joins: [clientJoin(Project), { ...wholeSiteJoin(Project, "siteId"), search: [] }],
  titles: { projectCode: "Code", projectName: "Project", projectManager: "Manager", startDate: "From", endDate: "To" },
  list: {
    columns: ["projectCode", "projectName", "projectManager", "startDate", "endDate", "status"],
    filters: ["status", "clientId"],
    sorts: ["projectName", "projectCode", "startDate", "status"],
    order: "projectName",
    search: ["projectName", "projectCode", "location"],
    site: "siteId",
    file: "Projects",
  },
  commands: {
    open: creates(openProject, signed),
    change: updates(changeProject, { ...signed, method: "PATCH", path: "" }),
    close: updates(closeProject, signed),
  },
})
