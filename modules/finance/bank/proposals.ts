/**
 * Proposals for a bank line, with reasons: journal entries, open invoices, open bills, a line that reverses it, or a transaction by a rule. Pure: the same
 * lines and documents give the same proposals. Nothing is decided here; `certain` means that there is only one possible match, from either side. Amounts are
 * cents; money in is above 0.
 */
import { daysBetween } from "@ops/platform/calendar.ts"
import { formatMoney, proportion } from "@ops/platform/money.ts"

export interface OpenLine {
  readonly id: number
  readonly date: string
  readonly amount: number
  readonly text: string
  readonly counterparty: string
  readonly reference: string
  readonly made: ReadonlyArray<{ readonly kind: string; readonly id: number }>
}
/** The part of an entry that has not been matched yet. */
export interface OpenEntry {
  readonly entryId: number
  readonly entryNumber: string
  readonly date: string
  readonly amount: number
  readonly description: string
  readonly reference: string | null
  readonly sourceKind: string | null
  readonly sourceId: number | null
  /** the client or the suppliers, with the amount of each if an entry pays several */
  readonly parties: ReadonlyArray<{ readonly name: string; readonly amount: number | null }>
}
interface OpenDocument {
  readonly id: number
  readonly number: string
  /** the other party's number for it */
  readonly theirNumber: string | null
  readonly party: string
  readonly partyId: number
  readonly date: string
  readonly balance: number
  readonly currency: "USD" | "SSP"
}
export interface OpenInvoice extends OpenDocument {}
export interface OpenBill extends OpenDocument {
  /** the payment to the vendor after withholding tax */
  readonly net: number
}
export interface RuleOfWords {
  readonly rule: number
  readonly contains: string
  readonly side: "in" | "out"
  readonly category: string
  readonly siteId: number
  readonly from: string
  readonly until: string | null
}
export interface Candidates {
  readonly currency: "USD" | "SSP"
  readonly entries: ReadonlyArray<OpenEntry>
  readonly invoices: ReadonlyArray<OpenInvoice>
  readonly bills: ReadonlyArray<OpenBill>
  readonly rules: ReadonlyArray<RuleOfWords>
  /** hundredths of SSP per dollar on a day; undefined before the first rate */
  readonly rateOn: (day: string) => number | undefined
}

interface Share {
  readonly id: number
  readonly number: string
  /** in the document's currency */
  readonly amount: number
}
interface Proposed {
  /** a short description */
  readonly title: string
  readonly reasons: ReadonlyArray<string>
  /** higher is likelier */
  readonly score: number
  /** whether it is the only possible match, from either side; only for entries, since matching them posts nothing */
  readonly certain: boolean
}
export type Proposal = Proposed &
  (
    | { readonly kind: "entries"; readonly entries: ReadonlyArray<Share> }
    | { readonly kind: "invoices"; readonly invoices: ReadonlyArray<Share>; readonly fee: number | null }
    | { readonly kind: "bills"; readonly bills: ReadonlyArray<Share> }
    | { readonly kind: "offset"; readonly lineId: number }
    | { readonly kind: "draft"; readonly category: string; readonly siteId: number | null }
  )

/** Entries are searched from this many days before a line to this many days after it. */
const before = 45
const after = 7
/** The highest fee that banks deduct from a payment, in cents. */
const mostFee = 10_000
/** The tolerated difference from the amount at the day's rate, in thousandths. */
const rateTolerance = 10
/** A proposal with a lower score is never certain; the same amount within three days is enough. */
const sure = 66
/** A proposal is the only possible one if the next one scores lower by at least this much. */
const margin = 15
/** The maximum number of documents whose combinations are tried. */
const mostTried = 12

const letters = (text: string) => text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "")
/** Words that do not identify a party. */
const general = new Set([
  "LTD",
  "LIMITED",
  "COMPANY",
  "GROUP",
  "INTERNATIONAL",
  "SERVICES",
  "SERVICE",
  "SUPPLIES",
  "TRADING",
  "SOUTH",
  "SUDAN",
  "JUBA",
  "ENTERPRISES",
  "GENERAL",
  "INC",
  "THE",
  "AND",
])
const wordsOf = (text: string) =>
  text
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3)

