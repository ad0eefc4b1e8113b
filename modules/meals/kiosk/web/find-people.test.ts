import { describe, expect, test } from "vitest"
import { byNumber, findPeople } from "./find-people.ts"

const person = (id: number, staffNumber: string, firstName: string, lastName: string) => ({ id, staffNumber, firstName, lastName })
const people = [
  person(1, "SLB-1-012", "Achol", "Deng"),
  person(2, "SLB-1-120", "Deng", "Akech"),
  person(3, "NBD-9", "José", "Núñez Wol"),
  person(4, "NBD-09", "Mary", "O'Brien"),
]
const ids = (typed: string) => findPeople(people, typed).map(({ id }) => id)

describe("finding people", () => {
  test("nothing typed: all people, by last name", () => expect(ids("  ")).toEqual([2, 1, 3, 4]))
  test("the beginning of any part of a name, in any order", () => {
    expect(ids("de")).toEqual([2, 1])
    expect(ids("deng ach")).toEqual([1])
    expect(ids("bri")).toEqual([4])
    expect(ids("eng")).toEqual([])
  })
  test("accents do not matter", () => expect(ids("jose nunez")).toEqual([3]))
  test("a staff number, or a part of it, narrows; who has exactly this one comes first", () => {
    expect(ids("slb-1")).toEqual([2, 1])
    expect(ids("12")).toEqual([2, 1])
    expect(ids("nbd-9")).toEqual([3])
    expect(ids("SLB-1-120")).toEqual([2])
  })
})

describe("the person of a staff number", () => {
  test("as it is written, in any case", () => expect(byNumber(people, " slb-1-012 ")?.id).toBe(1))
  test("by its digits alone, without leading noughts", () => expect(byNumber(people, "01120")?.id).toBe(2))
  test("no one where the digits match two people", () => expect(byNumber(people, "9")).toBeUndefined())
  test("never a person whose number only begins or ends like it", () => {
    expect(byNumber(people, "SLB-1-01")).toBeUndefined()
    expect(byNumber(people, "120")).toBeUndefined()
    expect(byNumber(people, "0")).toBeUndefined()
  })
})
