/** Decisions wait ten seconds: they are sent once, can be undone before, and are sent immediately when the page is left. */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { Approval } from "../contract.ts"
import { leftOut } from "./approval-labels.ts"
import { type Decision, holdDecisions, holdMs } from "./held-decisions.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const row = (id: number, more: Partial<Approval> = {}) =>
  ({
    kind: "expense_request",
    id,
    number: `EXP-${id}`,
    unusual: [],
    approve: { method: "POST", path: `/api/expense-requests/${id}/approve`, body: {} },
    reject: { method: "POST", path: `/api/expense-requests/${id}/reject`, reason: "optional" },
    ...more,
  }) as Approval
const decision = (...rows: ReadonlyArray<Approval>): Decision => ({ verb: "approve", rows, reason: "" })

const held = () => {
  const sent: Array<Decision> = []
  const end: Array<() => void> = []
  const store = holdDecisions((each) => {
    sent.push(each)
    return new Promise<void>((resolve) => end.push(resolve))
  })
  return { ...store, sent, end }
}

test("a decision is sent once when its ten seconds have passed, and is pending until the answer has come", async () => {
  const { hold, pending, sent, end } = held()
  const forgotten = vi.fn()
  hold(decision(row(1)), forgotten)
  vi.advanceTimersByTime(holdMs - 1)
  expect([sent.length, pending().length, forgotten.mock.calls.length]).toEqual([0, 1, 0])
  vi.advanceTimersByTime(1)
  expect([sent.length, pending().length, forgotten.mock.calls.length]).toEqual([1, 1, 1])
  end[0]!()
  await vi.waitFor(() => expect(pending()).toEqual([]))
  vi.advanceTimersByTime(holdMs)
  expect(sent).toHaveLength(1)
})

test("undo takes back the latest decision that is not sent, and nothing that is", () => {
  const { hold, undo, pending, sent } = held()
  hold(decision(row(1)), () => {})
  vi.advanceTimersByTime(holdMs / 2)
  hold(decision(row(2)), () => {})
  expect(undo()?.rows[0]?.id).toBe(2)
  vi.advanceTimersByTime(holdMs)
  expect(sent.map(({ rows }) => rows[0]?.id)).toEqual([1])
  expect([undo(), pending().length]).toEqual([undefined, 1])
})

test("what is held is sent at once when the page is left", () => {
  const { hold, flush, sent } = held()
  hold(decision(row(1)), () => {})
  hold(decision(row(2)), () => {})
  flush()
  vi.advanceTimersByTime(holdMs)
  expect(sent.map(({ rows }) => rows[0]?.id)).toEqual([1, 2])
})

test("a decision over many leaves out what has been decided, what is unusual, what takes a reason and what cannot be rejected", () => {
  const now = new Set([1, 2, 3, 4].map((id) => `expense_request/${id}`))
  const unusual = row(2, { unusual: [{ tag: "12% above last price", text: "…" }] })
  const reasoned = row(3, { approve: { method: "POST", path: "/", body: {}, reason: "required" } })
  const final = row(4, { reject: null })
  expect([row(1), unusual, reasoned, final, row(5)].map((each) => leftOut(each, "approve", now))).toEqual([
    undefined,
    "12% above last price. Open it and decide on it alone",
    "It needs a reason. Open it and decide on it alone",
    undefined,
    "No longer awaits your decision",
  ])
  expect([reasoned, final].map((each) => leftOut(each, "reject", now))).toEqual([undefined, "You cannot reject it"])
})
