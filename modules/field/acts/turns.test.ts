import { assert, describe, it } from "@effect/vitest"
import { TestDevice } from "../testing.ts"
import { turnsOf } from "./turns.ts"

describe("the turns in which acts of devices are decided", () => {
  const device = new TestDevice()
  const made = (name: string, act: string, input: object) => {
    device.act(Date.UTC(2026, 10, 2), 1, act, input)
    return { name, act, text: device.kept.at(-1)!.text }
  }
  const namesOf = (acts: ReadonlyArray<ReturnType<typeof made>>) =>
    turnsOf(acts, ({ act }) => act === "stock_level.count").map((turn) => turn.map((line) => line.map(({ name }) => name)))

  it("let acts about different records be decided at the same moment, and those about the same ones in the order in which they happened", () => {
    const tap = (name: string, staffMemberId: number, attended: boolean) => made(name, "meal_session.tap", { attended, staffMemberId, mealSessionId: 7 })
    assert.deepStrictEqual(namesOf([tap("tap", 1, true), tap("tap of another person", 2, true), tap("repeated tap", 1, true), tap("undo", 1, false)]), [
      [["tap", "repeated tap", "undo"], ["tap of another person"]],
    ])
    assert.deepStrictEqual(namesOf([tap("tap", 1, true), made("other act", "meal_session.note", { mealSessionId: 7, staffMemberId: 1 })]), [
      [["tap"], ["other act"]],
    ])
  })

  it("decide an act that depends on all before it alone, after these and before the later ones", () => {
    const acts = [
      made("a", "meal_session.tap", { id: 1 }),
      made("b", "stock_level.count", { id: 2 }),
      made("c", "stock_level.count", { id: 2 }),
      made("d", "meal_session.tap", { id: 1 }),
    ]
    assert.deepStrictEqual(namesOf(acts), [[["a"]], [["b"]], [["c"]], [["d"]]])
    assert.deepStrictEqual(namesOf([]), [])
  })
})
