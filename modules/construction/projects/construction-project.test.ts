import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { projects } from "@ops/clients/projects/project.ts"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import type { Command, By } from "@ops/platform/records/command.ts"
import { given, givenAt, type Then } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { constructionProjects } from "./construction-project.ts"
import {
  cancelProject,
  changeConstructionProject,
  completeProject,
  confirmType,
  holdProject,
  type NewProject,
  noteProgress,
  openConstructionProject,
  reopenProject,
  resumeProject,
  startProject,
} from "./commands.ts"
import { milestoneProgress, shownProgress } from "../tasks/progress.ts"
import { findSnag, fixSnag } from "../snags/snag.ts"
import { scheduleConsequences } from "../tasks/task.ts"
import { projectStatuses, type ProjectStatus } from "../labels.ts"

const person = (level: number, more: Partial<By> = {}): By => ({
  actor: `person:${level}`,
  person: level,
  name: `Level ${level}`,
  level,
  permissions: permissionsOf(level),
  department: "operations",
  confinedTo: null,
  simulated: false,
  via: "web",
  at: givenAt,
  today: "2026-11-21",
  ...more,
})
const ceo = person(10)
const manager = person(8)
const elsewhere = person(8, { confinedTo: 2 })
const supervisor = person(6, { confinedTo: 1 })

const site = (id: number, slug: string) => sites.at(id, SiteOpened({ code: "US", slug, name: slug, label: slug, client: null, location: null }))
const company = given(site(1, "unity-state"), site(2, "paloj-adar")).with(...scheduleConsequences)
const mess: NewProject = {
  projectName: "New mess hall",
  description: "",
  siteId: 1,
  status: "planning",
  projectType: null,
  budget: 12_500_000,
  projectManager: null,
  projectManagerText: "John Deng",
  startDate: null,
  expectedEndDate: null,
}
const opened = (more: Partial<NewProject> = {}) => company.when(openConstructionProject, { ...mess, ...more }, manager)

describe("opening a project", () => {
  test("starts it in planning, with a number of its own", () => {
    const then = opened()
    expect(then.refusal).toBeUndefined()
    then.holds(constructionProjects, 1, {
      projectNumber: "PRJ-2026-0001",
      status: "planning",
      projectType: "new_construction",
      typeGuessed: false,
      currency: "USD",
    })
    expect(then.row(constructionProjects, 1)!.statuses).toEqual([{ status: "planning", on: "2026-11-21", reason: null, by: 8 }])
  })
  test("takes its id from the same sequence as clients' projects", () => {
    const taken = { projectCode: "PJ-0001", projectName: "Camp", clientId: 1, siteId: 1, location: null, projectManager: null, startDate: null, endDate: null }
    const client = projects.at(7, {
      type: "ProjectOpened",
      schemaVersion: 1,
      data: { ...taken, budgetAmount: null, currency: "USD", description: "", createdBy: null },
    })
    expect(given(site(1, "unity-state"), client).when(openConstructionProject, mess, manager).id).toBe(8)
  })
  test.each([
    ["Renovation of the kitchen", "renovation", true],
    ["Kitchen renovated at Paloj", "renovation", true],
    ["Generator maintenance", "maintenance", true],
    ["New mess hall", "new_construction", false],
  ] as const)("infers from the name %s the type %s until a person changes it", (projectName, projectType, typeGuessed) => {
    const then = opened({ projectName }).holds(constructionProjects, 1, { projectType, typeGuessed })
    then.when(confirmType, { id: 1, projectType: "maintenance" }, manager).holds(constructionProjects, 1, { projectType: "maintenance", typeGuessed: false })
  })
  test("is refused for impossible input", () => {
    company.when(openConstructionProject, mess, supervisor).refuses("Only people who manage projects can create one", 403)
    company.when(openConstructionProject, mess, elsewhere).refuses("You work at another site than unity-state", 403)
    opened({ status: "in_progress" }).refuses("A new project starts in planning. To take over one that is in progress, give its start date")
    opened({ status: "cancelled", startDate: "2026-01-01" }).refuses("A new project cannot be cancelled already")
    opened({ startDate: "2026-12-02", expectedEndDate: "2026-12-01" }).refuses("Expected completion must be on or after the start date")
    opened({ budget: -1 }).refuses("Budget must not be negative")
  })
  test("accepts a running project with its dates", () => {
    opened({ status: "in_progress", startDate: "2026-10-01" }).holds(constructionProjects, 1, { status: "in_progress", startDate: "2026-10-01" })
    opened({ status: "completed", startDate: "2026-01-01", expectedEndDate: "2026-06-30" }).holds(constructionProjects, 1, { actualEndDate: "2026-06-30" })
  })
})

