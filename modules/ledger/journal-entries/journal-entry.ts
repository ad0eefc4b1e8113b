/**
 * Journal entries: balanced, numbered without gaps, never changed. Each line has its amount in the entry's currency and in USD, at the rate of the entry's
 * date; an entry balances in both.
 */
import { Schema } from "effect"
import { allocate, type Cents } from "@ops/platform/money.ts"
import {
  command,
  type By,
  conflict,
  find,
  forbidden,
  get,
  invalid,
  newId,
  permitted,
  type CommandGenerator,
  titleOf,
  all,
} from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { BusinessDate, DocumentNumber, Line, Literals, Money, Optional, Parts, Ref, Text, Whole, Rate } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { takeNumber } from "@ops/platform/records/series.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import type { RowScope } from "@ops/platform/records/visibility.ts"
import { accounts } from "../accounts/account.ts"
import { officialRate, toUsd } from "../exchange-rates/exchange-rate.ts"
import { postingDay, requireOpenPeriod } from "../periods/period.ts"

/** Cents; one of debit and credit is 0. */
export const JournalLine = Schema.Struct({
  accountId: Schema.Int,
  debit: Schema.Int,
  credit: Schema.Int,
  debitUsd: Schema.Int,
  creditUsd: Schema.Int,
  description: Schema.String,
  siteId: Schema.NullOr(Schema.Int),
  clientId: Schema.NullOr(Schema.Int),
})

const facts = {
  entryNumber: DocumentNumber,
  entryDate: BusinessDate,
  description: Line(500),
  /** the number of the document that it is derived from */
  reference: Optional(Line(100)),
  /** the record that it is derived from, such as invoice 12 */
  sourceKind: Optional(Line(60)),
  sourceId: Optional(Whole),
  currency: Literals("USD", "SSP"),
  /** hundredths of SSP per dollar; 100 for USD itself */
  rate: Rate,
  lines: Parts(JournalLine),
  totalDebit: Money,
  totalCredit: Money,
  /** the entry that this one reverses */
  reverses: Optional(Ref("journal_entry")),
  createdBy: Optional(Ref("person")),
}
export const JournalEntry = record(
  "journal_entry",
  {
    ...facts,
    /** the date of the transaction itself; the entry date is later if the transaction was recorded after its month was closed */
    effectiveDate: BusinessDate,
    /** the reason for posting into a month that was closing */
    lateReason: Optional(Text(500)),
    status: Literals("posted", "reversed"),
    reversedBy: Optional(Ref("journal_entry")),
  },
  {
    grows: true,
    label: "Journal entry",
    title: "entry_number",
    unique: [{ fields: ["entryNumber"], sentence: "Another journal entry already has this number" }],
    indexes: [
      ["entryDate", "entryNumber", "id"],
      ["sourceKind", "sourceId"],
    ],
  },
)
export const JournalPosted = event("JournalPosted", 1, facts, ({ entryNumber, description }) => `${entryNumber} posted: ${description}`)
/** A line of an entry, as stored in the log. */
export type PostedLine = Parameters<typeof JournalPosted>[0]["lines"][number]
export const JournalReversed = event("JournalReversed", 1, { reversedBy: Ref("journal_entry"), reason: Text(500) }, ({ reason }) => `Reversed: ${reason}`)
/** A part of it was reversed, such as one payment of a run. The rest still counts. */
export const JournalPartlyReversed = event(
  "JournalPartlyReversed",
  1,
  { reversedBy: Ref("journal_entry"), reason: Text(500) },
  ({ reason }) => `Partly reversed: ${reason}`,
)
export const JournalPostedLate = event("JournalPostedLate", 1, { effectiveDate: BusinessDate, reason: Optional(Text(500)) }, ({ effectiveDate, reason }) =>
  reason === null ? `A fact of ${effectiveDate}, whose month was closed` : `Posted while its month was closing: ${reason}`,
)
export const journalEntries = stream(JournalEntry, JournalPosted, JournalPostedLate, JournalReversed, JournalPartlyReversed).fold({
  JournalPosted: (_, posted) => ({ ...posted, effectiveDate: posted.entryDate, lateReason: null, status: "posted" as const, reversedBy: null }),
  JournalPostedLate: (entry, { effectiveDate, reason }) => ({ ...entry, effectiveDate, lateReason: reason }),
  JournalReversed: (entry, { reversedBy }) => ({ ...entry, status: "reversed" as const, reversedBy }),
  JournalPartlyReversed: (entry) => entry,
})

