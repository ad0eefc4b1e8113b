/** The names of an object in the order in which they were set, as a path, with the same names sorted and quoted. */
interface Names {
  readonly next: Map<string, Names>
  sorted?: ReadonlyArray<{ readonly name: string; readonly quoted: string }>
}
/** How many such paths are kept; most objects of a log have the same few. */
const most = 20_000
let known: Names = { next: new Map() }
let size = 0
const sortedNames = (value: object) => {
  const names = Object.keys(value)
  let at = known
  for (const name of names) {
    let next = at.next.get(name)
    if (!next) {
      next = { next: new Map() }
      at.next.set(name, next)
      size++
    }
    at = next
  }
  at.sorted ??= names.sort().map((name) => ({ name, quoted: `${JSON.stringify(name)}:` }))
  if (size > most) [known, size] = [{ next: new Map() }, 0]
  return at.sorted
}

/** JSON with the keys of every object sorted by code unit and without whitespace (RFC 8785 for our values: text, whole numbers, booleans, null, arrays, objects). */
export const canonical = (value: unknown): string => {
  if (value === null) return "null"
  if (typeof value !== "object") return JSON.stringify(value) ?? "null"
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(",")}]`
  let members = ""
  for (const { name, quoted } of sortedNames(value)) {
    const member = (value as Record<string, unknown>)[name]
    if (member !== undefined) members += `${members === "" ? "" : ","}${quoted}${canonical(member)}`
  }
  return `{${members}}`
}
