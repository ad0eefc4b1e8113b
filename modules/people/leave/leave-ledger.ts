/**
 * The ledger of a person's leave of one type. Decisions (taken, returned, encashed, adjusted) are booked by commands;
 * everything that follows from the type's terms and the contract (accrual, carry-forward, expiry) is calculated from
 * them for any day, past or future. The balance is exactly the sum of the entries up to that day.
 *
 * Days are hundredths of a day: 175 is a day and three quarters.
 */
import { addDays } from "@ops/platform/calendar.ts"
import { addMonths, monthsBetween } from "../working-days/working-days.ts"

/** The terms of a leave type from a date. */
export interface LeaveTerms {
  readonly from: string
  /** monthly: a twelfth at the end of each month of service; yearly: the whole on the first day of each year */
  readonly accrual: "monthly" | "yearly"
  /** whole days */
  readonly maxDaysPerYear: number
  /** days per year after the given years of service, if more than `maxDaysPerYear`; in any order */
  readonly seniority: ReadonlyArray<{ readonly years: number; readonly days: number }>
  /** whether the balance at the end of a year is kept; otherwise it expires */
  readonly carryForward: boolean
  /** months of the following years after which carried days expire; null if never */
  readonly carryMonths: number | null
}

export const bookedKinds = ["taken", "returned", "encashed", "adjusted"] as const
/** An entry that results from a decision. */
export interface Booked {
  readonly kind: (typeof bookedKinds)[number]
  /** positive values add to the balance */
  readonly days: number
  readonly date: string
  readonly requestId: number | null
  readonly reason: string | null
}

export interface LeaveEntry extends Omit<Booked, "kind"> {
  readonly kind: Booked["kind"] | "accrual" | "carry_forward" | "expiry"
  /** for a carry-forward: the days moved into the new year, without a change of the balance */
  readonly carried: number
}

export interface Employment {
  readonly hireDate: string
  readonly terminationDate: string | null
}

const worked = { requestId: null, reason: null, carried: 0 }
const termsOn = (terms: ReadonlyArray<LeaveTerms>, date: string) =>
  terms.reduce<LeaveTerms | undefined>((held, each) => (each.from <= date && (!held || held.from <= each.from) ? each : held), undefined) ??
  terms.toSorted((a, b) => (a.from < b.from ? -1 : 1))[0]!

/** The days per year after the given number of complete years of service. */
export const daysPerYear = ({ maxDaysPerYear, seniority }: LeaveTerms, years: number): number =>
  Math.max(maxDaysPerYear, ...seniority.filter((step) => step.years <= years).map(({ days }) => days))

/** The accruals up to a day, oldest first. */
const accruals = ({ hireDate, terminationDate }: Employment, terms: ReadonlyArray<LeaveTerms>, until: string): ReadonlyArray<LeaveEntry> => {
  const last = terminationDate !== null && terminationDate < until ? terminationDate : until
  const made: Array<LeaveEntry> = []
  for (let month = 1; addMonths(hireDate, month) <= last; month++) {
    const date = addMonths(hireDate, month)
    const held = termsOn(terms, date)
    if (held.accrual !== "monthly") continue
    const inYear = ((month - 1) % 12) + 1
    const yearly = daysPerYear(held, Math.floor((month - 1) / 12)) * 100
    // rounded over the year, so that twelve months add up to the year's days to the hundredth
    made.push({ ...worked, kind: "accrual", date, days: Math.round((yearly * inYear) / 12) - Math.round((yearly * (inYear - 1)) / 12) })
  }
  for (let year = Number(hireDate.slice(0, 4)); year <= Number(last.slice(0, 4)); year++) {
    const first = `${year}-01-01`
    const date = first < hireDate ? hireDate : first
    if (date > last) continue
    const held = termsOn(terms, date)
    if (held.accrual !== "yearly") continue
    made.push({ ...worked, kind: "accrual", date, days: daysPerYear(held, Math.floor(monthsBetween(hireDate, date) / 12)) * 100 })
  }
  return made
}

/** Days granted on one date, and the last day on which they can be used. */
interface Lot {
  readonly year: string
  readonly lapses: string | null
  left: number
}

const lapseOf = (terms: ReadonlyArray<LeaveTerms>, date: string): string | null => {
  const yearEnd = `${date.slice(0, 4)}-12-31`
  const { carryForward, carryMonths } = termsOn(terms, yearEnd)
  if (!carryForward) return yearEnd
  return carryMonths === null ? null : addMonths(yearEnd, carryMonths)
}
const sooner = (a: Lot, b: Lot) => ((a.lapses ?? "9") < (b.lapses ?? "9") ? -1 : (a.lapses ?? "9") > (b.lapses ?? "9") ? 1 : a.year < b.year ? -1 : 1)

