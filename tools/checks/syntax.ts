/** The syntax of source files, for checks that a text search cannot do. */
import { globSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { parseSync } from "vite"

export interface Node {
  readonly type: string
  readonly start: number
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value

/** Visits every node of a file, parents before their children. */
export const visitNodes = <N extends Node>(file: string, text: string, visit: (node: N) => void): void => {
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (!isNode(value)) return
    visit(value as N)
    Object.values(value).forEach(walk)
  }
  walk(parseSync(file, text, { lang: file.endsWith("x") ? "tsx" : "ts" }).program)
}

/** The line on which a node begins, from 1. */
export const lineOf = (text: string, { start }: Node): number => text.slice(0, start).split("\n").length

const root = path.join(import.meta.dirname, "../..")
/** The text of each source file by path, sorted by path. */
export const sourceTexts = (pattern: string, exclude: ReadonlyArray<string> = []): ReadonlyMap<string, string> => {
  const names = globSync(pattern, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**", ...exclude] })
  return new Map([...names].sort().map((name) => [name, readFileSync(path.join(root, name), "utf8")]))
}
