/** A value that a schema of the contract accepts, generated from the schema itself: for tests that make every call. */
import { Exit, Schema, SchemaAST } from "effect"

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

/** Undefined if none of the tried values is accepted. With `whole`, optional fields are included. */
export const sampleOf = (of: Schema.Top, { whole = false }: { readonly whole?: boolean } = {}): unknown => {
  const schema = of as Made
  const sample = (part: Schema.Top) => sampleOf(part, { whole })
  const accepts = (value: unknown) => Exit.isSuccess(Schema.decodeUnknownExit(schema as Schema.Codec<unknown>)(value))
  const parts = (): ReadonlyArray<unknown> => {
    if (schema.fields) {
      const required = Object.entries(schema.fields as Readonly<Record<string, Schema.Top>>).filter(([, field]) => whole || !isOptional(field))
      return [Object.fromEntries(required.map(([name, field]) => [name, sample(field)]))]
    }
    if (schema.members?.every((member) => member.ast)) return [...literalsOf(schema.ast), ...schema.members.map(sample)]
    if (schema.schema) return schema.ast._tag === "Arrays" ? [[sample(schema.schema)], []] : [sample(schema.schema)]
    if (schema.value) return [[sample(schema.value)], []]
    return [...literalsOf(schema.ast), ...(schema.from ? [sample(schema.from)] : [])]
  }
  return [...parts(), ...leaves].find((value) => value !== undefined && accepts(value))
}
const isOptional = ({ ast }: Schema.Top): boolean => SchemaAST.isOptional(ast)
const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<unknown> =>
  ast._tag === "Literal" ? [ast.literal] : ast._tag === "Union" ? ast.types.flatMap(literalsOf) : []
