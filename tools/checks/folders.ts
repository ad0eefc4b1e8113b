/**
 * Folders must be easy to survey: no source folder contains more than 25 files of its own, not counting subfolders. `docs/decisions/0064-rooms.md`
 * lists the folders that still contain more, with the limit of each.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import * as path from "node:path"

const atMost = 25
const decision = "docs/decisions/0064-rooms.md"

/** The folders with too many files, and the exceptions no longer needed; empty if all is well. */
export const fullFolders = (root: string): ReadonlyArray<string> => {
  const isSource = (name: string) => !/(^|\/)(node_modules|dist)(\/|$)/.test(name)
  const files = globSync("{apps,modules,platform,tools}/**", { cwd: root, withFileTypes: true, exclude: ({ name }) => !isSource(name) })
  const counts = new Map<string, number>()
  for (const file of files) {
    if (!file.isFile()) continue
    const folder = path.relative(root, file.parentPath).replaceAll("\\", "/")
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const allowed = exceptions(path.join(root, decision))
  const full = [...counts].flatMap(([folder, count]) => {
    const most = allowed.get(folder) ?? atMost
    return count > most ? [`${folder} holds ${count} files, and may hold ${most}: split it into rooms (${decision})`] : []
  })
  const past = [...allowed].flatMap(([folder]) =>
    (counts.get(folder) ?? 0) > atMost ? [] : [`${decision} lists ${folder}, which holds no more than ${atMost} files: take it off the list`],
  )
  return [...full, ...past].sort()
}

/** The exceptions in the decision, in the form "- `platform/ui`: 73". */
const exceptions = (file: string): ReadonlyMap<string, number> => {
  const text = existsSync(file) ? readFileSync(file, "utf8") : ""
  return new Map([...text.matchAll(/^- `([\w./-]+)`: (\d+)$/gm)].map(([, folder, most]) => [folder!, Number(most)]))
}

if (import.meta.main) {
  const wrong = fullFolders(path.join(import.meta.dirname, "../.."))
  for (const line of wrong) console.error(line)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
