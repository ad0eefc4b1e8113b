/**
 * What each GET of the product costs with thirty times the rows of the demo data, compared with the same GET on the demo data: the first page of every
 * list, and every figure, the fastest of several calls. The two are called in turn, so that other work on the machine slows both. Reads of a year or of
 * all the books are compared with one aggregate over them, and answers that name every open document with one aggregate that writes the same rows as
 * JSON; other answers that are longer themselves are shown without a bound.
 */
import { Model } from "@ops/platform/records/records.ts"
import { queryOf, reads } from "../../../apps/server/calls/every-call.ts"
import { type Caller, demoApp } from "../../../apps/server/demo/demo-app.ts"
import { grow } from "./grow.ts"
import { atMost, median, type Row, type Suite } from "../row.ts"

const times = 30
const calls = 7
const employeeId = "FO-CEO-001"
const [worstBound, medianBound, booksBound] = [3, 1.2, 1.5]
/** The shortest measurable duration, in ms; faster calls are counted as this long. */
const least = 2

/** These read a year, of which the copies have more, or all sub-ledgers; they are compared with one aggregate over all lines of the books. */
const ofBooks = ["/api/ledger/checks", "/api/finance/overview", "/api/reports/general-ledger"]
/** These name every open document, and so are compared with one aggregate that writes the same rows as JSON. */
const openWork: Readonly<Record<string, string>> = {
  "/api/payment-runs/proposal": "live.payable r where r.posted_date is not null and r.amount > r.paid_amount + r.credited_amount",
  "/api/reports/aged-payables": "live.payable r where r.posted_date is not null and r.currency = 'USD'",
  "/api/reports/aged-receivables": "live.invoice r where r.kind <> 'credit_note' and r.currency = 'USD'",
  "/api/work-orders/billing": "live.work_order r where r.status = 'verified'",
}
/** An answer that is this many times longer than before has grown with the rows. */
const longer = 3
const aggregate = `select l.account_id, l.currency, l.entry_date, sum(l.debit), sum(l.credit), sum(l.debit_usd), sum(l.credit_usd)
  from live.journal_line l group by 1, 2, 3`
/** These verify the log, which does not grow here. */
const ofLog = ["/api/audit/seals"]
/** Every GET without a record id or required parameters; lists with as many rows as the page has with the demo data, at most 25. */
const addresses = async (ask: Caller): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const endpoint of reads) {
    const { path } = endpoint
    const query = queryOf(endpoint)
    if (ofLog.includes(path) || path.includes(":") || query.some(({ required }) => required)) continue
    if (!query.some(({ name }) => name === "limit")) found.push(path)
    else {
      const { status, text } = await ask("GET", `${path}?limit=25`)
      const rows: unknown = status === 200 ? JSON.parse(text) : []
      found.push(`${path}?limit=${Math.max(1, Array.isArray(rows) ? rows.length : 25)}`)
    }
  }
  return found
}

interface Taken {
  readonly ms: number
  readonly bytes: number
}
/** The fastest of the calls of each; undefined if one of them does not answer. Slow calls are not repeated. */
const fastest = async (callers: ReadonlyArray<Caller>, address: string): Promise<ReadonlyArray<Taken> | undefined> => {
  const taken = callers.map((): Taken => ({ ms: Infinity, bytes: 0 }))
  for (let n = 0; n < calls; n++) {
    for (const [place, ask] of callers.entries()) {
      const begin = performance.now()
      const { status, bytes } = await ask("GET", address)
      if (status !== 200) return undefined
      taken[place] = { ms: Math.min(taken[place]!.ms, performance.now() - begin), bytes: bytes.length }
    }
    if (taken.some(({ ms }) => ms > 2000)) break
  }
  return taken
}

export const growth: Suite = {
  rows: ["growth-reads worst", "growth-reads median", "growth-reads books", "growth-reads open"],
  unit: "times",
  peer: "the same GET on the demonstration's own rows, at least 2 ms",
  run: async (log) => {
    const small = await demoApp()
    const app = await demoApp()
    try {
      const callers = [await small.signedIn(employeeId), await app.signedIn(employeeId)]
      const { streams } = await app.runtime.runPromise(Model)
      await small.owner("vacuum analyze")
      const begin = performance.now()
      await grow((text) => app.owner(text), streams, times)
      log(`grown ${times} times in ${((performance.now() - begin) / 1000).toFixed(0)} s`)
      const found: Array<{ address: string; small: number; large: number; ratio: number; isLonger: boolean }> = []
      for (const address of await addresses(callers[0]!)) {
        const [small, large] = (await fastest(callers, address)) ?? []
        if (!small || !large) continue
        const ratio = Math.max(large.ms, least) / Math.max(small.ms, least)
        found.push({ address, small: small.ms, large: large.ms, ratio, isLonger: large.bytes >= longer * small.bytes })
      }
      const aggregated = async (text: string) => {
        const all: Array<number> = []
        for (let n = 0; n < calls; n++) {
          const begin = performance.now()
          await app.owner(text)
          all.push(performance.now() - begin)
        }
        return Math.min(...all)
      }
      const peer = await aggregated(aggregate)
      const isOfBooks = ({ address }: { readonly address: string }) => ofBooks.includes(address.split("?")[0]!)
      const books = found.filter(isOfBooks).map(({ large }) => ({ value: large, peer }))
      log(`one aggregate of the books: ${peer.toFixed(1)} ms`)
      const open: Array<{ value: number; peer: number }> = []
      for (const [path, rows] of Object.entries(openWork)) {
        const value = found.find(({ address }) => address === path)!.large
        open.push({ value, peer: await aggregated(`select length(json_agg(r)::text) from ${rows}`) })
        log(`one aggregate of the rows of ${path}: ${open.at(-1)!.peer.toFixed(1)} ms, the call ${value.toFixed(1)} ms`)
      }
      found.sort((a, b) => b.ratio - a.ratio)
      for (const { address, small, large, ratio, isLonger } of found) {
        const told = `${address.padEnd(50)}${small.toFixed(1).padStart(9)} ms${large.toFixed(1).padStart(9)} ms${ratio.toFixed(2).padStart(8)}`
        log(`${told}${isLonger ? "  a longer answer" : ""}`)
      }
      const ratios = found.filter((one) => !isOfBooks(one) && !one.isLonger).map(({ ratio }) => ratio)
      const row = (name: string, ratio: number, bound: number): Row => ({ name, value: ratio, peer: 1, ratio, bound, holds: ratio <= bound })
      const slowest = books.reduce((a, b) => (b.value > a.value ? b : a))
      const longest = open.reduce((a, b) => (b.value / b.peer > a.value / a.peer ? b : a))
      return [
        row("growth-reads worst", ratios[0]!, worstBound),
        row("growth-reads median", median(ratios), medianBound),
        atMost("growth-reads books", booksBound, [slowest]),
        atMost("growth-reads open", booksBound, [longest]),
      ]
    } finally {
      await app.dispose()
      await small.dispose()
    }
  },
}