describe("the course of a project", () => {
  const running = () => opened().when(startProject, { id: 1 }, manager)
  test("starting sets the start date if there is none", () => {
    running().holds(constructionProjects, 1, { status: "in_progress", startDate: "2026-11-21" })
    opened({ startDate: "2026-12-01" }).when(startProject, { id: 1 }, manager).holds(constructionProjects, 1, { startDate: "2026-12-01" })
  })
  test("a hold requires a reason, and resuming ends it", () => {
    running().when(holdProject, { id: 1, reason: "" }, manager).refuses("Reason is required")
    const held = running().when(holdProject, { id: 1, reason: "Rain" }, manager)
    held.holds(constructionProjects, 1, { status: "on_hold", statusReason: "Rain" })
    const resumed = held.when(resumeProject, { id: 1 }, manager).holds(constructionProjects, 1, { status: "in_progress", statusReason: null })
    expect(resumed.row(constructionProjects, 1)!.statuses.map(({ status }) => status)).toEqual(["planning", "in_progress", "on_hold", "in_progress"])
  })
  test("open snags block completion unless a reason is given", () => {
    const photos = [{ id: 3, name: "crack.jpg", type: "image/jpeg", size: 10, sha256: "ab" }]
    const snagged = running().when(findSnag, { projectId: 1, text: "Crack in the wall", location: "North", dueDate: null, photos }, supervisor)
    const end = { id: 1, actualEndDate: null, overrideReason: null }
    snagged.when(completeProject, end, manager).refuses("1 snag of PRJ-2026-0001 is open. Fix it, or give a reason to complete anyway")
    snagged
      .when(completeProject, { ...end, overrideReason: "The client accepts it" }, manager)
      .holds(constructionProjects, 1, { status: "completed", statusReason: "The client accepts it" })
    const fixed = snagged.when(fixSnag, { projectId: 1, snagId: 1, note: "Filled" }, supervisor)
    fixed
      .when(completeProject, { ...end, overrideReason: "not needed" }, manager)
      .holds(constructionProjects, 1, { actualEndDate: "2026-11-21", statusReason: null })
    fixed.when(fixSnag, { projectId: 1, snagId: 2, note: "" }, supervisor).refuses("PRJ-2026-0001 has no snag 2")
  })
  test("an end date in the future or before the start is refused", () => {
    const end = { id: 1, overrideReason: null }
    running()
      .when(completeProject, { ...end, actualEndDate: "2026-11-22" }, manager)
      .refuses("The end cannot be in the future")
    running()
      .when(completeProject, { ...end, actualEndDate: "2026-11-20" }, manager)
      .refuses("The end must be on or after the start date")
  })
  test("only level 10 can reopen a completed project", () => {
    const done = running().when(completeProject, { id: 1, actualEndDate: null, overrideReason: null }, manager)
    done.when(reopenProject, { id: 1, reason: "Roof leaks" }, manager).refuses("Only level 10 can reopen a completed project", 403)
    done.when(reopenProject, { id: 1, reason: "Roof leaks" }, ceo).holds(constructionProjects, 1, { status: "in_progress", actualEndDate: null })
  })
  test("the budget can be edited only in planning", () => {
    opened().when(changeConstructionProject, { id: 1, budget: 1 }, manager).holds(constructionProjects, 1, { budget: 1 })
    running()
      .when(changeConstructionProject, { id: 1, budget: 1 }, manager)
      .refuses("Work has started, so the budget can only be changed by an approved change")
    running().when(changeConstructionProject, { id: 1, startDate: null }, manager).refuses("Work has started, so the project needs its start date")
    expect(opened().when(changeConstructionProject, { id: 1, budget: mess.budget }, manager).events).toEqual([])
  })
  test("people of another site cannot see that it exists", () => {
    opened().when(startProject, { id: 1 }, elsewhere).refuses("Construction project 1 does not exist", 404)
  })

  test("any sequence of commands follows the allowed status transitions", () => {
    const ways: Record<ProjectStatus, ReadonlyArray<ProjectStatus>> = {
      planning: ["in_progress", "cancelled"],
      in_progress: ["on_hold", "completed"],
      on_hold: ["in_progress"],
      completed: ["in_progress"],
      cancelled: [],
    }
    const steps: ReadonlyArray<readonly [Command<never>, object]> = [
      [startProject, {}],
      [holdProject, { reason: "Rain" }],
      [resumeProject, {}],
      [completeProject, { actualEndDate: null, overrideReason: "so" }],
      [reopenProject, { reason: "Leak" }],
      [cancelProject, { reason: "No money" }],
      [findSnag, { projectId: 1, text: "Crack", location: "", dueDate: null, photos: [] }],
    ]
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(steps.length - 1), fc.constantFrom(manager, ceo)), { maxLength: 25 }), (tried) => {
        let now: Then = opened()
        for (const [step, by] of tried) {
          const before = now.row(constructionProjects, 1)!
          const [act, input] = steps[step]!
          const then = now.when(act as Command<object>, { id: 1, ...input }, by)
          if (then.refusal) continue
          now = then
          const after = now.row(constructionProjects, 1)!
          expect(after.status === before.status || ways[before.status].includes(after.status)).toBe(true)
          if (before.status === "completed" && after.status === "in_progress") expect(by).toBe(ceo)
          expect(after.statuses.at(-1)!.status).toBe(after.status)
          expect(after.status === "completed").toBe(after.actualEndDate !== null)
        }
      }),
      { numRuns: times(75, 300) },
    )
  })
})

