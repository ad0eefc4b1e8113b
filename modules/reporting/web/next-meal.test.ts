import { assert, describe, it } from "@effect/vitest"
import { type Meal, nextMeal, untilMeal } from "./next-meal.ts"

const session = (id: number, mealType: Meal, status: "active" | "completed" | "cancelled", totalAttendees = 0) => ({ id, mealType, status, totalAttendees })

describe("the next meal of a camp", () => {
  it("is the one being served, with everyone who has eaten it", () => {
    const sessions = [session(1, "lunch", "active", 40), session(2, "lunch", "completed", 12), session(3, "lunch", "cancelled", 9)]
    assert.deepStrictEqual(nextMeal(sessions, "13:00"), { meal: "lunch", begins: "12:30", isTomorrow: false, running: { id: 1, served: 52 } })
  })

  it("is the first that is neither over nor too late, and can be opened before it begins", () => {
    assert.strictEqual(nextMeal([], "06:00").meal, "breakfast")
    assert.strictEqual(nextMeal([], "10:00").meal, "lunch")
    assert.strictEqual(nextMeal([session(1, "breakfast", "completed")], "07:30").meal, "lunch")
    assert.deepStrictEqual(nextMeal([session(1, "breakfast", "completed"), session(2, "dinner", "active", 3)], "07:30").meal, "lunch")
    assert.deepStrictEqual(nextMeal([session(2, "dinner", "active", 3)], "18:00").running, { id: 2, served: 3 })
  })

  it("is not over while a session of it is open, even if that of another client is closed", () => {
    const sessions = [session(1, "dinner", "completed", 80), session(2, "dinner", "active", 3)]
    for (const time of ["16:30", "18:00"]) {
      assert.deepStrictEqual(nextMeal(sessions, time), { meal: "dinner", begins: "18:30", isTomorrow: false, running: { id: 2, served: 83 } })
    }
  })

  it("is tomorrow's breakfast when the last is over", () => {
    assert.deepStrictEqual(nextMeal([session(1, "dinner", "completed", 80)], "20:00"), {
      meal: "breakfast",
      begins: "06:30",
      isTomorrow: true,
      running: undefined,
    })
    assert.strictEqual(nextMeal([], "23:10").isTomorrow, true)
  })

  it("says how far it is", () => {
    const at = (time: string) => untilMeal(nextMeal([], time), time)
    assert.deepStrictEqual(["05:52", "06:30", "07:10", "10:25", "23:00"].map(at), ["in 38 min", "since 06:30", "since 06:30", "in 2 h 5 min", "tomorrow"])
  })
})