/** An amount on one side of an account: `debit` or `credit`, in cents of the entry's currency. */
export interface EntryLine {
  /** the account's number: "1100" */
  readonly account: string
  readonly debit?: Cents | undefined
  readonly credit?: Cents | undefined
  /**
   * the line's amount in cents of USD, where it differs from the entry's rate: a receivable is settled at the rate of its invoice. A realised exchange
   * difference has a side of 0 and only this amount.
   */
  readonly usd?: Cents | undefined
  readonly description?: string | undefined
  readonly siteId?: number | null | undefined
  readonly clientId?: number | null | undefined
}

export interface Entry {
  readonly date: string
  readonly description: string
  readonly reference: string | null
  /** the record that it is derived from; null for a manual entry */
  readonly source: { readonly kind: string; readonly id: number } | null
  readonly currency: "USD" | "SSP"
  /** hundredths of SSP per dollar; the default is the official rate of the date */
  readonly rate?: number | undefined
  /** the reason for posting into a month that is closing; for manual entries */
  readonly reason?: string | null | undefined
  readonly lines: ReadonlyArray<EntryLine>
}

const unequal = "Debit and credit must be equal"
const isCents = (value: number) => Number.isSafeInteger(value) && value >= 0
const sum = (values: ReadonlyArray<Cents>): Cents => {
  const total = values.reduce((sum, value) => sum + value, 0)
  if (!Number.isSafeInteger(total)) throw invalid("The amounts are too large")
  return total
}

/**
 * The amounts of an entry, line by line, balanced in its currency and in USD. Each side is converted to USD as a whole and allocated to its lines, so that
 * rounding errors do not add up and no line becomes negative; a given USD amount of a line is kept. Throws the rejection of an entry that cannot be posted.
 */
export const balance = (lines: ReadonlyArray<Omit<EntryLine, "account">>, currency: "USD" | "SSP", rate: number) => {
  if (lines.length === 0) throw invalid("A journal entry needs at least one debit and one credit")
  const sides = lines.map(({ debit, credit, usd }) => {
    const amount = debit ?? credit ?? 0
    const isDifference = amount === 0 && usd !== undefined && usd > 0
    const hasOneSide = (debit === undefined) !== (credit === undefined)
    if (!hasOneSide || !isCents(amount) || (amount === 0 && !isDifference)) throw invalid("Each line needs either a debit or a credit greater than 0")
    if (usd !== undefined && (!isCents(usd) || (currency === "USD" && usd !== amount))) throw invalid("The USD value of a line is not a valid amount")
    return { isDebit: debit !== undefined, amount, usd }
  })
  const side = (isDebit: boolean) => {
    const own = sides.filter((line) => line.isDebit === isDebit)
    const open = own.filter(({ usd }) => usd === undefined).map(({ amount }) => amount)
    return { total: sum(own.map(({ amount }) => amount)), said: sum(own.map(({ usd }) => usd ?? 0)), open, usd: toUsd(sum(open), rate) }
  }
  const [debit, credit] = [side(true), side(false)]
  if (debit.total !== credit.total) throw invalid(unequal)

  // rounding leaves a difference of one cent at most, if the given USD amounts are right: it is added to the lighter side where possible
  const over = debit.said + debit.usd - credit.said - credit.usd
  const [heavy, light] = over > 0 ? [debit, credit] : [credit, debit]
  const odd = Math.abs(over)
  if (odd > 1) throw invalid(`${unequal} in USD too`)
  if (light.open.length > 0) light.usd += odd
  else if (heavy.usd >= odd) heavy.usd -= odd
  else throw invalid(`${unequal} in USD too`)

  const spread = ({ open, usd }: typeof debit) => (open.length === 0 ? [] : [...allocate(usd, open)])
  const parts = { debit: spread(debit), credit: spread(credit) }
  return {
    total: debit.total,
    lines: sides.map(({ isDebit, amount, usd }) => {
      const worth = usd ?? (isDebit ? parts.debit : parts.credit).shift()!
      return isDebit ? { debit: amount, credit: 0, debitUsd: worth, creditUsd: 0 } : { debit: 0, credit: amount, debitUsd: 0, creditUsd: worth }
    }),
  }
}

/**
 * Posts an entry: the only way into the books, for people and other modules, in the same commit as the document that it is derived from. Returns the changes,
 * the entry's first. They take the next JE number; for a second entry in the same command, pass the changes made so far in `after`. Refuses unknown and
 * closed accounts, unequal sides, amounts that are not above 0, and SSP on a date without a rate. A manual entry into a closed month is refused; an entry
 * derived from a document is posted on the first open day, at the rate of its own date.
 */
export function* post(entry: Entry, by: By, after: ReadonlyArray<Change> = []): CommandGenerator<ReadonlyArray<Change>> {
  return yield* numbered(yield* checked(entry, by), by, after)
}

