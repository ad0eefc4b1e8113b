/** `ops explain`: where a figure comes from, level by level, down to the events of its records. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { Explanation as Answer } from "@ops/platform/http/explain-contract.ts"

type Explanation = typeof Answer.Type
type Input = Explanation["inputs"][number]
/** An explanation whose inputs contain their own explanations, down to the requested depth. */
interface Tree extends Omit<Explanation, "inputs"> {
  readonly inputs: ReadonlyArray<Input & { readonly explanation?: Tree }>
}

const api = async () => (await import("@ops/platform/http/explain-contract.ts")).ExplainApi

const figureColumns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "Figure", kind: "text", priority: 0 },
  { key: "label", title: "What it is", kind: "text", priority: 0 },
  { key: "unit", title: "In", kind: "text", priority: 2 },
  { key: "asked", title: "Asked with", kind: "text", priority: 1 },
]
const lineColumns: ReadonlyArray<TableColumn> = [
  { key: "level", title: "Level", kind: "integer" },
  { key: "what", title: "What", kind: "text" },
  { key: "label", title: "Label", kind: "text" },
  { key: "value", title: "Value", kind: "text" },
  { key: "unit", title: "Unit", kind: "text" },
  { key: "from", title: "From", kind: "text" },
  { key: "by", title: "By", kind: "text" },
  { key: "via", title: "Via", kind: "text" },
  { key: "command", title: "Explained by", kind: "text" },
]

/** The option for each parameter. */
const options: Readonly<Record<string, string>> = { siteId: "site", clientId: "client", projectId: "project" }
const commandOf = ({ name, parameters }: NonNullable<Input["figure"]>) =>
  ["ops explain", name, ...Object.entries(parameters).map(([key, value]) => `--${options[key] ?? key} ${value}`)].join(" ")

const isMoney = (unit: string) => unit === "USD" || unit === "SSP"
const numbers = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 })
const amounts = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const valued = (value: string | number | null, unit: string) =>
  value === null
    ? "–"
    : isMoney(unit)
      ? `${unit} ${amounts.format(value as Intl.StringNumericLiteral)}`
      : `${numbers.format(value as Intl.StringNumericLiteral)} ${unit}`.trim()

/** The maximum number of inputs per level that are explained further. */
const deepAtMost = 12

const explained = async (call: Call, command: Command, query: Record<string, string | undefined>, depth: number): Promise<Tree> => {
  const contract = await api()
  const told = await call(command, contract, (client) => client.explain.explain({ query }))
  const inputs: Array<Tree["inputs"][number]> = []
  for (const [n, input] of told.inputs.entries()) {
    const deeper = depth > 1 && input.figure !== undefined && n < deepAtMost
    inputs.push(
      deeper ? { ...input, explanation: await explained(call, command, { ...input.figure!.parameters, figure: input.figure!.name }, depth - 1) } : input,
    )
  }
  return { ...told, inputs }
}

interface Line {
  readonly level: number
  readonly what: "figure" | "formula" | "before" | "input" | "term" | "record" | "event" | "more"
  readonly label: string
  readonly value?: string | number | null
  readonly unit?: string
  readonly from?: string | null
  readonly by?: string
  readonly via?: string
  readonly command?: string
}

/** The tree, line by line. */
const linesOf = (tree: Tree, level = 0): ReadonlyArray<Line> => {
  const { label, value, unit, formula, before, inputs, terms, records, total } = tree
  const events = (of: Explanation["records"][number]["events"]) =>
    of.map(({ at, by, via, text }): Line => ({ level: level + 2, what: "event", label: text, from: at, by, via }))
  const shown = inputs.length > 0 ? inputs.length : records.length
  const more: ReadonlyArray<Line> = total > shown ? [{ level: level + 1, what: "more", label: `and ${total - shown} more` }] : []
  return [
    ...(level === 0 ? [{ level, what: "figure" as const, label, value, unit }] : []),
    { level: level + 1, what: "formula", label: formula },
    ...(before === null ? [] : [{ level: level + 1, what: "before" as const, label: `Compared with ${before.label}`, value: before.value, unit }]),
    ...inputs.flatMap(
      (input): ReadonlyArray<Line> => [
        {
          level: level + 1,
          what: "input",
          label: input.label,
          value: input.value,
          unit: input.unit,
          ...(input.figure && { command: commandOf(input.figure) }),
        },
        ...(input.explanation ? linesOf(input.explanation, level + 1) : []),
      ],
    ),
    ...(inputs.length > 0 ? more : []),
    ...terms.flatMap(({ label, value, unit, from, events: of }) => [{ level: level + 1, what: "term" as const, label, value, unit, from }, ...events(of)]),
    ...records.flatMap(({ title, value, unit, figure, events: of }) => [
      { level: level + 1, what: "record" as const, label: title, value, unit, ...(figure && { command: commandOf(figure) }) },
      ...events(of),
    ]),
    ...(inputs.length > 0 ? [] : more),
  ]
}

