/**
 * `npm run event-shapes`: writes the fields of every event to `docs/event-shapes.jsonl`, one line for each event and schema version. A committed line
 * must stay, because the log may contain such events. `--check` writes nothing, and fails if an event's fields differ from its line, if its upcasters
 * do not lead from every recorded version, or if the file would change.
 */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { SchemaAST } from "effect"

/** The parts of an event that matter for its shape. */
export interface Shaped {
  readonly of: string
  readonly type: string
  readonly schemaVersion: number
  /** the versions that can be read */
  readonly versions: ReadonlyArray<number>
  readonly schema: { readonly ast: SchemaAST.AST }
}

/** "text", "number", "flag", "null" or "any"; a choice of words; a list, an object, or a union of these. */
export type Shape =
  | string
  | { readonly words: ReadonlyArray<string> }
  | { readonly list: Shape }
  | { readonly fields: { readonly [name: string]: Shape } }
  | { readonly anyOf: ReadonlyArray<Shape> }

export interface Line {
  readonly event: string
  /** the kind of record of its stream */
  readonly of: string
  readonly version: number
  readonly shape: Shape
}

const sorted = (entries: ReadonlyArray<readonly [string, Shape]>) => Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))

export const shapeOf = (ast: SchemaAST.AST): Shape => {
  switch (ast._tag) {
    case "String":
      return "text"
    case "Number":
      return "number"
    case "Boolean":
      return "flag"
    case "Null":
      return "null"
    case "Literal":
      return { words: [String(ast.literal)] }
    case "Arrays":
      return { list: anyOf([...ast.elements, ...ast.rest].map(shapeOf)) }
    case "Objects":
      return {
        fields: sorted([
          ...ast.propertySignatures.map(({ name, type }) => [`${String(name)}${SchemaAST.isOptional(type) ? "?" : ""}`, shapeOf(type)] as const),
          ...ast.indexSignatures.map(({ type }) => ["*", shapeOf(type)] as const),
        ]),
      }
    case "Union":
      return anyOf(ast.types.map(shapeOf))
    default:
      return "any"
  }
}
const anyOf = (shapes: ReadonlyArray<Shape>): Shape => {
  const words = shapes.flatMap((shape) => (typeof shape === "object" && "words" in shape ? shape.words : []))
  const texts = [
    ...shapes.filter((shape) => typeof shape === "string" || !("words" in shape)),
    ...(words.length > 0 ? [{ words: [...new Set(words)].sort() }] : []),
  ].map((shape) => JSON.stringify(shape))
  const distinct = [...new Set(texts)].sort().map((text) => JSON.parse(text) as Shape)
  return distinct.length === 1 ? distinct[0]! : { anyOf: distinct }
}

/** Whether every value of the first shape also has the second: only new words of a choice may be added. */
export const isWithin = (one: Shape, other: Shape): boolean => {
  if (typeof one === "string" || typeof other === "string") return one === other
  if ("words" in one) return "words" in other && one.words.every((word) => other.words.includes(word))
  if ("list" in one) return "list" in other && isWithin(one.list, other.list)
  if ("anyOf" in one)
    return "anyOf" in other && one.anyOf.length === other.anyOf.length && one.anyOf.every((each) => other.anyOf.some((its) => isWithin(each, its)))
  if (!("fields" in other)) return false
  const names = Object.keys(one.fields)
  return names.join() === Object.keys(other.fields).join() && names.every((name) => isWithin(one.fields[name]!, other.fields[name]!))
}

export const linesOf = (text: string): ReadonlyArray<Line> =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Line)
const textOf = (lines: ReadonlyArray<Line>) =>
  lines
    .map(({ event, of, version, shape }) => `${JSON.stringify({ event, of, version, shape })}\n`)
    .sort()
    .join("")

/** The file as it should be, and the errors in the events; empty if there are none. */
export const eventShapes = (recorded: ReadonlyArray<Line>, events: ReadonlyArray<Shaped>) => {
  const present = new Map(events.map((event) => [`${event.of} ${event.type}`, event]))
  const faults: Array<string> = []
  for (const { event, of, version, shape } of recorded) {
    const now = present.get(`${of} ${event}`)
    if (!now) {
      faults.push(`${event} is no event of ${of} any more, but logs hold it. Keep its declaration and its fold`)
    } else if (version === now.schemaVersion) {
      if (!isWithin(shape, shapeOf(now.schema.ast))) {
        faults.push(
          `${event} has other fields than version ${version} had. Give it schema version ${version + 1} and an upcaster: { from: { ${version}: (old) => … } }`,
        )
      }
    } else if (!now.versions.includes(version)) {
      faults.push(
        version > now.schemaVersion
          ? `${event} has schema version ${now.schemaVersion}, but logs hold version ${version}`
          : `${event} of schema version ${version} cannot be read: no upcasters lead from it to version ${now.schemaVersion}`,
      )
    }
  }
  const kept = recorded.filter(({ event, of, version }) => present.get(`${of} ${event}`)?.schemaVersion !== version)
  const lines = events.map(({ of, type, schemaVersion, schema }): Line => ({ event: type, of, version: schemaVersion, shape: shapeOf(schema.ast) }))
  return { text: textOf([...kept, ...lines]), faults }
}

/** The committed lines of the file; all lines if git cannot tell. */
const committed = (root: string, lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  try {
    const known = new Set(execFileSync("git", ["show", "HEAD:docs/event-shapes.jsonl"], { cwd: root, encoding: "utf8", stdio: "pipe" }).split("\n"))
    return lines.filter((line) => known.has(textOf([line]).trimEnd()))
  } catch {
    return lines
  }
}

if (import.meta.main) {
  const root = path.join(import.meta.dirname, "../..")
  const file = path.join(root, "docs/event-shapes.jsonl")
  const before = readFileSync(file, "utf8")
  const isCheck = process.argv.includes("--check")
  const { model } = await import("../../apps/server/modules.ts")
  const { text, faults } = eventShapes(
    isCheck ? linesOf(before) : committed(root, linesOf(before)),
    model.streams.flatMap(({ record, events }) =>
      events.map(({ type, schemaVersion, versions, schema }): Shaped => ({ of: record.kind as string, type, schemaVersion, versions, schema })),
    ),
  )
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else if (!isCheck) writeFileSync(file, text)
  else if (text !== before) {
    console.error("docs/event-shapes.jsonl is out of date. Run npm run event-shapes, and commit the file")
    process.exitCode = 1
  }
}
