/** The explainable figures of the construction screen: the number of projects, their budgets and costs, and what each has delivered. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, jsonText, sql } from "@ops/platform/database/statement.ts"
import { added, figure, listedAt, partsBy, said } from "@ops/platform/records/explain.ts"
import { actualCostSql, figureParts, figuresSql, ofSite } from "../queries.ts"
import { ConstructionFigures, SEES_MONEY, SEES_PROJECTS } from "../contract.ts"
import { construction } from "./resource.ts"
import { projectStatuses, statusName } from "../labels.ts"

const pathOf = (id: number, tab = "") => `/construction/${id}${tab && `?tab=${tab}`}`

const figuresOf = jsonText(ConstructionFigures)
/** One of the figures of the screen, as the screen reads it. */
const shown = (siteId: number | undefined, name: keyof typeof figureParts) =>
  Effect.map(statement(figuresSql(true), [siteId ?? null]), ([row]) => figuresOf(row!.body)[name])

const counted = (part: "active" | "planned" | "onHold" | "completed", label: string) =>
  figure(`construction.${part}`, {
    label,
    unit: "projects",
    takes: ["siteId"],
    may: SEES_PROJECTS,
    explain: ({ siteId }) =>
      Effect.gen(function* () {
        const value = yield* shown(siteId, part)
        const records = yield* partsBy(
          "projects",
          { id: col.whole, name: col.text, project_number: col.text },
          `select p.id, p.name, p.project_number, 1 as amount from construction_project p where ${figureParts[part]} and ${ofSite} order by p.id desc`,
          [siteId ?? null],
          ({ id, name, project_number }) => ({ stream: `construction_project/${id}`, title: `${project_number}, ${name}`, value: null, path: pathOf(id) }),
        )
        return { value, records, formula: `${label}: ${said(value, "projects")}` }
      }),
  })

const money = (part: "totalBudget" | "spent" | "activeBudget", label: string, amount: string, words: string) =>
  figure(`construction.${part}`, {
    label,
    unit: "USD",
    takes: ["siteId"],
    may: SEES_MONEY,
    explain: ({ siteId }) =>
      Effect.gen(function* () {
        const value = yield* shown(siteId, part)
        const records = yield* partsBy(
          "USD",
          { id: col.whole, name: col.text, project_number: col.text, status: col.words(...projectStatuses) },
          `select p.id, p.name, p.project_number, p.status, ${amount} as amount from construction_project p
           where ${figureParts[part]} and ${ofSite} and ${amount} is not null and ${amount} <> 0 order by p.id desc`,
          [siteId ?? null],
          ({ id, name, project_number, status }) => ({
            stream: `construction_project/${id}`,
            title: `${project_number}, ${name}, ${statusName(status).toLowerCase()}`,
            path: pathOf(id, "budget"),
            ...(part === "spent" && { figure: { name: "constructionProject.spent", parameters: { id } } }),
          }),
        )
        return { value, records, formula: `${words}: ${added(records, "USD", "projects")}` }
      }),
  })

const spentOfOne = figure("constructionProject.spent", {
  label: "Spent on a project",
  unit: "USD",
  needs: ["id"],
  may: SEES_MONEY,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const project = yield* listedAt(construction.schema, construction.shape(who), id, "Construction project")
      const records = yield* partsBy(
        "USD",
        { id: col.whole, description: col.text, day: col.text },
        `select x.id, x.description, to_char(x.date, 'YYYY-MM-DD') as day, x.amount from project_cost x
         where x.project_id = $1 and x.taken_back_date is null order by x.date desc, x.id desc`,
        [id],
        ({ id: cost, description, day }) => ({ stream: `project_cost/${cost}`, title: `${description}, ${day}`, path: pathOf(id, "budget") }),
      )
      return { value: project.actualCost, records, formula: `Costs charged to the project: ${added(records, "USD", "costs")}` }
    }),
})

const milestonesSql = sql(
  { name: col.text, weight: col.nullable(col.whole), reached: col.flag },
  "select name, weight, actual_end is not null as reached from construction_task where project_id = $1 and kind = 'milestone' order by start, id",
)

const measured = figure("constructionProject.measured", {
  label: "Measured progress",
  unit: "%",
  needs: ["id"],
  may: SEES_PROJECTS,
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const project = yield* listedAt(construction.schema, construction.shape(who), id, "Construction project")
      const { measuredProgress, measuredBy, projectNumber } = project
      const record = { stream: `construction_project/${id}`, title: projectNumber, value: measuredProgress, path: pathOf(id) }
      if (measuredBy === "certificates") {
        const formula = `Certified amount of the bill of quantities ÷ its total = ${measuredProgress}%, rounded`
        return { value: measuredProgress, formula, records: [{ ...record, stream: `project_contract/${id}`, path: pathOf(id, "billing") }] }
      }
      const rows = yield* statement(milestonesSql, [id])
      const sum = (only: (row: (typeof rows)[number]) => boolean) => rows.filter(only).reduce((all, { weight }) => all + Number(weight), 0)
      return {
        value: measuredProgress,
        formula:
          measuredProgress === null
            ? "The project has no milestone with a weight, and nothing is certified"
            : `Weights of milestones reached ÷ weights of all milestones: ${sum(({ reached }) => reached)} ÷ ${sum(() => true)} = ${measuredProgress}%, rounded`,
        inputs: rows.map(({ name, weight, reached }) => ({ label: `${name}, ${reached ? "reached" : "not reached"}`, value: Number(weight), unit: "weight" })),
        records: [record, { ...record, stream: `construction_schedule/${id}`, title: "Schedule", path: pathOf(id, "timeline") }],
      }
    }),
})

export const projectFigures = [
  counted("active", "Projects in progress"),
  counted("planned", "Projects in planning"),
  counted("onHold", "Projects on hold"),
  counted("completed", "Projects completed"),
  money("totalBudget", "Total budget", "p.budget", "Budgets of all projects that were not cancelled"),
  money("spent", "Spent", actualCostSql("p"), "Costs charged to projects"),
  money("activeBudget", "Budget of active projects", "p.budget", "Budgets of the projects in progress"),
  spentOfOne,
  measured,
]