const drawn = ({ level, what, label, value = null, unit = "", from, by, via }: Line, time: (at: string) => string): string => {
  const indent = "  ".repeat(level)
  if (what === "figure") return `${label}: ${valued(value, unit)}`
  if (what === "formula") return `${indent}= ${label}`
  if (what === "event") return `${indent}${time(from!)}  ${by} (${via}): ${label}`
  if (what === "term") return `${indent}§ ${label}${value === null ? "" : `: ${valued(value, unit)}`}${from ? `, from ${from}` : ""}`
  const mark = what === "input" ? "+" : what === "record" ? "•" : what === "before" ? "~" : "…"
  return `${indent}${mark} ${label}${value === null ? "" : `: ${valued(value, unit)}`}`
}

const print = async (tree: Tree, command: Command) => {
  const common = commonOptions(command)
  const { print } = await import("@ops/platform/terminal/output.ts")
  const isDrawn = common.format === "wide" || common.format === "table" || (common.format === undefined && process.stdout.isTTY)
  if (common.format === "json") return print({ ...tree }, common)
  if (!isDrawn || common.fields)
    return print(
      linesOf(tree).map((line) => ({ ...line })),
      { ...common, columns: lineColumns },
    )
  const { visible } = await import("@ops/platform/terminal/terminal.ts")
  const { siteTimeZone, wallClock } = await import("@ops/platform/lists/column.ts")
  const time = (at: string) => wallClock(at, common.timeZone ?? siteTimeZone).slice(0, 16)
  for (const line of linesOf(tree)) process.stdout.write(`${visible(drawn(line, time))}\n`)
  process.stdout.write(`As of ${time(tree.asOf)}\n`)
}

const listFigures = async (call: Call, command: Command) => {
  const figures = await call(command, await api(), (client) => client.explain.figures())
  const named = (parameter: string) => `--${options[parameter] ?? parameter}`
  const rows = figures.map((figure) => ({ ...figure, asked: [...figure.needs.map(named), ...figure.takes.map((each) => `[${named(each)}]`)].join(" ") }))
  const { print } = await import("@ops/platform/terminal/output.ts")
  await print(rows, { ...commonOptions(command), columns: figureColumns })
}

interface Given {
  readonly depth: string
  readonly site?: string
  readonly client?: string
  readonly project?: string
  readonly [parameter: string]: string | undefined
}

/** Adds `explain` to the program. */
export const addExplainCommand = (program: Command, call: Call): void => {
  program
    .command("explain [figure]")
    .description("where a figure comes from: its formula, its parts, its records and their events; without a figure, the list of figures")
    .option("--id <id>", "of the record")
    .option("--site <site>", "id or slug")
    .option("--client <id>", "of the client")
    .option("--project <id>", "of the project")
    .option("--day <date>", "such as 2026-11-21")
    .option("--from <date>", "first day")
    .option("--to <date>", "last day")
    .option("--month <month>", "such as 2026-11")
    .option("--currency <currency>", "USD or SSP")
    .option("--meal <meal>", "breakfast, lunch or dinner")
    .option("--line <number>", "of the invoice")
    .option("--hour <hour>", "0 to 23")
    .option("--age <column>", "of an aged report: total, notDue, days30, days60, days90 or older")
    .option("--statement <name>", "pnl, balance-sheet, cash-flow, trial-balance or expense")
    .option("--part <section/line>", "of a statement, such as revenue/4100 or net-profit/net-profit")
    .option("--method <method>", "of the cash flow: direct or indirect")
    .option("--depth <levels>", "number of levels, 1 to 6", "1")
    .examples(
      { line: "ops explain", does: "the figures that can be explained" },
      { line: "ops explain INV-2026-00001", does: "an invoice by its number; also PR-, CN-, JE-, RCT- and CT- numbers, and accounts such as 1100" },
      { line: "ops explain meals.staffFed --site unity-state --depth 4", does: "a tile, its meals, their sessions, and who was served" },
      { line: "ops explain invoice.line --id 7 --line 1 -o json", does: "as data" },
    )
    .action(async (figure: string | undefined, { depth, site, client, project, ...more }: Given, command: Command) => {
      if (figure === undefined) return listFigures(call, command)
      if (!/^[1-6]$/.test(depth)) throw new Exit("usage", `--depth cannot be "${depth}".`, { next: "Give a number of levels from 1 to 6." })
      const { parameterNames } = await import("@ops/platform/records/figure-parameters.ts")
      const given: Record<string, string | undefined> = { ...more, siteId: site, clientId: client, projectId: project }
      const query = Object.fromEntries(parameterNames.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
      await print(await explained(call, command, { ...query, figure }, Number(depth)), command)
    })
}
