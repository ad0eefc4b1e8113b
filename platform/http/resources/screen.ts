/**
 * What a browser and the terminal need to know of a resource, as plain data. A module's `screen.ts` is turned into that data when the web
 * app and `ops` are built (platform/screen-build.ts), so that neither loads a schema.
 */
import type { Column as TableColumn } from "../../documents/column.ts"
import type { AnyDeclaredCommand, DeclaredCommand } from "../../records/command.ts"
import { defaultsOf, describedAs, type FieldKind, labelIn } from "../../records/field.ts"
import type { RecordKind } from "../../records/record.ts"
import type { AnyResource, Exposed } from "./resource.ts"

/** A field of a command's input, or a filter of a list. */
export interface InputField<Name extends string = string> {
  readonly name: Name
  readonly label: string
  readonly kind: FieldKind
  readonly required: boolean
  /** the words of a choice */
  readonly words?: ReadonlyArray<string>
  /** how many characters a text can have */
  readonly most?: number
  /** a number that must not be negative, or must be above 0 */
  readonly sign?: "positive" | "nonNegative"
  /** what stands for it where it is left out */
  readonly default?: unknown
}
export interface CommandScreen<Name extends string = string> {
  /** what it does, in one line */
  readonly summary: string
  readonly method: string
  readonly path: string
  readonly isNew: boolean
  readonly versioned: boolean
  readonly fields: ReadonlyArray<InputField<Name>>
  /** any of these permissions; none where everyone who is signed in may */
  readonly may: ReadonlyArray<string>
}
type InputNames<E> = E extends Exposed<infer C> ? (C extends DeclaredCommand<infer F> ? Exclude<keyof F & string, "id"> : string) : string

export interface Screen<R extends AnyResource = AnyResource> {
  readonly name: R["name"]
  readonly path: R["path"]
  readonly noun: readonly [one: string, several: string]
  /** the field by which people know one, such as its document number */
  readonly number?: string
  readonly columns: ReadonlyArray<TableColumn>
  /** the facts of one record, in the order in which they are shown */
  readonly details: ReadonlyArray<TableColumn>
  /** the fields that hold one of a few words, such as bank_transfer */
  readonly choices: ReadonlyArray<string>
  readonly sorts: ReadonlyArray<string>
  readonly filters: ReadonlyArray<InputField>
  readonly commands: { readonly [K in keyof R["commands"]]: CommandScreen<InputNames<R["commands"][K]>> }
}

const fieldOf = (fields: AnyDeclaredCommand["fields"], name: string, defaults: Readonly<Record<string, unknown>>): InputField => {
  const { kind = "json", words, most, sign } = describedAs(fields[name])
  const isOptional = name in defaults
  return {
    name,
    label: labelIn(fields, name),
    kind,
    required: !isOptional,
    ...(words && { words }),
    ...(most && { most }),
    ...(sign && { sign }),
    ...(isOptional && { default: defaults[name] }),
  }
}

/** The screen of a resource: `export const screen = screenOf(vendors)`. */
export const screenOf = <R extends AnyResource>(resource: R): Screen<R> => {
  const { schemas } = resource.stream.record as RecordKind
  return {
    name: resource.name,
    path: resource.path,
    noun: resource.noun,
    ...(resource.number !== undefined && { number: resource.number }),
    columns: resource.columns,
    details: resource.details,
    choices: Object.keys(schemas).filter((name) => describedAs(schemas[name]).kind === "choice"),
    sorts: resource.sorts,
    filters: resource.filters.map((name) => fieldOf(schemas, name, {})),
    commands: Object.fromEntries(
      Object.entries(resource.commands).map(([name, { command, method, isNew, versioned = false, path = name, access }]) => {
        const defaults = defaultsOf(command.fields)
        const names = Object.keys(command.fields).filter((field) => field !== "id")
        const at = isNew ? resource.path : `${resource.path}/:id/${path}`
        return [
          name,
          {
            summary: command.summary,
            method,
            path: at,
            isNew,
            versioned,
            fields: names.map((field) => fieldOf(command.fields, field, defaults)),
            may: typeof access.may === "string" ? [] : access.may,
          },
        ]
      }),
    ) as unknown as Screen<R>["commands"],
  }
}