describe("project progress", () => {
  const course = (status: ProjectStatus, startDate: string | null = null, expectedEndDate: string | null = null) => ({ status, startDate, expectedEndDate })
  const dated = (today: string) => shownProgress(course("in_progress", "2026-01-11", "2026-04-21"), today)
  test("the progress bar follows the formula of the specification", () => {
    expect(shownProgress(course("completed"), "2026-01-01")).toBe(100)
    expect(shownProgress(course("planning", "2026-01-01", "2026-01-02"), "2026-06-01")).toBe(10)
    expect(shownProgress(course("on_hold", "2026-01-01", "2026-01-02"), "2026-06-01")).toBe(25)
    expect(shownProgress(course("cancelled"), "2026-01-01")).toBe(0)
    expect(shownProgress(course("cancelled", "2026-01-01", "2026-01-02"), "2026-06-01")).toBe(0)
    expect(shownProgress(course("in_progress"), "2026-01-01")).toBe(50)
    expect(shownProgress(course("in_progress", "2026-01-01"), "2026-01-01")).toBe(50)
    expect(dated("2026-01-10")).toBe(0)
    expect(dated("2026-01-11")).toBe(10) // 0 of 100 days, not under 10
    expect(dated("2026-02-05")).toBe(25)
    expect(dated("2026-04-21")).toBe(90)
    expect(dated("2026-04-22")).toBe(90)
    expect(shownProgress(course("in_progress", "2026-01-01", "2026-01-01"), "2026-01-01")).toBe(90)
  })
  test("never leaves 0 to 100", () => {
    const day = fc.integer({ min: 0, max: 2000 }).map((n) => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(fc.constantFrom(...projectStatuses), fc.option(day), fc.option(day), day, (status, start, end, today) => {
        const shown = shownProgress({ status, startDate: start, expectedEndDate: end }, today)
        expect(Number.isInteger(shown) && shown >= 0 && shown <= 100).toBe(true)
      }),
    )
  })
  test("counts milestones by their weight, and tasks not at all", () => {
    const milestone = (weight: number, actualEnd: string | null) => ({ kind: "milestone" as const, weight, actualEnd })
    expect(milestoneProgress([{ kind: "task", weight: 5, actualEnd: "2026-01-01" }])).toBeNull()
    expect(milestoneProgress([milestone(3, "2026-01-01"), milestone(1, null), { kind: "task", weight: 9, actualEnd: null }])).toBe(75)
  })
  test("a gap above 20 points is recorded once, and so is its end", () => {
    const running = opened({ status: "in_progress", startDate: "2026-10-01" })
    const note = (then: Then, shown: number, measured: number | null) => then.when(noteProgress, { id: 1, shown, measured })
    expect(note(running, 60, 40).events).toEqual([])
    const open = note(running, 61, 40)
    open.gives(["construction_project/1", "ProgressGapOpened", { shown: 61, measured: 40 }])
    expect(note(open, 70, 40).events).toEqual([])
    note(open, 70, 65).gives(["construction_project/1", "ProgressGapClosed"])
    expect(note(running, 90, null).events).toEqual([])
  })
})
