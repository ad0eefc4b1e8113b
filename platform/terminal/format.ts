/** How data can be printed. `wide` is a table which leaves nothing out. */
export const formats = ["table", "wide", "json", "ndjson", "csv", "plain"] as const
export type Format = (typeof formats)[number]
