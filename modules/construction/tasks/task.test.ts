import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { AssetRegistered, assets, AssetStatusSet } from "@ops/facilities/assets/asset.ts"
import { companyStaff, StaffHired } from "@ops/people/staff/company-staff.ts"
import { AbsenceAsked, AbsenceGranted, leaveAccounts } from "@ops/people/leave/leave-account.ts"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { addDays } from "@ops/platform/calendar.ts"
import type { By } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { given, givenAt, type Then } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { ConstructionProjectOpened, constructionProjects } from "../projects/construction-project.ts"
import { completeProject } from "../projects/commands.ts"
import { constructionResources } from "./resource.ts"
import {
  assignResource,
  changeTask,
  constructionSchedules,
  keepBaseline,
  type NewTask,
  planTask,
  progressTask,
  releaseResource,
  removeTask,
  scheduleConsequences,
} from "./task.ts"
import { carried, type Planned, tooSoon } from "./task-plan.ts"

const by = (level: number, more: Partial<By> = {}): By => ({
  actor: `person:${level}`,
  person: level,
  name: `Level ${level}`,
  level,
  permissions: permissionsOf(level),
  department: null,
  confinedTo: null,
  simulated: false,
  via: "web",
  at: givenAt,
  today: "2026-11-21",
  ...more,
})
const manager = by(8)
const engineer = by(3, { confinedTo: 1 })

const project = (id: number) =>
  constructionProjects.at(
    id,
    ConstructionProjectOpened({
      projectNumber: `PRJ-2026-000${id}`,
      name: `Project ${id}`,
      description: "",
      siteId: 1,
      projectType: "renovation",
      typeGuessed: false,
      status: "in_progress",
      startDate: "2026-11-01",
      expectedEndDate: "2027-02-01",
      budget: null,
      projectManager: null,
      projectManagerText: null,
      on: "2026-11-01",
      by: null,
    }),
  )
const blankPerson = { email: null, phone: null, nationalId: null, dateOfBirth: null, gender: null, address: null, emergencyContact: null, emergencyPhone: null }
const mason = companyStaff.at(
  4,
  StaffHired({
    ...blankPerson,
    staffNumber: "FO-004",
    firstName: "Deng",
    lastName: "Majok",
    positionId: 1,
    departmentId: 1,
    siteId: 1,
    supervisorId: null,
    employmentType: "full_time",
    hireDate: "2024-01-01",
    bankName: null,
    bankAccount: null,
    passportNumber: null,
    workPermitNumber: null,
    workPermitExpiry: null,
    notes: "",
    salary: 50_000,
    currency: "USD",
    personId: null,
    createdBy: null,
  }),
)
const leave = [
  leaveAccounts.at(4, AbsenceAsked({ requestId: 1, leaveTypeId: 1, startDate: "2026-12-24", endDate: "2026-12-31", entries: [] })),
  leaveAccounts.at(4, AbsenceGranted({ requestId: 1 })),
]
const company = given(
  sites.at(1, SiteOpened({ code: "US", slug: "us", name: "Unity", label: "US", client: null, location: null })),
  project(1),
  project(2),
  mason,
  ...leave,
).with(...scheduleConsequences)
const task = (name: string, start: string, end: string, more: Partial<NewTask> = {}): NewTask => ({
  projectId: 1,
  name,
  kind: "task",
  start,
  end,
  ownerId: null,
  after: [],
  weight: 1,
  notes: "",
  ...more,
})
const planned = (...tasks: ReadonlyArray<NewTask>): Then => {
  let then: Then | undefined
  for (const each of tasks) {
    then = (then ?? company).when(planTask, each, manager)
    expect(then.refusal).toBeUndefined()
  }
  return then!
}
const walls = task("Walls", "2026-11-10", "2026-11-20")
const roof = task("Roof", "2026-11-20", "2026-11-30", { after: [1] })
const tasksOf = (then: Then) => then.row(constructionSchedules, 1)!.tasks
const masonOn = (taskId: number, projectId = 1) => ({ projectId, taskId, kind: "staff" as const, refId: 4, name: "" })
const digger = { kind: "equipment" as const, refId: null, name: "Digger 1" }

