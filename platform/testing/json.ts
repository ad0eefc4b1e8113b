/** A JSON object to compare in tests: declare the type of a field where its value is used. */
export type Fields = Readonly<Record<string, unknown>>
