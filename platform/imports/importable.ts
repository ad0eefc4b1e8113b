/** Which resources can be imported from a file, and with which fields. */
import type { Schema } from "effect"
import { inputFieldsOf } from "../http/resources/input-fields.ts"
import type { AnyResource, Exposed } from "../http/resources/resource.ts"
import type { AnyDeclaredCommand } from "../records/command.ts"
import { defaultsOf, describedAs, isPartial } from "../records/field.ts"
import type { ImportField } from "./table.ts"

/** Kinds of field that a row of a file cannot contain. */
const elsewhere: ReadonlySet<string | undefined> = new Set(["files", "parts", "json"])

/** Records that rows can be imported into, with the command that creates one. */
export interface Importable {
  /** the last part of their path: "daily-expenses" */
  readonly what: string
  readonly noun: readonly [one: string, several: string]
  readonly exposed: Pick<Exposed, "command" | "access">
  readonly fields: ReadonlyArray<ImportField>
  /** Whether rows state how existing records are to be: a row is done if its record is so already, whatever was imported before. */
  readonly changes?: true
}

const isHeld = (fields: AnyDeclaredCommand["fields"], name: string) => !elsewhere.has(describedAs(fields[name]).kind)

/** How a resource is imported; undefined if a new record needs fields that a row of a file cannot contain. */
export const importOf = ({ commands, noun, path }: AnyResource): Importable | undefined => {
  const exposed = Object.values(commands).find(({ isNew, imported }) => isNew && imported !== false)
  if (!exposed) return undefined
  const { fields } = exposed.command
  const defaults = defaultsOf(fields)
  return Object.keys(fields).every((name) => isHeld(fields, name) || name in defaults || isPartial(fields[name] as Schema.Top))
    ? importBy({ noun, path }, exposed)
    : undefined
}

/** How the records of a path are imported, each by a command. */
export const importBy = (
  { noun, path, changes }: Pick<AnyResource, "noun" | "path"> & Pick<Importable, "changes">,
  { command, access, headers: known = {} }: Pick<Exposed, "command" | "access" | "headers">,
): Importable => {
  const headers: Readonly<Record<string, ReadonlyArray<string> | undefined>> = known
  const fields = inputFieldsOf(command).flatMap((field): ReadonlyArray<ImportField> => {
    if (!isHeld(command.fields, field.name)) return []
    const others = headers[field.name]
    return [others ? { ...field, headers: others } : field]
  })
  return { what: path.replace(/^.*\//, ""), noun, exposed: { command, access }, fields, ...(changes && { changes }) }
}
