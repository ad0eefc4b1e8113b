/** An invoice as a page of HTML: self-contained, prints on A4, and escapes all typed text. */
import { createElement as h, type ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { letterAccent } from "@ops/platform/documents/letter.ts"
import type { InvoiceDocument } from "./invoice-document.ts"

const style = `
@page { size: A4; margin: 0 }
body { margin: 0; background: #fff; color: #21201c; font: 14px/20px "Ops Sans", "Source Sans 3", system-ui, sans-serif; font-variant-numeric: tabular-nums lining-nums }
main { box-sizing: border-box; display: flex; flex-direction: column; min-height: 1060px; padding: 48px 44px 36px 50px; border-left: 8px solid ${letterAccent} }
header, footer { display: flex; justify-content: space-between; gap: 32px }
header > :last-child, footer > :last-child { text-align: right }
h1 { margin: 0; font-size: 28px; line-height: 36px; font-weight: 600 }
.seller p:first-child { font-size: 18px; line-height: 24px }
.draft { display: inline-block; margin-top: 8px; padding: 2px 10px; border: 2px solid #9b1c1c; color: #9b1c1c; font-size: 18px; font-weight: 600; letter-spacing: .12em }
.parties { display: flex; flex-wrap: wrap; gap: 12px 32px; margin: 36px 0 28px }
.parties > :first-child { flex: 1 }
h2 { margin: 0; font-size: 14px; line-height: 20px; font-weight: 400; color: #63635e }
p { margin: 0 }
table { width: 100%; border-collapse: collapse }
th { padding: 8px; border-bottom: 1px solid #21201c; font-weight: 500; color: #63635e; text-align: left }
td { padding: 6px 8px; border-bottom: 1px solid #dcdbd7; vertical-align: top }
th:first-child, td:first-child { padding-left: 0 }
th:last-child, td:last-child { padding-right: 0 }
tr { break-inside: avoid }
.amount { text-align: right; white-space: nowrap }
tfoot td { border: 0; padding-block: 3px }
tfoot tr:first-child td { padding-top: 8px }
tfoot tr:last-child td { padding-block: 7px; border-top: 1px solid #8d8d86; border-bottom: 3px double #8d8d86; font-size: 16px; font-weight: 600 }
.notes { margin: 24px 0; white-space: pre-line }
footer { margin-top: auto; padding-top: 12px; border-top: 1px solid #dcdbd7; color: #63635e }
`.trim()

const lines = (texts: ReadonlyArray<string>, strong = true): ReactNode =>
  texts.map((text, n) => h("p", { key: n, style: strong && n === 0 ? { fontWeight: 600 } : undefined }, text))

const page = ({ title, number, isDraft, site, seller, client, date, facts, currency, lines: items, totals, total, notes, foot }: InvoiceDocument) =>
  h(
    "html",
    { lang: "en" },
    h("head", null, h("meta", { charSet: "utf-8" }), h("title", null, `${title} ${number}`), h("style", { dangerouslySetInnerHTML: { __html: style } })),
    h(
      "body",
      null,
      h(
        "main",
        null,
        h(
          "header",
          null,
          h("div", { className: "seller" }, lines(seller)),
          h("div", null, h("h1", null, title), h("p", null, number), date !== null && h("p", null, date), isDraft && h("p", { className: "draft" }, "DRAFT")),
        ),
        h(
          "div",
          { className: "parties" },
          h("div", null, h("h2", null, title === "Invoice" ? "Billed to" : "Credited to"), lines(client)),
          ...facts.map(({ label, lines: values }) => h("div", { key: label }, h("h2", null, label), lines(values, label === "Due"))),
        ),
        h(
          "table",
          null,
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              h("th", { scope: "col" }, "Description"),
              ...["Quantity", "Price", currency].map((head) => h("th", { key: head, scope: "col", className: "amount" }, head)),
            ),
          ),
          h(
            "tbody",
            null,
            ...items.map(({ description, quantity, unitPrice, amount }, n) =>
              h(
                "tr",
                { key: n },
                h("td", null, description),
                ...[quantity, unitPrice, amount].map((figure, column) => h("td", { key: column, className: "amount" }, figure)),
              ),
            ),
          ),
          h(
            "tfoot",
            null,
            ...[...totals, total].map(([label, value]) =>
              h("tr", { key: label }, h("td", { colSpan: 3, className: "amount" }, label), h("td", { className: "amount" }, value)),
            ),
          ),
        ),
        h("div", { className: "notes" }, ...notes.map((note, n) => h("p", { key: n }, note))),
        h("footer", null, h("div", null, lines(foot, false)), h("p", null, site)),
      ),
    ),
  )

/** The complete HTML of a document. */
export const invoiceHtml = (document: InvoiceDocument): string => `<!doctype html>${renderToStaticMarkup(page(document))}`
