/** The money of four projects of the demo scenario: budgets, costs, orders, contracts and certificates in every status. Days count from today. */
import { Effect } from "effect"
import { addDays, monthOf } from "@ops/platform/calendar.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sqlOf } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { approvePayable, enterPayable } from "@ops/finance/payables/commands.ts"
import { addItem, approve, raise } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { setBoq } from "../billing/boq.ts"
import { billAdvance, certify, claimProgress } from "../billing/certificate.ts"
import { linkCommitment } from "../budget/commitment.ts"
import { agreeContract } from "../billing/contract-terms.ts"
import { approveChange, askChange, estimateCompletion, setBudget } from "../budget/project-budget.ts"
import { chargeBill, chargeLabour, moveCost } from "../budget/project-cost-commands.ts"
import { postWip } from "../wip/wip.ts"
import { contractsAt } from "../wip/queries.ts"

const manager = "FO-MGT-001"
const finance = "FO-FIN-001"
const chief = "FO-CEO-001"

/** Cost code, cents. */
type Amounts = ReadonlyArray<readonly [code: string, cents: number]>
interface Money {
  readonly key: string
  /** the name of the project */
  readonly name: string
  readonly siteId: number
  readonly from: number
  readonly budget: Amounts
  /** day, code, cents, description */
  readonly bills: ReadonlyArray<readonly [day: number, code: string, cents: number, what: string]>
  /** day, code, person, hours */
  readonly hours?: ReadonlyArray<readonly [day: number, code: string, staff: string, hours: number]>
  readonly contract?: {
    readonly client: string
    readonly reference: string
    readonly worth: number
    readonly retention: number
    readonly advance?: number
    readonly recovery?: number
    readonly defectDays: number
    /** item, description, unit, quantity, cents per unit, code */
    readonly lines: ReadonlyArray<readonly [string, string, string, number, number, string]>
    /** quantities to date by line; the last claim waits if it has no `certified` */
    readonly claims: ReadonlyArray<{ readonly day: number; readonly certified?: number; readonly done: ReadonlyArray<number> }>
  }
}

const works: ReadonlyArray<Money> = [
  {
    key: "dining",
    name: "Dining hall extension",
    siteId: 2,
    from: -58,
    budget: [
      ["01", 900_000],
      ["02", 3_400_000],
      ["03", 5_200_000],
      ["04", 4_600_000],
      ["06", 1_400_000],
      ["07", 1_850_000],
      ["09", 600_000],
    ],
    bills: [
      [-45, "02", 3_140_000, "Reinforcement and cement, footings"],
      [-30, "03", 2_210_000, "Hollow blocks and cement"],
      [-12, "03", 1_680_000, "Ring beam: steel and shuttering"],
      [-6, "04", 2_160_000, "Roof trusses, first delivery"],
    ],
    hours: [
      [-40, "09", "FO-018", 96],
      [-20, "09", "FO-019", 120],
      [-5, "09", "FO-018", 80],
    ],
    contract: {
      client: "SLB",
      reference: "SLB-CON-2026-04",
      worth: 24_000_000,
      retention: 1000,
      advance: 3_600_000,
      recovery: 2000,
      defectDays: 180,
      lines: [
        ["1", "Preliminaries and site set-up", "sum", 1000, 1_800_000, "01"],
        ["2", "Foundations and slab", "m2", 420_000, 11_000, "02"],
        ["3", "Walls and ring beam", "m2", 620_000, 7_800, "03"],
        ["4", "Roof steel and sheeting", "m2", 540_000, 9_600, "04"],
        ["5", "Electrical and water", "sum", 1000, 3_460_000, "06"],
        ["6", "Finishes", "m2", 540_000, 6_850, "07"],
      ],
      claims: [
        { day: -34, certified: -32, done: [500, 420_000, 0, 0, 0, 0] },
        { day: -8, certified: -6, done: [700, 420_000, 620_000, 0, 0, 0] },
        { day: -1, done: [800, 420_000, 620_000, 200_000, 0, 0] },
      ],
    },
  },
  {
    key: "quarters",
    name: "Staff quarters block C",
    siteId: 1,
    from: -43,
    budget: [
      ["04", 3_000_000],
      ["05", 1_200_000],
      ["06", 2_000_000],
      ["07", 2_700_000],
    ],
    bills: [
      [-26, "04", 2_640_000, "Roof sheets and purlins"],
      [-4, "06", 745_000, "Cable and fittings"],
    ],
    hours: [[-11, "04", "FO-012", 110]],
    contract: {
      client: "Equatoria Relief Logistics",
      reference: "ERL/2026/31",
      worth: 11_000_000,
      retention: 500,
      defectDays: 120,
      lines: [
        ["1", "Roof, a room", "room", 24_000, 145_000, "04"],
        ["2", "Wiring, a room", "room", 24_000, 98_000, "06"],
        ["3", "Floors and paint, a room", "room", 24_000, 132_000, "07"],
        ["4", "Ablutions", "sum", 4000, 420_000, "05"],
      ],
      claims: [{ day: -9, certified: -8, done: [24_000, 0, 0, 0] }],
    },
  },
  {
    key: "warehouse",
    name: "Warehouse floor",
    siteId: 2,
    from: -57,
    budget: [
      ["02", 600_000],
      ["03", 2_900_000],
      ["09", 340_000],
    ],
    bills: [[-40, "03", 2_730_000, "Concrete, damp barrier and mesh"]],
    hours: [[-30, "09", "FO-019", 140]],
    contract: {
      client: "SLB",
      reference: "SLB-CON-2026-02",
      worth: 4_600_000,
      retention: 1000,
      defectDays: 90,
      lines: [
        ["1", "Floor with damp barrier", "m2", 800_000, 4_800, "03"],
        ["2", "Loading ramp", "sum", 1000, 760_000, "03"],
      ],
      claims: [
        { day: -27, certified: -25, done: [800_000, 0] },
        { day: -13, certified: -12, done: [800_000, 1000] },
      ],
    },
  },
  {
    key: "ablution",
    name: "Ablution block east camp",
    siteId: 1,
    from: -19,
    budget: [
      ["02", 900_000],
      ["03", 2_000_000],
      ["05", 1_100_000],
    ],
    bills: [[-7, "02", 795_000, "Excavation and hardcore"]],
  },
]

