/** Several manual entries, posted in one commit: all or none. */
import { holds } from "@ops/platform/access/levels.ts"
import { command, find, forbidden, invalid, findById, newId, Rejection, all } from "@ops/platform/records/command.ts"
import { takeNumbers } from "@ops/platform/records/series.ts"
import { accounts } from "../accounts/account.ts"
import { officialRate } from "../exchange-rates/exchange-rate.ts"
import { accountsByHand, balance, contentOf, type Entry, journalEntries, JournalPosted, JournalPostedLate } from "./journal-entry.ts"
import { fiscalPeriods, periodId, requireOpenPeriod } from "../periods/period.ts"

/** The maximum number of entries in a batch. */
export const mostInBatch = 1000

type Written = Omit<Entry, "source" | "rate">

/** Posts entries under consecutive numbers, in the given order. A refusal names the entry concerned. */
export const postBatch = command("journal.postBatch", function* ({ entries }: { readonly entries: ReadonlyArray<Written> }, by) {
  if (by.person !== null && !holds(by, "finance.full")) throw forbidden("Only finance can write journal entries")
  if (entries.length === 0) throw invalid("There is no entry to post")
  if (entries.length > mostInBatch) throw invalid(`A batch has ${mostInBatch} entries at most`)
  // everything the entries depend on is read at once: read entry by entry, each query would wait for the previous one
  const periods = [...new Set(entries.map(({ date }) => periodId(date)))]
  const numbers = [...new Set(entries.flatMap(({ lines }) => lines.map(({ account }) => account)))]
  yield* all(...periods.map((id) => findById(fiscalPeriods, id)), ...numbers.map((accountNumber) => find(accounts, { accountNumber })))
  const rates = new Map<string, number>()
  const accountIds = new Map<string, number>()
  const checked = []
  for (const [n, entry] of entries.entries()) {
    try {
      const { date, currency, lines, reason = null } = entry
      const late = yield* requireOpenPeriod(date, by, reason)
      const rate = currency === "USD" ? 100 : (rates.get(date) ?? (yield* officialRate(date)))
      rates.set(currency === "USD" ? "" : date, rate)
      const amounts = balance(lines, currency, rate)
      const unknown = new Set(lines.map(({ account }) => account).filter((account) => !accountIds.has(account)))
      for (const [number, id] of yield* accountsByHand([...unknown], by)) accountIds.set(number, id)
      checked.push({ date, late, content: contentOf({ ...entry, source: null }, rate, amounts, accountIds) })
    } catch (error) {
      throw error instanceof Rejection ? new Rejection(error.status, `Entry ${n + 1}: ${error.message}`) : error
    }
  }
  const ids = yield* all(...checked.map(() => newId(journalEntries)))
  const years = [...Map.groupBy(checked, ({ date }) => date.slice(0, 4))]
  const taken = new Map<string, Iterator<string>>()
  const series = []
  for (const [year, of] of years) {
    const { numbers, change } = yield* takeNumbers("JE", year, of.length)
    taken.set(year, numbers.values())
    series.push(change)
  }
  const posted = checked.flatMap(({ date, late, content }, n) => {
    const entryNumber = taken.get(date.slice(0, 4))!.next().value as string
    return [
      journalEntries.at(ids[n]!, JournalPosted({ ...content, entryDate: date, entryNumber, createdBy: by.person })),
      ...(late === null ? [] : [journalEntries.at(ids[n]!, JournalPostedLate({ effectiveDate: date, reason: late }))]),
    ]
  })
  return [...posted, ...series]
})
