/** Merges a form that contains only some of a record's facts. */

/** Some of the facts; undefined ones stay unchanged. */
export type Changes<Facts> = { readonly [Name in keyof Facts]?: Facts[Name] | undefined }

/** The facts of an event: the given ones, and the others from the row. `differs`: whether any has changed. */
export const changed = <Facts extends object>(
  kind: { (data: Facts): unknown; readonly schema: { readonly fields: object } },
  row: Facts,
  given: Changes<Facts>,
): { readonly facts: Facts; readonly differs: boolean } => {
  const names = Object.keys(kind.schema.fields) as Array<keyof Facts>
  const facts = Object.fromEntries(names.map((name) => [name, given[name] === undefined ? row[name] : given[name]])) as unknown as Facts
  return { facts, differs: names.some((name) => facts[name] !== row[name]) }
}
