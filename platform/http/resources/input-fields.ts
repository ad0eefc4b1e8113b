/** The fields of a command's input as plain data, for forms, CLI flags and the columns of a file. */
import { Schema } from "effect"
import type { AnyDeclaredCommand } from "../../records/command.ts"
import { defaultsOf, describedAs, type FieldKind, isNullable, isPartial, labelIn } from "../../records/field.ts"

export type ValueNames = Readonly<Record<string, string>>

/** A field of a command's input, or a filter of a list. */
export interface InputField<Name extends string = string> {
  readonly name: Name
  readonly label: string
  readonly kind: FieldKind
  readonly required: boolean
  /** the values of a choice, and display names for those that are not self-explanatory */
  readonly words?: ReadonlyArray<string>
  readonly names?: ValueNames
  /** maximum length of a text in characters */
  readonly most?: number
  /** the notation of a text or a number, as a regular expression, and the sentence about a value that does not have it */
  readonly notation?: { readonly pattern: string; readonly fault: string }
  /** the number must not be negative, or must be above 0 */
  readonly sign?: "positive" | "nonNegative"
  /** only image files are allowed */
  readonly pictures?: true
  /** the value used if it is omitted */
  readonly default?: unknown
  /** if omitted, the field stays unchanged */
  readonly partial?: true
}
export const fieldOf = (fields: AnyDeclaredCommand["fields"], name: string, defaults: Readonly<Record<string, unknown>>): InputField => {
  const schema = (fields[name] ?? Schema.String) as Schema.Top
  const { kind = "json", words, names, most, notation, sign, pictures } = describedAs(schema)
  const isOptional = name in defaults
  const partial = isPartial(schema)
  return {
    name,
    label: labelIn(fields, name),
    kind,
    // a change may set empty text, or null if the field is optional
    required: partial ? !isNullable(schema) && kind !== "text" : !isOptional,
    ...(partial && { partial }),
    ...(words && { words }),
    ...(names && { names }),
    ...(most && { most }),
    ...(notation && { notation }),
    ...(sign && { sign }),
    ...(pictures && { pictures }),
    ...(isOptional && { default: defaults[name] }),
  }
}

/** The fields of a command's input, without the id of its record. */
export const inputFieldsOf = ({ fields }: Pick<AnyDeclaredCommand, "fields">): ReadonlyArray<InputField> => {
  const defaults = defaultsOf(fields)
  return Object.keys(fields)
    .filter((name) => name !== "id")
    .map((name) => fieldOf(fields, name, defaults))
}
