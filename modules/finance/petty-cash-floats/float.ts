/**
 * Petty cash floats (imprest): cash that a custodian keeps at a site, up to a limit. It is topped up, paid out, returned and counted; each of these is a line
 * of its cash book, in date order. The balance is never below 0. Amounts are cents.
 */
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { command, type By, conflict, forbidden, invalid, findById, newId, permitted, type CommandGenerator, all } from "@ops/platform/records/command.ts"
import { refuseSimulatedPayment } from "@ops/platform/records/rules/decision.ts"
import {
  BusinessDate,
  label,
  Line,
  Literals,
  Money,
  MoneyTotal,
  nonNegative,
  Optional,
  positive,
  Ref,
  SiteName,
  Text,
  withDefault,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { type RowScope, visible } from "@ops/platform/records/visibility.ts"
import { people } from "@ops/identity/person.ts"
import { openingAccount } from "@ops/ledger/accounts/account.ts"
import { officialRate, toUsd } from "@ops/ledger/exchange-rates/exchange-rate.ts"
import { takingOver } from "@ops/ledger/openings/opening.ts"
import { siteOf } from "@ops/sites/site.ts"
import { FLOAT_COUNTERS, movementKinds } from "../petty-cash/labels.ts"
import { pettyCashPolicies } from "../petty-cash/policy.ts"
import { limitOf } from "../expense-requests/policy.ts"
import { moneyAccounts, moneyAt, posted } from "../shared/postings.ts"
import { currencies } from "../shared/labels.ts"

/** The accounts of petty cash: what is in the floats, cash held by people, and what counts find missing or over. */
export const pettyCashAccounts = { floats: "1050", advances: "1310", overAndShort: "6910" }

const facts = {
  name: Line(100),
  siteId: Ref("site"),
  currency: Literals(...currencies),
  /** the person who keeps the cash: pays out of it, and takes back what is left */
  custodianId: Ref("person"),
  /** the highest balance allowed */
  limit: Money,
}
export const PettyCashFloat = record(
  "petty_cash_float",
  {
    ...facts,
    balance: MoneyTotal,
    /** the date of the latest line in its cash book */
    lastMovedOn: Optional(BusinessDate),
    lastCountedOn: Optional(BusinessDate),
  },
  {
    label: "Petty cash float",
    title: "name",
    unique: [{ fields: ["name"], sentence: "Another float already has this name" }],
    indexes: [["siteId"], ["custodianId"]],
  },
)
export const PettyCashFloatOpened = event(
  "PettyCashFloatOpened",
  1,
  facts,
  ({ currency, limit, custodianId }, title) => `Opened with ${title("person", custodianId)}, up to ${currency} ${formatMoney(limit)}`,
)
/** `amount` is the change of the balance. */
const moved = { kind: Literals(...movementKinds), date: BusinessDate, amount: Money, balance: MoneyTotal }
type Moved = { readonly kind: (typeof movementKinds)[number]; readonly amount: number }
const said = ({ kind, amount }: Moved) => {
  const much = formatMoney(Math.abs(amount))
  if (kind === "top_up") return `Topped up with ${much}`
  if (kind === "disbursement") return `Paid out ${much}`
  if (kind === "return") return `Took back ${much}`
  return amount === 0 ? "Counted: no difference" : `Counted: ${much} ${amount < 0 ? "missing" : "over"}`
}
export const PettyCashMoved = event("PettyCashMoved", 1, moved, ({ balance, ...of }) => `${said(of)}, now ${formatMoney(balance)}`)
export const pettyCashFloats = stream(PettyCashFloat, PettyCashFloatOpened, PettyCashMoved).fold({
  PettyCashFloatOpened: (_, opened) => ({ ...opened, balance: 0, lastMovedOn: null, lastCountedOn: null }),
  PettyCashMoved: (float, { kind, date, amount }) => ({
    ...float,
    balance: float.balance + amount,
    lastMovedOn: date,
    lastCountedOn: kind === "count" ? date : float.lastCountedOn,
  }),
})

/** A line of a float's cash book. */
const line = {
  floatId: Ref("petty_cash_float"),
  ...moved,
  /** the request that was paid or returned */
  requestId: Optional(Ref("petty_cash_request")),
  /** for a count that differs */
  reason: Optional(Text(500)),
  reference: Optional(Line(100)),
  /** null for a count without a difference */
  journalEntryId: Optional(Ref("journal_entry")),
  movedBy: Optional(Ref("person")),
}
export const PettyCashMovement = record("petty_cash_movement", line, {
  grows: true,
  label: "Petty cash movement",
  title: "kind || ' of ' || date",
  indexes: [["floatId", "date"]],
})
export const PettyCashLineWritten = event("PettyCashLineWritten", 1, line, said)
export const pettyCashMovements = stream(PettyCashMovement, PettyCashLineWritten).fold({ PettyCashLineWritten: (_, written) => written })

export type Float = Row<typeof PettyCashFloat>

export const rows: RowScope<"custodianId" | "siteId", By> = {
  sees: ({ custodianId, siteId }, by) =>
    by.person === null || custodianId === by.person || (by.level >= 6 && (by.confinedTo === null || by.confinedTo === siteId)),
  where: ({ person, level, confinedTo }) => {
    const keeps = `r.custodian_id = ${Number(person)}`
    if (level < 6) return [{ sql: keeps, values: [] }]
    return confinedTo === null ? [] : [{ sql: `(${keeps} or r.site_id = ?)`, values: [confinedTo] }]
  },
  words: "6: own site; 7, 8 and 10: all, or their own site's if they have one; the custodian: always",
}
const floatSeen = visible(pettyCashFloats, rows)

/** Whether a person pays out of a float and takes cash back into it. */
export const keeps = ({ custodianId }: Float, by: By): boolean => by.person === null || custodianId === by.person || holds(by, "payments.process")

/** The date of a new line: not in the future, and not before the latest line. */
export const lineDay = ({ name, lastMovedOn }: Float, date: string | null, by: By): string => {
  const day = date ?? by.today
  if (day > by.today) throw invalid("Date cannot be in the future")
  if (lastMovedOn !== null && day < lastMovedOn) throw invalid(`The cash book of ${name} has a line of ${lastMovedOn} already. Choose that day or later`)
  return day
}

interface NewLine {
  readonly kind: (typeof movementKinds)[number]
  readonly date: string
  readonly amount: number
  readonly requestId?: number
  readonly reason?: string | null
  readonly reference?: string | null
  readonly journalEntryId: number | null
}

/** Refuses an amount that would take a float below 0. */
export const requireFunds = ({ name, currency, balance }: Float, amount: number) => {
  if (balance < amount) throw conflict(`${name} has ${currency} ${formatMoney(balance)} left. Top it up first, or choose another float`)
}

/** Adds a line to a float's cash book, with the float's new balance. */
export function* written(float: Float, { kind, date, amount, ...more }: NewLine, by: By): CommandGenerator<ReadonlyArray<Change>> {
  requireFunds(float, -amount)
  const change = { kind, date, amount, balance: float.balance + amount }
  const { requestId = null, reason = null, reference = null, journalEntryId } = more
  const details = { requestId, reason, reference, journalEntryId, movedBy: by.person }
  return [
    pettyCashFloats.at(float.id, PettyCashMoved(change)),
    pettyCashMovements.at(yield* newId(pettyCashMovements), PettyCashLineWritten({ floatId: float.id, ...change, ...details })),
  ]
}

/** Opens a float: an empty one, which the first top-up fills, or one that held cash when the books began. */
export const openFloat = command(
  "petty_cash_float.open",
  "Open a float; the first top-up fills it",
  {
    ...facts,
    siteId: SiteName,
    currency: withDefault("USD", facts.currency),
    limit: positive(facts.limit),
    /** posted against equity */
    cash: withDefault(0, label("Cash at the start", nonNegative(Money))),
  },
  function* ({ siteId, cash, ...float }, by) {
    if (by.person !== null && !holds(by, "finance.full")) throw forbidden("Only finance can open petty cash floats")
    const site = yield* siteOf(siteId, by)
    if (!site.isActive) throw conflict(`${site.name} is closed`)
    const custodian = yield* findById(people, float.custodianId)
    if (!custodian?.isActive) throw invalid("Custodian must be a person who works here")
    if (cash > float.limit) throw invalid("Cash at the start must not be above the limit")
    const id = yield* newId(pettyCashFloats)
    const opened = PettyCashFloatOpened({ ...float, siteId: site.id })
    if (cash === 0) return [pettyCashFloats.at(id, opened)]
    const { name, currency } = float
    const { entryId, changes } = yield* posted(
      {
        date: by.today,
        description: `Petty cash: ${name}, opening balance`,
        source: { kind: "petty_cash_float", id },
        currency,
        siteId: site.id,
        lines: [
          { account: pettyCashAccounts.floats, debit: cash, description: name },
          { account: openingAccount, credit: cash },
        ],
      },
      by,
    )
    const held = pettyCashFloats.evolve(null, id, opened, by.at)
    const line = { kind: "top_up" as const, date: by.today, amount: cash, reference: "Opening balance", journalEntryId: entryId }
    return { id, changes: [pettyCashFloats.at(id, opened), ...(yield* written(held, line, by)), ...changes, ...(yield* takingOver(by))] }
  },
)

/** Tops up a float from cash or the bank, up to its limit. Its custodian cannot top it up. */
export const topUpFloat = command(
  "petty_cash_float.top-up",
  "Fill a float from cash or the bank, and post it",
  {
    id: Ref("petty_cash_float"),
    /** null means up to the float's limit */
    amount: Optional(Money),
    /** 1000 cash, or the bank account of the float's currency; null means the bank */
    account: Optional(Line(20)),
    /** null means today */
    date: Optional(BusinessDate),
    /** the number of the voucher or cheque */
    reference: Optional(Line(100)),
  },
  function* (input, by) {
    const float = yield* floatSeen(input.id, by)
    const { name, currency, siteId, balance, limit } = float
    if (by.person !== null && !holds(by, "payments.process")) throw forbidden("Only finance can top up petty cash floats")
    refuseSimulatedPayment(by)
    if (by.person !== null && float.custodianId === by.person) throw forbidden("The custodian of a float cannot top it up. Ask someone else in finance")
    const amount = input.amount ?? limit - balance
    if (input.amount === null && amount <= 0) throw conflict(`${name} is full: ${currency} ${formatMoney(balance)}`)
    yield* permitted()
    if (amount <= 0) throw invalid("Amount must be greater than 0")
    if (balance + amount > limit) {
      throw invalid(`${name} may hold ${currency} ${formatMoney(limit)}. At most ${formatMoney(Math.max(0, limit - balance))} can be added now`)
    }
    const bank = moneyAt("bank_transfer", currency)
    const account = input.account ?? bank
    if (!moneyAccounts.includes(account)) throw invalid("A float is filled from 1000 Cash, 1010 Bank USD or 1020 Bank SSP")
    if (account !== "1000" && account !== bank) throw invalid(`Account ${account} holds ${currency === "USD" ? "SSP" : "USD"}, the float is in ${currency}`)
    const date = lineDay(float, input.date, by)
    const { entryId, changes } = yield* posted(
      {
        date,
        description: `Petty cash: ${name} topped up`,
        reference: input.reference,
        source: { kind: "petty_cash_float", id: input.id },
        currency,
        siteId,
        lines: [
          { account: pettyCashAccounts.floats, debit: amount, description: name },
          { account, credit: amount },
        ],
      },
      by,
    )
    return [...(yield* written(float, { kind: "top_up", date, amount, reference: input.reference, journalEntryId: entryId }, by)), ...changes]
  },
)

/** Counts a float. A difference is posted with a reason; it must be within the person's petty cash limit. */
export const countFloat = command(
  "petty_cash_float.count",
  "Write down what was counted in a float; a difference is posted",
  {
    id: Ref("petty_cash_float"),
    /** the counted amount */
    counted: nonNegative(Money),
    /** why it differs from the cash book */
    reason: Optional(Text(500)),
    /** null means today */
    date: Optional(BusinessDate),
  },
  function* ({ id, counted, reason, date: day }, by) {
    const [float, policy] = yield* all(floatSeen(id, by), findById(pettyCashPolicies, 1))
    const { name, currency, siteId, balance } = float
    if (by.person !== null && !holdsAny(by, FLOAT_COUNTERS)) throw forbidden("Your level cannot count petty cash")
    refuseSimulatedPayment(by)
    if (by.person !== null && float.custodianId === by.person) throw forbidden("The custodian of a float cannot count it. Ask someone else to count it")
    yield* permitted()
    const date = lineDay(float, day, by)
    const amount = counted - balance
    if (amount === 0) return yield* written(float, { kind: "count", date, amount, journalEntryId: null }, by)
    const difference = Math.abs(amount)
    if (reason === null || reason === "") {
      throw invalid(`The book has ${currency} ${formatMoney(balance)}, so ${formatMoney(difference)} is ${amount < 0 ? "missing" : "over"}. Say why`)
    }
    const rate = currency === "USD" ? 100 : yield* officialRate(date)
    const limit = limitOf(policy, by.level, by.today) ?? 0
    if (by.level < 10 && toUsd(difference, rate) > limit) {
      throw forbidden(`A difference above USD ${formatMoney(limit)} must be counted by someone at a higher level`)
    }
    const { floats, overAndShort } = pettyCashAccounts
    const [debit, credit] = amount > 0 ? [floats, overAndShort] : [overAndShort, floats]
    const { entryId, changes } = yield* posted(
      {
        date,
        description: `Petty cash: ${name} counted, ${formatMoney(difference)} ${amount < 0 ? "missing" : "over"}`,
        reference: null,
        source: { kind: "petty_cash_float", id },
        currency,
        rate,
        siteId,
        lines: [
          { account: debit, debit: difference, description: reason },
          { account: credit, credit: difference, description: reason },
        ],
      },
      by,
    )
    return [...(yield* written(float, { kind: "count", date, amount, reason, journalEntryId: entryId }, by)), ...changes]
  },
)
