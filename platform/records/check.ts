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
      const take = ast.indexSignatures.length === 0 ? takeOf(ast) : undefined
      return (
        take &&
        ((value) => {
          const taken = take(value)
          // the parser would leave out unknown names
          return taken !== undefined && Object.keys(taken).length === Object.keys(value as object).length
        })
      )
    }
    default:
      return undefined
  }
}
const all = <A>(each: ReadonlyArray<A | undefined>): ReadonlyArray<A> | undefined =>
  each.every((one) => one !== undefined) ? (each as ReadonlyArray<A>) : undefined

/** Takes the declared values out of an object; undefined if any of them is missing or does not pass its test. */
const takeOf = ({ propertySignatures }: SchemaAST.Objects) => {
  const fields = all(
    propertySignatures.map(({ name, type }) => {
      const test = testOf(type)
      return test && { name, test, isOptional: SchemaAST.isOptional(type) }
    }),
  )
  return (
    fields &&
    ((value: unknown): object | undefined => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined
      const taken: Record<PropertyKey, unknown> = {}
      for (const { name, test, isOptional } of fields) {
        const isThere = Object.hasOwn(value, name)
        const one = isThere ? (value as Readonly<Record<PropertyKey, unknown>>)[name] : undefined
        if (isThere ? !test(one) : !isOptional) return undefined
        if (isThere) taken[name] = one
      }
      return taken
    })
  )
}

/** Makes the check for these fields: it returns the values without unknown keys, or throws a Rejection that lists every error. */
export const checkOf = <const Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const schema = Schema.toType(Schema.Struct(fields)) as unknown as Schema.Codec<Schema.Struct.Type<Fields>>
  const structured = Object.entries(fields).flatMap(([name, field]) => (describedAs(field).sql === "jsonb" ? [name] : []))
  // compiled at first use: a process meets only a few of all the events
  let take: ReturnType<typeof takeOf> | null | undefined = null
  let check: ((value: unknown) => Schema.Struct.Type<Fields>) | undefined
  let detailed: ((value: unknown) => Schema.Struct.Type<Fields>) | undefined
  return (value: unknown): Schema.Struct.Type<Fields> => {
    if (take === null) take = takeOf(schema.ast as SchemaAST.Objects)
    let checked = take?.(value) as Schema.Struct.Type<Fields> | undefined
    try {
      checked ??= (check ??= Schema.decodeUnknownSync(schema))(value)
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
