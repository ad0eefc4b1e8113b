/** `ops import`: imports the records of a CSV or XLSX file. Each is checked as if entered by hand, and they are written only if all are valid. */
import { type Command, Option } from "../terminal/command.ts"
import type { ImportForm } from "./contract.ts"
import type { DayOrder, Mapping, Table } from "./table.ts"
import { count } from "../text.ts"
import type { Call } from "../terminal/call.ts"
import { Exit } from "../terminal/exit-codes.ts"
import { commonOptions } from "../terminal/options.ts"
import type { TableColumn } from "../terminal/output.ts"

interface Given {
  readonly map?: ReadonlyArray<string>
  readonly sheet?: string
  readonly days?: DayOrder
  readonly template?: boolean
  readonly dryRun?: boolean
  readonly yes?: boolean
}
type Form = typeof ImportForm.Type

const api = async () => (await import("./contract.ts")).ImportsApi
const output = () => import("../terminal/output.ts")
const kindColumns: ReadonlyArray<TableColumn> = [
  { key: "what", title: "What", kind: "text", priority: 0 },
  { key: "several", title: "Records", kind: "text", priority: 0 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  { key: "label", title: "Header", kind: "text", priority: 0 },
  { key: "needed", title: "Required", kind: "text", priority: 0 },
  { key: "takes", title: "Takes", kind: "text", priority: 0 },
  { key: "name", title: "Field", kind: "text", priority: 1 },
]
const rowColumns: ReadonlyArray<TableColumn> = [
  { key: "line", title: "Line", kind: "integer", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "reason", title: "Reason", kind: "text", priority: 0 },
]

const bytesOf = async (file: string): Promise<Uint8Array> => {
  const [{ readFile }, { buffer }] = await Promise.all([import("node:fs/promises"), import("node:stream/consumers")])
  if (file === "-") return buffer(process.stdin)
  return readFile(file).catch((cause) => {
    throw new Exit("usage", `${file} cannot be read.`, { why: (cause as Error).message, cause })
  })
}

/** The mapping by `--map "Header=field"`, overriding the one derived from the headers. */
const mapped = (maps: ReadonlyArray<string>, { headers }: Table, { fields }: Form, guessed: Mapping): Mapping => {
  const mapping = { ...guessed }
  for (const map of maps) {
    const at = map.lastIndexOf("=")
    const [header, name] = [map.slice(0, at).trim(), map.slice(at + 1).trim()]
    const own = headers.find((each) => each.toLowerCase() === header.toLowerCase())
    const field = fields.find((each) => [each.name, each.label].some((word) => word.toLowerCase() === name.toLowerCase()))
    if (at < 1 || own === undefined) throw new Exit("usage", `--map "${map}" names no header of the file.`, { next: `Its headers: ${headers.join(", ")}` })
    if (name !== "" && !field) throw new Exit("usage", `--map "${map}" names no field.`, { next: `Fields: ${fields.map(({ name }) => name).join(", ")}` })
    for (const [other, held] of Object.entries(mapping)) if (held === field?.name) mapping[other] = ""
    mapping[own] = field?.name ?? ""
  }
  return mapping
}

const imported = async (call: Call, command: Command, form: Form, file: string, given: Given) => {
  const [{ gridOf }, { FileFault, mappingOf, tableOf }, { checkRows, postRows, prepared }, { withProgress }] = await Promise.all([
    import("./read-file.ts"),
    import("./table.ts"),
    import("./sending.ts"),
    import("../terminal/progress/progress.ts"),
  ])
  const { what, several, one } = form
  const fields = form.fields as Parameters<typeof tableOf>[1]
  const read = async () => {
    const table = tableOf(await gridOf(await bytesOf(file), given.sheet), fields)
    const mapping = mapped(given.map ?? [], table, form, mappingOf(table.headers, fields, form.mapping))
    return { table, mapping, rows: prepared(table, fields, mapping, given.days) }
  }
  const { table, mapping, rows } = await read().catch((error: unknown) => {
    if (!(error instanceof FileFault)) throw error
    throw new Exit("usage", `${error.message}.`, { next: `ops import ${what} lists the possible fields.` })
  })
  const ignored = table.headers.filter((header) => mapping[header] === "")
  if (ignored.length > 0) process.stderr.write(`Columns that are not imported: ${ignored.join(", ")}\n`)
  const contract = await api()
  const params = { what }
  const calls: Parameters<typeof checkRows>[1] = {
    check: (rows) => call(command, contract, (client) => client.imports.check({ params, payload: { rows } })),
    post: (rows, digest, mapping) => call(command, contract, (client) => client.imports.post({ params, payload: { rows, digest, mapping } })),
  }
  const checked = await withProgress(`Check ${file}`, { total: rows.length, unit: "rows" }, ({ advance }) => checkRows(rows, calls, advance))
  const { print } = await output()
  const of = (status: string) => checked.filter((row) => row.status === status)
  const [fresh, done, refused] = [of("new"), of("done"), of("refused")]
  const already = done.length > 0 ? `, ${done.length} imported before` : ""
  if (refused.length > 0) {
    await print(refused, { ...commonOptions(command), columns: rowColumns })
    throw new Exit("refused", `${count(refused.length, "row")} of ${rows.length} cannot be imported; nothing was written.`, {
      next: "Correct them in the file, and run the command again.",
    })
  }
  if (given.dryRun) {
    await print(checked, { ...commonOptions(command), columns: rowColumns })
    process.stderr.write(`${count(fresh.length, one, several)} would be imported${already}; nothing was written.\n`)
    return
  }
  if (fresh.length > 0) {
    const { confirm } = await import("../terminal/confirm.ts")
    await confirm(`Import ${count(fresh.length, one, several)} from ${file}${already}?`, given)
  }
  const result =
    fresh.length === 0
      ? { written: 0, done: done.length, left: 0 }
      : await withProgress(`Import ${several}`, { total: rows.length, unit: "rows", resumable: true }, ({ advance, signal }) =>
          // all rows are sent, because equal rows are distinguished by their count; rows that already exist are skipped
          postRows(rows, mapping, calls, advance, signal),
        )
  await print({ what, written: result.written, done: result.done, left: result.left }, { ...commonOptions(command), columns: resultColumns })
  if (result.left > 0) throw new Exit("partial", `${count(result.left, "row")} are left.`, { next: "Run the command again: it continues where it stopped." })
}
const resultColumns: ReadonlyArray<TableColumn> = [
  { key: "what", title: "What", kind: "text" },
  { key: "written", title: "Imported", kind: "integer" },
  { key: "done", title: "Imported before", kind: "integer" },
  { key: "left", title: "Left", kind: "integer" },
]

/** Adds `import` to the program. */
export const addImportCommand = (program: Command, call: Call): void => {
  program
    .command("import [what] [file]")
    .description("import the records of a CSV or XLSX file: all of them are checked before the first is written; without a file, the fields that one can have")
    .option("--map <header=field...>", "field of a column with an unrecognized header")
    .option("--sheet <name>", "the sheet of a workbook with several")
    .addOption(new Option("--days <order>", "how to read dates such as 03/04/2026: day or month first").choices(["dmy", "mdy"]))
    .option("--template", "print the header of a CSV file to fill in")
    .addOption(new Option("--dry-run", "only check the rows").conflicts("yes"))
    .option("--yes", "do not ask")
    .examples(
      { line: "ops import", does: "lists what you can import" },
      { line: "ops import vendors", does: "the fields of a vendors file" },
      { line: "ops import vendors --template > vendors.csv", does: "a file to fill in" },
      { line: "ops import vendors vendors.xlsx --dry-run", does: "rows that would be rejected, and why" },
      { line: 'ops import vendors vendors.xlsx --map "Trading as=name" --yes', does: "all rows, without asking" },
    )
    .action(async (what: string | undefined, file: string | undefined, given: Given, command: Command) => {
      const contract = await api()
      const { print } = await output()
      if (what === undefined) {
        const kinds = await call(command, contract, (client) => client.imports.list())
        return print(kinds, { ...commonOptions(command), columns: kindColumns })
      }
      const form = await call(command, contract, (client) => client.imports.form({ params: { what } }))
      if (file !== undefined) return imported(call, command, form, file, given)
      const { describedField, templateOf } = await import("./sending.ts")
      const fields = form.fields as Parameters<typeof templateOf>[0]
      if (given.template) return void process.stdout.write(templateOf(fields))
      const rows = fields.map((field) => ({ name: field.name, label: field.label, needed: field.required ? "yes" : "", takes: describedField(field) }))
      return print(rows, { ...commonOptions(command), columns: fieldColumns })
    })
}