describe("planning", () => {
  test("a task starts after its predecessors", () => {
    const then = planned(walls, roof)
    expect(tasksOf(then).map(({ id, name, after }) => [id, name, after])).toEqual([
      [1, "Walls", []],
      [2, "Roof", [1]],
    ])
    then
      .when(planTask, task("Ceiling", "2026-11-25", "2026-11-26", { after: [2] }), manager)
      .refuses("Ceiling cannot start on 2026-11-25: Roof ends on 2026-11-30")
    then.when(planTask, task("Ceiling", "2026-12-25", "2026-12-26", { after: [9] }), manager).refuses("This project has no task 9")
    then.when(planTask, task("Ceiling", "2026-12-25", "2026-12-24"), manager).refuses("Ceiling cannot end before it starts")
    then.when(planTask, walls, by(6)).refuses("Only people who manage projects can change the plan", 403)
    const circle = { projectId: 1, taskId: 1, carry: true, after: [2], start: "2026-12-01", end: "2026-12-02" }
    then.when(changeTask, circle, manager).refuses("Roof already comes after Walls, so Walls cannot come after Roof")
  })
  test("a move that would make a successor start too soon is refused, or moves the successor along", () => {
    const then = planned(walls, roof)
    const move = { projectId: 1, taskId: 1, end: "2026-11-23" }
    then
      .when(changeTask, { ...move, carry: false }, manager)
      .refuses("Roof starts on 2026-11-20, before Walls would end. Move it first, or let it move as well")
    expect(tasksOf(then.when(changeTask, { ...move, carry: true }, manager)).map(({ start, end }) => [start, end])).toEqual([
      ["2026-11-10", "2026-11-23"],
      ["2026-11-23", "2026-12-03"],
    ])
  })
  test("a task that has successors or has begun cannot be removed", () => {
    planned(walls, roof).when(removeTask, { projectId: 1, taskId: 1 }, manager).refuses("Roof comes after Walls. Change its predecessor first")
    const begun = planned(walls).when(progressTask, { projectId: 1, taskId: 1, percent: 5, on: null }, engineer)
    begun.when(removeTask, { projectId: 1, taskId: 1 }, manager).refuses("Walls has started, so it cannot be removed from the plan")
    begun
      .when(changeTask, { projectId: 1, taskId: 1, carry: false, start: "2026-11-12" }, manager)
      .refuses("Walls began on 2026-11-21, so its start cannot change. Its end can")
    expect(tasksOf(planned(walls, roof).when(removeTask, { projectId: 1, taskId: 2 }, manager))).toHaveLength(1)
  })
  test("a new task never gets the number of a removed one", () => {
    const then = planned(walls, roof).when(removeTask, { projectId: 1, taskId: 2 }, manager).when(planTask, roof, manager)
    expect(tasksOf(then).map(({ id }) => id)).toEqual([1, 3])
  })
  test("the baseline keeps the plan; a new one needs a reason", () => {
    const kept = planned(walls).when(keepBaseline, { projectId: 1, reason: "" }, manager)
    const later = kept.when(changeTask, { projectId: 1, taskId: 1, carry: false, end: "2026-11-25" }, manager)
    expect(tasksOf(later)[0]).toMatchObject({ end: "2026-11-25", baselineEnd: "2026-11-20" })
    later.when(keepBaseline, { projectId: 1, reason: "" }, manager).refuses("Give a reason to change the baseline")
    expect(tasksOf(later.when(keepBaseline, { projectId: 1, reason: "Rain" }, manager))[0]).toMatchObject({ baselineEnd: "2026-11-25" })
  })
})

describe("progress", () => {
  const at = (percent: number, on: string | null = null, taskId = 1) => ({ projectId: 1, taskId, percent, on })
  test("the first progress sets the actual start, and 100 sets the actual end", () => {
    const begun = planned(walls).when(progressTask, at(20, "2026-11-11"), engineer)
    expect(tasksOf(begun)[0]).toMatchObject({ actualStart: "2026-11-11", actualEnd: null, percent: 20 })
    expect(tasksOf(begun.when(progressTask, at(100, "2026-11-19"), engineer))[0]).toMatchObject({ actualStart: "2026-11-11", actualEnd: "2026-11-19" })
    begun.when(progressTask, at(30, "2026-11-10"), engineer).refuses("Walls began on 2026-11-11: its progress cannot be before that")
    begun.when(progressTask, at(30, "2026-11-22"), engineer).refuses("Progress cannot be in the future")
  })
  test("a task cannot be completed before its predecessors", () => {
    planned(walls, roof)
      .when(progressTask, at(100, null, 2), engineer)
      .refuses("Roof comes after Walls, which is not done yet")
  })
  test("a milestone is either reached or not", () => {
    const topped = planned(task("Topped out", "2026-11-20", "2026-11-20", { kind: "milestone" }))
    topped.when(progressTask, at(50), engineer).refuses("A milestone is either reached or not: 0 or 100")
    expect(tasksOf(topped.when(progressTask, at(100), engineer))[0]).toMatchObject({ actualEnd: "2026-11-21" })
  })
  test("people of another site cannot see that it exists", () => {
    planned(walls)
      .when(progressTask, at(5), by(3, { confinedTo: 2 }))
      .refuses("Construction project 1 does not exist", 404)
  })
})

