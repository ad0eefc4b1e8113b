/** Two months of petty cash at two sites in the demo scenario: floats topped up and counted, requests in every status. */
import { Effect } from "effect"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { Database, statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { attached, takeFile } from "@ops/platform/documents/attachment.ts"
import { pdf } from "@ops/platform/documents/pdf.ts"
import { type By, get } from "@ops/platform/records/command.ts"
import { countFloat, openFloat, pettyCashFloats, topUpFloat } from "../petty-cash-floats/float.ts"
import { approvePettyCash, disbursePettyCash, rejectPettyCash, requestPettyCash, retirePettyCash } from "./request.ts"
import type { pettyCashCategories } from "./labels.ts"
import type { currencies } from "../shared/labels.ts"

const finance = "FO-FIN-001"
const management = "FO-MGT-001"
const chief = "FO-CEO-001"
const supervisor = "FO-SUP-001"
const cook = "FO-OPS-001"
const guard = "FO-SEC-001"

type Wish = readonly [
  who: string,
  site: number,
  currency: (typeof currencies)[number],
  cents: number,
  /** the share spent, in percent */
  spent: number,
  category: (typeof pettyCashCategories)[number],
  purpose: string,
]
const wishes: ReadonlyArray<Wish> = [
  [cook, 1, "SSP", 3_900_000, 92, "meals", "Fresh herbs and limes for Sunday lunch"],
  [guard, 1, "USD", 4_500, 100, "transport", "Motorbike to the airstrip and back"],
  [supervisor, 1, "USD", 6_000, 84, "office_supplies", "Pens, paper and a stapler for the camp office"],
  [management, 3, "USD", 18_000, 96, "marketing_materials", "Business cards for the tender in Juba"],
  [cook, 1, "USD", 2_500, 0, "other", "Repair of the kitchen scale"],
  [management, 3, "USD", 9_500, 78, "entertainment", "Lunch with the visitors of the ministry"],
  [guard, 1, "SSP", 2_600_000, 100, "transport", "Boat across the river"],
]
/** The custodian of each float, and the person who counts it. */
const floats = [
  { name: "Unity camp dollars", siteId: 1, currency: "USD", limit: 60_000, keeper: guard, counter: supervisor },
  { name: "Unity camp pounds", siteId: 1, currency: "SSP", limit: 40_000_000, keeper: guard, counter: supervisor },
  { name: "Juba office", siteId: 3, currency: "USD", limit: 80_000, keeper: finance, counter: chief },
] as const

const peopleSql = sql({ id: col.whole, employeeId: col.text }, 'select id, employee_id as "employeeId" from person')

export const pettyCashDemo = ({ as, execute, atOnce, look, until, days }: Scenario) =>
  Effect.gen(function* () {
    const people = new Map((yield* statement(peopleSql, [])).map(({ id, employeeId }) => [employeeId, id]))
    const last = days.length - 1
    const opened = new Map<string, number>()
    const slips = new Map<string, Effect.Success<ReturnType<typeof attached>>>()

    /** The receipt for what was bought: one file per person who takes receipts. */
    const slipOf = (who: string, by: By) =>
      Effect.gen(function* () {
        const known = slips.get(who)
        if (known) return known
        const page = {
          content: [{ text: "Receipt", fontSize: 20 }, { text: "Stands for the paper slip in the demonstration." }],
          defaultStyle: { font: "Roboto" },
        }
        const bytes = yield* pdf(page, { createdAt: `${days[0]!}T06:00:00.000Z` })
        const signedIn = { ...by, person: by.person!, employeeId: who, siteId: null, sessionId: null } satisfies SignedIn
        const files = yield* Effect.flatMap(takeFile("receipt.pdf", bytes), ({ id }) => attached([id])).pipe(Effect.provideService(Who, signedIn))
        slips.set(who, files)
        return files
      })
    const balanceOf = (id: number) => Effect.map(look(get(pettyCashFloats, id)), ({ balance }) => balance)

    for (const { keeper, counter: _, ...float } of floats) {
      const id = yield* execute(`petty-float-${float.name}`, openFloat, { ...float, custodianId: people.get(keeper)! }, as(chief, days[0]!, "07:20"))
      opened.set(float.name, id)
    }

    /** Tops up a float that is less than half full. */
    const filled = ({ name, limit, keeper }: (typeof floats)[number], day: string, n: number) =>
      Effect.gen(function* () {
        const by = as(keeper === finance ? chief : finance, day, "07:40")
        const id = opened.get(name)!
        yield* until(by.at)
        if ((yield* balanceOf(id)) >= limit / 2) return
        const topUp = { id, amount: null, account: "1000", date: null, reference: `CB-${1200 + n}` }
        yield* execute(`petty-top-up-${name}-${day}`, topUpFloat, topUp, by)
      })

    /** Counts on the last day of a month; once the SSP float was short of a note. */
    const counted = ({ name, currency, counter }: (typeof floats)[number], day: string) =>
      Effect.gen(function* () {
        const by = as(counter, day, "17:30")
        const id = opened.get(name)!
        yield* until(by.at)
        const balance = yield* balanceOf(id)
        const isShort = currency === "SSP" && day < addDays(days[last]!, -31) && balance > 100_000
        const count = { id, counted: isShort ? balance - 50_000 : balance, reason: isShort ? "A torn note was refused at the market" : null, date: null }
        yield* execute(`petty-count-${name}-${day}`, countFloat, count, by)
      })

    /** The n-th request, and its history in the following days. */
    const asked = (n: number, index: number) =>
      Effect.gen(function* () {
        const name = `petty-${n}`
        const [who, siteId, currency, amount, spent, category, purpose] = wishes[n % wishes.length]!
        const day = days[index]!
        const left = last - index
        const id = yield* execute(name, requestPettyCash, { amount, currency, category, purpose, notes: "", siteId }, as(who, day, "08:50"))
        if (left < 2) return
        const decider = who === supervisor ? finance : who === management ? chief : supervisor
        if (n % 10 === 6)
          return yield* execute(`${name}-rejected`, rejectPettyCash, { id, reason: "The camp car goes there anyway" }, as(decider, day, "10:10"))
        yield* execute(`${name}-approved`, approvePettyCash, { id, overrideReason: null }, as(decider, day, "10:00"))
        if (left < 4) return
        const float = floats.find((float) => float.siteId === siteId && float.currency === currency)!
        const payer = who === float.keeper ? finance : float.keeper
        yield* execute(`${name}-paid`, disbursePettyCash, { id, floatId: opened.get(float.name)!, date: null }, as(payer, day, "11:30"))
        if (left < 7) return
        const by = as(payer, days[index + 1]!, "15:30")
        yield* until(by.at)
        const cents = Math.round((amount * spent) / 100)
        const receipts = cents === 0 ? [] : yield* slipOf(payer, by)
        return yield* execute(`${name}-retired`, retirePettyCash, { id, spent: cents, receipts, date: null }, by)
      })

    const story: Array<Effect.Effect<unknown, unknown, Database>> = []
    let n = 0
    for (const [index, day] of days.entries()) {
      if (index % 7 === 0) for (const float of floats) story.push(filled(float, day, index))
      if (index % 2 === 1 || last - index < 2) story.push(asked(n++, index))
      if (addDays(day, 1).endsWith("-01") && index < last) for (const float of floats) story.push(counted(float, day))
    }
    yield* atOnce(story)
  })
