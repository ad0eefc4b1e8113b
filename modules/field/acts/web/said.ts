/** What was entered on a device, as people read it. */
import { readAct } from "@ops/platform/access/signed-act.ts"
import { labelOf, wordOf } from "@ops/platform/text.ts"
import { changedValue } from "@ops/platform/ui/record/changed-value.ts"

interface Act {
  /** the signed text */
  readonly text: string
  /** the titles of the records that it refers to, by field and number */
  readonly names: Readonly<Record<string, string>>
}
/** The labels by act and field, and the fields that are amounts of money. */
interface Entered {
  readonly labels: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly amounts: ReadonlyArray<string>
}
type Said = readonly [label: string, value: string | ReadonlyArray<string>]

/** What is shown elsewhere: the site beside the act, a drawing and a sheet with their day. */
const elsewhere = new Set(["siteId", "drawing", "text", "seen"])
const file = /^[\da-f]{64}$/

/** Each entry with its label: records by name, days written out, lines one by one, files as their number. What was left empty is left out. */
export const saidIn = ({ text, names }: Act, { labels, amounts }: Entered, forms: Parameters<typeof changedValue>[1]): ReadonlyArray<Said> => {
  const signed = readAct(text)
  if (!signed) return []
  const labelIn = (name: string) => labels[signed.act]?.[name] ?? labelOf(name)
  const nameOf = (name: string, value: unknown) => names[`${name} ${String(value)}`]
  const shown = (name: string, value: unknown): string | undefined => {
    if (value === null || value === undefined || value === "") return undefined
    if (typeof value === "boolean") return value ? "Yes" : "No"
    if (typeof value === "string") return file.test(value) ? "1 file" : changedValue(value, forms)
    if (amounts.includes(name)) return Number(value).toFixed(2)
    return forms.text(nameOf(name, value) ?? String(value))
  }
  const line = (entries: object): string =>
    Object.entries(entries)
      .flatMap(([name, value]) => {
        const text = shown(name, value)
        return text === undefined ? [] : [nameOf(name, value) === undefined ? `${labelIn(name).toLowerCase()} ${text}` : text]
      })
      .join(", ")
  return Object.entries(signed.input as Readonly<Record<string, unknown>>).flatMap(([name, value]): ReadonlyArray<Said> => {
    if (elsewhere.has(name)) return []
    const label = name === "id" ? wordOf(signed.act.slice(0, signed.act.indexOf("."))) : labelIn(name)
    if (Array.isArray(value)) {
      if (value.length === 0) return []
      return [[label, typeof value[0] === "object" ? value.map((each) => line(each as object)) : String(value.length)]]
    }
    const text = typeof value === "object" && value !== null ? line(value) : shown(name, value)
    return text === undefined ? [] : [[label, text]]
  })
}
