/** The handlers of the calls for construction projects and their tasks, resources and snags. */
import { Effect } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { permits } from "@ops/platform/access/rule.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { attached } from "@ops/platform/documents/attachment.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { rowText } from "@ops/platform/http/list-query.ts"
import { resourceLive, withDecisions } from "@ops/platform/http/resources/server.ts"
import { inputOf } from "@ops/platform/http/resources/wire.ts"
import { type AnyDeclaredCommand, type Command, notFound } from "@ops/platform/records/command.ts"
import { history } from "@ops/platform/records/history.ts"
import { execute } from "@ops/platform/records/records.ts"
import { changeConstructionProject, openConstructionProject } from "./projects/commands.ts"
import { constructionProjects } from "./projects/construction-project.ts"
import { type NewProjectInput, type ProjectChangeInput, SEES_MONEY } from "./contract.ts"
import { construction } from "./projects/resource.ts"
import { candidatesSql, figuresSql, peopleSql, scheduleSql, snagsSql } from "./queries.ts"
import { findSnag, fixSnag } from "./snags/snag.ts"
import { assignResource, changeTask, constructionSchedules, keepBaseline, planTask, progressTask, releaseResource, removeTask } from "./tasks/task.ts"
import { siteAsked } from "@ops/sites/queries.ts"

interface Asked {
  readonly params: { readonly id: number; readonly taskId: number; readonly snagId: number }
  readonly payload: (Readonly<Record<string, unknown>> & { readonly photos?: ReadonlyArray<number> }) | null
}
/** Null if a form sends an empty value; an omitted field stays undefined. */
const emptied = <Value>(value: Value | "" | null | undefined): Value | null | undefined => (value === "" ? null : value)
const orNull = <Value>(value: Value | "" | null | undefined): Value | null => (value === undefined || value === "" ? null : value)

const projects = answering(constructionProjects, construction.shape, withDecisions(construction))

const requireSeen = (id: number) =>
  Effect.gen(function* () {
    const seen = yield* rowText({ ...construction.shape(yield* Who), select: "true as seen" }, id)
    if (seen === undefined) return yield* Effect.fail(notFound(`Construction project ${id} does not exist`))
  })
const bodySql = sqlOf({ body: col.text })
/** A part of a project that the caller may see, from SQL whose $1 is the project. */
const part = (sql: string, id: number, values: ReadonlyArray<unknown> = [], status = 200) =>
  handle(function* () {
    yield* requireSeen(id)
    const [row] = yield* statement(bodySql(sql), [id, ...values])
    return jsonResponse(row!.body, { status })
  })
/** A command on a part of a project, answered with that part. */
const onPart = (sql: string, declared: AnyDeclaredCommand, status = 200) => {
  const command = declared as Command<unknown>
  return ({ params: { id, ...names }, payload }: Asked) =>
    Effect.gen(function* () {
      const photos = yield* attached(payload?.photos)
      const input = inputOf(declared.fields)({ ...payload, ...names, photos, projectId: id })
      yield* mapDatabaseErrors(execute(command, input, yield* Who, yield* commandKey))
      return yield* part(sql, id, [], status)
    })
}

const personSql = sql(
  { id: col.whole },
  "select id from person where lower(concat_ws(' ', first_name, last_name)) = lower($1) and is_active and erased_at is null limit 2",
)

/** The only person with this full name; otherwise the name is kept as typed. */
const managerNamed = (text: string | null | undefined) =>
  Effect.gen(function* () {
    if (text === undefined) return {}
    const name = (text ?? "").replaceAll(/\s+/g, " ").trim()
    if (name === "") return { projectManager: null, projectManagerText: null }
    const found = yield* mapDatabaseErrors(statement(personSql, [name]))
    return found.length === 1 ? { projectManager: found[0]!.id, projectManagerText: null } : { projectManager: null, projectManagerText: name }
  })

export const ConstructionLive = resourceLive(construction, {
  figures: ({ query }: { readonly query: { readonly siteId?: string } }) =>
    handle(function* () {
      const who = yield* Who
      const [row] = yield* statement(figuresSql(permits(who, SEES_MONEY)), [yield* siteAsked(query.siteId)])
      return jsonResponse(row!.body)
    }),
  history: ({ params: { id } }: Asked) =>
    handle(function* () {
      yield* requireSeen(id)
      const both = [...(yield* history(constructionProjects, id)), ...(yield* history(constructionSchedules, id))]
      return both.sort((a, b) => a.position - b.position)
    }),
  open: ({ payload }: { readonly payload: typeof NewProjectInput.Type }) =>
    Effect.gen(function* () {
      const { projectName, description, siteId, status = "planning", budget, projectManager, projectType, startDate, expectedEndDate } = payload
      const input = {
        projectName,
        description: description ?? "",
        siteId,
        status,
        projectType: projectType ?? null,
        budget: orNull(budget),
        startDate: orNull(startDate),
        expectedEndDate: orNull(expectedEndDate),
        projectManager: null,
        projectManagerText: null,
        ...(yield* managerNamed(projectManager)),
      }
      return yield* projects.execute(openConstructionProject, input, 201)
    }),
  change: ({ params: { id }, payload }: Pick<Asked, "params"> & { readonly payload: typeof ProjectChangeInput.Type }) =>
    Effect.gen(function* () {
      const { version, budget, projectManager, startDate, expectedEndDate, ...changes } = payload
      return yield* projects.executeAt(id, version, changeConstructionProject, {
        id,
        ...changes,
        startDate: emptied(startDate),
        expectedEndDate: emptied(expectedEndDate),
        budget: emptied(budget),
        ...(yield* managerNamed(projectManager)),
      })
    }),
  tasks: ({ params: { id } }: Asked) => part(scheduleSql, id),
  planTask: onPart(scheduleSql, planTask, 201),
  changeTask: onPart(scheduleSql, changeTask),
  removeTask: onPart(scheduleSql, removeTask),
  progressTask: onPart(scheduleSql, progressTask),
  keepBaseline: onPart(scheduleSql, keepBaseline, 201),
  people: ({ params: { id } }: Asked) => part(peopleSql, id),
  candidates: ({ params: { id, taskId } }: Asked) => part(candidatesSql, id, [taskId]),
  assignResource: onPart(scheduleSql, assignResource, 201),
  releaseResource: onPart(scheduleSql, releaseResource),
  snags: ({ params: { id } }: Asked) => part(snagsSql, id),
  findSnag: onPart(snagsSql, findSnag, 201),
  fixSnag: onPart(snagsSql, fixSnag),
})
