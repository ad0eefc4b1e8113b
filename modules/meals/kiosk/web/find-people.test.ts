import { describe, expect, test } from "vitest"
import { badgeCode } from "@ops/platform/access/badge.ts"
import { byNumber, findPeople, isNumber } from "./find-people.ts"

const person = (id: number, staffNumber: string, firstName: string, lastName: string) => ({ id, staffNumber, firstName, lastName })
const people = [
  person(1, "SLB-1-012", "Achol", "Deng"),
  person(2, "SLB-1-120", "Deng", "Akech"),
  person(3, "NBD-9", "José", "Núñez Wol"),
  person(4, "NBD-09", "Mary", "O'Brien"),
]
const ids = (typed: string) => findPeople(people, typed).map(({ id }) => id)

describe("finding people", () => {
  test("without input, lists everyone by last name", () => expect(ids("  ")).toEqual([2, 1, 3, 4]))
  test("matches the beginning of any part of a name, in any order", () => {
    expect(ids("de")).toEqual([2, 1])
    expect(ids("deng ach")).toEqual([1])
    expect(ids("bri")).toEqual([4])
    expect(ids("eng")).toEqual([])
  })
  test("ignores accents", () => expect(ids("jose nunez")).toEqual([3]))
  test("narrows by a staff number or a part of it; an exact match comes first", () => {
    expect(ids("slb-1")).toEqual([2, 1])
    expect(ids("12")).toEqual([2, 1])
    expect(ids("nbd-9")).toEqual([3])
    expect(ids("SLB-1-120")).toEqual([2])
  })
})

describe("finding a person by staff number", () => {
  test("matches the number in any case", () => expect(byNumber(people, " slb-1-012 ")?.id).toBe(1))
  test("matches the digits alone, without leading zeros", () => expect(byNumber(people, "01120")?.id).toBe(2))
  test("finds no one if the digits match two people", () => expect(byNumber(people, "9")).toBeUndefined())
  test("never matches a person whose number only begins or ends with the input", () => {
    expect(byNumber(people, "SLB-1-01")).toBeUndefined()
    expect(byNumber(people, "120")).toBeUndefined()
    expect(byNumber(people, "0")).toBeUndefined()
  })
  test("a scanned badge finds the person who has it now, and no one by one that was replaced", () => {
    const [now, before] = [badgeCode(new Uint8Array(10).fill(7)), badgeCode(new Uint8Array(10).fill(9))]
    const carried = people.map((one) => ({ ...one, badge: one.id === 3 ? now : null }))
    expect(byNumber(carried, now.toLowerCase())?.id).toBe(3)
    expect(byNumber(carried, before)).toBeUndefined()
    expect(isNumber(now)).toBe(true)
  })
})