interface Words {
  readonly joined: string
  readonly single: ReadonlySet<string>
}
const wordsIn = ({ text, counterparty, reference }: OpenLine): Words => {
  const all = `${counterparty} ${text} ${reference}`
  return { joined: letters(all), single: new Set(wordsOf(all)) }
}
/** Whether a line contains the number of a document; short numbers would be found in too many texts. */
const names = ({ joined }: Words, number: string | null) => {
  const plain = number === null ? "" : letters(number)
  return plain.length >= 5 && joined.includes(plain)
}
const namesParty = ({ single }: Words, party: string) => {
  const own = wordsOf(party).filter((word) => !general.has(word))
  return own.length > 0 && own.filter((word) => single.has(word)).length * 2 >= own.length
}

const daysText = (days: number) => (days === 0 ? "The same day" : Math.abs(days) === 1 ? "A day apart" : `${Math.abs(days)} days apart`)
const closeness = (days: number) => (days === 0 ? 20 : Math.abs(days) <= 3 ? 16 : Math.abs(days) <= 7 ? 8 : 0)

/** The only combination of two to five of these amounts with the given sum; undefined if there is none, or more than one. */
export const onlySum = <Part extends { readonly amount: number }>(parts: ReadonlyArray<Part>, sum: number): ReadonlyArray<Part> | undefined => {
  if (parts.length > mostTried) return undefined
  let found: ReadonlyArray<Part> | undefined
  let many = false
  const choose = (from: number, left: number, chosen: ReadonlyArray<Part>): void => {
    if (many) return
    if (left === 0 && chosen.length >= 2) {
      many = found !== undefined
      found = chosen
      return
    }
    if (chosen.length === 5) return
    for (let n = from; n < parts.length; n++) choose(n + 1, left - parts[n]!.amount, [...chosen, parts[n]!])
  }
  choose(0, sum, [])
  return many ? undefined : found
}

interface Found {
  readonly proposal: Proposal
  /** what it would use up: amounts of entries; competing proposals have a use in common */
  readonly uses: ReadonlyArray<string>
}
const found = (proposal: Proposal, uses: ReadonlyArray<string> = []): Found => ({ proposal, uses })
/** Whether two uses overlap: a whole entry and a part of it do, two different parts do not. */
const conflicts = (one: string, other: string) => one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
const shareOf = ({ entryId, entryNumber }: OpenEntry, amount: number): Share => ({ id: entryId, number: entryNumber, amount })

/** The evidence for an entry besides its amount. */
const evidence = (words: Words, line: OpenLine, entry: OpenEntry) => {
  const days = daysBetween(entry.date, line.date)
  const own = line.made.some(({ kind, id }) => kind === entry.sourceKind && id === entry.sourceId)
  const number = [entry.reference, entry.entryNumber, /\b[A-Z]{2,4}-\d{4}-\d{4,5}\b/.exec(entry.description)?.[0] ?? null].find((number) =>
    names(words, number),
  )
  const party =
    entry.parties.find(({ name }) => namesParty(words, name))?.name ??
    (entry.parties.length === 0 && namesParty(words, entry.description) ? "the words" : undefined)
  const reasons = [
    ...(own ? ["Recorded from this line"] : []),
    ...(number ? [`The line names ${number}`] : []),
    ...(party ? [party === "the words" ? "Similar words" : `The line names ${party}`] : []),
    daysText(days),
  ]
  const score = (own ? 100 : 0) + (number ? 50 : 0) + (party ? (party === "the words" ? 15 : 30) : 0) + closeness(days)
  return { days, own, reasons, score, speaks: own || number !== undefined || party !== undefined }
}

