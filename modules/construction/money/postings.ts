/**
 * What a certificate posts in addition to the entry of its invoice, in the same commit: the retention (1220), and the advance (2320). After both, 4300 has
 * the certified work. A credited invoice reverses its certificate.
 */
import { type About, conflict, consequence, find, get } from "@ops/platform/records/command.ts"
import { InvoiceOwed } from "@ops/billing/receivables/client-account.ts"
import { type Invoice, InvoiceCredited, invoices } from "@ops/billing/invoices/invoice.ts"
import { type EntryLine, post, reverse } from "@ops/ledger/journal-entries/journal-entry.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { CertificatePosted, certificates, CertificateVoided } from "../billing/certificate.ts"
import { constructionProjects } from "../projects/construction-project.ts"
import { CertificateUncounted, projectContracts } from "../billing/contract-terms.ts"

const retention = "1220"
const advances = "2320"
const revenue = "4300"

/** The lines that bring 4300 to the certified amount; `amount` above 0 is a debit of the account. */
const against = (account: string, amount: number, of: { readonly siteId: number; readonly clientId: number }): ReadonlyArray<EntryLine> => {
  if (amount === 0) return []
  const [own, other] = amount > 0 ? (["debit", "credit"] as const) : (["credit", "debit"] as const)
  return [
    { account, [own]: Math.abs(amount), ...of },
    { account: revenue, [other]: Math.abs(amount), ...of },
  ]
}

export const certificateConsequences = [
  // InvoiceOwed follows the entry of the invoice: this entry takes the next number
  consequence(InvoiceOwed, function* ({ invoiceId }, { by }) {
    const { kind, invoiceNumber, issueDate } = yield* get(invoices, invoiceId)
    if (kind !== "construction") return []
    const certificate = yield* find(certificates, { invoiceId })
    if (!certificate) return []
    const { id, certificateNumber, projectId } = certificate
    const { clientId } = yield* get(projectContracts, projectId)
    const { siteId, name } = yield* get(constructionProjects, projectId)
    const of = { siteId, clientId }
    const lines = [...against(retention, -certificate.retention, of), ...against(advances, certificate.recovered, of)]
    if (lines.length === 0) return []
    const description = `${certificateNumber}, ${name}: retention and advance`
    const entry = yield* post({ date: issueDate!, description, reference: invoiceNumber, source: { kind: "certificate", id }, currency: "USD", lines }, by)
    return [...entry, certificates.at(id, CertificatePosted({ journalEntryId: entry[0]!.id }))]
  }),

  consequence(InvoiceCredited, function* ({ creditNoteId, amount }, { id, row, by }: About<typeof invoices>) {
    const invoice: Row<typeof Invoice> = row
    if (invoice.kind !== "construction") return []
    const certificate = yield* find(certificates, { invoiceId: id })
    if (!certificate) return []
    const { certificateNumber, projectId, lines, certified, retention, recovered, billed } = certificate
    if (amount !== invoice.totalAmount) throw conflict(`${invoice.invoiceNumber} bills certificate ${certificateNumber}: credit it in full, and certify again`)
    const contract = yield* get(projectContracts, projectId)
    if (contract.certificates.at(-1) !== certificate.id)
      throw conflict(`${certificateNumber} is not the last certificate of its contract. Credit the later ones first`)
    const done = lines.map(({ lineId, previous }) => ({ id: lineId, quantity: previous }))
    const amounts = { certified, retention, recovered, billed }
    return [
      projectContracts.at(projectId, CertificateUncounted({ certificateId: certificate.id, done, amounts })),
      certificates.at(certificate.id, CertificateVoided({ creditNoteId, date: by.today })),
    ]
  }),

  consequence(CertificateVoided, function* ({ creditNoteId, date }, { row, by }: About<typeof certificates>) {
    if (row.journalEntryId === null) return []
    const { invoiceNumber } = yield* get(invoices, creditNoteId)
    return yield* reverse(row.journalEntryId, date, `invoice credited by ${invoiceNumber}`, by)
  }),
]