/** The content of an entry that can be posted now, without its number; refused if it cannot be posted. */
export function* checked(entry: Entry, by: By) {
  const { date, currency, source, lines } = entry
  const day = yield* dayFor(source === null, date, entry.reason ?? null, by)
  const rate = currency === "USD" ? 100 : (entry.rate ?? (yield* officialRate(date)))
  const amounts = balance(lines, currency, rate)
  const numbers = [...new Set(lines.map(({ account }) => account))]
  const ids = yield* source === null ? accountsByHand(numbers, by) : openAccounts(numbers)
  return { ...day, ...contentOf(entry, rate, amounts, ids) }
}

/** The ids of accounts by number. Refuses unknown and closed accounts. */
export function* openAccounts(numbers: ReadonlyArray<string>): CommandGenerator<ReadonlyMap<string, number>> {
  const known = yield* all(...numbers.map((accountNumber) => find(accounts, { accountNumber })))
  return new Map(
    numbers.map((number, n) => {
      const account = known[n]
      if (!account) throw invalid(`There is no account ${number}`)
      if (!account.isActive) throw conflict(`Account ${number} ${account.accountName} is closed`)
      return [number, account.id]
    }),
  )
}

/** The same for a manual entry. Also refuses accounts to which only documents post. */
export function* accountsByHand(numbers: ReadonlyArray<string>, by: By): CommandGenerator<ReadonlyMap<string, number>> {
  const ids = yield* openAccounts(numbers)
  if (by.person === null) return ids
  for (const account of yield* all(...[...ids.values()].map((id) => get(accounts, id)))) {
    const { accountNumber, accountName, controlledBy } = account
    if (controlledBy !== null)
      throw invalid(`Account ${accountNumber} ${accountName} cannot be posted to manually: it is maintained by ${controlledBy}. Record that instead`)
  }
  return ids
}

/** The content of an entry's event, except its day, its number and who posts it. */
export const contentOf = (entry: Entry, rate: number, amounts: ReturnType<typeof balance>, accountIds: ReadonlyMap<string, number>) => ({
  description: entry.description,
  reference: entry.reference,
  sourceKind: entry.source?.kind ?? null,
  sourceId: entry.source?.id ?? null,
  currency: entry.currency,
  rate,
  lines: entry.lines.map(({ account, description = "", siteId = null, clientId = null }, n) => ({
    accountId: accountIds.get(account)!,
    ...amounts.lines[n]!,
    description,
    siteId,
    clientId,
  })),
  totalDebit: amounts.total,
  totalCredit: amounts.total,
  reverses: null,
})

interface Dated {
  readonly entryDate: string
  readonly effectiveDate: string
  readonly reason: string | null
}

/** The day on which an entry is posted. Refused if it is a manual entry and its month is closed. */
function* dayFor(byHand: boolean, date: string, reason: string | null, by: By): CommandGenerator<Dated> {
  if (!byHand) return { entryDate: yield* postingDay(date, by), effectiveDate: date, reason: null }
  return { entryDate: date, effectiveDate: date, reason: yield* requireOpenPeriod(date, by, reason) }
}

/** Posts an entry under the next number of its year. */
function* numbered(
  { effectiveDate, reason, ...entry }: Omit<Parameters<typeof JournalPosted>[0], "entryNumber" | "createdBy"> & Dated,
  by: By,
  after: ReadonlyArray<Change>,
): CommandGenerator<ReadonlyArray<Change>> {
  const [id, { number, change }] = yield* all(newId(journalEntries), takeNumber("JE", entry.entryDate.slice(0, 4), 5, after))
  const isLate = effectiveDate !== entry.entryDate || reason !== null
  return [
    journalEntries.at(id, JournalPosted({ ...entry, entryNumber: number, createdBy: by.person })),
    change,
    ...(isLate ? [journalEntries.at(id, JournalPostedLate({ effectiveDate, reason }))] : []),
  ]
}

/** How much of an entry is reversed. */
export interface Reversal {
  /** the lines of the reversing entry; by default those of the entry with sides swapped */
  readonly lines?: ReadonlyArray<EntryLine>
  /** false while a part of the entry remains unreversed */
  readonly isWhole?: boolean
}

/** An entry's lines with the sides swapped and the amounts kept in both currencies. */
const swapped = (lines: ReadonlyArray<typeof JournalLine.Type>) =>
  lines.map(({ debit, credit, debitUsd, creditUsd, ...line }) => ({ ...line, debit: credit, credit: debit, debitUsd: creditUsd, creditUsd: debitUsd }))

