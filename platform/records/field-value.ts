/** The value of a field of any row. */
export const fieldValue = (row: object, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name]
