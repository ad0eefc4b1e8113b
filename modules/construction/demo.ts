/** Eight construction projects of the demo scenario at the three sites, in every status, with their plans. Days count from today. */
import { Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { cancelProject, completeProject, holdProject, type NewProject, openConstructionProject, startProject } from "./projects/commands.ts"
import { findSnag, fixSnag } from "./snags/snag.ts"
import { assignResource, changeTask, keepBaseline, planTask, progressTask } from "./tasks/task.ts"

const manager = "FO-MGT-001"

/** Name, first and last day, predecessors; a milestone has one day and a weight. `done` is the day it ended, `at` its progress. */
interface Step {
  readonly name: string
  readonly from: number
  readonly to?: number
  readonly after?: ReadonlyArray<number>
  readonly weight?: number
  readonly owner?: string
  readonly began?: number
  readonly done?: number
  readonly at?: number
  readonly equipment?: string
  readonly staff?: string
}

interface Site {
  readonly key: string
  readonly siteId: number
  readonly name: string
  readonly description: string
  readonly type: NewProject["projectType"]
  readonly budget: number | null
  readonly runBy?: string
  /** the day it was entered, and its status then */
  readonly opened: number
  readonly status?: NewProject["status"]
  readonly start: number | null
  readonly end: number | null
  readonly started?: number
  readonly steps?: ReadonlyArray<Step>
}

const works: ReadonlyArray<Site> = [
  {
    key: "dining",
    siteId: 2,
    name: "Dining hall extension",
    description: "120 more seats, a second serving line and a covered queue",
    type: "new_construction",
    budget: 18_650_000,
    opened: -59,
    status: "in_progress",
    start: -75,
    end: 60,
    steps: [
      { name: "Site clearing", from: -58, to: -52, began: -58, done: -52, owner: "FO-018", equipment: "Backhoe loader" },
      { name: "Foundations", from: -52, to: -38, after: [1], began: -51, done: -36, owner: "FO-018" },
      { name: "Foundations done", from: -36, after: [2], weight: 2, done: -36 },
      { name: "Walls and ring beam", from: -36, to: -12, after: [2], began: -35, done: -9, owner: "FO-018", staff: "FO-019" },
      { name: "Walls up", from: -9, after: [4], weight: 3, done: -9 },
      { name: "Roof steel and sheeting", from: -8, to: 14, after: [5], began: -7, at: 40, owner: "FO-018", staff: "FO-018", equipment: "Mobile crane 25 t" },
      { name: "Roof closed", from: 14, after: [6], weight: 3 },
      { name: "Electrical and water", from: 15, to: 38, after: [7], owner: "FO-017" },
      { name: "Finishes", from: 30, to: 54, after: [7], owner: "FO-018", staff: "FO-019" },
      { name: "Handover", from: 58, after: [8, 9], weight: 2 },
    ],
  },
  {
    key: "quarters",
    siteId: 1,
    name: "Staff quarters block C",
    description: "Renovation of 24 rooms: roof, floors, wiring and ablutions",
    type: "renovation",
    budget: 9_200_000,
    opened: -58,
    start: -56,
    end: 40,
    started: -44,
    steps: [
      { name: "Strip out", from: -43, to: -36, began: -43, done: -33, owner: "FO-012" },
      { name: "Roof sheets", from: -33, to: -18, after: [1], began: -30, done: -10, owner: "FO-012", equipment: "Scaffold set B" },
      { name: "Roof closed", from: -10, after: [2], weight: 1, done: -10 },
      { name: "Wiring", from: -9, to: 6, after: [3], began: -6, at: 25, owner: "FO-012", staff: "FO-012" },
      { name: "Wiring tested", from: 8, after: [4], weight: 2 },
      { name: "Floors and paint", from: 9, to: 32, after: [5] },
      { name: "Rooms handed over", from: 38, after: [6], weight: 3 },
    ],
  },
  {
    key: "ablution",
    siteId: 1,
    name: "Ablution block east camp",
    description: "",
    type: "new_construction",
    budget: 4_380_000,
    runBy: "Daniel Yak Nhial",
    opened: -22,
    start: null,
    end: null,
    started: -20,
    steps: [
      { name: "Excavation and slab", from: -19, to: -8, began: -19, done: -7, equipment: "Concrete mixer 2" },
      { name: "Slab cast", from: -7, after: [1], weight: 1, done: -7 },
      { name: "Blockwork", from: -6, to: 12, after: [2], began: -5, at: 30 },
      { name: "Fixtures and drains", from: 13, to: 24, after: [3] },
      { name: "In use", from: 26, after: [4], weight: 1 },
    ],
  },
  {
    key: "generators",
    siteId: 1,
    name: "Generator house",
    description: "Overhaul of the fuel lines, new exhausts and sound insulation",
    type: "maintenance",
    budget: 1_480_000,
    opened: -30,
    start: -28,
    end: 5,
    started: -28,
    steps: [
      { name: "Fuel lines", from: -27, to: -18, began: -27, done: -17 },
      { name: "Exhausts", from: -16, to: -6, after: [1], began: -15, at: 50 },
      { name: "Sound insulation", from: -5, to: 4, after: [2] },
    ],
  },
  {
    key: "solar",
    siteId: 3,
    name: "Solar roof of the Juba office",
    description: "60 kW on the main roof, with batteries for the server room",
    type: "new_construction",
    budget: 6_400_000,
    opened: -9,
    start: 15,
    end: 70,
    steps: [
      { name: "Roof survey", from: 15, to: 18 },
      { name: "Frames and panels", from: 20, to: 45, after: [1] },
      { name: "Grid and batteries", from: 46, to: 64, after: [2] },
      { name: "Switched on", from: 66, after: [3], weight: 1 },
    ],
  },
  {
    key: "fence",
    siteId: 2,
    name: "Airstrip fence maintenance",
    description: "",
    type: null,
    budget: null,
    runBy: "John Garang Kuol",
    opened: -2,
    start: null,
    end: null,
  },
  {
    key: "warehouse",
    siteId: 2,
    name: "Warehouse floor",
    description: "New floor with a damp barrier, loading ramp",
    type: "renovation",
    budget: 3_840_000,
    opened: -59,
    status: "in_progress",
    start: -110,
    end: -14,
    steps: [
      { name: "Floor", from: -57, to: -30, began: -57, done: -28 },
      { name: "Ramp", from: -28, to: -15, after: [1], began: -27, done: -13 },
      { name: "Handed over", from: -13, after: [2], weight: 1, done: -13 },
    ],
  },
  {
    key: "annex",
    siteId: 1,
    name: "Kitchen annex",
    description: "A second cold room beside the kitchen",
    type: "new_construction",
    budget: 2_750_000,
    opened: -34,
    start: null,
    end: null,
  },
]

const personSql = sql({ id: col.whole }, "select id from person where employee_id = $1")

export const constructionDemo = ({ as, execute, atOnce, days }: Scenario, staff: Readonly<Record<string, number>>) =>
  Effect.gen(function* () {
    const today = days.at(-1)!
    const day = (offset: number) => addDays(today, offset)
    const by = (offset: number, time: string) => as(manager, day(offset), time)
    const [chief] = yield* statement(personSql, [manager])

    const told = (work: Site) =>
      Effect.gen(function* () {
        const { key, steps = [], opened } = work
        const name = (what: string) => `construction-${key}-${what}`
        const project: NewProject = {
          projectName: work.name,
          description: work.description,
          siteId: work.siteId,
          status: work.status ?? "planning",
          projectType: work.type,
          budget: work.budget,
          projectManager: work.runBy === undefined ? chief!.id : null,
          projectManagerText: work.runBy ?? null,
          startDate: work.start === null ? null : day(work.start),
          expectedEndDate: work.end === null ? null : day(work.end),
        }
        const id = yield* execute(name("open"), openConstructionProject, project, by(opened, "07:30"))
        for (const [n, { name: called, from, to = from, after = [], weight, owner }] of steps.entries()) {
          const task = {
            projectId: id,
            name: called,
            kind: weight === undefined ? ("task" as const) : ("milestone" as const),
            start: day(from),
            end: day(to),
            ownerId: owner === undefined ? null : staff[owner]!,
            after,
            weight: weight ?? 1,
            notes: "",
          }
          yield* execute(name(`task-${n + 1}`), planTask, task, by(opened, "07:40"))
        }
        if (steps.length > 0) yield* execute(name("baseline"), keepBaseline, { projectId: id, reason: "" }, by(opened, "07:50"))
        for (const [n, { equipment, staff: who }] of steps.entries()) {
          const on = { projectId: id, taskId: n + 1 }
          if (equipment !== undefined) {
            yield* execute(name(`equipment-${n + 1}`), assignResource, { ...on, kind: "equipment", refId: null, name: equipment }, by(opened, "07:55"))
          }
          if (who !== undefined)
            yield* execute(name(`staff-${n + 1}`), assignResource, { ...on, kind: "staff", refId: staff[who]!, name: "" }, by(opened, "07:56"))
        }
        if (work.started !== undefined) yield* execute(name("start"), startProject, { id }, by(work.started, "08:00"))
        const reports = steps.flatMap(({ began, done, at }, n) => [
          ...(began === undefined ? [] : [{ on: began, taskId: n + 1, percent: 10 }]),
          ...(at === undefined ? [] : [{ on: -1, taskId: n + 1, percent: at }]),
          ...(done === undefined ? [] : [{ on: done, taskId: n + 1, percent: 100 }]),
        ])
        for (const { on, taskId, percent } of reports.toSorted((a, b) => a.on - b.on)) {
          yield* execute(name(`progress-${taskId}-${percent}`), progressTask, { projectId: id, taskId, percent, on: null }, by(on, "16:30"))
        }
        return id
      })

    const stories = works.map((work) =>
      Effect.gen(function* () {
        const id = yield* told(work)
        const snag = (n: number, text: string, location: string, offset: number) =>
          execute(`construction-${work.key}-snag-${n}`, findSnag, { projectId: id, text, location, dueDate: null, photos: [] }, by(offset, "17:00"))
        if (work.key === "generators")
          yield* execute("construction-generators-hold", holdProject, { id, reason: "The exhausts wait at the border post" }, by(0, "05:10"))
        if (work.key === "annex")
          yield* execute("construction-annex-cancel", cancelProject, { id, reason: "A container cold room came at half the cost" }, by(-20, "09:00"))
        if (work.key === "quarters") {
          // a task that had to wait for the cable: the plan moves, the baseline stays
          yield* execute("construction-quarters-cable", changeTask, { projectId: id, taskId: 4, carry: true, end: day(12) }, by(0, "05:00"))
          yield* snag(1, "Gutter leaks above room 7", "South side", 0)
        }
        if (work.key === "warehouse") {
          yield* snag(1, "Ramp edge is chipped", "Loading bay", -13)
          yield* execute("construction-warehouse-fixed", fixSnag, { projectId: id, snagId: 1, note: "Cast again" }, by(-12, "15:00"))
          yield* execute("construction-warehouse-complete", completeProject, { id, actualEndDate: day(-12), overrideReason: null }, by(-12, "16:00"))
        }
      }),
    )
    yield* atOnce(stories)
  })