const entriesFor = (line: OpenLine, words: Words, { entries }: Candidates): ReadonlyArray<Found> => {
  const near = entries.filter(
    ({ amount, date }) => amount > 0 === line.amount > 0 && daysBetween(date, line.date) <= before && daysBetween(date, line.date) >= -after,
  )
  const all: Array<Found> = []
  // a payment and its bank fee, both recorded from the line
  const own = entries.filter(({ sourceKind, sourceId }) => line.made.some(({ kind, id }) => kind === sourceKind && id === sourceId))
  if (own.length > 1 && own.reduce((sum, { amount }) => sum + amount, 0) === line.amount) {
    const title = `${own.length} entries, ${own.map(({ entryNumber }) => entryNumber).join(", ")}`
    const reasons = ["Recorded from this line", `Together they make ${formatMoney(Math.abs(line.amount))}`]
    all.push(
      found(
        { kind: "entries", entries: own.map((entry) => shareOf(entry, entry.amount)), title, reasons, score: 200, certain: false },
        own.map(({ entryId }) => `${entryId}`),
      ),
    )
  }
  const spoken: Array<OpenEntry> = []
  for (const entry of near) {
    const { reasons, score, speaks } = evidence(words, line, entry)
    if (speaks) spoken.push(entry)
    const title = `${entry.entryNumber}, ${entry.description}`
    if (entry.amount === line.amount) {
      all.push(
        found({ kind: "entries", entries: [shareOf(entry, line.amount)], title, reasons: ["Same amount", ...reasons], score: 50 + score, certain: false }, [
          `${entry.entryId}`,
        ]),
      )
      continue
    }
    // one payment of a run that pays several suppliers
    const piece = entry.parties.find(({ amount }) => amount !== null && amount === line.amount)
    if (piece && Math.abs(entry.amount) > Math.abs(line.amount)) {
      const reason = `The payment to ${piece.name} of ${entry.entryNumber}`
      all.push(
        found({ kind: "entries", entries: [shareOf(entry, line.amount)], title, reasons: [reason, ...reasons], score: 45 + score, certain: false }, [
          `${entry.entryId}/${piece.name}`,
        ]),
      )
    }
  }
  // several entries that the bank combines into one line
  const sum = onlySum(spoken.length >= 2 ? spoken : near.filter(({ date }) => Math.abs(daysBetween(date, line.date)) <= 3), line.amount)
  if (sum) {
    const proofs = sum.map((entry) => evidence(words, line, entry))
    const score = 35 + Math.min(...proofs.map(({ score }) => score))
    const title = `${sum.length} entries, ${sum.map(({ entryNumber }) => entryNumber).join(", ")}`
    const reasons = [`Together they make ${formatMoney(Math.abs(line.amount))}`, ...new Set(proofs.flatMap(({ reasons }) => reasons))]
    all.push(
      found(
        { kind: "entries", entries: sum.map((entry) => shareOf(entry, entry.amount)), title, reasons: reasons.slice(0, 5), score, certain: false },
        sum.map(({ entryId }) => `${entryId}`),
      ),
    )
  }
  return all
}

/** Lines that together make up one entry, such as a payment run that the bank shows as separate payments. */
const togetherFor = (lines: ReadonlyArray<OpenLine>, { entries }: Candidates): ReadonlyMap<number, Found> => {
  const of = new Map<number, Found>()
  for (const entry of entries) {
    const near = lines.filter(
      ({ amount, date }) =>
        amount > 0 === entry.amount > 0 &&
        Math.abs(amount) < Math.abs(entry.amount) &&
        daysBetween(entry.date, date) <= 10 &&
        daysBetween(entry.date, date) >= -after,
    )
    const spoken = near.filter((line) => evidence(wordsIn(line), line, entry).speaks)
    const sum = onlySum(spoken, entry.amount)
    for (const line of sum ?? []) {
      const { reasons, score } = evidence(wordsIn(line), line, entry)
      const reason = `One of ${sum!.length} lines that together are ${entry.entryNumber}`
      const title = `${entry.entryNumber}, ${entry.description}`
      of.set(
        line.id,
        found({ kind: "entries", entries: [shareOf(entry, line.amount)], title, reasons: [reason, ...reasons], score: 40 + score, certain: false }, [
          `${entry.entryId}/${line.id}`,
        ]),
      )
    }
  }
  return of
}

const documentScore = (words: Words, line: OpenLine, { number, theirNumber, party, date }: OpenDocument) => {
  const named = [number, theirNumber].find((each) => names(words, each))
  const isParty = namesParty(words, party)
  const days = daysBetween(date, line.date)
  return {
    reasons: [...(named ? [`The line names ${named}`] : []), ...(isParty ? [`The line names ${party}`] : [])],
    score: (named ? 45 : 0) + (isParty ? 25 : 0) + (days < 0 ? -20 : 0),
    speaks: named !== undefined || isParty,
    named: named !== undefined,
  }
}

