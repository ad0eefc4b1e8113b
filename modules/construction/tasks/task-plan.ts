/**
 * A project's tasks and milestones as a plan, pure: dependencies, and which tasks move when one moves. A task starts on or after the day on which its
 * predecessors end. Work is done on both its first and last day; a milestone takes one day.
 */
import { addDays, daysBetween } from "@ops/platform/calendar.ts"
import { invalid } from "@ops/platform/records/command.ts"
import type { taskKinds } from "../labels.ts"

export interface Planned {
  readonly id: number
  readonly name: string
  readonly kind: (typeof taskKinds)[number]
  readonly start: string
  readonly end: string
  /** the predecessors: tasks that end before this one starts */
  readonly after: ReadonlyArray<number>
}

export interface Move {
  readonly taskId: number
  readonly start: string
  readonly end: string
}

const named = (tasks: ReadonlyArray<Planned>, id: number) => tasks.find((task) => task.id === id)

/** Refuses a task whose dates or dependencies are impossible. */
export const requirePossible = (tasks: ReadonlyArray<Planned>, task: Planned): void => {
  if (task.end < task.start) throw invalid(`${task.name} cannot end before it starts`)
  if (task.kind === "milestone" && task.end !== task.start) throw invalid("A milestone is one day: its end is its start")
  for (const id of task.after) {
    const before = named(tasks, id)
    if (id === task.id) throw invalid(`${task.name} cannot be its own predecessor`)
    if (!before) throw invalid(`This project has no task ${id}`)
    if (reaches(tasks, id, task.id)) throw invalid(`${before.name} already comes after ${task.name}, so ${task.name} cannot come after ${before.name}`)
    if (task.start < before.end) throw invalid(`${task.name} cannot start on ${task.start}: ${before.name} ends on ${before.end}`)
  }
}

/** Whether `from` depends on `to`, directly or indirectly. */
const reaches = (tasks: ReadonlyArray<Planned>, from: number, to: number): boolean => {
  const seen = new Set<number>()
  const waiting = [from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === to) return true
    if (seen.has(id)) continue
    seen.add(id)
    waiting.push(...(named(tasks, id)?.after ?? []))
  }
  return false
}

/**
 * The tasks that move when a task gets other dates: each successor that would start too early, by as many days as necessary. The task itself is the first.
 * Tasks for which `isFixed` is true cannot move: they have started.
 */
export const carried = (tasks: ReadonlyArray<Planned>, moved: Planned, isFixed: (task: Planned) => boolean): ReadonlyArray<Move> => {
  const plan = new Map(tasks.map((task) => [task.id, task]))
  plan.set(moved.id, moved)
  const moves = new Map<number, Move>([[moved.id, { taskId: moved.id, start: moved.start, end: moved.end }]])
  const waiting = [moved.id]
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const { end, name } = plan.get(id)!
    for (const next of plan.values()) {
      if (!next.after.includes(id) || next.start >= end) continue
      if (isFixed(next)) throw invalid(`${next.name} started on ${next.start}, so ${name} must end by then`)
      const by = daysBetween(next.start, end)
      const later = { ...next, start: addDays(next.start, by), end: addDays(next.end, by) }
      plan.set(next.id, later)
      moves.set(next.id, { taskId: next.id, start: later.start, end: later.end })
      waiting.push(next.id)
    }
  }
  return [...moves.values()]
}

/** The first task that would start before its predecessor has ended; undefined if there is none. */
export const tooSoon = (tasks: ReadonlyArray<Planned>): readonly [task: Planned, before: Planned] | undefined => {
  for (const task of tasks) {
    for (const id of task.after) {
      const before = named(tasks, id)
      if (before && task.start < before.end) return [task, before]
    }
  }
  return undefined
}
