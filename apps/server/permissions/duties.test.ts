/** The rules of duties name existing events, fields and kinds, and their chains are connected. */
import { expect, test } from "vitest"
import { chains } from "@ops/audit/duties/duty-rules.ts"
import { model } from "../modules.ts"

const events = new Map(model.streams.flatMap(({ record, events }) => events.map((event) => [event.type, { kind: record.kind as string, event }] as const)))

test.each(chains.map((chain) => [chain.chain, chain] as const))("the chain %s consists of existing events", (_, { kind, duties, apart, overrides }) => {
  expect(model.streams.map(({ record }) => record.kind)).toContain(kind)
  for (const { events: types, elsewhere } of duties) {
    for (const type of types) {
      expect([...events.keys()]).toContain(type)
      if (elsewhere === undefined) expect(events.get(type)!.kind).toBe(kind)
    }
  }
  // a policy replay asks about two of them
  expect(duties.length).toBeGreaterThan(1)
  for (const { duties: pair } of apart) for (const duty of pair) expect(duties.map(({ duty }) => duty)).toContain(duty)
  for (const { event, ...of } of overrides) {
    const field = "reason" in of ? of.reason : /e\.data->'(\w+)'/.exec(of.said)![1]
    expect(Object.keys(events.get(event)!.event.schema.fields)).toContain(field)
  }
})

// proves U-10
test("every event that keeps the reason of an override, and every close of a month over open checks, is listed with that reason", () => {
  const listed = chains.flatMap(({ overrides }) => overrides.map(({ event }) => event))
  const overriding = [...events.values()].filter(({ event }) => "overrideReason" in event.schema.fields).map(({ event }) => event.type)
  expect(overriding.filter((type) => !listed.includes(type))).toEqual([])
  expect(listed).toContain("PeriodClosed")
})

test("the fields that link one chain to another record exist", () => {
  const fieldsOf = (type: string) => Object.keys(events.get(type)!.event.schema.fields)
  expect(fieldsOf("PurchaseRequestApproved")).toContain("vendorId")
  expect(fieldsOf("PeriodBilled")).toEqual(expect.arrayContaining(["contractId", "from", "to", "invoiceId"]))
  expect(fieldsOf("SessionOpened")).toEqual(expect.arrayContaining(["contractId", "sessionDate"]))
  expect(fieldsOf("MealAttended")).toContain("mealSessionId")
  expect(fieldsOf("ExceptionDecided")).toContain("allowed")
  expect(fieldsOf("AttendanceCorrected")).toContain("late")
})

test.each([
  ["expense", "approved", "paid"],
  ["bill", "approved", "paid"],
  ["bill", "entered", "paid"],
  ["payment_run", "checked", "executed"],
  ["payment_run", "made", "executed"],
  ["petty_cash", "approved", "paid_out"],
  ["journal", "drafted", "posted"],
  ["journal", "written", "posted"],
] as const)("in the chain %s, one person who both %s and %s the same item is reported", (name, first, second) => {
  const { apart } = chains.find(({ chain }) => chain === name)!
  expect(apart.some(({ duties }) => duties.includes(first) && duties.includes(second))).toBe(true)
})