const invoicesFor = (line: OpenLine, words: Words, { invoices, currency, rateOn }: Candidates): ReadonlyArray<Found> => {
  if (line.amount <= 0) return []
  const all: Array<Found> = []
  const spoken: Array<OpenInvoice> = []
  for (const invoice of invoices) {
    const { reasons, score, speaks, named } = documentScore(words, line, invoice)
    const { id, number, party, balance } = invoice
    const title = `${number}, ${party}`
    const offer = (amount: number, reason: string, plus: number, fee: number | null = null) =>
      all.push(found({ kind: "invoices", invoices: [{ id, number, amount }], fee, title, reasons: [reason, ...reasons], score: plus + score, certain: false }))
    if (invoice.currency !== currency) {
      const rate = rateOn(line.date)
      if (rate === undefined || !speaks) continue
      const worth = currency === "SSP" ? proportion(balance, rate, 100) : proportion(balance, 100, rate)
      if (Math.abs(worth - line.amount) * 1000 > worth * rateTolerance) continue
      offer(balance, `${invoice.currency} ${formatMoney(balance)} at ${formatMoney(rate)}, the rate of the day, is ${currency} ${formatMoney(worth)}`, 25)
      continue
    }
    if (speaks) spoken.push(invoice)
    if (balance === line.amount) offer(balance, "Same amount as the open balance", 40)
    else if (speaks && balance > line.amount && balance - line.amount <= mostFee) {
      offer(balance, `The banks kept ${formatMoney(balance - line.amount)} of ${formatMoney(balance)}`, 25, balance - line.amount)
    } else if (named && balance > line.amount) offer(line.amount, `A part of ${formatMoney(balance)}`, 15)
  }
  const parts = spoken.map((invoice) => ({ ...invoice, amount: invoice.balance }))
  for (const [, own] of Map.groupBy(parts, ({ partyId }) => partyId)) {
    const sum = onlySum(own, line.amount)
    if (!sum) continue
    const reasons = [`Together they make ${formatMoney(line.amount)}`, `The line names ${sum[0]!.party}`]
    const shares = sum.map(({ id, number, balance }) => ({ id, number, amount: balance }))
    const title = `${sum.length} invoices of ${sum[0]!.party}`
    all.push(found({ kind: "invoices", invoices: shares, fee: null, title, reasons, score: 60, certain: false }))
  }
  return all
}

const billsFor = (line: OpenLine, words: Words, { bills, currency }: Candidates): ReadonlyArray<Found> => {
  if (line.amount >= 0) return []
  const paid = -line.amount
  const all: Array<Found> = []
  const spoken: Array<OpenBill & { readonly amount: number }> = []
  for (const bill of bills) {
    if (bill.currency !== currency || bill.date > line.date) continue
    const { reasons, score, speaks } = documentScore(words, line, bill)
    if (speaks) spoken.push({ ...bill, amount: bill.net })
    const { id, number, party, balance, net } = bill
    if (net !== paid) continue
    all.push(
      found({
        kind: "bills",
        bills: [{ id, number, amount: balance }],
        title: `${number}, ${party}`,
        reasons: ["Same amount as the open balance", ...reasons],
        score: 35 + score,
        certain: false,
      }),
    )
  }
  for (const [, own] of Map.groupBy(spoken, ({ partyId }) => partyId)) {
    const sum = onlySum(own, paid)
    if (!sum) continue
    const shares = sum.map(({ id, number, balance }) => ({ id, number, amount: balance }))
    const reasons = [`Together they make ${formatMoney(paid)}`, `The line names ${sum[0]!.party}`]
    all.push(found({ kind: "bills", bills: shares, title: `${sum.length} bills of ${sum[0]!.party}`, reasons, score: 55, certain: false }))
  }
  return all
}

