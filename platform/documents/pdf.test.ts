import { Effect } from "effect"
import { extractText, getMeta } from "unpdf"
import { expect, test } from "vitest"
import { pdf } from "./pdf.ts"

const createdAt = "2026-11-21T05:17:42.123Z"
const definition = {
  info: { title: "Invoice INV-2026-00001" },
  footer: (page: number, pages: number) => ({ text: `Page ${page} of ${pages}`, alignment: "right" as const }),
  content: [
    { text: "Invoice INV-2026-00001", bold: true, fontSize: 18 },
    { table: { widths: ["*", "auto"], body: [["Lunch – 120 × 4.50", "USD 540.00"]] }, layout: { hLineWidth: (line: number) => (line === 0 ? 1 : 0) } },
    { text: "Für Malakal, über Juba", italics: true },
  ],
}
const made = () => Effect.runPromise(pdf(definition, { createdAt }))

test("the same definition and instant give the same bytes; another instant gives different ones", async () => {
  const [first, second] = [await made(), await made()]
  expect(Buffer.from(first.subarray(0, 8)).toString()).toBe("%PDF-1.7")
  expect(Buffer.compare(first, second)).toBe(0)
  const later = await Effect.runPromise(pdf(definition, { createdAt: "2026-11-22T05:17:42.123Z" }))
  expect(Buffer.compare(first, later)).not.toBe(0)
})

test("letters that look the same remain what they are in each document, whichever was made before", async () => {
  const copied = async (text: string) => {
    const bytes = await Effect.runPromise(pdf({ content: [text] }, { createdAt }))
    return (await extractText(new Uint8Array(bytes), { mergePages: true })).text
  }
  // the Greek letter and the increment sign, for which the font uses the same glyph
  for (const letter of ["\u0394", "\u2206"]) expect(await copied(`${letter} 1`)).toBe(`${letter} 1`)
})

test("the text can be selected and copied, and the file has a title and date", async () => {
  const bytes = await made()
  const { totalPages, text } = await extractText(new Uint8Array(bytes), { mergePages: true })
  expect(totalPages).toBe(1)
  for (const words of ["Invoice INV-2026-00001", "Lunch – 120 × 4.50", "USD 540.00", "Für Malakal, über Juba", "Page 1 of 1"]) expect(text).toContain(words)
  const { info } = await getMeta(new Uint8Array(bytes))
  expect(info).toMatchObject({ Title: "Invoice INV-2026-00001", Creator: "Field Office", CreationDate: "D:20261121051742Z" })
})

test("nothing is fetched and no file is read to make it", async () => {
  await expect(Effect.runPromise(pdf({ content: [{ image: "/etc/hostname" }] }, { createdAt }))).rejects.toThrow()
  await expect(Effect.runPromise(pdf({ content: [{ image: "logo" }], images: { logo: "http://127.0.0.1:9/logo.png" } }, { createdAt }))).rejects.toThrow(
    /polic/i,
  )
})
