/**
 * Casts that disable the type checker (docs/decisions/0066-casts.md): `any` and `as never` only where the decision lists them, `as unknown as` and
 * SQL statements without declared columns in no more places than it states.
 */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import { lineOf, type Node as Syntax, sourceTexts, visitNodes } from "./syntax.ts"

export interface Cast {
  readonly line: number
  readonly kind: "any" | "as never" | "as unknown as" | "bare statement"
}

interface Node extends Syntax {
  readonly typeAnnotation?: Node
  readonly expression?: Node
  readonly callee?: Node & { readonly name?: string }
  readonly arguments?: ReadonlyArray<Node>
}

const kindOf = ({ type, typeAnnotation, expression, callee, arguments: given }: Node): Cast["kind"] | undefined => {
  if (type === "TSAnyKeyword") return "any"
  if (type === "CallExpression" && callee?.name === "statement" && /^(Literal|TemplateLiteral)$/.test(given?.[0]?.type ?? "")) return "bare statement"
  if (type !== "TSAsExpression") return undefined
  if (typeAnnotation?.type === "TSNeverKeyword") return "as never"
  return expression?.type === "TSAsExpression" && expression.typeAnnotation?.type === "TSUnknownKeyword" ? "as unknown as" : undefined
}

/** The casts of a file, in source order. */
export const castsOf = (file: string, text: string): ReadonlyArray<Cast> => {
  const casts: Array<Cast> = []
  visitNodes<Node>(file, text, (node) => {
    const kind = kindOf(node)
    if (kind) casts.push({ line: lineOf(text, node), kind })
  })
  return casts.sort((a, b) => a.line - b.line)
}

/** The allowed casts in the decision: rows `| place | cast | why |`, with a number before a cast that occurs more than once. */
const allowedBy = (decision: string) => ({
  places: [...decision.matchAll(/^\| `([^`]+)` \| (?:(\d+) )?`(any|as never)` \|/gm)].flatMap(([, file, many = "1", kind]) =>
    Array.from({ length: Number(many) }, () => `${file} ${kind}`),
  ),
  most: Number(/`as unknown as`[^.]*? (\d+) places/.exec(decision)?.[1] ?? 0),
  bare: Number(/bare text[^.]*? (\d+) places/.exec(decision)?.[1] ?? 0),
})

/** What is not as the decision has it, one line each; none if all is well. */
export const faultsOf = (files: ReadonlyMap<string, string>, decision: string): ReadonlyArray<string> => {
  const { places, most, bare } = allowedBy(decision)
  const left = [...places]
  const faults: Array<string> = []
  let doubts = 0
  let untyped = 0
  for (const [file, text] of files) {
    for (const { line, kind } of castsOf(file, text)) {
      if (kind === "as unknown as" || kind === "bare statement") {
        if (kind === "as unknown as") doubts++
        else if (!file.endsWith(".test.ts")) untyped++
        continue
      }
      const at = left.indexOf(`${file} ${kind}`)
      if (at < 0) faults.push(`${file}:${line}: ${kind} is not one of the places that docs/decisions/0066-casts.md lists`)
      else left.splice(at, 1)
    }
  }
  for (const place of left) faults.push(`docs/decisions/0066-casts.md lists ${place}, which is not there any more`)
  if (doubts > most) faults.push(`as unknown as stands at ${doubts} places, ${most} at most by docs/decisions/0066-casts.md`)
  if (untyped > bare) faults.push(`statement("…") stands at ${untyped} places, ${bare} at most by docs/decisions/0066-casts.md: declare the row by sql`)
  return faults
}

if (import.meta.main) {
  const files = sourceTexts("{apps,modules,platform,tools}/**/*.{ts,tsx}")
  const faults = faultsOf(files, readFileSync(path.join(import.meta.dirname, "../../docs/decisions/0066-casts.md"), "utf8"))
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length === 0 ? 0 : 1
}