const bill = {
  currency: null,
  dueDate: null,
  category: "construction",
  purchaseRequestId: null,
  amount: null,
  taxAmount: 0,
  withholdingRate: null,
  attachments: [],
  notes: "",
} as const

const idSql = sqlOf({ id: col.whole })

export const constructionMoneyDemo = ({ as, execute, atOnce, until, days }: Scenario, staff: Readonly<Record<string, number>>) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const today = days.at(-1)!
    const day = (offset: number) => addDays(today, offset)
    const by = (who: string, offset: number, time: string) => as(who, day(offset), time)
    const idOf = (sql: string, value: string) => Effect.map(statement(idSql(sql), [value]), ([row]) => row?.id ?? 0)

    const told = (work: Money) =>
      Effect.gen(function* () {
        const { key, from, siteId, contract } = work
        const name = (what: string) => `construction-money-${key}-${what}`
        yield* until(by(manager, from, "09:00").at)
        const projectId = yield* idOf("select id from construction_project where name = $1", work.name)
        const codes = new Map((yield* statement("select id, code from cost_code", [])).map(({ id, code }) => [code as string, Number(id)]))
        const on = (code: string) => ({ projectId, costCodeId: codes.get(code)! })
        const vendorId = yield* idOf("select id from vendor where name = $1", "Equatoria General Traders")
        const lines = work.budget.map(([code, amount]) => ({ costCodeId: codes.get(code)!, amount }))
        yield* execute(name("budget"), setBudget, { projectId, lines }, by(manager, from, "09:10"))

        const stories: Array<Effect.Effect<unknown, unknown>> = []
        for (const [offset, code, amount, what] of work.bills) {
          stories.push(
            Effect.gen(function* () {
              const line = { description: what, purchaseItemId: null, quantity: 1000, unitPrice: null, amount, accountNumber: "5400" }
              const input = { ...bill, vendorId, siteId, invoiceNumber: `EGT-${key}-${-offset}`, invoiceDate: day(offset), description: what, lines: [line] }
              const payableId = yield* execute(name(`bill${offset}`), enterPayable, input, by(finance, offset, "10:30"))
              yield* execute(name(`bill${offset}-approved`), approvePayable, { id: payableId, reason: null }, by(chief, offset + 1, "12:40"))
              yield* execute(name(`bill${offset}-charged`), chargeBill, { ...on(code), payableId, line: 1 }, by(finance, offset + 1, "14:10"))
            }),
          )
        }
        for (const [offset, code, who, hours] of work.hours ?? []) {
          const input = { ...on(code), staffId: staff[who]!, minutes: hours * 60, date: null, note: "By the site diary" }
          stories.push(execute(name(`hours${offset}`), chargeLabour, input, by(manager, offset, "17:30")))
        }
        if (key === "dining") {
          stories.push(
            Effect.gen(function* () {
              const change = {
                projectId,
                reason: "Rock under the north footing",
                lines: [{ costCodeId: codes.get("02")!, amount: 450_000 }],
                contractAmount: 400_000,
              }
              const id = yield* execute(name("change"), askChange, change, by(manager, -44, "11:00"))
              yield* execute(name("change-approved"), approveChange, { id, note: "Seen on site" }, by(chief, -43, "09:30"))
              const moved = { ...on("10"), account: "6200", amount: 120_000, date: null, description: "Crane from Bentiu, carriage" }
              yield* execute(name("crane"), moveCost, moved, by(finance, -10, "15:00"))
              yield* execute(name("estimate"), estimateCompletion, { ...on("04"), toComplete: 2_700_000, note: "Sheeting went up" }, by(manager, -3, "10:00"))
            }),
          )
        }
        if (key === "quarters") {
          const change = {
            projectId,
            reason: "The old waste pipes are clay and broken",
            lines: [{ costCodeId: codes.get("05")!, amount: 280_000 }],
            contractAmount: 0,
          }
          stories.push(execute(name("change"), askChange, change, by(manager, -2, "11:20")))
        }
        if (key === "ablution") {
          stories.push(
            Effect.gen(function* () {
              const item = yield* idOf("select id from stock_item where category = $1 order by id limit 1", "cleaning_supplies")
              const raised = { siteId, priority: "medium" as const, justification: "Pipes and traps for the ablution block, with cleaner" }
              const id = yield* execute(name("request"), raise, raised, by(manager, -6, "09:20"))
              yield* execute(
                name("request-item"),
                addItem,
                { id: id, stockItemId: item, quantity: 20, estimatedCost: 86_000, notes: "" },
                by(manager, -6, "09:25"),
              )
              yield* execute(name("order"), linkCommitment, { ...on("05"), purchaseRequestId: id }, by(manager, -6, "09:30"))
              yield* execute(name("request-approved"), approve, { id, vendorId, overrideReason: null }, by(chief, -5, "10:50"))
            }),
          )
        }
        if (contract) {
          stories.push(
            Effect.gen(function* () {
              const { client, reference, worth, retention, advance = 0, recovery = 0, defectDays, claims } = contract
              const clientId = yield* idOf("select id from client where company_name = $1", client)
              const terms = {
                clientId,
                reference,
                signedDate: day(from),
                agreedValue: worth,
                retentionRate: retention,
                advanceAmount: advance,
                recoveryRate: recovery,
                defectDays,
                taxCode: "SALES",
              }
              yield* execute(name("contract"), agreeContract, { projectId, ...terms }, by(manager, from, "10:00"))
              const boq = contract.lines.map(([item, description, unit, quantity, rate, code]) => ({
                id: null,
                item,
                description,
                unit,
                quantity,
                rate,
                costCodeId: codes.get(code)!,
              }))
              yield* execute(name("boq"), setBoq, { projectId, lines: boq }, by(manager, from, "10:20"))
              if (advance > 0) yield* execute(name("advance"), billAdvance, { projectId, note: "" }, by(finance, from + 2, "09:15"))
              for (const { day: offset, certified, done } of claims) {
                const claim = { projectId, periodTo: null, done: done.map((quantity, n) => ({ id: n + 1, quantity })), note: "" }
                const id = yield* execute(name(`claim${offset}`), claimProgress, claim, by(manager, offset, "08:40"))
                if (certified !== undefined) yield* execute(name(`claim${offset}-certified`), certify, { id, note: "" }, by(finance, certified, "13:20"))
              }
            }),
          )
        }
        yield* atOnce(stories)
      })
    yield* atOnce(works.map(told))
  })

/** The work in progress of the previous month, posted last. */
export const wipDemo = ({ as, execute, days }: Scenario) =>
  Effect.gen(function* () {
    const today = days.at(-1)!
    const period = monthOf(addDays(`${monthOf(today)}-01`, -1))
    const { version, contracts } = yield* contractsAt(period)
    if (version > 0 || contracts.length === 0) return
    yield* execute(`construction-wip-${period}`, postWip, { period, version, contracts }, as(finance, today, "23:59"))
  })