/** The lines of a reversing entry, in the shape of the event. Closed accounts are allowed. */
function* linesOf(asked: ReadonlyArray<EntryLine>, currency: "USD" | "SSP", rate: number): CommandGenerator<ReadonlyArray<typeof JournalLine.Type>> {
  const numbers = [...new Set(asked.map(({ account }) => account))]
  const known = yield* all(...numbers.map((accountNumber) => find(accounts, { accountNumber })))
  const amounts = balance(asked, currency, rate).lines
  return asked.map(({ account, description = "", siteId = null, clientId = null }, n) => {
    const of = known[numbers.indexOf(account)]
    if (!of) throw invalid(`There is no account ${account}`)
    return { accountId: of.id, ...amounts[n]!, description, siteId, clientId }
  })
}

const requireStanding = ({ entryNumber, status, reverses }: Row<typeof JournalEntry>) => {
  if (status === "reversed") throw conflict(`${entryNumber} is reversed already`)
  if (reverses !== null) throw conflict(`${entryNumber} is a reversal, so it cannot be reversed. Post a new entry instead`)
}

/**
 * Reverses an entry, once, by another with its sides swapped and its amounts kept in both currencies; or, where the document requires it, by given lines or
 * only in part. Returns the changes, the new entry's first. Closed accounts are allowed.
 */
export function* reverse(
  entryId: number,
  date: string,
  reason: string,
  by: By,
  after: ReadonlyArray<Change> = [],
  { lines: asked, isWhole = true }: Reversal = {},
): CommandGenerator<ReadonlyArray<Change>> {
  const entry = yield* get(journalEntries, entryId)
  const { entryNumber } = entry
  requireStanding(entry)
  if (date < entry.entryDate) throw invalid(`${entryNumber} cannot be reversed before its own date, ${entry.entryDate}`)
  const lines = asked === undefined ? swapped(entry.lines) : yield* linesOf(asked, entry.currency, entry.rate)
  const total = sum(lines.map(({ debit }) => debit))
  const changes = yield* numbered(
    {
      ...(yield* dayFor(entry.sourceKind === null, date, reason, by)),
      description: `${isWhole ? "Reversal" : "Partial reversal"} of ${entryNumber}: ${reason}`,
      reference: entryNumber,
      sourceKind: entry.sourceKind,
      sourceId: entry.sourceId,
      currency: entry.currency,
      rate: entry.rate,
      lines,
      totalDebit: total,
      totalCredit: total,
      reverses: entryId,
    },
    by,
    after,
  )
  const event = isWhole ? JournalReversed : JournalPartlyReversed
  return [...changes, journalEntries.at(entryId, event({ reversedBy: changes[0]!.id, reason }))]
}

const requireFinance = requiring("finance.full", "Only finance can write journal entries")

/** Posts a manual entry. */
export const postEntry = command("journal.post", function* (entry: Omit<Entry, "source" | "rate">, by) {
  requireFinance(by)
  return yield* post({ ...entry, source: null }, by)
})

/** Row scope: a person restricted to a site sees the entries that have lines of that site. */
export const rows: RowScope<"lines"> = {
  sees: ({ lines }, { confinedTo }) => confinedTo === null || (lines as ReadonlyArray<typeof JournalLine.Type>).some(({ siteId }) => siteId === confinedTo),
  where: ({ confinedTo }) =>
    confinedTo === null ? [] : [{ sql: "exists(select from journal_line l where l.journal_entry_id = r.id and l.site_id = ?)", values: [confinedTo] }],
  words: "8: entries of its own site if it has one, other sites in them as one line; 7 and 10: all",
}

/** Reverses a manual entry; not by the person who posted it. An entry derived from a document is reversed with the document. */
export const reverseEntry = command(
  "journal.reverse",
  "Reverse a manual entry",
  {
    id: Ref("journal_entry"),
    reason: Line(400),
    /** null means today */
    date: Optional(BusinessDate),
  },
  function* ({ id, date, reason }, by) {
    requireFinance(by)
    const entry = yield* get(journalEntries, id)
    const { sourceKind, sourceId, entryNumber, createdBy } = entry
    if (sourceKind !== null) throw conflict(`${entryNumber} follows from ${titleOf(sourceKind, sourceId!)}. Correct that instead`)
    if (by.simulated) throw forbidden("A simulated sign-in cannot reverse money. Sign in with your password")
    requireStanding(entry)
    if (by.person !== null && createdBy === by.person) throw forbidden(`You posted ${entryNumber}, so another person in finance must reverse it`)
    yield* permitted()
    return yield* reverse(id, date ?? by.today, reason, by)
  },
)
