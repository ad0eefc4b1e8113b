import { createHash } from "node:crypto"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { Who } from "@ops/platform/access/who.ts"
import { CurrentInstant, statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { documentBytes, keepDocument } from "@ops/platform/documents/document.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { rowText } from "@ops/platform/http/list-query.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { conflict, forbidden, notFound } from "@ops/platform/records/command.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { execute } from "@ops/platform/records/records.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { reversalPreview } from "@ops/ledger/reversals/server.ts"
import { withholdingOn } from "../payables/payable.ts"
import { type documentKinds, keepPaymentDocument, PaymentRun, reversePaymentRun } from "./payment-run.ts"
import { payableNowSql, paysElsewhere } from "./queries.ts"
import { paymentRuns } from "./resource.ts"
import { moneyAt } from "../shared/postings.ts"
import { paymentDocument, type Remitted } from "./remittance.ts"
import { paymentPdf } from "./remittance-pdf.ts"

const { history, requireVisible } = answering(paymentRuns.stream, paymentRuns.shape)
const sumOf = <Part>(parts: ReadonlyArray<Part>, of: (part: Part) => number) => parts.reduce((sum, part) => sum + of(part), 0)
const sums = (amount: number, withholding: number) => ({
  amount: formatMoney(amount),
  withholding: formatMoney(withholding),
  net: formatMoney(amount - withholding),
})

/** The bills in a currency that are due by a day and could be paid, by vendor. */
const proposal = (currency: "USD" | "SSP", asked: string | undefined) =>
  handle(function* () {
    const { today } = yield* Who
    const dueBy = asked ?? today
    const rows = yield* statement(payableNowSql, [currency, dueBy])
    const kept = (row: (typeof rows)[number]) => withholdingOn(row, row.balance)
    const vendors = [...Map.groupBy(rows, ({ vendorId }) => vendorId)].map(([vendorId, bills]) => ({
      vendorId,
      vendorName: bills[0]!.vendorName,
      bills: bills.length,
      ...sums(
        sumOf(bills, ({ balance }) => balance),
        sumOf(bills, kept),
      ),
      items: bills.map((row) => {
        const { payableId, billNumber, invoiceNumber, dueDate, overdue, siteCode } = row
        return { payableId, billNumber, invoiceNumber, dueDate, overdue, siteCode, ...sums(row.balance, kept(row)) }
      }),
    }))
    const all = sums(
      sumOf(rows, ({ balance }) => balance),
      sumOf(rows, kept),
    )
    const account = moneyAt("bank_transfer", currency)
    return jsonResponse(JSON.stringify({ currency, dueBy, account, vendors, bills: rows.length, total: all.amount, withheld: all.withholding, net: all.net }))
  })

const paidSql = sql(
  {
    billNumber: col.text,
    invoiceNumber: col.text,
    invoiceDate: col.text,
    billed: col.whole,
    net: col.whole,
    withholdingRate: col.nullable(col.whole),
    amount: col.whole,
    withholding: col.whole,
  },
  `select b.bill_number as "billNumber", b.invoice_number as "invoiceNumber", to_char(b.invoice_date, 'YYYY-MM-DD') as "invoiceDate", b.amount::bigint as billed,
    (b.amount - b.tax_amount)::bigint as net, b.withholding_rate as "withholdingRate", i.amount, i.withholding
  from payment_run r, jsonb_to_recordset(r.items) as i("payableId" bigint, "vendorId" bigint, amount bigint, withholding bigint) join payable b on b.id = i."payableId"
  where r.id = $1 and i."vendorId" = $2 order by b.bill_number`,
)
const partiesSql = sql(
  {
    name: col.text,
    vendorNumber: col.text,
    address: col.nullable(col.text),
    taxId: col.nullable(col.text),
    company: col.nullable(col.text),
    companyAddress: col.nullable(col.text),
    companyEmail: col.nullable(col.text),
    account: col.nullable(col.text),
  },
  `select v.name, v.vendor_number as "vendorNumber", v.address, v.tax_id as "taxId", c.name as company, c.address as "companyAddress", c.email as "companyEmail",
    (select a.account_number || ' ' || a.account_name from payment_run r join account a on a.account_number = r.account where r.id = $1) as account
  from vendor v left join company c on c.id = 1 where v.id = $2`,
)

const alsoElsewhereSql = sql(
  { elsewhere: col.flag },
  `select $3::bigint is not null and exists(select from payment_run r, jsonb_to_recordset(r.items) as i("payableId" bigint, "vendorId" bigint) join payable b on b.id = i."payableId"
     where r.id = $1 and i."vendorId" = $2 and b.site_id <> $3) as elsewhere`,
)
const runSql = sql(stateColumns(PaymentRun), `select ${PaymentRun.state("r")} from payment_run r where r.id = $1`)
const elsewhereSql = sqlOf({ elsewhere: col.flag })

/** The PDF for a vendor, as first issued and stored. */
const documentFor = (id: number, vendorId: number, document: (typeof documentKinds)[number]) =>
  handle(function* () {
    const who = yield* Who
    const none = notFound(`Payment run ${id} does not exist`)
    if ((yield* rowText(paymentRuns.shape(who), id)) === undefined) return yield* Effect.fail(none)
    const [run] = yield* statement(runSql, [id])
    if (!run) return yield* Effect.fail(none)
    const bills = yield* statement(paidSql, [id, vendorId])
    // a document lists every bill of the vendor, so people who see only some of them do not get it
    const [seen] = yield* statement(alsoElsewhereSql, [id, vendorId, who.confinedTo])
    if (bills.length === 0 || seen!.elsewhere) return yield* Effect.fail(notFound(`${run.runNumber} pays nothing to vendor ${vendorId}`))
    if (run.executedDate === null) return yield* Effect.fail(conflict(`${run.runNumber} is not executed yet, so there is no payment to advise`))
    const known = run.documents.find((made) => made.vendorId === vendorId && made.document === document)
    // an issued document stays as it was; no new one is issued for a reversed payment
    const returned = run.returned.find((each) => each.vendorId === vendorId)
    if (returned && !known) return yield* Effect.fail(conflict(`The payment of ${run.runNumber} to this vendor was reversed on ${returned.date}`))
    if (document === "certificate" && bills.every(({ withholding }) => withholding === 0)) {
      return yield* Effect.fail(conflict(`No tax was withheld from this vendor by ${run.runNumber}`))
    }
    const [parties] = yield* statement(partiesSql, [id, vendorId])
    const { name, vendorNumber, address, taxId, company, companyAddress, companyEmail, account } = parties!
    const remitted: Remitted = {
      document,
      company: { name: company ?? "Field Office", address: companyAddress ?? "", email: companyEmail },
      vendor: { name, vendorNumber, address, taxId },
      runNumber: run.runNumber,
      reference: run.reference ?? run.runNumber,
      paymentDate: run.paymentDate,
      account: account ?? run.account,
      currency: run.currency,
      bills,
    }
    const kept = known && (yield* documentBytes(known.sha256))
    const bytes = kept ?? (yield* paymentPdf(paymentDocument(remitted), run.executedDate!))
    if (known && !kept && createHash("sha256").update(bytes).digest("hex") !== known.sha256) {
      return yield* Effect.fail(conflict(`The PDF of ${run.runNumber} as issued is missing, and this version would render it differently`))
    }
    // viewing it as of the past is not recorded as issuing it
    if (!known && !(yield* CurrentInstant)) {
      const sha256 = yield* keepDocument(bytes, "application/pdf")
      yield* execute(keepPaymentDocument, { id, vendorId, document, sha256, bytes: bytes.length }, who)
    }
    const title = document === "remittance" ? "Remittance" : "Withholding"
    return HttpServerResponse.uint8Array(bytes, {
      contentType: "application/pdf",
      headers: { "content-disposition": `attachment; filename="${title} ${run.runNumber}-${vendorNumber}.pdf"` },
    })
  })

export const PaymentRunsLive = resourceLive(paymentRuns, {
  proposal: ({ query: { currency = "USD", dueBy } }: RequestOf<typeof paymentRuns, "proposal">) => proposal(currency, dueBy),
  history: ({ params: { id } }: RequestOf<typeof paymentRuns, "history">) =>
    Effect.gen(function* () {
      const who = yield* Who
      yield* requireVisible(id)
      const [run] = yield* mapDatabaseErrors(statement(elsewhereSql(`select ${paysElsewhere(who)} as elsewhere from payment_run r where r.id = $1`), [id]))
      if (run?.elsewhere) return yield* Effect.fail(forbidden("This run also pays bills of other sites. Ask finance for its history"))
      return yield* history(id)
    }),
  reversal: ({ params: { id }, query: { vendorId } }: RequestOf<typeof paymentRuns, "reversal">) =>
    reversalPreview(reversePaymentRun, { id, vendorId: vendorId ?? null }),
  remittance: ({ params: { id, vendorId } }: RequestOf<typeof paymentRuns, "remittance">) => documentFor(id, vendorId, "remittance"),
  certificate: ({ params: { id, vendorId } }: RequestOf<typeof paymentRuns, "certificate">) => documentFor(id, vendorId, "certificate"),
})
