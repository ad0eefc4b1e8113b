/** Binds the calls about construction projects to the commands and queries. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { attached } from "@ops/platform/documents/attachment.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, rowAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { type Command, notFound } from "@ops/platform/records/command.ts"
import { history } from "@ops/platform/records/history.ts"
import { Records } from "@ops/platform/records/records.ts"
import { constructionProjects } from "./projects/construction-project.ts"
import {
  cancelProject,
  changeConstructionProject,
  completeProject,
  confirmType,
  holdProject,
  openConstructionProject,
  reopenProject,
  resumeProject,
  startProject,
} from "./projects/commands.ts"
import { ConstructionApi } from "./contract.ts"
import { candidatesSql, figuresSql, peopleSql, projectList, scheduleSql, seesMoney, snagsSql } from "./queries.ts"
import { findSnag, fixSnag } from "./snags/snag.ts"
import { assignResource, changeTask, constructionSchedules, keepBaseline, planTask, progressTask, releaseResource, removeTask } from "./tasks/task.ts"

/** Null where a form sends an empty value; a field left out stays undefined. */
const emptied = <Value>(value: Value | "" | null | undefined): Value | null | undefined => (value === "" ? null : value)
const orNull = <Value>(value: Value | "" | null | undefined): Value | null => (value === undefined || value === "" ? null : value)

const projects = answering(constructionProjects, projectList)

