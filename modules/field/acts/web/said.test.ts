import { describe, expect, it } from "vitest"
import { describedAs } from "@ops/platform/records/field.ts"
import { writeAct } from "@ops/platform/access/signed-act.ts"
import { deviceActs } from "../device-acts.ts"
import { amounts, labelsOfActs, referring } from "../names.ts"
import { saidIn } from "./said.ts"

const signed = (act: string, input: unknown) => {
  const head = { device: "a".repeat(22), number: 1, previous: "b".repeat(43), wall: 1795387399144, start: "start-01", since: 5, anchor: "-" }
  return writeAct({ ...head, person: 1, proof: "session", act, input })
}

const entered = { labels: labelsOfActs, amounts }
const forms = { instant: (at: string) => at, text: (text: string) => text.replace("2026-11-27", "27 Nov 2026").replace("2027-03-01", "1 Mar 2027") }

describe("what was entered on a device, for a supervisor who decides on it", () => {
  it("names people and meals, and leaves out what was left empty", () => {
    const text = signed("meal_attendance.record", { mealSessionId: 880, staffMemberId: 212, attended: true, reason: "", notes: "" })
    const names = { "mealSessionId 880": "2026-11-27 lunch", "staffMemberId 212": "Achol Deng" }
    expect(saidIn({ text, names }, entered, forms)).toEqual([
      ["Meal session", "27 Nov 2026 lunch"],
      ["Staff member", "Achol Deng"],
      ["Attended", "Yes"],
    ])
  })

  it("lists the lines of a delivery by item, with the labels of the resource and days written out", () => {
    const lines = [{ itemId: 1, received: 40, damaged: 2, lotNumber: "A12", expiryDate: "2027-03-01" }]
    const text = signed("purchase_request.receive", { id: 7, note: "", lines })
    expect(saidIn({ text, names: { "id 7": "PR-2026-0007", "itemId 1": "Rice" } }, entered, forms)).toEqual([
      ["Purchase request", "PR-2026-0007"],
      ["Lines", ["Rice, received 40, damaged 2, lot A12, expiry date 1 Mar 2027"]],
    ])
  })

  it("writes amounts with their cents, and counts the files", () => {
    const text = signed("expense.request", { amount: 12.5, currency: "USD", category: "operational", siteId: 1, receipts: ["a".repeat(64)] })
    expect(saidIn({ text, names: {} }, entered, forms)).toEqual([
      ["Amount", "12.50"],
      ["Currency", "USD"],
      ["Category", "Operational"],
      ["Receipts", "1"],
    ])
  })

  it("knows the records of every field that names one", () => {
    const refers = (fields: object): ReadonlyArray<string> =>
      Object.entries(fields).flatMap(([name, schema]) => [...refers(describedAs(schema).line ?? {}), ...(describedAs(schema).refers ? [name] : [])])
    const named = [...deviceActs.values()].flatMap(({ fields }) => refers(fields)).filter((name) => name !== "id" && name !== "siteId")
    expect(named.filter((name) => !(name in referring))).toEqual([])
  })
})
