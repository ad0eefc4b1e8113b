/** An object of JSON as a test compares it: a field whose value is used is given its type there. */
export type Fields = Readonly<Record<string, unknown>>
