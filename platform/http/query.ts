/** The values of a call's query by name, as parsed by the router: the values checked here are the ones the handler reads. */

/** A text, or a list of texts where a name is repeated. */
export type QueryValues = Readonly<Record<string, string | ReadonlyArray<string>>>

/** The values under a name; none if it is missing or empty. */
export const valuesOf = (query: QueryValues, name: string): ReadonlyArray<string> => [query[name] ?? []].flat().filter((value) => value !== "")

const files: ReadonlyArray<string> = ["csv", "xlsx", "pdf"]
/** Whether a call requests its answer as a file. */
export const asksForFile = (query: QueryValues): boolean => valuesOf(query, "format").some((format) => files.includes(format))