describe("resources", () => {
  test("a person cannot be assigned to two tasks on the same day, even in different projects", () => {
    const busy = planned(walls, task("Floor", "2026-11-20", "2026-11-22", { projectId: 2 }), task("Paint", "2026-11-21", "2026-11-22", { projectId: 2 })).when(
      assignResource,
      masonOn(1),
      manager,
    )
    busy
      .when(assignResource, masonOn(1, 2), manager)
      .refuses("Deng Majok is on Walls (PRJ-2026-0001) from 2026-11-10 to 2026-11-20. Choose other days or another resource")
    const both = busy.when(assignResource, masonOn(2, 2), manager)
    expect(both.refusal).toBeUndefined()
    // moving the first into the second's days is the same clash
    both.when(changeTask, { projectId: 1, taskId: 1, carry: false, end: "2026-11-21" }, manager).refuses(/Deng Majok is on Paint \(PRJ-2026-0002\)/)
    expect(
      busy.when(releaseResource, { projectId: 1, taskId: 1, key: "staff/4" }, manager).when(assignResource, masonOn(1, 2), manager).refusal,
    ).toBeUndefined()
  })
  test("equipment is recognised by its name, however it is written", () => {
    const busy = planned(walls, task("Floor", "2026-11-20", "2026-11-22")).when(assignResource, { projectId: 1, taskId: 1, ...digger }, manager)
    busy.when(assignResource, { projectId: 1, taskId: 2, ...digger, name: "DIGGER 1" }, manager).refuses(/^DIGGER 1 is on Walls/)
    planned(walls)
      .when(assignResource, { projectId: 1, taskId: 1, ...digger, name: "" }, manager)
      .refuses("Name the equipment")
  })
  test("a machine in the register is identified by its record, and cannot be assigned while out of use", () => {
    const facts = { name: "Mixer", kind: "other" as const, siteId: 1, location: "", manufacturer: "", model: "", serialNumber: null, inServiceSince: null }
    const mixer = assets.at(3, AssetRegistered({ ...facts, assetNumber: "AST-0003", meterUnit: null, notes: "", restingStatus: "operational" }))
    const with3 = (...more: ReadonlyArray<Change>) =>
      given(sites.at(1, SiteOpened({ code: "US", slug: "us", name: "Unity", label: "US", client: null, location: null })), project(1), mixer, ...more)
        .when(planTask, walls, manager)
        .when(planTask, task("Floor", "2026-11-20", "2026-11-22"), manager)
    const on = (taskId: number) => ({ projectId: 1, taskId, kind: "equipment" as const, refId: 3, name: "" })
    const busy = with3().when(assignResource, on(1), manager)
    expect(tasksOf(busy)[0]!.resources).toEqual([{ key: "asset/3", kind: "equipment", refId: 3, name: "" }])
    busy.when(assignResource, on(2), manager).refuses(/^AST-0003 Mixer is on Walls/)
    with3(assets.at(3, AssetStatusSet({ status: "down", reason: "Gearbox" })))
      .when(assignResource, on(1), manager)
      .refuses("AST-0003 Mixer is out of use. Choose another, or have it repaired first")
  })
  test("a person on leave cannot be assigned", () => {
    const then = planned(task("Fence", "2026-12-20", "2026-12-24"))
    then.when(assignResource, masonOn(1), manager).refuses("Deng Majok is on leave from 2026-12-24 to 2026-12-31. Choose another person, or other days")
  })
  test("a task completed early and a finished project release their resources", () => {
    const then = planned(task("Fence", "2026-11-20", "2026-12-10")).when(assignResource, masonOn(1), manager)
    const bookings = (after: Then) => after.row(constructionResources, 1)!.bookings
    expect(bookings(then)).toHaveLength(1)
    expect(bookings(then.when(progressTask, { projectId: 1, taskId: 1, percent: 100, on: null }, engineer))).toEqual([])
    expect(bookings(then.when(completeProject, { id: 1, actualEndDate: null, overrideReason: null }, manager))).toEqual([])
  })
})

