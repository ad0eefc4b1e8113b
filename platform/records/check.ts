/** Runs the checks declared by the fields of events and of command input, whatever their source. */
import { Schema, SchemaAST } from "effect"
import { tooLarge } from "../decimal-input.ts"
import { sentencesOf } from "../faults.ts"
import { mostCents } from "../money.ts"
import { describedAs, labelIn } from "./field.ts"
import { invalid } from "./rejection.ts"

/** No number may exceed the largest amount, including numbers inside structured values that have no kind of their own. */
const largest = tooLarge(mostCents, 100)
const hasTooLarge = (value: unknown): boolean =>
  typeof value === "number" ? largest(value) !== undefined : typeof value === "object" && value !== null && Object.values(value).some(hasTooLarge)

type Test = (value: unknown) => boolean

/**
 * A test whether a value is valid as it is, several times faster than the parser of its schema, which also makes copies and issues. Undefined for a
 * schema that only the parser understands.
 */
const testOf = (ast: SchemaAST.AST): Test | undefined => {
  const test = ast.encoding || ("encodingChecks" in ast && ast.encodingChecks) ? undefined : bareTestOf(ast)
  const { checks } = ast
  if (!test || !checks) return test
  const passes = (check: SchemaAST.Check<unknown>, value: unknown): boolean =>
    check._tag === "Filter" ? check.run(value, ast, {}) === undefined : check.checks.every((one) => passes(one, value))
  return (value) => test(value) && checks.every((check) => passes(check, value))
}
const bareTestOf = (ast: SchemaAST.AST): Test | undefined => {
  switch (ast._tag) {
    case "String":
      return (value) => typeof value === "string"
    case "Number":
      return (value) => typeof value === "number"
    case "Boolean":
      return (value) => typeof value === "boolean"
    case "Null":
      return (value) => value === null
    case "Literal":
      return (value) => value === ast.literal
    case "Union": {
      const tests = all(ast.types.map(testOf))
      return tests && ast.options?.mode !== "oneOf" ? (value) => tests.some((test) => test(value)) : undefined
    }
    case "Arrays": {
      const [test] = ast.elements.length === 0 && ast.rest.length === 1 ? [testOf(ast.rest[0]!)] : []
      return test && ((value) => Array.isArray(value) && value.every(test))
    }
    case "Objects": {
      const fields = all(
        ast.propertySignatures.map(({ name, type }) => {
          const test = testOf(type)
          return test && { name, test, isOptional: SchemaAST.isOptional(type) }
        }),
      )
      if (!fields || ast.indexSignatures.length > 0) return undefined
      return (value) => {
        if (typeof value !== "object" || value === null || Array.isArray(value)) return false
        let known = 0
        for (const { name, test, isOptional } of fields) {
          if (Object.hasOwn(value, name)) {
            if (!test((value as Readonly<Record<PropertyKey, unknown>>)[name])) return false
            known++
          } else if (!isOptional) return false
        }
        // the parser leaves out unknown names
        return known === Object.keys(value).length
      }
    }
    default:
      return undefined
  }
}
const all = <A>(each: ReadonlyArray<A | undefined>): ReadonlyArray<A> | undefined =>
  each.every((one) => one !== undefined) ? (each as ReadonlyArray<A>) : undefined

/** Makes the check for these fields: it returns the values without unknown keys, or throws a Rejection that lists every error. */
export const checkOf = <const Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const schema = Schema.toType(Schema.Struct(fields)) as unknown as Schema.Codec<Schema.Struct.Type<Fields>>
  const structured = Object.entries(fields).flatMap(([name, field]) => (describedAs(field).sql === "jsonb" ? [name] : []))
  // compiled at first use: a process meets only a few of all the events
  let test: Test | undefined
  let check: ((value: unknown) => Schema.Struct.Type<Fields>) | undefined
  let detailed: ((value: unknown) => Schema.Struct.Type<Fields>) | undefined
  return (value: unknown): Schema.Struct.Type<Fields> => {
    test ??= testOf(schema.ast) ?? (() => false)
    let checked: Schema.Struct.Type<Fields>
    try {
      checked = test(value) ? (value as Schema.Struct.Type<Fields>) : (check ??= Schema.decodeUnknownSync(schema))(value)
    } catch {
      try {
        // the first pass stops at the first error and is fast; this one collects them all
        checked = (detailed ??= Schema.decodeUnknownSync(schema, { errors: "all" }))(value)
      } catch (error) {
        if (!(error instanceof Schema.SchemaError)) throw error
        throw invalid(sentencesOf(error, (name) => labelIn(fields, name)))
      }
    }
    const fault = structured.find((name) => hasTooLarge(checked[name as keyof typeof checked]))
    if (fault !== undefined) throw invalid(`${labelIn(fields, fault)} has an amount that is too large: an amount ${largest(Infinity)}`)
    return checked
  }
}