/** The entries of one request on one day, combined: returned days were never used. */
const netted = (booked: ReadonlyArray<Booked>): ReadonlyArray<{ readonly date: string; readonly days: number }> => {
  const ofRequests = new Map<string, { date: string; days: number }>()
  const others: Array<{ date: string; days: number }> = []
  for (const { requestId, date, days } of booked) {
    if (requestId === null) others.push({ date, days })
    else {
      const key = `${requestId} ${date}`
      ofRequests.set(key, { date, days: (ofRequests.get(key)?.days ?? 0) + days })
    }
  }
  return [...ofRequests.values(), ...others].filter(({ days }) => days !== 0)
}

/**
 * Every entry up to a day, in order of date. Days are used in the order of their expiry, and only unused days expire.
 * The order in which entries were booked does not matter.
 */
export const leaveLedger = (
  employment: Employment,
  terms: ReadonlyArray<LeaveTerms>,
  booked: ReadonlyArray<Booked>,
  until: string,
): ReadonlyArray<LeaveEntry> => {
  const given = accruals(employment, terms, until)
  const moves = [...given, ...netted(booked.filter(({ date }) => date <= until))].sort((a, b) =>
    a.date !== b.date ? (a.date < b.date ? -1 : 1) : b.days - a.days,
  )
  const made: Array<LeaveEntry> = [...given, ...booked.filter(({ date }) => date <= until).map((entry) => ({ ...entry, carried: 0 }))]
  const lots: Array<Lot> = []
  let debt = 0
  let year = (moves[0]?.date ?? until).slice(0, 4)

  /** Adds what happens automatically until the morning of a day: expiries, and new years. */
  const goOnTo = (date: string) => {
    const lapse = (before: string) => {
      const over = lots.filter(({ lapses, left }) => left > 0 && lapses !== null && lapses < before)
      for (const [last, unused] of Map.groupBy(over, ({ lapses }) => lapses!)) {
        made.push({ ...worked, kind: "expiry", date: addDays(last, 1), days: -unused.reduce((sum, { left }) => sum + left, 0) })
        for (const lot of unused) lot.left = 0
      }
    }
    while (year < date.slice(0, 4)) {
      year = String(Number(year) + 1)
      const begins = `${year}-01-01`
      lapse(begins)
      const carried = lots.reduce((sum, lot) => sum + lot.left, 0)
      if (carried > 0) made.push({ ...worked, kind: "carry_forward", date: begins, days: 0, carried })
    }
    lapse(date)
  }

  for (const { date, days } of moves) {
    goOnTo(date)
    if (days > 0) {
      const paid = Math.min(debt, days)
      debt -= paid
      lots.push({ year: date.slice(0, 4), lapses: lapseOf(terms, date), left: days - paid })
      continue
    }
    let wanted = -days
    for (const lot of lots.filter(({ left }) => left > 0).sort(sooner)) {
      const used = Math.min(lot.left, wanted)
      lot.left -= used
      wanted -= used
    }
    debt += wanted
  }
  goOnTo(until)
  return made.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : order(a) - order(b)))
}

const kinds: ReadonlyArray<LeaveEntry["kind"]> = ["expiry", "carry_forward", "accrual", "adjusted", "returned", "taken", "encashed"]
const order = ({ kind }: LeaveEntry) => kinds.indexOf(kind)

/** The balance at the end of a day: the sum of the entries up to it. */
export const balanceOn = (ledger: ReadonlyArray<LeaveEntry>, date: string): number =>
  ledger.reduce((sum, entry) => (entry.date <= date ? sum + entry.days : sum), 0)

/** The lowest balance from the first of these entries on, over all booked dates, if they were booked too. */
export const leastLeft = (employment: Employment, terms: ReadonlyArray<LeaveTerms>, booked: ReadonlyArray<Booked>, more: ReadonlyArray<Booked>): number => {
  const all = [...booked, ...more]
  const from = more.reduce((first, { date }) => (date < first ? date : first), "9")
  const until = all.reduce((last, { date }) => (date > last ? date : last), from)
  const ledger = leaveLedger(employment, terms, all, until)
  const dates = new Set([from, ...ledger.map(({ date }) => date).filter((date) => date > from)])
  return Math.min(...[...dates].map((date) => balanceOn(ledger, date)))
}

/** Hundredths as decimal text: 12.25, 5. */
export const daysText = (days: number): string => String(days / 100)
