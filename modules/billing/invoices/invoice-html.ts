/** An invoice as a page of HTML: self-contained, prints on A4, and escapes all typed text. */
import { createElement as h, type ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import type { InvoiceDocument } from "./invoice-document.ts"

const style = `
@page { size: A4; margin: 18mm 16mm }
body { margin: 0; background: #fff; color: #1c1d1f; font: 14px/1.45 "Source Sans 3", system-ui, sans-serif }
main { max-width: 178mm; margin: 0 auto; padding: 24px 24px 24px 56px; position: relative }
.site { position: absolute; left: 12px; top: 28px; padding: 1px 6px; border-radius: 2px; color: #fff; font-weight: 600; letter-spacing: .06em }
header, .parties { display: flex; justify-content: space-between; gap: 32px }
h1 { margin: 0; font-size: 30px; font-weight: 600; line-height: 1.2 }
.number { font-size: 18px }
.draft { display: inline-block; margin-top: 8px; padding: 2px 10px; border: 2px solid #9b1c1c; color: #9b1c1c; font-size: 18px; font-weight: 600; letter-spacing: .12em }
.parties { margin: 28px 0 }
h2 { margin: 0 0 4px; font-size: 12px; font-weight: 400; color: #60646c }
p { margin: 0 }
dl { display: grid; grid-template-columns: auto auto; gap: 2px 16px; margin: 0 }
dt { color: #60646c }
dd { margin: 0; text-align: right }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th { padding: 6px 8px; border-bottom: 1px solid #1c1d1f; font-size: 13px; font-weight: 500; text-align: left }
td { padding: 6px 8px; border-bottom: 1px solid #dcdde0; vertical-align: top }
tr { break-inside: avoid }
.amount { text-align: right; white-space: nowrap }
tfoot td { border: 0; padding-block: 3px }
tfoot tr:first-child td { border-top: 1px solid #1c1d1f }
tfoot tr:last-child td { padding-top: 6px; border-bottom: 3px double #1c1d1f; font-size: 15px; font-weight: 600 }
.notes { margin-top: 28px; white-space: pre-line }
`.trim()

const lines = (texts: ReadonlyArray<string>): ReactNode => texts.map((text, n) => h("p", { key: n, style: n === 0 ? { fontWeight: 600 } : undefined }, text))

const page = ({ title, number, isDraft, site, seller, client, facts, currency, lines: items, totals, total, notes }: InvoiceDocument) =>
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
        h("span", { className: "site", style: { background: site.colour }, title: site.name }, site.code),
        h(
          "header",
          null,
          h("div", null, h("h1", null, title), h("p", { className: "number" }, number), isDraft && h("p", { className: "draft" }, "DRAFT")),
          h("div", { style: { textAlign: "right" } }, lines(seller)),
        ),
        h(
          "div",
          { className: "parties" },
          h("div", null, h("h2", null, title === "Invoice" ? "Invoice to" : "Credit to"), lines(client)),
          h("dl", null, ...facts.map(([label, value]) => [h("dt", { key: label }, label), h("dd", { key: `${label} is` }, value)])),
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
              ...["Quantity", `Price (${currency})`, `Amount (${currency})`].map((head) => h("th", { key: head, scope: "col", className: "amount" }, head)),
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
      ),
    ),
  )

/** The complete HTML of a document. */
export const invoiceHtml = (document: InvoiceDocument): string => `<!doctype html>${renderToStaticMarkup(page(document))}`