const offsetsFor = (line: OpenLine, words: Words, lines: ReadonlyArray<OpenLine>): ReadonlyArray<Found> =>
  lines.flatMap((other) => {
    const days = daysBetween(other.date, line.date)
    if (other.id === line.id || other.amount !== -line.amount || other.made.length > 0 || line.made.length > 0 || Math.abs(days) > 10) return []
    const isSame =
      (line.reference !== "" && letters(line.reference) === letters(other.reference)) ||
      /REVERS|RETURN|CORRECT|STORNO/.test(words.joined + wordsIn(other).joined)
    const title = `The bank's line of ${other.date}, ${other.text}`
    return isSame
      ? [found({ kind: "offset", lineId: other.id, title, reasons: ["The opposite amount", daysText(days)], score: 45 + closeness(days), certain: false })]
      : []
  })

const chargesWords = /\b(BANK|LEDGER|MAINTENANCE|MONTHLY|SERVICE|TRANSFER|SWIFT|TT|CHEQUE|SMS)?\s*(FEES?|CHARGES?|COMMISSION|COMM)\b/
/** Whether a line looks like bank charges. */
const readsLikeCharges = ({ amount, text, counterparty }: Pick<OpenLine, "amount" | "text" | "counterparty">) =>
  amount < 0 && chargesWords.test(`${counterparty} ${text}`.toUpperCase())

const draftsFor = (line: OpenLine, { rules }: Candidates): ReadonlyArray<Found> => {
  if (line.made.length > 0) return []
  const side = line.amount > 0 ? "in" : "out"
  const text = `${line.counterparty} ${line.text} ${line.reference}`.toUpperCase()
  const holds = ({ side: of, from, until, contains }: RuleOfWords) =>
    of === side && from <= line.date && (until === null || line.date <= until) && text.includes(contains.toUpperCase())
  const [rule] = rules.filter(holds).toSorted((one, other) => other.contains.length - one.contains.length || other.from.localeCompare(one.from))
  const draft = (category: string, siteId: number | null, reason: string, score: number) =>
    found({ kind: "draft", category, siteId, title: `Draft a transaction: ${category}`, reasons: [reason], score, certain: false })
  if (rule) return [draft(rule.category, rule.siteId, `Lines with "${rule.contains}" are ${rule.category} since ${rule.from}`, 48)]
  return readsLikeCharges(line) ? [draft("Bank charges", null, "Looks like a bank charge", 40)] : []
}
/** The proposals for each line, most likely first, at most five. */
export const proposalsFor = (lines: ReadonlyArray<OpenLine>, given: Candidates): ReadonlyMap<number, ReadonlyArray<Proposal>> => {
  const candidates = { ...given, entries: given.entries.toSorted((one, other) => one.date.localeCompare(other.date) || one.entryId - other.entryId) }
  const together = togetherFor(lines, candidates)
  const offers = new Map(
    lines.map((line) => {
      const words = wordsIn(line)
      const own = together.get(line.id)
      const all = [
        ...entriesFor(line, words, candidates),
        ...(own ? [own] : []),
        ...(line.made.length > 0 ? [] : [...invoicesFor(line, words, candidates), ...billsFor(line, words, candidates)]),
        ...offsetsFor(line, words, lines),
        ...draftsFor(line, candidates),
      ]
      return [line.id, all.toSorted((one, other) => other.proposal.score - one.proposal.score).slice(0, 5)] as const
    }),
  )
  const asked = [...offers].flatMap(([lineId, all]) => all.flatMap(({ uses, proposal: { score } }) => uses.map((use) => ({ lineId, use, score }))))
  const isOnly = (lineId: number, { proposal, uses }: Found, rest: ReadonlyArray<Found>) => {
    if (proposal.kind !== "entries" || proposal.score < sure) return false
    const most = proposal.score - margin
    const isSame = ({ proposal: other }: Found) => other.kind === "entries" && JSON.stringify(other.entries) === JSON.stringify(proposal.entries)
    if (rest.some((other) => !isSame(other) && other.proposal.score > most)) return false
    return asked.every((rival) => rival.lineId === lineId || rival.score <= most || !uses.some((use) => conflicts(use, rival.use)))
  }
  return new Map(
    [...offers].map(([lineId, all]) => [
      lineId,
      all.map(({ proposal }, n) => (n === 0 && isOnly(lineId, all[0]!, all.slice(1)) ? { ...proposal, certain: true } : proposal)),
    ]),
  )
}
