/** SWIFT MT940: one or more messages for one account. */
import { addDays } from "@ops/platform/calendar.ts"
import { type BankFile, centsOf, dayOfDigits, fault, type FileLine, joined, oneLine, whole } from "./bank-file.ts"

interface Tag {
  readonly name: string
  readonly value: string
}

/** The tags of a file, each with the lines that follow it. */
const tagsOf = (text: string): ReadonlyArray<Tag> => {
  const tags: Array<{ name: string; value: string }> = []
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ""] = /^:(\d\d[A-Z]?):(.*)$/.exec(line) ?? []
    if (name !== undefined) tags.push({ name, value })
    else if (/^-\}?|^\{/.test(line)) continue
    else if (tags.length > 0) tags.at(-1)!.value += `\n${line}`
  }
  return tags
}

/** Parses a balance such as C261031USD1234,50. */
const balanceOf = (value: string, where: string) => {
  const [, side, day, currency, amount] = /^([CD])(\d{6})([A-Z]{3})([\d,.]+)/.exec(value) ?? []
  if (side === undefined || day === undefined || currency === undefined || amount === undefined) return fault(`${where} "${value.slice(0, 40)}" cannot be read`)
  const cents = centsOf(amount, ",", where)
  return { date: dayOfDigits(`20${day}`, where), currency, amount: side === "D" ? -cents : cents }
}

/** The details of a line: plain text, or numbered subfields, of which 20 to 29 and 60 to 63 are the purpose, and 32 and 33 the other party. */
const details = (value: string): Pick<FileLine, "text" | "counterparty"> => {
  const parts = [...value.replaceAll("\n", "").matchAll(/\?(\d\d)([^?]*)/g)].map(([, code, text]) => ({ code: Number(code), text: text! }))
  if (parts.length === 0) return { text: oneLine(value), counterparty: "" }
  const of = (...spans: ReadonlyArray<readonly [number, number]>) =>
    parts.filter(({ code }) => spans.some(([low, high]) => code >= low && code <= high)).map(({ text }) => text)
  return { text: oneLine(of([20, 29], [60, 63]).join("")) || oneLine(of([0, 0]).join(" ")), counterparty: oneLine(of([32, 33]).join("")) }
}

const entry = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d[\d,.]*)(?:[NSF]\w{3})?([^\n]*)(?:\n([\s\S]*))?$/
const lineOf = ({ value }: Tag, more: string | undefined, n: number): FileLine => {
  const where = `Transaction ${n + 1}`
  const [, day, booked, side, , amount, references = "", supplement = ""] = entry.exec(value) ?? []
  if (day === undefined || side === undefined || amount === undefined) return fault(`${where} "${value.slice(0, 40)}" cannot be read`)
  const valued = dayOfDigits(`20${day}`, where)
  // the booking date has no year: the one nearest to the value date is taken
  const near = (year: number) => `${year}-${booked?.slice(0, 2)}-${booked?.slice(2)}`
  const year = Number(valued.slice(0, 4))
  const date =
    booked === undefined
      ? valued
      : ([near(year), near(year - 1), near(year + 1)].find((date) => date > addDays(valued, -100) && date < addDays(valued, 100)) ?? valued)
  const cents = centsOf(amount, ",", where)
  const [own = "", bank = ""] = references.split("//")
  const said = more === undefined ? { text: oneLine(supplement), counterparty: "" } : details(more)
  return {
    date,
    amount: side === "C" || side === "RD" ? cents : -cents,
    ...said,
    reference: oneLine([own, bank].find((each) => each.trim() !== "" && each.trim() !== "NONREF") ?? ""),
  }
}

export const readMt940 = (text: string): BankFile => {
  const tags = tagsOf(text)
  const starts = tags.flatMap(({ name }, n) => (name === "20" ? [n] : []))
  if (starts.length === 0) return fault("The MT940 file has no statement")
  return joined(
    starts.map((start, n) => {
      const own = tags.slice(start, starts[n + 1])
      const [opening, closing] = [own.find(({ name }) => /^60[FM]$/.test(name)), own.find(({ name }) => /^62[FM]$/.test(name))]
      if (!opening || !closing) return fault("The MT940 file has a statement without an opening or a closing balance (:60F:, :62F:). Export it again")
      const [from, to] = [balanceOf(opening.value, "Opening balance"), balanceOf(closing.value, "Closing balance")]
      const lines = own.flatMap((tag, at) => (tag.name === "61" ? [{ tag, more: own[at + 1]?.name === "86" ? own[at + 1]!.value : undefined }] : []))
      const read = lines.map(({ tag, more }, at) => lineOf(tag, more, at))
      const earliest = read.map(({ date }) => date).toSorted()[0]
      return whole({
        format: "mt940",
        account: oneLine(own.find(({ name }) => name === "25")?.value ?? "") || null,
        currency: from.currency,
        from: earliest ?? to.date,
        to: to.date,
        opening: from.amount,
        closing: to.amount,
        lines: read,
      })
    }),
  )
}
