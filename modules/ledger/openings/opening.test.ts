/** Opening balances: what one person takes over, another confirms. */
import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { type By, command, system } from "@ops/platform/records/command.ts"
import { given, givenAt } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { confirmOpening, openings, takingOver } from "./opening.ts"

const person = (id: number, level: number, simulated = false): By => ({
  ...system("test", givenAt),
  actor: `person:${id}`,
  person: id,
  level,
  permissions: permissionsOf(level),
  simulated,
  today: "2026-11-21",
})
const [one, other, chief, supervisor] = [person(1, 7), person(2, 7), person(3, 10), person(4, 6)]
const take = command("test.take", function* (_: {}, by: By) {
  return { id: 1, changes: yield* takingOver(by) }
})
const books = given()
const confirm = { id: 1 }

describe("balances of earlier books that people take over", () => {
  test("what one person in finance has entered, only another person in finance or of level 10 confirms", () => {
    const entered = books.when(take, {}, one)
    entered.gives(["opening/1", "OpeningEntered"]).holds(openings, 1, { status: "entered", waiting: [1], confirmedBy: null })
    // one event for all that a person takes over
    entered.when(take, {}, one).gives()
    entered.when(confirmOpening, confirm, one).refuses("You entered these opening balances, so another person must confirm them", 403)
    entered.when(confirmOpening, confirm, supervisor).refuses("Only finance can confirm opening balances", 403)
    entered.when(confirmOpening, confirm, person(3, 10, true)).refuses(/simulated sign-in cannot approve money/, 403)
    for (const by of [other, chief]) {
      entered.when(confirmOpening, confirm, by).holds(openings, 1, { status: "confirmed", waiting: [], confirmedBy: by.person })
    }
    entered.when(confirmOpening, confirm, other).when(confirmOpening, confirm, chief).refuses("The opening balances are confirmed already", 409)
    books.when(confirmOpening, confirm, chief).refuses("Opening balances 1 does not exist", 404)
  })

  test("two people who both entered something confirm each other's, and what is entered later waits again", () => {
    const both = books.when(take, {}, one).when(take, {}, chief)
    const half = both.when(confirmOpening, confirm, chief)
    half.holds(openings, 1, { status: "entered", waiting: [3] })
    half.when(confirmOpening, confirm, chief).refuses(/^You entered these opening balances/, 403)
    const whole = half.when(confirmOpening, confirm, one)
    whole.holds(openings, 1, { status: "confirmed", waiting: [] })
    whole.when(take, {}, one).holds(openings, 1, { status: "entered", waiting: [1] })
  })

  test("the setup of the system itself does not wait for anyone", () => {
    books.when(take, {}, system("setup", givenAt)).gives()
  })

  test("nothing is ever confirmed by the person who entered it, whoever does what in whichever order", () => {
    const step = fc.record({ who: fc.constantFrom(one, other, chief), confirms: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        let state = books.when(take, {}, one)
        /** by the rule itself: whose entries wait */
        let waiting = new Set([1])
        for (const { who, confirms } of steps) {
          const next = confirms ? state.when(confirmOpening, confirm, who) : state.when(take, {}, who)
          if (confirms && next.refusal === undefined) waiting = new Set([...waiting].filter((id) => id === who.person))
          if (!confirms) waiting.add(who.person!)
          if (next.refusal === undefined) state = next
          expect(new Set(state.row(openings, 1)!.waiting)).toEqual(waiting)
        }
      }),
      { numRuns: times(50, 500) },
    )
  })
})
