/** The output formats. `wide` is a table without omissions. */
export const formats = ["table", "wide", "json", "ndjson", "csv", "plain"] as const
export type Format = (typeof formats)[number]
