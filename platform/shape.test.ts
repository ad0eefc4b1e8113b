import { describe, expect, it } from "vitest"
import { Misshapen, type Shape, shaped } from "./shape.ts"

const person: Shape = {
  fields: [
    ["name", "string"],
    ["age", { either: ["integer", "null"] }],
    ["role", { oneOf: ["cook", "guard"] }, 1],
    ["marks", { record: { list: "finite" } }, 1],
  ],
}

describe("a shape", () => {
  it("returns its named fields in its own order and omits the others", () => {
    const read = shaped(person, { other: 1, marks: { maths: [1.5, 2] }, age: null, name: "Nyibol" })
    expect(JSON.stringify(read)).toBe('{"name":"Nyibol","age":null,"marks":{"maths":[1.5,2]}}')
  })

  it.each([
    [{ age: 3 }, "name is missing."],
    [{ name: 3, age: 3 }, "name must be a string."],
    [{ name: "A", age: 1.5 }, "age must be of another form."],
    [{ name: "A", age: 1, role: "king" }, "role must be one of cook, guard."],
    [{ name: "A", age: 1, marks: { maths: [1, "2"] } }, "marks.maths[1] must be a number."],
    [{ name: "A", age: 1, marks: [1] }, "marks must be an object."],
    [null, "It must be an object."],
    [[], "It must be an object."],
  ])("refuses %j and names the place", (value, sentence) => {
    expect(() => shaped(person, value)).toThrow(new Misshapen(sentence))
  })

  it("accepts null for an absent value, and anything for any", () => {
    const shape: Shape = {
      fields: [
        ["note", { either: ["string", "absent"] }, 1],
        ["more", "any"],
      ],
    }
    expect(shaped(shape, { note: null, more: [{}] })).toEqual({ note: undefined, more: [{}] })
  })
})
