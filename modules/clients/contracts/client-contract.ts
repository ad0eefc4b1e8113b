/**
 * Contracts: what a client has agreed for one service at one site, with period, price and billing basis. Prices come
 * from nowhere else. Every term has a start date, so that June is always billed by June's terms.
 */
import { Schema } from "effect"
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { addDays, monthOf } from "@ops/platform/calendar.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { canonical } from "@ops/platform/canonical.ts"
import {
  command,
  type By,
  conflict,
  find,
  forbidden,
  get,
  invalid,
  newId,
  nextNumber,
  permitted,
  type CommandGenerator,
  unchanged,
} from "@ops/platform/records/command.ts"
import {
  BusinessDate,
  Flag,
  label,
  Line,
  Lines,
  Literals,
  Money,
  Optional,
  partly,
  Parts,
  Quantity,
  Rate as Hundredths,
  Ref,
  SeriesNumber,
  SiteName,
  Structure,
  Text,
  Whole,
  WholeUpTo,
  withDefault,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { taxCodes } from "@ops/ledger/taxes/tax-code.ts"
import { siteOf } from "@ops/sites/site.ts"
import { ClientContracted, clients, requireOffice } from "../client.ts"
import { KEEPERS } from "../permissions.ts"

export const serviceTypes = ["catering", "cleaning", "facilities", "construction"] as const
/** served: the meals eaten; planned: the heads planned; guaranteed: the larger of the served heads and a share of the planned ones. */
export const billingBases = ["served", "planned", "guaranteed"] as const

/** A price per meal for slots with at least the given number of heads. */
const Band = Schema.Struct({ fromHeads: Schema.Int, rate: Schema.Int })
const rate = {
  from: BusinessDate,
  /** cents per meal, in the contract's currency */
  rate: Money,
  /** other prices for larger head-counts, in ascending order of `fromHeads` */
  bands: Parts(Band),
}
const basis = {
  from: BusinessDate,
  basis: Literals(...billingBases),
  /** hundredths of a percent of the planned heads (8000 is 80 %); only for the basis "guaranteed" */
  guaranteedShare: Whole,
}
const heads = { from: BusinessDate, heads: Whole, reason: Text(500) }
const signature = { from: label("Date from", BusinessDate), required: label("Signature required", Flag) }

/** Information for performing the service: rows of the catering or cleaning service, for people to read. */
export const Details = Schema.Struct({
  staffCapacity: Schema.NullOr(Schema.Int),
  mealTypes: Schema.Array(Schema.String),
  specialDietaryRequirements: Schema.NullOr(Schema.String),
  kitchenFacilities: Schema.NullOr(Schema.String),
  servingSchedule: Schema.NullOr(Schema.String),
  cleaningType: Schema.NullOr(Schema.String),
  serviceFrequency: Schema.NullOr(Schema.String),
  areasIncluded: Schema.Array(Schema.String),
  specialEquipment: Schema.NullOr(Schema.String),
  chemicalsUsed: Schema.NullOr(Schema.String),
  staffRequired: Schema.NullOr(Schema.Int),
  /** thousandths of an hour */
  estimatedHours: Schema.NullOr(Schema.Int),
  /** cents per hour */
  hourlyRate: Schema.NullOr(Schema.Int),
})

const facts = {
  clientId: Ref("client"),
  siteId: Ref("site"),
  serviceType: Literals(...serviceTypes),
  startDate: BusinessDate,
  currency: Literals("USD", "SSP"),
  /** code of the sales tax, such as SALES */
  taxCode: Text(20),
  details: Structure(Details),
  notes: Text(),
}

export const ClientContract = record(
  "client_contract",
  {
    contractNumber: SeriesNumber("CT"),
    ...facts,
    endDate: Optional(BusinessDate),
    rates: Parts(Schema.Struct(rate)),
    bases: Parts(Schema.Struct(basis)),
    headCounts: Parts(Schema.Struct(heads)),
    /** whether a bill needs the client's signature under each meal */
    signatures: Parts(Schema.Struct(signature)),
    createdBy: Optional(Ref("person")),
  },
  {
    label: "Contract",
    title: "contract_number",
    unique: [{ fields: ["contractNumber"], sentence: "Another contract has this number" }],
    indexes: [["siteId", "clientId"]],
  },
)

export const ContractSigned = event(
  "ContractSigned",
  1,
  { contractNumber: SeriesNumber("CT"), ...facts, endDate: Optional(BusinessDate), createdBy: Optional(Ref("person")) },
  ({ contractNumber, startDate }) => `Contract ${contractNumber} signed, from ${startDate}`,
)
export const RateAgreed = event(
  "RateAgreed",
  1,
  rate,
  ({ from, rate, bands }) =>
    `Price ${formatMoney(rate)} from ${from}${bands.map(({ fromHeads, rate }) => `; ${formatMoney(rate)} from ${fromHeads} people`).join("")}`,
)
export const BasisAgreed = event(
  "BasisAgreed",
  1,
  basis,
  ({ basis, guaranteedShare, from }) =>
    `Billed by ${basis === "guaranteed" ? `the served, ${(guaranteedShare / 100).toFixed(2)}% of planned at least,` : `the ${basis}`} from ${from}`,
)
export const HeadCountPlanned = event(
  "HeadCountPlanned",
  1,
  heads,
  ({ heads, from, reason }) => `${heads} heads planned from ${from}${reason ? `: ${reason}` : ""}`,
)
export const SignatureAgreed = event("SignatureAgreed", 1, signature, ({ from, required }) =>
  required ? `From ${from} only meals that the client has signed are billed` : `From ${from} meals need no signature`,
)
export const ServiceDescribed = event("ServiceDescribed", 1, { details: Structure(Details), notes: Text() }, () => "Description of the service changed")
export const ContractEnded = event("ContractEnded", 1, { endDate: BusinessDate, reason: Text(500) }, ({ endDate }) => `Contract ends on ${endDate}`)

/** Terms by their date; a later term of the same date replaces the earlier one. */
const dated = <Term extends { readonly from: string }>(terms: ReadonlyArray<Term>, term: Term): ReadonlyArray<Term> =>
  [...terms.filter(({ from }) => from !== term.from), term].sort((a, b) => (a.from < b.from ? -1 : 1))

export const clientContracts = stream(
  ClientContract,
  ContractSigned,
  RateAgreed,
  BasisAgreed,
  HeadCountPlanned,
  SignatureAgreed,
  ServiceDescribed,
  ContractEnded,
).fold({
  ContractSigned: (_, contract) => ({ ...contract, rates: [], bases: [], headCounts: [], signatures: [] }),
  RateAgreed: (contract, rate) => ({ ...contract, rates: dated(contract.rates, rate) }),
  BasisAgreed: (contract, basis) => ({ ...contract, bases: dated(contract.bases, basis) }),
  HeadCountPlanned: (contract, heads) => ({ ...contract, headCounts: dated(contract.headCounts, heads) }),
  SignatureAgreed: (contract, term) => ({ ...contract, signatures: dated(contract.signatures, term) }),
  ServiceDescribed: (contract, described) => ({ ...contract, ...described }),
  ContractEnded: (contract, { endDate }) => ({ ...contract, endDate }),
})

/** The term in force on a date. */
export const termAt = <Term extends { readonly from: string }>(terms: ReadonlyArray<Term>, date: string): Term | undefined =>
  terms.filter(({ from }) => from <= date).at(-1)

export const inForce = ({ startDate, endDate }: Pick<Row<typeof ClientContract>, "startDate" | "endDate">, date: string): boolean =>
  startDate <= date && (endDate === null || date <= endDate)

type Contract = Row<typeof ClientContract>
export type Rate = Parameters<typeof RateAgreed>[0]
export type Basis = Parameters<typeof BasisAgreed>[0]

/** Whether two periods share a day; a period without an end is open-ended. */
const overlaps = (a: Pick<Contract, "startDate" | "endDate">, b: Pick<Contract, "startDate" | "endDate">): boolean =>
  (a.endDate === null || b.startDate <= a.endDate) && (b.endDate === null || a.startDate <= b.endDate)

export const rows = ownSite("siteId", "3 and 6: own site; 8: own site if it has one; 7 and 10: all; prices only for 6, 7, 8 and 10")
/** The contract, if it belongs to the user's site; otherwise not found. */
const ofOwnSite = visible(clientContracts, rows)

/**
 * Rejects (409) a period in which another contract of the client covers the same service at the same site. The client's
 * row lists its contracts, and signing one writes that row: of two signed concurrently, one fails.
 */
function* requireNoOverlap(period: Pick<Contract, "id" | "clientId" | "siteId" | "serviceType" | "startDate" | "endDate">): CommandGenerator<void> {
  const client = yield* get(clients, period.clientId)
  for (const id of client.contracts) {
    const other = yield* get(clientContracts, id)
    if (other.id === period.id || other.siteId !== period.siteId || other.serviceType !== period.serviceType || !overlaps(other, period)) continue
    throw conflict(
      `Contract ${other.contractNumber} covers ${period.serviceType} for ${client.companyName} at this site ` +
        `from ${other.startDate}${other.endDate === null ? "" : ` to ${other.endDate}`}`,
    )
  }
}

/** Months before the current one may already be billed: only level 10 changes their terms. */
const rejectPastMonth = (date: string, by: By) => {
  if (by.person !== null && by.level < 10 && monthOf(date) < monthOf(by.today)) throw invalid("Only level 10 can change terms before this month")
}
const requireWithinContract = (contract: Contract, from: string) => {
  if (from < contract.startDate || (contract.endDate !== null && from > contract.endDate)) {
    throw invalid(`${contract.contractNumber} holds from ${contract.startDate}${contract.endDate === null ? "" : ` to ${contract.endDate}`}`)
  }
}

const checkedRate = ({ from, rate, bands }: Rate): Rate => {
  if (rate <= 0 || bands.some((band) => band.rate <= 0)) throw invalid("Rate must be greater than 0")
  const ascending = [...bands].sort((a, b) => a.fromHeads - b.fromHeads)
  if (ascending.some((band) => band.fromHeads < 2)) throw invalid("A band starts at 2 people or more")
  if (ascending.some((band, n) => band.fromHeads === ascending[n + 1]?.fromHeads)) throw invalid("Two bands start at the same number of people")
  return { from, rate, bands: ascending }
}
const checkedBasis = ({ from, basis, guaranteedShare }: Basis): Basis => {
  if (basis !== "guaranteed") return { from, basis, guaranteedShare: 0 }
  if (guaranteedShare < 1 || guaranteedShare > 10_000) throw invalid("The guaranteed share is more than 0 and at most 100%")
  return { from, basis, guaranteedShare }
}
const checkedHeads = (heads: number): number => {
  if (heads < 0 || heads > 100_000) throw invalid("Count must be from 0 to 100000")
  return heads
}
/** Whether an identical term exists already. */
const isSaid = <Term extends { readonly from: string }>(terms: ReadonlyArray<Term>, term: Term): boolean =>
  terms.some((known) => canonical(known) === canonical(term))

export const noDetails: typeof Details.Type = {
  staffCapacity: null,
  mealTypes: [],
  specialDietaryRequirements: null,
  kitchenFacilities: null,
  servingSchedule: null,
  cleaningType: null,
  serviceFrequency: null,
  areasIncluded: [],
  specialEquipment: null,
  chemicalsUsed: null,
  staffRequired: null,
  estimatedHours: null,
  hourlyRate: null,
}

export interface NewContract extends Omit<Parameters<typeof ContractSigned>[0], "contractNumber" | "createdBy" | "siteId"> {
  readonly siteId: number | string
  /** the first terms, from the start date; each can also be agreed later */
  readonly rate: Omit<Rate, "from"> | null
  readonly basis: Omit<Basis, "from"> | null
  readonly heads: number | null
}

/** Signs a contract with its first terms, all of them given. Rejected (409) if another contract of the client covers the service at the site. */
export const signContract = command("client_contract.sign_terms", function* ({ rate, basis, heads, ...facts }: NewContract, by) {
  requireOffice(by, "sign contracts")
  const site = yield* siteOf(facts.siteId, by)
  if (!site.isActive) throw invalid(`${site.name} is closed`)
  const client = yield* get(clients, facts.clientId)
  if (client.status === "draft") throw invalid(`${client.companyName} is a draft. Complete the client's details first`)
  if (client.status === "inactive") throw invalid(`${client.companyName} is not an active client`)
  if (facts.endDate !== null && facts.endDate < facts.startDate) throw invalid("End date must be on or after the start date")
  if (!(yield* find(taxCodes, { code: facts.taxCode }))) throw invalid(`There is no tax ${facts.taxCode}`)
  const id = yield* newId(clientContracts)
  const contract = { ...facts, siteId: site.id }
  yield* requireNoOverlap({ ...contract, id })
  const contractNumber = yield* nextNumber("CT", by.today.slice(0, 4))
  const from = facts.startDate
  return [
    clientContracts.at(id, ContractSigned({ ...contract, contractNumber, createdBy: by.person })),
    ...(rate ? [clientContracts.at(id, RateAgreed(checkedRate({ from, ...rate })))] : []),
    ...(basis ? [clientContracts.at(id, BasisAgreed(checkedBasis({ from, ...basis })))] : []),
    ...(heads === null ? [] : [clientContracts.at(id, HeadCountPlanned({ from, heads: checkedHeads(heads), reason: "" }))]),
    clients.at(client.id, ClientContracted({ contractId: id })),
  ]
})

/** Cents per meal if a new catering contract states no price. */
const defaultRate = 6000
const price = label("Rate", Money)
const bands = withDefault([], Lines({ fromHeads: label("People of a band", WholeUpTo(999_999)), rate: price }, 20, "A rate can have 20 bands at most"))
const share = label("Guaranteed share", Hundredths)

/** What describes a service in a command; what is omitted stays. */
const description = partly({
  staffCapacity: Optional(WholeUpTo(999_999)),
  mealTypes: Parts(Line(60)),
  specialDietaryRequirements: Optional(Text()),
  kitchenFacilities: Optional(Text()),
  servingSchedule: Optional(Text()),
  cleaningType: Optional(Text(200)),
  serviceFrequency: Optional(Text(200)),
  areasIncluded: Parts(Line(60)),
  specialEquipment: Optional(Text()),
  chemicalsUsed: Optional(Text()),
  staffRequired: Optional(WholeUpTo(999_999)),
  estimatedHours: Optional(Quantity),
  hourlyRate: Optional(Money),
})

/** The same with the terms in a form. A catering contract that does not mention them is billed by the meals served, at the usual price. */
export const signWithTerms = command(
  "client_contract.sign",
  "Sign a contract",
  {
    clientId: facts.clientId,
    siteId: SiteName,
    serviceType: label("Service", facts.serviceType),
    startDate: facts.startDate,
    endDate: Optional(BusinessDate),
    currency: withDefault("USD", facts.currency),
    taxCode: withDefault("SALES", label("Tax", Line(20))),
    ...partly({ mealRate: Optional(price), billingBasis: Optional(basis.basis) }),
    bands,
    guaranteedShare: Optional(share),
    currentStaffCount: label("Count", Optional(WholeUpTo(999_999))),
    notes: withDefault("", facts.notes),
    ...description,
  },
  function* (given, by) {
    const { clientId, siteId, serviceType, startDate, endDate, currency, taxCode, notes, bands, guaranteedShare, currentStaffCount, ...more } = given
    const signed = { clientId, siteId, serviceType, startDate, endDate, currency, taxCode, notes }
    const isCatering = serviceType === "catering"
    const { mealRate = isCatering && currency === "USD" ? defaultRate : null, billingBasis = isCatering ? "served" : null, ...details } = more
    return yield* signContract.decide(
      {
        ...signed,
        details: { ...noDetails, ...details },
        rate: mealRate === null ? null : { rate: mealRate, bands },
        basis: billingBasis === null ? null : { basis: billingBasis, guaranteedShare: guaranteedShare ?? 0 },
        heads: currentStaffCount,
      },
      by,
    )
  },
)

/** Agrees a price from a date: levels 8 and 10. Issued bills keep their price. */
export const agreeRate = command(
  "client_contract.rate",
  "Agree a rate of a contract",
  { id: Ref("client_contract"), from: label("Date from", BusinessDate), rate: price, bands },
  function* ({ id, ...term }, by) {
    if (by.person !== null && !holds(by, "department.manage")) throw forbidden("Only management can agree prices")
    const contract = yield* ofOwnSite(id, by)
    yield* permitted()
    const rate = checkedRate(term)
    if (isSaid(contract.rates, rate)) return unchanged(id)
    requireWithinContract(contract, rate.from)
    rejectPastMonth(rate.from, by)
    return [clientContracts.at(id, RateAgreed(rate))]
  },
)

/** Agrees the billing basis from a date: levels 8 and 10. */
export const agreeBasis = command(
  "client_contract.basis",
  "Agree the billing basis of a contract",
  { id: Ref("client_contract"), from: label("Date from", BusinessDate), basis: label("Billing basis", basis.basis), guaranteedShare: withDefault(0, share) },
  function* ({ id, ...term }, by) {
    if (by.person !== null && !holds(by, "department.manage")) throw forbidden("Only management can set the billing basis")
    const contract = yield* ofOwnSite(id, by)
    yield* permitted()
    const basis = checkedBasis(term)
    if (isSaid(contract.bases, basis)) return unchanged(id)
    requireWithinContract(contract, basis.from)
    rejectPastMonth(basis.from, by)
    return [clientContracts.at(id, BasisAgreed(basis))]
  },
)

/** Plans the heads of a catering contract from a date. Earlier plans stay in the history. */
export const planHeadCount = command(
  "client_contract.heads",
  "Set the people planned by a catering contract from a date",
  { id: Ref("client_contract"), from: label("Date from", BusinessDate), heads: label("Count", Whole), reason: Line(500) },
  function* ({ id, from, heads, reason }, by) {
    if (by.person !== null && !holdsAny(by, KEEPERS)) throw forbidden("Only supervisors, management and finance can set planned people")
    const contract = yield* ofOwnSite(id, by)
    if (contract.serviceType !== "catering") throw invalid("Only catering contracts have planned people")
    yield* permitted()
    const planned = { from, heads: checkedHeads(heads), reason }
    if (isSaid(contract.headCounts, planned)) return unchanged(id)
    requireWithinContract(contract, from)
    rejectPastMonth(from, by)
    return [clientContracts.at(id, HeadCountPlanned(planned))]
  },
)

/** Agrees from a date whether each meal must be signed by the client before it is billed. */
export const agreeSignature = command(
  "client_contract.signature",
  "Agree whether meals must be signed by the client before they are billed, from a date",
  { id: Ref("client_contract"), ...signature },
  function* ({ id, ...term }, by) {
    if (by.person !== null && !holds(by, "department.manage")) throw forbidden("Only management can set the billing basis")
    const contract = yield* ofOwnSite(id, by)
    if (contract.serviceType !== "catering") throw invalid("Signatures are agreed for catering only")
    yield* permitted()
    if (isSaid(contract.signatures, term)) return unchanged(id)
    requireWithinContract(contract, term.from)
    rejectPastMonth(term.from, by)
    return [clientContracts.at(id, SignatureAgreed(term))]
  },
)

/** Describes the service for the people who perform it. The terms of the contract do not change. */
export const describeService = command(
  "client_contract.describe",
  "Change the description of a contract",
  { id: Ref("client_contract"), ...description, ...partly({ notes: facts.notes }) },
  function* ({ id, notes, ...details }, by) {
    requireOffice(by, "change contracts")
    const contract = yield* ofOwnSite(id, by)
    yield* permitted()
    const described = { details: { ...contract.details, ...details }, notes: notes ?? contract.notes }
    if (canonical(described) === canonical({ details: contract.details, notes: contract.notes })) return unchanged(id)
    return [clientContracts.at(id, ServiceDescribed(described))]
  },
)

/** Sets the last day of a contract, earlier or later than before. */
export const endContract = command(
  "client_contract.end",
  "Set the last day of a contract",
  { id: Ref("client_contract"), endDate: BusinessDate, reason: Line(500) },
  function* ({ id, endDate, reason }, by) {
    requireOffice(by, "end contracts")
    const contract = yield* ofOwnSite(id, by)
    yield* permitted()
    if (contract.endDate === endDate) return unchanged(id)
    if (endDate < contract.startDate) throw invalid("End date must be on or after the start date")
    const earlier = contract.endDate !== null && contract.endDate < endDate ? contract.endDate : endDate
    rejectPastMonth(addDays(earlier, 1), by)
    yield* requireNoOverlap({ ...contract, endDate })
    return [clientContracts.at(id, ContractEnded({ endDate, reason }))]
  },
)
