/**
 * Progress certificates: work is claimed by the quantities done to date, certified by another person, and billed in the same commit. An advance, and
 * retention once it is due, are certificates too. Money in USD cents.
 */
import { Schema } from "effect"
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { formatQuantity } from "@ops/platform/quantity.ts"
import { command, type By, conflict, forbidden, get, invalid, findById, newId, nextNumber, type CommandGenerator, all } from "@ops/platform/records/command.ts"
import { refuseSimulated } from "@ops/platform/records/rules/decision.ts"
import { BusinessDate, SeriesNumber, Instant, Literals, Money, MoneyTotal, Optional, Parts, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { InvoiceDrafted, invoices, issuing, seller } from "@ops/billing/invoices/invoice.ts"
import { dueDate } from "@ops/billing/meal-billing/meal-billing.ts"
import { clients } from "@ops/clients/client.ts"
import { taxOn } from "@ops/ledger/taxes/tax-code.ts"
import { advanceAmounts, type Amounts, doneAmount, dueRetention, progressAmounts, releaseAmounts, type Standing } from "./certificate-amounts.ts"
import { constructionProjects, type ConstructionProjectRow, projectOf } from "../projects/construction-project.ts"
import { invoiceLines, ordinal } from "./certificate-invoice.ts"
import { CertificateCounted, ClaimEnded, ClaimOpened, contractOf, type ContractRow, projectContracts, retainedOf, taxOnDate } from "./contract-terms.ts"
import { BUILDERS, certificateKinds, certificateStatuses } from "../money/labels.ts"

export const CertificateLine = Schema.Struct({
  lineId: Schema.Int,
  item: Schema.String,
  description: Schema.String,
  unit: Schema.String,
  /** thousandths: in the contract, certified before, and done to date */
  quantity: Schema.Int,
  previous: Schema.Int,
  toDate: Schema.Int,
  rate: Schema.Int,
  /** the amount that this certificate adds */
  amount: Schema.Int,
})
type CertificateLine = typeof CertificateLine.Type

const facts = {
  certificateNumber: SeriesNumber("CERT"),
  projectId: Ref("construction_project"),
  kind: Literals(...certificateKinds),
  /** its number within the contract: 1st, 2nd, 3rd */
  sequence: Whole,
  /** the work up to this day */
  periodTo: BusinessDate,
  lines: Parts(CertificateLine),
  certifiedToDate: MoneyTotal,
  certified: Money,
  retention: Money,
  recovered: Money,
  /** before tax */
  billed: Money,
  note: Text(500),
  claimedBy: Optional(Ref("person")),
}
export const Certificate = record(
  "certificate",
  {
    ...facts,
    status: Literals(...certificateStatuses),
    decidedBy: Optional(Ref("person")),
    decidedAt: Optional(Instant),
    decisionNote: Text(500),
    issueDate: Optional(BusinessDate),
    invoiceId: Optional(Ref("invoice")),
    /** the entry in addition to that of the invoice: retention, advance */
    journalEntryId: Optional(Ref("journal_entry")),
    creditNoteId: Optional(Ref("invoice")),
    voidedDate: Optional(BusinessDate),
  },
  {
    grows: true,
    label: "Certificate",
    title: "certificate_number",
    unique: [
      { fields: ["certificateNumber"], sentence: "Another certificate already has this number" },
      { fields: ["invoiceId"], sentence: "Another certificate is billed by this invoice" },
    ],
    indexes: [["projectId"]],
  },
)
export type CertificateRow = Row<typeof Certificate>

const by = Optional(Ref("person"))
export const ProgressClaimed = event(
  "ProgressClaimed",
  1,
  facts,
  ({ certificateNumber, certified, periodTo }) => `${certificateNumber}: USD ${formatMoney(certified)} of work claimed up to ${periodTo}`,
)
export const CertificateIssued = event(
  "CertificateIssued",
  1,
  {
    ...facts,
    by,
    decisionNote: Text(500),
    issueDate: BusinessDate,
    invoiceId: Ref("invoice"),
  },
  ({ invoiceId, billed }, title) => `Certified: USD ${formatMoney(billed)} billed by ${title("invoice", invoiceId)}`,
)
export const ClaimRejected = event("ProgressClaimRejected", 1, { reason: Text(500), by }, ({ reason }) => `Not certified: ${reason}`)
export const CertificatePosted = event(
  "CertificatePosted",
  1,
  { journalEntryId: Ref("journal_entry") },
  ({ journalEntryId }, title) => `Retention and advance posted by ${title("journal_entry", journalEntryId)}`,
)
export const CertificateVoided = event(
  "CertificateVoided",
  1,
  { creditNoteId: Ref("invoice"), date: BusinessDate },
  ({ creditNoteId }, title) => `Its invoice was credited by ${title("invoice", creditNoteId)}: it no longer counts`,
)

const undecided = {
  decidedBy: null,
  decidedAt: null,
  decisionNote: "",
  issueDate: null,
  invoiceId: null,
  journalEntryId: null,
  creditNoteId: null,
  voidedDate: null,
}
export const certificates = stream(Certificate, ProgressClaimed, CertificateIssued, ClaimRejected, CertificatePosted, CertificateVoided).fold({
  ProgressClaimed: (_, claimed) => ({ ...claimed, ...undecided, status: "claimed" as const }),
  CertificateIssued: (_, { by, ...issued }, at) => ({ ...undecided, ...issued, status: "certified" as const, decidedBy: by, decidedAt: at }),
  ProgressClaimRejected: (row, { reason, by }, at) => ({ ...row, status: "rejected" as const, decidedBy: by, decidedAt: at, decisionNote: reason }),
  CertificatePosted: (row, { journalEntryId }) => ({ ...row, journalEntryId }),
  CertificateVoided: (row, { creditNoteId, date }) => ({ ...row, status: "void" as const, creditNoteId, voidedDate: date }),
})

const standingOf = (contract: ContractRow): Standing => ({
  certified: contract.certifiedAmount,
  retained: contract.retainedAmount,
  advance: contract.advancePaid,
  recovered: contract.recoveredAmount,
})

export interface Claim {
  readonly projectId: number
  /** null means today */
  readonly periodTo: string | null
  /** quantities done to date, thousandths; a line that is not given stays as certified */
  readonly done: ReadonlyArray<{ readonly id: number; readonly quantity: number }>
  readonly note: string
}

/** The lines of a claim, checked against the contract. Refuses quantities above it, or below what is certified. */
const measured = (contract: ContractRow, done: Claim["done"]): { readonly lines: ReadonlyArray<CertificateLine>; readonly toDate: number } => {
  const unknown = done.find(({ id }) => !contract.lines.some((line) => line.id === id))
  if (unknown) throw invalid(`${contract.reference} has no line with id ${unknown.id}`)
  let toDate = 0
  const lines = contract.lines.map((line): CertificateLine => {
    const quantity = done.find(({ id }) => id === line.id)?.quantity ?? line.certified
    const name = `Line ${line.item} ${line.description}`
    if (quantity > line.quantity) {
      throw invalid(
        `${name}: ${formatQuantity(quantity)} ${line.unit} are claimed to date, and the contract has ${formatQuantity(line.quantity)}. Have a change approved first`,
      )
    }
    if (quantity < line.certified)
      throw invalid(`${name}: ${formatQuantity(line.certified)} ${line.unit} are certified already. To go back, credit the last certificate's invoice`)
    const worth = doneAmount(line, quantity)
    toDate += worth
    const { id: lineId, item, description, unit, rate } = line
    return {
      lineId,
      item,
      description,
      unit,
      quantity: line.quantity,
      previous: line.certified,
      toDate: quantity,
      rate,
      amount: worth - doneAmount(line, line.certified),
    }
  })
  if (toDate > contract.contractValue)
    throw invalid(`USD ${formatMoney(toDate)} would be certified to date, above the contract of USD ${formatMoney(contract.contractValue)}`)
  return { lines, toDate }
}

/** Claims the work done to date, for another person to certify. One claim at a time. */
export const claimProgress = command("certificate.claim", function* ({ projectId, done, note, ...asked }: Claim, by) {
  if (by.person !== null && !holdsAny(by, BUILDERS)) throw forbidden("Only people who manage projects can claim progress")
  const project = yield* projectOf(projectId, by)
  const contract = yield* contractOf(projectId, by)
  const periodTo = asked.periodTo ?? by.today
  if (project.status === "planning") throw conflict(`${project.name} has not started yet, so nothing can be claimed`)
  if (project.status === "cancelled") throw conflict(`${project.name} is cancelled`)
  if (contract.releasedAmount > 0) throw conflict(`The retention of ${project.name} is released, so nothing more can be claimed`)
  if (contract.lines.length === 0) throw conflict(`${contract.reference} has no bill of quantities yet. Set it first`)
  if (contract.openClaimId !== null) throw conflict("A claim already awaits certification. Certify or reject it first")
  if (periodTo > by.today) throw invalid("Work can be claimed up to today only")
  const { lines, toDate } = measured(contract, done)
  const amounts = progressAmounts(contract, standingOf(contract), toDate)
  if (amounts.billed <= 0) throw invalid("This claims no more work than is certified already")
  const [id, certificateNumber] = yield* all(newId(certificates), nextNumber("CERT", by.today.slice(0, 4)))
  const sequence = contract.certificates.length + 1
  const claim = {
    certificateNumber,
    projectId,
    kind: "progress" as const,
    sequence,
    periodTo,
    lines,
    certifiedToDate: toDate,
    ...amounts,
    note,
    claimedBy: by.person,
  }
  return [certificates.at(id, ProgressClaimed(claim)), projectContracts.at(projectId, ClaimOpened({ certificateId: id }))]
})

/** The claim, if it is open and the person may decide it. */
function* decidable(id: number, by: By): CommandGenerator<CertificateRow> {
  const claim = yield* get(certificates, id)
  yield* projectOf(claim.projectId, by)
  if (by.person !== null && !holds(by, "invoices.manage")) throw forbidden("Only finance can certify and bill progress")
  if (claim.status !== "claimed") throw conflict(`${claim.certificateNumber} is ${claim.status} already`)
  refuseSimulated(by)
  if (by.person !== null && claim.claimedBy === by.person) throw forbidden("You claimed this progress, so another person must certify it")
  return claim
}

interface Certified {
  readonly id: number
  readonly contract: ContractRow
  readonly project: ConstructionProjectRow
  readonly facts: Omit<Parameters<typeof CertificateIssued>[0], "by" | "issueDate" | "invoiceId" | keyof Amounts>
  readonly amounts: Amounts
}

/** Issues a certificate and its invoice, dated today. The entries of both follow in the same commit. */
function* issued({ id, contract, project, facts, amounts }: Certified, by: By): CommandGenerator<ReadonlyArray<Change>> {
  const { clientId, taxCode, reference } = contract
  const client = yield* get(clients, clientId)
  const taxRate = yield* taxOnDate(taxCode, by.today)
  const invoiceId = yield* newId(invoices)
  const { billed } = amounts
  const tax = taxOn(billed, taxRate)
  const draft = {
    kind: "construction" as const,
    siteId: project.siteId,
    clientId,
    contractId: null,
    projectId: null,
    client: { name: client.companyName, address: client.address ?? "", email: client.email },
    seller: yield* seller(),
    billingPeriod: `${project.name}: ${facts.kind === "progress" ? `${ordinal(facts.sequence)} certificate` : facts.kind === "advance" ? "advance" : "retention"}`,
    billingType: null,
    periodStart: null,
    periodEnd: null,
    dueDate: dueDate(client, by.today),
    currency: "USD" as const,
    staffCount: 0,
    mealsServed: 0,
    mealsMissed: 0,
    lines: invoiceLines(contract, facts.kind, facts.lines, amounts, taxRate),
    taxCode,
    taxes: [{ rate: taxRate, net: billed, tax }],
    subtotalAmount: billed,
    taxAmount: tax,
    totalAmount: billed + tax,
    template: "standard",
    notes: `Contract ${reference}, certificate ${facts.certificateNumber}, work up to ${facts.periodTo}`,
    overrideReason: null,
    runId: null,
    planDigest: null,
    creditOf: null,
    replaces: null,
    generatedBy: by.person,
  }
  const done = facts.lines.map(({ lineId, toDate }) => ({ id: lineId, quantity: toDate }))
  return [
    certificates.at(id, CertificateIssued({ ...facts, ...amounts, by: by.person, issueDate: by.today, invoiceId })),
    projectContracts.at(facts.projectId, CertificateCounted({ certificateId: id, done, amounts })),
    invoices.at(invoiceId, InvoiceDrafted(draft)),
    ...(yield* issuing(invoiceId, draft, by.today)),
  ]
}

/** Certifies a claim and bills it. */
export const certify = command("certificate.certify", function* ({ id, note }: { readonly id: number; readonly note: string }, by) {
  const claim = yield* decidable(id, by)
  const { certificateNumber, projectId, kind, periodTo, claimedBy } = claim
  const project = yield* get(constructionProjects, projectId)
  const contract = yield* contractOf(projectId, by)
  // an advance may have been billed since it was claimed
  const { lines, toDate } = measured(
    contract,
    claim.lines.map(({ lineId, toDate }) => ({ id: lineId, quantity: toDate })),
  )
  const amounts = progressAmounts(contract, standingOf(contract), toDate)
  if (amounts.billed <= 0) throw conflict("This claims no more work than is certified already")
  const sequence = contract.certificates.length + 1
  const facts = { certificateNumber, projectId, kind, sequence, periodTo, lines, certifiedToDate: toDate, note: claim.note, claimedBy, decisionNote: note }
  return yield* issued({ id, contract, project, facts, amounts }, by)
})

export const rejectClaim = command("certificate.reject", function* ({ id, reason }: { readonly id: number; readonly reason: string }, by) {
  const { projectId } = yield* decidable(id, by)
  if (reason.trim() === "") throw invalid("Reason is required")
  yield* contractOf(projectId, by)
  return [certificates.at(id, ClaimRejected({ reason: reason.trim(), by: by.person })), projectContracts.at(projectId, ClaimEnded({ certificateId: id }))]
})

/** A certificate without a claim. */
function* own(kind: "advance" | "release", projectId: number, amounts: Amounts, note: string, by: By): CommandGenerator<ReadonlyArray<Change>> {
  const contract = yield* contractOf(projectId, by)
  const project = yield* get(constructionProjects, projectId)
  const [id, certificateNumber] = yield* all(newId(certificates), nextNumber("CERT", by.today.slice(0, 4)))
  const sequence = contract.certificates.length + 1
  const certifiedToDate = contract.certifiedAmount
  const facts = { certificateNumber, projectId, kind, sequence, periodTo: by.today, lines: [], certifiedToDate, note, claimedBy: by.person, decisionNote: "" }
  return yield* issued({ id, contract, project, facts, amounts }, by)
}
const requireBiller = (by: By) => {
  if (by.person !== null && !holds(by, "invoices.manage")) throw forbidden("Only finance can bill a contract")
  if (by.simulated) throw forbidden("A simulated sign-in cannot bill a contract. Sign in with your password")
}

/** Bills the agreed advance, once. */
export const billAdvance = command("certificate.advance", function* ({ projectId, note }: { readonly projectId: number; readonly note: string }, by) {
  requireBiller(by)
  const { advanceAmount, advancePaid, reference } = yield* contractOf(projectId, by)
  if (advanceAmount === 0) throw conflict(`No advance is agreed in ${reference}`)
  if (advancePaid > 0) throw conflict(`The advance of ${reference} is billed already`)
  return yield* own("advance", projectId, advanceAmounts(advanceAmount), note, by)
})

/** Bills the retention: half of it once the project is complete, the rest after the defect period. */
export const releaseRetention = command("certificate.release", function* ({ projectId, note }: { readonly projectId: number; readonly note: string }, by) {
  requireBiller(by)
  const project = yield* projectOf(projectId, by)
  const contract = yield* contractOf(projectId, by)
  if (retainedOf(contract) === 0) throw conflict(`No retention is held on ${project.name}`)
  if (project.status !== "completed" || project.actualEndDate === null)
    throw conflict(`${project.name} is not complete yet. Half of the retention is due at completion, the rest after the defect period`)
  const over = addDays(project.actualEndDate, contract.defectDays)
  const due = dueRetention({ retained: contract.retainedAmount, released: contract.releasedAmount }, over <= by.today)
  if (due === 0) {
    throw conflict(
      `Half of the retention of ${project.name} is released. The other half, USD ${formatMoney(retainedOf(contract))}, is due when the defect period ends, on ${over}`,
    )
  }
  const waiting = contract.openClaimId === null ? undefined : yield* findById(certificates, contract.openClaimId)
  if (waiting) throw conflict(`${waiting.certificateNumber} awaits certification. Decide on it first`)
  return yield* own("release", projectId, releaseAmounts({ retained: due }), note, by)
})
