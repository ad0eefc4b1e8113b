/** What a form that names only some of a record's facts makes of them. */

/** Some of the facts; what is undefined stays as it is. */
export type Changes<Facts> = { readonly [Name in keyof Facts]?: Facts[Name] | undefined }

/** The facts that an event keeps: those that are named as given, the others as the row has them. `differs`: whether any is new. */
export const changed = <Facts extends object>(
  kind: { (data: Facts): unknown; readonly schema: { readonly fields: object } },
  row: Facts,
  given: Changes<Facts>,
): { readonly facts: Facts; readonly differs: boolean } => {
  const names = Object.keys(kind.schema.fields) as Array<keyof Facts>
  const facts = Object.fromEntries(names.map((name) => [name, given[name] === undefined ? row[name] : given[name]])) as unknown as Facts
  return { facts, differs: names.some((name) => facts[name] !== row[name]) }
}
