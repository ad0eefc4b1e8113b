/** PDF documents, set in Source Sans 3 as the screens are. The same definition and time give the same bytes, so a document can be identified by its hash. */
import { Effect } from "effect"
import { createRequire } from "node:module"
import * as path from "node:path"
import type { TDocumentDefinitions } from "pdfmake/interfaces.js"

const require = createRequire(import.meta.url)
const fonts = path.join(import.meta.dirname, "fonts")

interface FontProvider {
  provideFont: (family: string, bold: boolean, italics: boolean) => { readonly font: { readonly postscriptName: string; _tables: object } }
}

/**
 * Font tables decoded for one document are reused by later ones: decoding them again takes two fifths of the time. Glyphs remain separate per
 * document, because they store the letters for which they were first used.
 */
const shareTables = () => {
  const { default: document } = require("pdfmake/js/PDFDocument.js") as { readonly default: { readonly prototype: FontProvider } }
  const { provideFont } = document.prototype
  const decoded = new Map<string, object>()
  document.prototype.provideFont = function (...style) {
    const provided = provideFont.apply(this, style)
    const { font } = provided
    const { postscriptName: name, _tables: tables } = font
    font._tables = decoded.get(name) ?? tables
    decoded.set(name, font._tables)
    return provided
  }
}

/** Loaded with the first document. It reads only its fonts: no other files, no URLs. */
const load = async () => {
  const { default: pdfmake } = await import("pdfmake")
  shareTables()
  const font = (name: string) => path.join(fonts, `SourceSans3-${name}.ttf`)
  // under the name that is pdfmake's default
  pdfmake.setFonts({ Roboto: { normal: font("Regular"), bold: font("SemiBold"), italics: font("Italic"), bolditalics: font("SemiBoldItalic") } })
  pdfmake.setLocalAccessPolicy((file) => path.dirname(file) === fonts)
  pdfmake.setUrlAccessPolicy(() => false)
  return pdfmake
}
let loaded: ReturnType<typeof load> | undefined

/** A copy that the layout can write measurements into. */
const copy = <A>(value: A): A => {
  if (Array.isArray(value)) return value.map(copy) as A
  if (value === null || typeof value !== "object" || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copy(part)])) as A
}

/**
 * The bytes of a document from its definition (pdfmake; A4 unless it says otherwise). `createdAt` is the creation time stored in the file, not the
 * time of rendering.
 */
export const pdf = (definition: TDocumentDefinitions, { createdAt }: { readonly createdAt: string }): Effect.Effect<Uint8Array> =>
  Effect.promise(async () => {
    const pdfmake = await (loaded ??= load())
    const at = new Date(createdAt)
    const info = { creator: "Field Office", producer: "Field Office", ...definition.info, creationDate: at, modDate: at }
    return pdfmake.createPdf({ pageSize: "A4", version: "1.7", language: "en-GB", displayTitle: true, ...copy(definition), info }).getBuffer()
  })
