/** Which resources can be imported from a file, and with which fields. */
import { inputFieldsOf } from "../http/resources/input-fields.ts"
import type { AnyResource, Exposed } from "../http/resources/resource.ts"
import { defaultsOf, describedAs } from "../records/field.ts"
import type { ImportField } from "./table.ts"

/** Kinds of field that a row of a file cannot contain. */
const elsewhere: ReadonlySet<string | undefined> = new Set(["files", "parts", "json"])

/** A resource that rows can be imported into, with the command that creates a record. */
export interface Importable {
  /** the last part of its path: "daily-expenses" */
  readonly what: string
  readonly resource: AnyResource
  readonly exposed: Exposed
  readonly fields: ReadonlyArray<ImportField>
}

/** How a resource is imported; undefined if a new record needs fields that a row of a file cannot contain. */
export const importOf = (resource: AnyResource): Importable | undefined => {
  const exposed = Object.values(resource.commands).find(({ isNew, imported }) => isNew && imported !== false)
  if (!exposed) return undefined
  const { fields } = exposed.command
  const defaults = defaultsOf(fields)
  const isHeld = (name: string) => !elsewhere.has(describedAs(fields[name]).kind)
  if (Object.keys(fields).some((name) => !isHeld(name) && !(name in defaults))) return undefined
  const headers: Readonly<Record<string, ReadonlyArray<string> | undefined>> = exposed.headers ?? {}
  const imported = inputFieldsOf(exposed.command).flatMap((field): ReadonlyArray<ImportField> => {
    if (!isHeld(field.name)) return []
    const others = headers[field.name]
    return [others ? { ...field, headers: others } : field]
  })
  return { what: resource.path.replace(/^.*\//, ""), resource, exposed, fields: imported }
}
