/** QR codes for screens, by the encoder of the PDFs. */
import { createRequire } from "node:module"

interface Encoder {
  readonly measure: (asked: { readonly qr: string; readonly eccLevel: "M" }) => {
    readonly _width: number
    readonly _canvas: ReadonlyArray<{ readonly x: number; readonly y: number; readonly w: number }>
  }
}
const { default: encoder } = createRequire(import.meta.url)("pdfmake/js/qrEnc.js") as { readonly default: Encoder }

/** A QR code as an SVG path over `size` × `size` modules. */
export const qrPath = (text: string): { readonly size: number; readonly path: string } => {
  const {
    _width: width,
    _canvas: [, ...dark],
  } = encoder.measure({ qr: text, eccLevel: "M" })
  const module = dark[0]!.w
  return { size: width / module, path: dark.map(({ x, y }) => `M${x / module} ${y / module}h1v1h-1z`).join("") }
}
