/** Statements in the terminal: printed, or saved as files. Loaded when first needed. */
import { writeFile } from "node:fs/promises"
import type { Command } from "@ops/platform/terminal/command.ts"
import * as Effect from "effect/Effect"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { print, type TableColumn } from "@ops/platform/terminal/output.ts"
import type { StatementAnswer } from "./contract.ts"

interface Answered {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly arrayBuffer: Effect.Effect<ArrayBuffer, unknown>
}

/** The bytes of an answer, and the file name in its headers. */
export const fileOf = (response: Answered) =>
  Effect.map(response.arrayBuffer, (buffer) => ({
    bytes: new Uint8Array(buffer),
    name: /filename="([^"]+)"/.exec(response.headers["content-disposition"] ?? "")?.[1] ?? "statement",
  }))

/** Writes a statement's file, under the server's file name if no other is given. */
export const saveStatement = async ({ bytes, name }: { readonly bytes: Uint8Array; readonly name: string }, out: string | undefined, command: Command) => {
  const file = out ?? name
  try {
    await writeFile(file, bytes)
  } catch (cause) {
    throw new Exit("failure", `${file} cannot be written.`, { why: cause instanceof Error ? cause.message : String(cause), cause })
  }
  await print({ file, bytes: bytes.length }, commonOptions(command))
}

/** The currency in a measure such as "in USD, all currencies". */
export const currencyOf = (measure: string) => /\b[A-Z]{3}\b/.exec(measure)?.[0]

/** Prints a statement as a table, and exits with code 8 if one of its checks fails. */
export const printStatement = async (statement: StatementAnswer, command: Command) => {
  const options = commonOptions(command)
  if (options.format === "json") await print(statement, options)
  else {
    const columns: ReadonlyArray<TableColumn> = [
      { key: "title", title: statement.title, kind: "text", priority: 0 },
      ...statement.columns.map(({ key, title, currency }, n): TableColumn => {
        const code = currency ?? currencyOf(statement.measure)
        const named = code === undefined || title.includes(code) ? title : `${title} (${code})`
        return { key, title: named, kind: "money", priority: n === 0 ? 0 : n }
      }),
    ]
    const rows = statement.sections.flatMap(({ lines, total }) => [...lines, total].map(({ title, values }) => ({ title, ...values })))
    const site = statement.siteName === null ? "" : `, ${statement.siteName}`
    process.stderr.write(`${statement.title}, ${statement.period.title}${site}, ${statement.measure}\n`)
    await print(rows, { ...options, columns })
  }
  const failed = statement.checks.filter(({ ok }) => !ok).map(({ name, difference }) => `Out of balance: ${name}, by ${difference}.`)
  if (failed.length > 0) throw new Exit("difference", failed.join(" "), { next: "ops audit replay --diff" })
}