export const ConstructionLive = HttpApiBuilder.group(
  ConstructionApi,
  "construction",
  Effect.fn(function* (handlers) {
    const { execute } = yield* Records
    const { statement } = yield* Database

    /** Does a command on a project and answers its row, as the list has it. */
    const answer = <Input>(act: Command<Input>, input: Input, status = 200) =>
      Effect.gen(function* () {
        const who = yield* Who
        const { id } = yield* mapDatabaseErrors(execute(act, input, who, yield* commandKey))
        return yield* rowAnswer(projectList(who), id, "Construction project", status)
      })
    /** A part of a project that the caller sees, made by SQL whose $1 is the project. */
    const part = (sql: string, id: number, values: ReadonlyArray<unknown> = [], status = 200) =>
      mapDatabaseErrors(
        Effect.gen(function* () {
          if ((yield* rowText(projectList(yield* Who), id)) === undefined) return yield* Effect.fail(notFound(`Construction project ${id} does not exist`))
          const [row] = yield* statement(sql, [id, ...values])
          return jsonResponse(row!.body, { status })
        }),
      )
    const onPart =
      (sql: string) =>
      <Input>(act: Command<Input>, input: Input, id: number, status = 200) =>
        Effect.gen(function* () {
          yield* mapDatabaseErrors(execute(act, input, yield* Who, yield* commandKey))
          return yield* part(sql, id, [], status)
        })
    const onTasks = onPart(scheduleSql)
    const onSnags = onPart(snagsSql)
    /** The one person with this full name; else the name stays as it was written. */
    const managerNamed = (text: string | null | undefined) =>
      Effect.gen(function* () {
        if (text === undefined) return {}
        const name = (text ?? "").replaceAll(/\s+/g, " ").trim()
        if (name === "") return { projectManager: null, projectManagerText: null }
        const found = yield* mapDatabaseErrors(
          statement("select id from person where lower(concat_ws(' ', first_name, last_name)) = lower($1) and is_active and erased_at is null limit 2", [name]),
        )
        return found.length === 1 ? { projectManager: Number(found[0]!.id), projectManagerText: null } : { projectManager: null, projectManagerText: name }
      })
    const noManager = { projectManager: null, projectManagerText: null }

    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/construction-projects", projectList(who), query)),
      figures: ({ query }) =>
        Effect.gen(function* () {
          const who = yield* Who
          const asked = /^\d{1,9}$/.test(query.siteId ?? "") ? Number(query.siteId) : null
          const [row] = yield* mapDatabaseErrors(statement(figuresSql(seesMoney(who)), [who.confinedTo ?? asked]))
          return jsonResponse(row!.body)
        }),
      one: ({ params: { id } }) => projects.one(id),
      history: ({ params: { id } }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            if ((yield* rowText(projectList(yield* Who), id)) === undefined) return yield* Effect.fail(notFound(`Construction project ${id} does not exist`))
            const both = [...(yield* history(constructionProjects, id)), ...(yield* history(constructionSchedules, id))]
            return both.sort((a, b) => a.position - b.position)
          }),
        ),
      open: ({ payload }) =>
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
            ...noManager,
            ...(yield* managerNamed(projectManager)),
          }
          return yield* answer(openConstructionProject, input, 201)
        }),
      change: ({ params: { id }, payload: { version, budget, projectManager, startDate, expectedEndDate, ...changes } }) =>
        Effect.gen(function* () {
          const dates = { startDate: emptied(startDate), expectedEndDate: emptied(expectedEndDate) }
          return yield* projects.executeAt(id, version, changeConstructionProject, {
            id,
            ...changes,
            ...dates,
            budget: emptied(budget),
            ...(yield* managerNamed(projectManager)),
          })
        }),
      confirmType: ({ params: { id }, payload }) => answer(confirmType, { id, ...payload }),
      start: ({ params: { id } }) => answer(startProject, { id }),
      hold: ({ params: { id }, payload }) => answer(holdProject, { id, reason: payload.reason ?? "" }),
      resume: ({ params: { id } }) => answer(resumeProject, { id }),
      complete: ({ params: { id }, payload }) =>
        answer(completeProject, { id, actualEndDate: orNull(payload?.actualEndDate), overrideReason: payload?.overrideReason || null }),
      reopen: ({ params: { id }, payload }) => answer(reopenProject, { id, reason: payload.reason ?? "" }),
      cancel: ({ params: { id }, payload }) => answer(cancelProject, { id, reason: payload.reason ?? "" }),
      tasks: ({ params: { id } }) => part(scheduleSql, id),
      planTask: ({ params: { id }, payload: { name, kind = "task", start, end, ownerId, after = [], weight = 1, notes } }) => {
        const last = kind === "milestone" ? start : (orNull(end) ?? start)
        return onTasks(planTask, { projectId: id, name, kind, start, end: last, ownerId: orNull(ownerId), after, weight, notes: notes ?? "" }, id, 201)
      },
      changeTask: ({ params: { id, taskId }, payload: { carry = false, ownerId, notes, ...changes } }) => {
        const owner = emptied(ownerId)
        // what is absent stays as it is
        const given = { ...changes, ...(owner !== undefined && { ownerId: owner }), ...(notes !== undefined && { notes: notes ?? "" }) }
        return onTasks(changeTask, { projectId: id, taskId, carry, ...(given as object) }, id)
      },
      removeTask: ({ params: { id, taskId } }) => onTasks(removeTask, { projectId: id, taskId }, id),
      progressTask: ({ params: { id, taskId }, payload: { percent, on } }) => onTasks(progressTask, { projectId: id, taskId, percent, on: orNull(on) }, id),
      keepBaseline: ({ params: { id }, payload }) => onTasks(keepBaseline, { projectId: id, reason: payload?.reason ?? "" }, id, 201),
      people: ({ params: { id } }) => part(peopleSql, id),
      candidates: ({ params: { id, taskId } }) => part(candidatesSql, id, [taskId]),
      assignResource: ({ params: { id, taskId }, payload: { kind, refId, name } }) =>
        onTasks(assignResource, { projectId: id, taskId, resource: { kind, refId: refId ?? null, name: name ?? "" } }, id, 201),
      releaseResource: ({ params: { id, taskId }, payload: { key } }) => onTasks(releaseResource, { projectId: id, taskId, key }, id),
      snags: ({ params: { id } }) => part(snagsSql, id),
      findSnag: ({ params: { id }, payload: { text, location, dueDate, photos } }) =>
        Effect.gen(function* () {
          const snag = { projectId: id, text, location: location ?? "", dueDate: orNull(dueDate), photos: yield* attached(photos) }
          return yield* onSnags(findSnag, snag, id, 201)
        }),
      fixSnag: ({ params: { id, snagId }, payload }) => onSnags(fixSnag, { projectId: id, snagId, note: payload?.note ?? "" }, id),
    })
  }),
)
