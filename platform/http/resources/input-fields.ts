/** The fields of a command's input as plain data, for forms, flags of the terminal and the columns of a file. */
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
  /** the words of a choice, and what people read for those that do not say it themselves */
  readonly words?: ReadonlyArray<string>
  readonly names?: ValueNames
  /** how many characters a text can have */
  readonly most?: number
  /** a number that must not be negative, or must be above 0 */
  readonly sign?: "positive" | "nonNegative"
  /** what stands for it where it is left out */
  readonly default?: unknown
  /** left out, it stays as it is */
  readonly partial?: true
}
export const fieldOf = (fields: AnyDeclaredCommand["fields"], name: string, defaults: Readonly<Record<string, unknown>>): InputField => {
  const schema = (fields[name] ?? Schema.String) as Schema.Top
  const { kind = "json", words, names, most, sign } = describedAs(schema)
  const isOptional = name in defaults
  const partial = isPartial(schema)
  return {
    name,
    label: labelIn(fields, name),
    kind,
    // what is changed may become empty text, or none where a value may be missing
    required: partial ? !isNullable(schema) && kind !== "text" : !isOptional,
    ...(partial && { partial }),
    ...(words && { words }),
    ...(names && { names }),
    ...(most && { most }),
    ...(sign && { sign }),
    ...(isOptional && { default: defaults[name] }),
  }
}

/** The fields of a command's input, without the record that it is on. */
export const inputFieldsOf = ({ fields }: Pick<AnyDeclaredCommand, "fields">): ReadonlyArray<InputField> => {
  const defaults = defaultsOf(fields)
  return Object.keys(fields)
    .filter((name) => name !== "id")
    .map((name) => fieldOf(fields, name, defaults))
}
