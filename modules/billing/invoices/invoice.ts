/** Invoices: what clients owe. One record for all kinds: meals of a period, services, and credit notes. Amounts are cents. */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { formatMoney } from "@ops/platform/money.ts"
import {
  command,
  type By,
  conflict,
  forbidden,
  get,
  invalid,
  findById,
  newId,
  notFound,
  Rejection,
  type CommandGenerator,
  all,
} from "@ops/platform/records/command.ts"
import {
  BusinessDate,
  DocumentNumber,
  Instant,
  Line,
  Literals,
  Money,
  Optional,
  Parts,
  Ref,
  Structure,
  Text,
  Whole,
  Rate,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { takeNumber } from "@ops/platform/records/series.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { mails, queueMail, withdrawMail } from "@ops/platform/mail/mail.ts"
import { clients } from "@ops/clients/client.ts"
import { officialRate, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { reversalFacts, reversalText } from "@ops/ledger/reversals/reversal.ts"
import { taxOn } from "@ops/ledger/taxes/tax-code.ts"
import { mealAccounts, PeriodUnbilled } from "@ops/meals/head-counts/meal-account.ts"
import { companies, type Company } from "@ops/sites/site.ts"
import { formatDaysIn } from "@ops/platform/dates/sentence.ts"

/** `opening`: an invoice of the earlier books that was open when these began. */
export const invoiceKinds = ["meal", "service", "construction", "opening", "credit_note"] as const
export const billingTypes = ["daily", "weekly", "monthly"] as const

/** A line: `quantity` whole meals or pieces at a price; `amount` = quantity × unitPrice, before tax. */
export const InvoiceLine = Schema.Struct({
  description: Schema.String,
  quantity: Schema.Int,
  /** cents */
  unitPrice: Schema.Int,
  /** cents */
  amount: Schema.Int,
  /** hundredths of a percent */
  taxRate: Schema.Int,
})
/** Tax by rate: `tax` is rounded once per rate, half a cent up. */
export const InvoiceTax = Schema.Struct({ rate: Schema.Int, net: Schema.Int, tax: Schema.Int })
const Allocation = Schema.Struct({ paymentId: Schema.Int, amount: Schema.Int, date: BusinessDate })
const Mailing = Schema.Struct({ mailId: Schema.Int, to: Schema.String, at: Schema.String })
/** A company as named in the document, even if it is renamed later. */
const Named = Schema.Struct({ name: Schema.String, address: Schema.String, email: Schema.NullOr(Schema.String) })
/** The company itself, with its tax number and bank details if the settings have them. */
const Seller = Schema.Struct({ ...Named.fields, taxNumber: Schema.optionalKey(Schema.String), bank: Schema.optionalKey(Schema.String) })

const facts = {
  kind: Literals(...invoiceKinds),
  siteId: Ref("site"),
  clientId: Ref("client"),
  contractId: Optional(Ref("client_contract")),
  projectId: Optional(Ref("project_head")),
  client: Structure(Named),
  seller: Structure(Seller),
  /** in words: "October 2026" */
  billingPeriod: Line(),
  billingType: Optional(Literals(...billingTypes)),
  periodStart: Optional(BusinessDate),
  periodEnd: Optional(BusinessDate),
  dueDate: BusinessDate,
  currency: Literals("USD", "SSP"),
  staffCount: Whole,
  mealsServed: Whole,
  mealsMissed: Whole,
  lines: Parts(InvoiceLine),
  taxCode: Line(20),
  taxes: Parts(InvoiceTax),
  subtotalAmount: Money,
  taxAmount: Money,
  totalAmount: Money,
  template: Line(40),
  notes: Text(),
  /** why a typed total differs from that of the meals; level 7 and 10 only */
  overrideReason: Optional(Text(500)),
  /** the billing run and the plan that created it */
  runId: Optional(Ref("billing_run")),
  planDigest: Optional(Line(100)),
  /** for a credit note: the invoice it credits */
  creditOf: Optional(Ref("invoice")),
  /** the credited invoice that this one replaces */
  replaces: Optional(Ref("invoice")),
  generatedBy: Optional(Ref("person")),
}

export const Invoice = record(
  "invoice",
  {
    /** null while it is a draft */
    invoiceNumber: Optional(DocumentNumber),
    ...facts,
    issueDate: Optional(BusinessDate),
    /** hundredths of SSP per dollar on the date of issue, at which it is posted; 100 for USD; null while it is a draft */
    rate: Optional(Rate),
    /** overdue is not stored: an open invoice is overdue once its due date has passed */
    status: Literals("draft", "issued", "sent", "part_paid", "paid", "credited", "discarded"),
    paidAmount: Money,
    paidDate: Optional(BusinessDate),
    creditedAmount: Money,
    payments: Parts(Allocation),
    creditNotes: Parts(Schema.Int),
    mailings: Parts(Mailing),
    sentAt: Optional(Instant),
    /** SHA-256 of the PDF as first created */
    pdfSha256: Optional(Line(64)),
  },
  {
    grows: true,
    label: "Invoice",
    title: "coalesce(invoice_number, 'Draft ' || id)",
    unique: [{ fields: ["invoiceNumber"], sentence: "Another invoice has this number" }],
    indexes: [["clientId", "periodStart"], ["creditOf"], ["runId"], ["issueDate"], ["createdAt", "id"]],
  },
)

export const InvoiceDrafted = event("InvoiceDrafted", 1, facts, ({ billingPeriod }) => `Drafted for ${billingPeriod}`)
/** A draft is due by the client's terms from its date of issue, not of drafting. */
export const InvoiceDueAgreed = event("InvoiceDueAgreed", 1, { dueDate: BusinessDate }, ({ dueDate }) => `Due on ${dueDate}`)
export const InvoiceIssued = event(
  "InvoiceIssued",
  1,
  { invoiceNumber: DocumentNumber, issueDate: BusinessDate, rate: Rate },
  ({ invoiceNumber, issueDate }) => `Issued as ${invoiceNumber} on ${issueDate}`,
)
export const InvoiceDiscarded = event("InvoiceDiscarded", 1, { reason: Text(500) }, ({ reason }) => `Draft discarded${reason ? `: ${reason}` : ""}`)
export const InvoiceRendered = event("InvoiceRendered", 1, { sha256: Line(64), bytes: Whole }, ({ sha256 }) => `PDF created, SHA-256 ${sha256}`)
export const InvoiceMailed = event("InvoiceMailed", 1, { mailId: Ref("mail"), to: Line() }, ({ to }) => `Mail to ${to} queued`)
export const InvoiceSent = event("InvoiceSent", 1, { mailId: Ref("mail") }, () => "Accepted by the mail server")
export const InvoiceBounced = event("InvoiceBounced", 1, { mailId: Ref("mail"), error: Text() }, ({ error }) => `Mail could not be delivered: ${error}`)
export const InvoiceDownloaded = event("InvoiceDownloaded", 1, { by: Optional(Ref("person")) }, () => "PDF downloaded")
export const InvoicePaid = event(
  "InvoicePaid",
  1,
  { paymentId: Ref("payment"), amount: Money, date: BusinessDate },
  ({ date }) => `Payment received on ${date}`,
)
/** A payment bounced or was recorded in error: the amount it settled is open again. */
export const InvoicePaymentReversed = event(
  "InvoicePaymentReversed",
  1,
  {
    paymentId: Ref("payment"),
    amount: Money,
    /** the part that a credit note had released: it became the client's credit, and is not open again */
    released: Money,
    date: BusinessDate,
    kind: reversalFacts.kind,
    reason: Text(500),
  },
  ({ paymentId, kind, reason }, title) => reversalText({ kind, reason }, `${title("payment", paymentId)} reversed`),
)
export const InvoiceCredited = event(
  "InvoiceCredited",
  1,
  {
    creditNoteId: Ref("invoice"),
    amount: Money,
    /** the part that was already paid and becomes the client's credit */
    released: Money,
    reason: Text(500),
  },
  ({ creditNoteId, reason }, title) => `Credited by ${title("invoice", creditNoteId)}: ${reason}`,
)

const settled = (total: number, paid: number, credited: number, before: "issued" | "sent") => {
  if (credited >= total) return "credited" as const
  if (paid + credited >= total) return "paid" as const
  return paid > 0 ? ("part_paid" as const) : before
}

export const invoices = stream(
  Invoice,
  InvoiceDrafted,
  InvoiceDueAgreed,
  InvoiceIssued,
  InvoiceDiscarded,
  InvoiceRendered,
  InvoiceMailed,
  InvoiceSent,
  InvoiceBounced,
  InvoiceDownloaded,
  InvoicePaid,
  InvoicePaymentReversed,
  InvoiceCredited,
).fold({
  InvoiceDrafted: (_, draft) => ({
    ...draft,
    invoiceNumber: null,
    issueDate: null,
    rate: null,
    status: "draft" as const,
    paidAmount: 0,
    paidDate: null,
    creditedAmount: 0,
    payments: [],
    creditNotes: [],
    mailings: [],
    sentAt: null,
    pdfSha256: null,
  }),
  InvoiceDueAgreed: (invoice, { dueDate }) => ({ ...invoice, dueDate }),
  InvoiceIssued: (invoice, issued) => ({ ...invoice, ...issued, status: "issued" as const }),
  InvoiceDiscarded: (invoice) => ({ ...invoice, status: "discarded" as const }),
  InvoiceRendered: (invoice, { sha256 }) => ({ ...invoice, pdfSha256: sha256 }),
  InvoiceMailed: (invoice, { mailId, to }, at) => ({ ...invoice, mailings: [...invoice.mailings, { mailId, to, at }] }),
  InvoiceSent: (invoice, _, at) => ({ ...invoice, sentAt: invoice.sentAt ?? at, status: invoice.status === "issued" ? ("sent" as const) : invoice.status }),
  InvoiceBounced: (invoice) => invoice,
  InvoiceDownloaded: (invoice) => invoice,
  InvoicePaid: (invoice, { paymentId, amount, date }) => {
    const paidAmount = invoice.paidAmount + amount
    const status = settled(invoice.totalAmount, paidAmount, invoice.creditedAmount, invoice.sentAt ? "sent" : "issued")
    return { ...invoice, paidAmount, payments: [...invoice.payments, { paymentId, amount, date }], status, paidDate: status === "paid" ? date : null }
  },
  // the payment stays in the list next to its reversal, so that reports of past days do not change
  InvoicePaymentReversed: (invoice, { paymentId, amount, released, date }) => {
    const paidAmount = invoice.paidAmount - (amount - released)
    const status = settled(invoice.totalAmount, paidAmount, invoice.creditedAmount, invoice.sentAt ? "sent" : "issued")
    const payments = [...invoice.payments, { paymentId, amount: -amount, date }]
    return { ...invoice, paidAmount, payments, status, paidDate: status === "paid" ? invoice.paidDate : null }
  },
  // the released amount no longer counts as paid on this invoice, so that paid + credited + open is always the total
  InvoiceCredited: (invoice, { creditNoteId, amount, released }) => {
    const creditedAmount = invoice.creditedAmount + amount
    const paidAmount = invoice.paidAmount - released
    const status = settled(invoice.totalAmount, paidAmount, creditedAmount, invoice.sentAt ? "sent" : "issued")
    const paidDate = status === "paid" ? (invoice.paidDate ?? invoice.payments.at(-1)?.date ?? null) : null
    return { ...invoice, creditedAmount, paidAmount, creditNotes: [...invoice.creditNotes, creditNoteId], status, paidDate }
  },
})

type Bill = Row<typeof Invoice>
/** The initial content of an invoice. */
export type InvoiceDraft = Parameters<typeof InvoiceDrafted>[0]
const pdfType = "application/pdf"

/** The name of an invoice: its number, or "Draft 12". */
export const nameOf = ({ invoiceNumber, id }: Pick<Bill, "invoiceNumber" | "id">): string => invoiceNumber ?? `Draft ${id}`

/** The open amount, in cents of its currency. Nothing is open on a draft or a credit note. */
export const openOf = ({ kind, status, totalAmount, paidAmount, creditedAmount }: Bill): number =>
  kind === "credit_note" || status === "draft" || status === "discarded" ? 0 : totalAmount - paidAmount - creditedAmount

/** Whether credit notes have credited all of it. */
export const isCancelled = ({ status }: Pick<Bill, "status">): boolean => status === "credited"
/** The part of its payments that credit notes have released: it became the client's credit. */
export const releasedOf = ({ payments, paidAmount }: Pick<Bill, "payments" | "paidAmount">): number =>
  payments.reduce((sum, { amount }) => sum + amount, 0) - paidAmount

/**
 * The amount that a settlement takes off the receivable, in cents of USD at the rate of the invoice. The parts always add up to the whole, however many there
 * are, because each is the difference of two sums.
 */
export const worthOf = ({ paidAmount, creditedAmount, rate }: Bill, amount: number): number => {
  const before = paidAmount + creditedAmount
  return toUsd(before + amount, rate!) - toUsd(before, rate!)
}

/** The company from the settings, as documents name it. */
export const sellerOf = (company: Row<typeof Company> | undefined): Bill["seller"] => ({
  name: company?.name ?? "Field Office",
  address: company?.address ?? "",
  email: company?.email ?? null,
  ...(company?.taxNumber && { taxNumber: company.taxNumber }),
  ...(company?.bank && { bank: company.bank }),
})

/** The company as a document issued today names it. */
export function* seller(): CommandGenerator<Bill["seller"]> {
  return sellerOf(yield* findById(companies, 1))
}

/**
 * Issues a draft: it takes the next number of its year, without gaps, and the rate of its date. The changes must be among the command's, after the draft; the
 * journal entry follows in the same commit. Refused for SSP on a date without a rate.
 */
export function* issuing(
  id: number,
  { kind, currency }: Pick<Bill, "kind" | "currency">,
  date: string,
  rate?: number,
): CommandGenerator<ReadonlyArray<Change>> {
  const series = takeNumber(kind === "credit_note" ? "CN" : "INV", date.slice(0, 4))
  const [{ number, change }, ofDate] = yield* all(series, rate === undefined ? dollarIn(currency, date) : known(rate))
  return [invoices.at(id, InvoiceIssued({ invoiceNumber: number, issueDate: date, rate: ofDate })), change]
}
/** The books' rate of a currency on a date, in hundredths per dollar. Refused for SSP on a date without a rate. */
export function* dollarIn(currency: Bill["currency"], date: string): CommandGenerator<number> {
  return currency === "USD" ? 100 : yield* officialRate(date)
}
function* known<A>(value: A): CommandGenerator<A> {
  return value
}

/** The invoice, if the person may work on invoices and it belongs to one of their sites. */
function* ofOwnSite(id: number, by: By): CommandGenerator<Bill> {
  if (by.person !== null && !holds(by, "invoices.manage")) throw forbidden("Only finance can change invoices")
  const invoice = yield* get(invoices, id)
  if (by.confinedTo !== null && invoice.siteId !== by.confinedTo) throw notFound(`Invoice ${id} does not exist`)
  return invoice
}

/** Releases the meals that a bill claimed, so that they can be billed again. */
function* freed({ id, contractId }: Bill): CommandGenerator<ReadonlyArray<Change>> {
  const account = contractId === null ? undefined : yield* findById(mealAccounts, contractId)
  return account?.billed.some(({ invoiceId }) => invoiceId === id) ? [mealAccounts.at(contractId!, PeriodUnbilled({ invoiceId: id }))] : []
}

/** Discards a draft. Its meals can be billed again; nothing is posted. */
export const discardInvoice = command("invoice.discard", function* ({ id, reason }: { id: number; reason: string }, by) {
  const invoice = yield* ofOwnSite(id, by)
  if (invoice.status === "discarded") throw conflict("This draft is already discarded")
  if (invoice.status !== "draft") throw conflict(`${nameOf(invoice)} is issued and cannot be discarded. Correct it with a credit note`)
  return [invoices.at(id, InvoiceDiscarded({ reason })), ...(yield* freed(invoice))]
})

export interface CreditInput {
  readonly id: number
  readonly reason: string
  /** the lines to credit, by number from 1: the whole line, a quantity, or an amount before tax in cents; null credits what is left of the invoice */
  readonly lines: ReadonlyArray<{ readonly line: number; readonly quantity: number | null; readonly amount: number | null }> | null
}
type BillLine = typeof InvoiceLine.Type
type Tax = typeof InvoiceTax.Type

/** What earlier credit notes have left of each tax rate. */
const left = (invoice: Bill, notes: ReadonlyArray<Bill>): ReadonlyArray<Tax> =>
  invoice.taxes.map(({ rate, net, tax }) => {
    const credited = notes.flatMap(({ taxes }) => taxes.filter((each) => each.rate === rate))
    return {
      rate,
      net: net - credited.reduce((sum, each) => sum + each.net, 0),
      tax: tax - credited.reduce((sum, each) => sum + each.tax, 0),
    }
  })

/** The lines of a credit note for some of an invoice's lines. */
const creditedLines = (invoice: Bill, asked: NonNullable<CreditInput["lines"]>): ReadonlyArray<BillLine> => {
  if (asked.length === 0) throw invalid("Name at least one line to credit")
  if (new Set(asked.map(({ line }) => line)).size < asked.length) throw invalid("Each line can be credited once in a credit note")
  return asked.map(({ line, quantity, amount }) => {
    const original = invoice.lines[line - 1]
    if (!original) throw invalid(`${nameOf(invoice)} has no line ${line}`)
    if (quantity !== null && amount !== null) throw invalid(`Give a quantity or an amount for line ${line}, not both`)
    if (quantity !== null) {
      if (quantity <= 0 || quantity > original.quantity) throw invalid(`Line ${line} has a quantity of ${original.quantity}`)
      return { ...original, quantity, amount: quantity === original.quantity ? original.amount : quantity * original.unitPrice }
    }
    const net = amount ?? original.amount
    if (net <= 0 || net > original.amount) throw invalid(`Line ${line} has an amount of ${invoice.currency} ${formatMoney(original.amount)} before tax`)
    return net === original.amount ? original : { ...original, quantity: 1, unitPrice: net, amount: net }
  })
}

/**
 * Credits an invoice, in full or by lines: issues a credit note dated today at the invoice's tax and exchange rates, linked both ways. Payments beyond the
 * new total become the client's credit. A meal bill that is credited in full releases its meals, and a queued mail of a cancelled invoice is withdrawn.
 * Returns the credit note.
 */
export const creditInvoice = command("invoice.credit", function* ({ id, reason, lines: asked }: CreditInput, by) {
  const invoice = yield* ofOwnSite(id, by)
  if (invoice.kind === "credit_note") throw conflict("A credit note cannot be credited. Create a new invoice instead")
  if (invoice.status === "draft") throw conflict("A draft cannot be credited. Discard it instead")
  if (invoice.status === "discarded") throw conflict("This draft was discarded")
  if (invoice.creditedAmount >= invoice.totalAmount) throw conflict(`${nameOf(invoice)} is already credited in full`)
  if (reason === "") throw invalid("Reason is required")
  const notes = yield* all(...invoice.creditNotes.map((note) => get(invoices, note)))
  const rest = left(invoice, notes)

  const lines =
    asked !== null
      ? creditedLines(invoice, asked)
      : notes.length === 0
        ? invoice.lines
        : rest
            .filter(({ net, tax }) => net + tax > 0)
            .map(({ rate, net }) => ({ description: `Rest of ${nameOf(invoice)}`, quantity: 1, unitPrice: net, amount: net, taxRate: rate }))
  const taxes = rest.flatMap((of): ReadonlyArray<Tax> => {
    const own = lines.filter(({ taxRate }) => taxRate === of.rate)
    const net = own.reduce((sum, { amount }) => sum + amount, 0)
    if (net > of.net) {
      throw invalid(`Only ${invoice.currency} ${formatMoney(of.net)} before tax is left to credit at ${(of.rate / 100).toFixed(2)}%`)
    }
    if (own.length === 0) return []
    // the last part takes the cents left by rounding, so that all parts together equal the whole
    return [net === of.net ? of : { rate: of.rate, net, tax: Math.min(taxOn(net, of.rate), of.tax) }]
  })
  const subtotalAmount = taxes.reduce((sum, { net }) => sum + net, 0)
  const taxAmount = taxes.reduce((sum, { tax }) => sum + tax, 0)
  const amount = subtotalAmount + taxAmount

  const noteId = yield* newId(invoices)
  const draft = InvoiceDrafted({
    kind: "credit_note",
    siteId: invoice.siteId,
    clientId: invoice.clientId,
    contractId: invoice.contractId,
    projectId: invoice.projectId,
    client: invoice.client,
    seller: yield* seller(),
    billingPeriod: invoice.billingPeriod,
    billingType: invoice.billingType,
    periodStart: invoice.periodStart,
    periodEnd: invoice.periodEnd,
    dueDate: by.today,
    currency: invoice.currency,
    staffCount: 0,
    mealsServed: 0,
    mealsMissed: 0,
    lines,
    taxCode: invoice.taxCode,
    taxes,
    subtotalAmount,
    taxAmount,
    totalAmount: amount,
    template: invoice.template,
    notes: reason,
    overrideReason: null,
    runId: null,
    planDigest: null,
    creditOf: id,
    replaces: null,
    generatedBy: by.person,
  })
  const credited = InvoiceCredited({ creditNoteId: noteId, amount, released: Math.max(0, amount - openOf(invoice)), reason })
  const cancels = invoice.creditedAmount + amount === invoice.totalAmount
  const unsent: Array<Change> = []
  if (cancels) for (const { mailId } of invoice.mailings) unsent.push(...(yield* withdrawMail(mailId, `${nameOf(invoice)} was cancelled: ${reason}`)))
  return {
    id: noteId,
    changes: [
      invoices.at(noteId, draft),
      // at the rate of the invoice: it must reverse the original value
      ...(yield* issuing(noteId, { kind: "credit_note", currency: invoice.currency }, by.today, invoice.rate!)),
      invoices.at(id, credited),
      ...(cancels ? yield* freed(invoice) : []),
      ...unsent,
    ],
  }
})

/** The PDF created for this call; the one created first is kept. */
export interface Rendered {
  readonly sha256: string
  readonly bytes: number
}
const rendering = (invoice: Bill, { sha256, bytes }: Rendered): ReadonlyArray<Change> =>
  invoice.pdfSha256 === null ? [invoices.at(invoice.id, InvoiceRendered({ sha256, bytes }))] : []

/** Records that a person downloaded the PDF of an issued invoice. Allowed for levels that see invoices. */
export const downloadInvoice = command("invoice.download", function* ({ id, rendered }: { id: number; rendered: Rendered }, by) {
  const invoice = yield* get(invoices, id)
  if (invoice.status === "draft" || invoice.status === "discarded") throw conflict("Drafts have no stored PDF")
  return [...rendering(invoice, rendered), invoices.at(id, InvoiceDownloaded({ by: by.person }))]
})

export interface SendInput {
  readonly id: number
  readonly rendered: Rendered
  readonly to: string | null
  readonly cc: string | null
  readonly subject: string | null
  readonly message: string | null
}

/** maximum number of mails per hour about one invoice */
const mailsAnHour = 3
const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1).toLowerCase()

/**
 * Queues the mail that sends an issued invoice to its client, with the PDF attached. It goes only to the address in the client's record; a copy may go to the
 * client's or our own domain. The invoice becomes "sent" when the mail server has accepted it.
 */
export const sendInvoice = command("invoice.send", function* ({ id, rendered, to, cc, subject, message }: SendInput, by) {
  const invoice = yield* ofOwnSite(id, by)
  if (invoice.status === "draft") throw conflict("A draft cannot be sent. Issue it first")
  if (invoice.status === "discarded") throw conflict("This draft was discarded")
  if (isCancelled(invoice)) {
    const notes = yield* all(...invoice.creditNotes.map((note) => get(invoices, note)))
    throw conflict(`${nameOf(invoice)} was cancelled by ${notes.map(nameOf).join(" and ")}. Send the credit note instead`)
  }
  const [client, company] = yield* all(get(clients, invoice.clientId), findById(companies, 1))
  const { email } = client
  if (!email) throw invalid("This client has no e-mail address")
  if (to !== null && to.toLowerCase() !== email.toLowerCase()) {
    throw forbidden(`Invoices are sent to the address in the client's record: ${email}. Change it there first`)
  }
  const domains = [email, ...(company?.email ? [company.email] : [])].map(domainOf)
  const copies = (cc ?? "").split(",").map((address) => address.trim())
  const strange = copies.find((address) => address !== "" && !domains.includes(domainOf(address)))
  if (strange !== undefined) throw forbidden(`A copy can go to addresses at ${[...new Set(domains)].join(" or ")} only, not to ${strange}`)
  const hourAgo = new Date(Date.parse(by.at) - 3_600_000).toISOString()
  if (invoice.mailings.filter(({ at }) => at > hourAgo).length >= mailsAnHour) {
    throw new Rejection(429, `${nameOf(invoice)} was mailed ${mailsAnHour} times within the last hour. Wait before you send it again`)
  }
  const isCredit = invoice.kind === "credit_note"
  const what = isCredit ? "Credit note" : "Invoice"
  const mailId = yield* newId(mails)
  const text = [
    `Dear ${client.contactPerson ?? client.companyName},`,
    message ?? formatDaysIn(`please find attached ${what.toLowerCase()} ${nameOf(invoice)} for ${invoice.billingPeriod}.`),
    formatDaysIn(
      `${isCredit ? "Credited" : "Total"}: ${invoice.currency} ${formatMoney(invoice.totalAmount)}${isCredit ? "" : `, due on ${invoice.dueDate}`}.`,
    ),
    invoice.seller.name,
  ]
  return [
    ...rendering(invoice, rendered),
    invoices.at(id, InvoiceMailed({ mailId, to: email })),
    queueMail(mailId, {
      to: email,
      cc: copies.filter((address) => address !== "").join(", ") || null,
      subject: subject ?? formatDaysIn(`${what} ${nameOf(invoice)}, ${invoice.billingPeriod}`),
      text: text.join("\n\n"),
      aboutKind: "invoice",
      aboutId: id,
      attachments: [{ name: `${nameOf(invoice)}.pdf`, sha256: invoice.pdfSha256 ?? rendered.sha256, mediaType: pdfType }],
    }),
  ]
})
