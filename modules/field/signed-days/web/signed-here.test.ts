import { expect, test } from "vitest"
import { readSheet, writeSheet } from "@ops/platform/access/day-sheet.ts"
import { signedHere } from "./signed-here.ts"

const figures = { served: 90, late: 0, undecided: 0, visitors: 0, contractors: 0, own: 0 }
const of = { siteId: 1, siteName: "Unity", clientId: 2, clientName: "SLB", date: "2026-11-21" }
const meals = [
  { sessionId: 10, mealType: "breakfast" as const, ...figures },
  { sessionId: 11, mealType: "lunch" as const, ...figures },
]
const services = [{ orderId: 7, number: "WO-2026-00007", what: "Rooms cleaned" }]
const unsigned = { project: null, isClosed: true, signature: null, signedBy: null, signedSheet: null }
const day = { ...of, services, text: writeSheet({ ...of, meals, services, devices: [] }), meals: meals.map((meal) => ({ ...meal, ...unsigned })) }
const input = { text: day.text, signedBy: "Peter Lado", role: "Camp boss", drawing: "1,2 3,4", disputes: [] }
const act = { act: "signed_day.sign", state: "waiting", input } as const

test("a sheet that was signed on the device is not offered to be signed twice, until the office has decided", () => {
  const here = signedHere(day, [act])
  expect(here.meals.map(({ signature, signedBy, signedSheet }) => [signature, signedBy, signedSheet])).toEqual([
    ["signed", "Peter Lado", null],
    ["signed", "Peter Lado", null],
  ])
  expect([readSheet(here.text)?.meals, here.services]).toEqual([[], []])
  for (const state of ["recorded", "refused"] as const) expect(signedHere(day, [{ ...act, state }])).toEqual(day)
})

test("a meal that was disputed on the device can still be signed, and other days and clients are left alone", () => {
  const here = signedHere(day, [{ ...act, input: { ...input, disputes: [{ sessionId: 11, reason: "Too many" }] } }])
  expect(here.meals.map(({ signature }) => signature)).toEqual(["signed", "disputed"])
  expect(readSheet(here.text)?.meals.map(({ sessionId }) => sessionId)).toEqual([11])
  for (const other of [{ siteId: 3 }, { clientId: 3 }, { date: "2026-11-20" }]) {
    expect(signedHere(day, [{ ...act, input: { ...input, text: writeSheet({ ...of, ...other, meals, devices: [] }) } }])).toEqual(day)
  }
})
