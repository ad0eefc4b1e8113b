/** A value that a schema of the contract accepts, generated from the schema itself: for the examples of the API's document, and for tests that make every call. */
import { Exit, Schema, SchemaAST } from "effect"
import { inWords } from "../../text.ts"

const leaves: ReadonlyArray<unknown> = [
  "x",
  1,
  "1",
  "10.00",
  "2026-11-20",
  "2026-11",
  "08:00",
  "a@example.com",
  "2026-11-20T08:00:00.000Z",
  "+211 912 345 678",
  true,
  "1234",
  "other",
  null,
  [],
  {},
]

/** A schema with the properties that its various kinds have. */
export interface Made extends Schema.Top {
  readonly fields?: Schema.Struct.Fields
  readonly members?: ReadonlyArray<Schema.Top>
  readonly schema?: Schema.Top
  readonly value?: Schema.Top
  readonly from?: Schema.Top
}

interface Options {
  /** optional fields are included */
  readonly whole?: boolean
  /** the field that the value is for: text then names it, and ids are those of the first record */
  readonly field?: string
}
/** Values of fields that have a form of their own, as they are in the demo data. */
const byName: ReadonlyArray<readonly [RegExp, unknown]> = [
  [/Ids?$|^(id|week|day|receipt|year)$/, 1],
  [/^(period|billingPeriod|month)$/, "2026-10"],
  [/^(from|to|since|date|a|b)$|Date$/, "2026-10-31"],
  [/^(code|slug)$/, "AB"],
  [/^person$|^employeeId$/, "FO-CEO-001"],
  [/^list$/, "/api/stock/items"],
  [/^what$/, "clients"],
  [/^kind$/, "invoice"],
]
/** Values to try for a field, in the form that the API's document gives them. */
const leavesFor = (field: string): ReadonlyArray<unknown> => {
  const known = byName.flatMap(([name, value]) => (name.test(field) ? [value, String(value)] : []))
  return [...known, inWords(field), "10.00", ...leaves]
}

/** Undefined if none of the tried values is accepted. */
export const sampleOf = (of: Schema.Top, { whole = false, field }: Options = {}): unknown => {
  const schema = of as Made
  const sample = (part: Schema.Top, of = field) => sampleOf(part, { whole, ...(of !== undefined && { field: of }) })
  const accepts = (value: unknown) => Exit.isSuccess(Schema.decodeUnknownExit(schema as Schema.Codec<unknown>)(value))
  const parts = (): ReadonlyArray<unknown> => {
    if (schema.fields) {
      const required = Object.entries(schema.fields as Readonly<Record<string, Schema.Top>>).filter(([, part]) => whole || !isOptional(part))
      return [Object.fromEntries(required.map(([name, part]) => [name, sample(part, field && name)]))]
    }
    if (schema.members?.every((member) => member.ast)) return [...literalsOf(schema.ast), ...schema.members.map((member) => sample(member))]
    if (schema.schema) return schema.ast._tag === "Arrays" ? [[sample(schema.schema)], []] : [sample(schema.schema)]
    if (schema.value) return [[sample(schema.value)], []]
    return [...literalsOf(schema.ast), ...(schema.from ? [sample(schema.from)] : [])]
  }
  // an id or an amount is accepted in several forms: the document gives one, which is tried first
  const tried = field === undefined ? [...parts(), ...leaves] : schema.fields ? parts() : [...literalsOf(schema.ast), ...leavesFor(field), ...parts()]
  return tried.find((value) => value !== undefined && accepts(value))
}
const isOptional = ({ ast }: Schema.Top): boolean => SchemaAST.isOptional(ast)
const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<unknown> =>
  ast._tag === "Literal" ? [ast.literal] : ast._tag === "Union" ? ast.types.flatMap(literalsOf) : []