test("any move keeps successors after their predecessors and moves nothing else", () => {
  const day = (n: number) => addDays("2026-01-01", n)
  const plan = fc
    .array(fc.record({ gap: fc.nat(5), length: fc.nat(6), after: fc.array(fc.nat(20), { maxLength: 3 }) }), { minLength: 1, maxLength: 12 })
    .map((asked) => {
      const tasks: Array<Planned> = []
      for (const [n, { gap, length, after }] of asked.entries()) {
        const before = n === 0 ? [] : [...new Set(after.map((each) => (each % n) + 1))]
        const first = before.reduce((latest, id) => (tasks[id - 1]!.end > latest ? tasks[id - 1]!.end : latest), day(0))
        const start = addDays(first, gap)
        tasks.push({ id: n + 1, name: `T${n + 1}`, kind: "task", start, end: addDays(start, length), after: before })
      }
      return tasks
    })
  fc.assert(
    fc.property(plan, fc.nat(11), fc.nat(9), fc.nat(9), (tasks, which, later, longer) => {
      expect(tooSoon(tasks)).toBeUndefined()
      const task = tasks[which % tasks.length]!
      const moved = { ...task, start: addDays(task.start, later), end: addDays(task.end, later + longer) }
      const moves = carried(tasks, moved, () => false)
      const after = tasks.map((one) => ({ ...one, ...moves.find(({ taskId }) => taskId === one.id) }))
      expect(tooSoon(after)).toBeUndefined()
      for (const [n, one] of after.entries()) {
        const was = tasks[n]!
        expect(one.start >= was.start).toBe(true)
        if (one.id !== task.id) expect(Date.parse(one.end) - Date.parse(one.start)).toBe(Date.parse(was.end) - Date.parse(was.start))
        // it moved only because a direct or indirect predecessor is the task that moved
        if (one.id !== task.id && one.start !== was.start) expect(after.some((before) => one.after.includes(before.id) && before.end === one.start)).toBe(true)
      }
    }),
    { numRuns: times(125, 500) },
  )
})

test("any sequence of assignments and moves keeps each resource in one place per day, and bookings equal to the plans", () => {
  const day = (n: number) => addDays("2026-11-01", n)
  const step = fc.record({
    does: fc.constantFrom("plan", "assign", "assign", "assign", "move", "release", "done"),
    projectId: fc.constantFrom(1, 2),
    taskId: fc.integer({ min: 1, max: 4 }),
    from: fc.nat(20),
    length: fc.nat(6),
    name: fc.constantFrom("Digger 1", "digger 2"),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      let now: Then = company.when(planTask, walls, manager)
      for (const { does, projectId, taskId, from, length, name } of steps) {
        const on = { projectId, taskId }
        const dates = { start: day(from), end: day(from + length) }
        const then =
          does === "plan"
            ? now.when(planTask, task("Some", dates.start, dates.end, { projectId }), manager)
            : does === "assign"
              ? now.when(assignResource, { ...on, kind: "equipment", refId: null, name }, manager)
              : does === "move"
                ? now.when(changeTask, { ...on, ...dates, carry: true }, manager)
                : does === "release"
                  ? now.when(releaseResource, { ...on, key: `equipment/${name.toLowerCase()}` }, manager)
                  : now.when(progressTask, { ...on, percent: 100, on: null }, engineer)
        if (!then.refusal) now = then
        for (const id of [1, 2]) {
          const bookings = now.row(constructionResources, id)?.bookings ?? []
          for (const [n, one] of bookings.entries()) {
            for (const other of bookings.slice(n + 1)) expect(one.to < other.from || other.to < one.from).toBe(true)
            const booked = now.row(constructionSchedules, one.projectId)!.tasks.find((each) => each.id === one.taskId)!
            expect([one.from, one.to]).toEqual([booked.start, booked.end])
          }
        }
      }
    }),
    { numRuns: times(25, 100) },
  )
})
