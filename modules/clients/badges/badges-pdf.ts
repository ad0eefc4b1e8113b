/** Badges as a PDF of A4 pages, ten per page in the size of a bank card, to be cut along the lines. */
import type { Content } from "pdfmake/interfaces.js"
import { pdf } from "@ops/platform/documents/pdf.ts"

export interface PrintedBadge {
  readonly code: string
  readonly name: string
  readonly staffNumber: string
  readonly client: string
  readonly site: string
}

const millimetre = 72 / 25.4
const card = { width: 85.6 * millimetre, height: 54 * millimetre }
const [left, top] = [(595.28 - 2 * card.width) / 2, (841.89 - 5 * card.height) / 2]

const cardOf = ({ code, name, staffNumber, client, site }: PrintedBadge, place: number): Array<Content> => {
  const x = left + (place % 2) * card.width
  const y = top + Math.floor(place / 2) * card.height
  const text = (text: string, dy: number, more: object = {}): Content => ({
    columns: [{ width: card.width - 118, text, ...more }],
    absolutePosition: { x: x + 14, y: y + dy },
  })
  return [
    { canvas: [{ type: "rect", x: 0, y: 0, w: card.width, h: card.height, r: 8, lineWidth: 0.5, lineColor: "#b9bbc6" }], absolutePosition: { x, y } },
    text(site.toUpperCase(), 14, { fontSize: 8, color: "#60646c" }),
    text(name, 34, { fontSize: 14, bold: true }),
    text(staffNumber, 78, { fontSize: 10 }),
    text(client, 94, { fontSize: 10, color: "#60646c" }),
    text(code, 132, { fontSize: 7, color: "#60646c" }),
    { qr: code, fit: 92, eccLevel: "M", absolutePosition: { x: x + card.width - 102, y: y + 28 } },
  ]
}

/** The PDF of the given badges. */
export const badgesPdf = (badges: ReadonlyArray<PrintedBadge>, createdAt: string) =>
  pdf(
    {
      info: { title: "Badges" },
      pageMargins: [0, 0, 0, 0],
      defaultStyle: { font: "Roboto", color: "#1c1d1f" },
      content: badges.flatMap((badge, n): Array<Content> => {
        const cards = cardOf(badge, n % 10)
        return n > 0 && n % 10 === 0 ? [{ text: "", pageBreak: "before" }, ...cards] : cards
      }),
    },
    { createdAt },
  )
