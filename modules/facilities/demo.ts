/**
 * Facilities in the demo scenario: the equipment of the three sites, service levels, two months of work, and this
 * morning's orders: eighteen open, five of them urgent, and eight completed today.
 */
import { Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { type NewAsset, readMeter, registerAsset, setAssetStatus } from "./assets/asset.ts"
import { completeOrder } from "./work-orders/completion.ts"
import { equipment, open, plansOf, rounds, spare, today8 } from "./demo-data.ts"
import { makeDueOrder, makePlan } from "./maintenance/commands.ts"
import { promiseSla } from "./service-levels/sla-policy.ts"
import { assignOrder, holdOrder, type NewWorkOrder, raiseOrder, startOrder, verifyOrder } from "./work-orders/commands.ts"
import type { ServiceType } from "./work-orders/labels.ts"

const chief = "FO-CEO-001"
const manager = "FO-MGT-001"
const supervisor = "FO-SUP-001"
const operative = "FO-OPS-001"

/** The worker by site and kind of work: a staff number, or a team. */
const workerOf = (site: number, service: ServiceType): string => {
  const technical = service === "equipment_maintenance" || service === "sewage" || service === "other"
  if (site === 1) return technical ? "FO-012" : "FO-011"
  if (site === 2) return technical ? "FO-017" : "cleaning"
  return technical ? "maintenance" : "FO-024"
}
const plus = (time: string, minutes: number) => {
  const at = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + minutes
  return `${String(Math.floor(at / 60)).padStart(2, "0")}:${String(at % 60).padStart(2, "0")}`
}

/** The client SLB, with its cleaning contract at site 1. */
const clientSql = sql(
  { id: col.whole, contract: col.nullable(col.whole) },
  `select c.id, (select k.id from client_contract k where k.client_id = c.id and k.site_id = 1 and k.service_type = 'cleaning' limit 1) as contract
   from client c where c.company_name = 'SLB'`,
)
const orderSql = sql({ id: col.whole }, "select id from work_order where plan_id = $1 order by id desc limit 1")

/** Runs the scenario; `staff` maps staff numbers to the ids of people, `items` names to the ids of stock items. */
export const facilitiesDemo = (
  { as, execute, atOnce, until, chance, days, scale }: Scenario,
  staff: Readonly<Record<string, number>>,
  items: ReadonlyMap<string, number>,
) =>
  Effect.gen(function* () {
    const [first, now] = [days[0]!, days.at(-1)!]
    yield* until(as(chief, first, "06:20").at)
    const [client] = yield* statement(clientSql, [])
    const clientId = client?.id ?? null
    const contractId = client?.contract ?? null

    const assets: Record<string, number> = {}
    for (const [key, [siteId, name, kind, location, manufacturer, model, meter]] of Object.entries(equipment)) {
      const asset: NewAsset = {
        siteId,
        name,
        kind,
        location,
        manufacturer,
        model,
        serialNumber: null,
        inServiceSince: `${2019 + (name.length % 5)}-03-01`,
        meterUnit: meter === null ? null : kind === "vehicle" ? "km" : "hours",
        status: spare.includes(key) ? "standby" : "operational",
        meterReading: meter === null ? null : meter * 1000 - 900_000,
      }
      assets[key] = yield* execute(`asset-${key}`, registerAsset, asset, as(chief, first, "06:20"))
    }

    const checked = { id: assets["us-sewage-pump"]!, status: "inspection", reason: "Yearly inspection by the maker" } as const
    const inspection = execute("asset-inspection", setAssetStatus, checked, as(chief, addDays(now, -1), "09:30"))

    const promised = { serviceType: null, from: first, aroundTheClock: false, creditAmount: 0 } as const
    const promises = [
      { ...promised, clientId: null, priority: "urgent", responseMinutes: 60, resolutionMinutes: 480, aroundTheClock: true },
      { ...promised, clientId: null, priority: "high", responseMinutes: 240, resolutionMinutes: 1080 },
      { ...promised, clientId: null, priority: "medium", responseMinutes: 1080, resolutionMinutes: 2700 },
      { ...promised, clientId: null, priority: "low", responseMinutes: null, resolutionMinutes: 5400 },
      ...(clientId === null ? [] : [{ ...promised, clientId, priority: "high", responseMinutes: 120, resolutionMinutes: 540, creditAmount: 45_00 } as const]),
    ] as const
    for (const promise of promises) {
      yield* execute(`sla-${promise.clientId ?? "every"}-${promise.priority}`, promiseSla, promise, as(chief, first, "06:25"))
    }

    const workerFor = (site: number, service: ServiceType) => {
      const named = workerOf(site, service)
      const person = staff[named]
      return person === undefined
        ? { assignedTo: null, contractorId: null, team: named as "cleaning" | "maintenance" }
        : { assignedTo: person, contractorId: null, team: null }
    }
    /** The dispatcher of a site, who also verifies the work: the supervisor at Unity, else management. */
    const leadOf = (site: number) => (site === 1 ? supervisor : manager)
    const checkerOf = (site: number) => (site === 1 ? manager : chief)

    interface Job {
      readonly name: string
      readonly site: number
      readonly service: ServiceType
      readonly minutes: number
      readonly day: string
      readonly time: string
      readonly given: Omit<NewWorkOrder, "siteId" | "serviceType">
      readonly part?: readonly [item: string, units: number] | undefined
      readonly verified: boolean
    }
    /** A finished order: requested, assigned, started, completed, and verified the next day. */
    const done = ({ name, site, service, minutes, day, time, given, part, verified }: Job) =>
      Effect.gen(function* () {
        const [lead, checker] = [leadOf(site), checkerOf(site)]
        const worker = workerFor(site, service)
        const raised = { siteId: site, serviceType: service, ...given }
        const id = yield* execute(`${name}-raised`, raiseOrder, raised, as(lead, day, time))
        yield* execute(`${name}-assigned`, assignOrder, { id, ...worker }, as(lead, day, plus(time, 4)))
        yield* execute(`${name}-started`, startOrder, { id }, as(lead, day, plus(time, 15)))
        const itemId = part && items.get(part[0])
        const completed = {
          id,
          checklist: (given.checklist ?? []).map((_, n) => ({ line: n + 1, result: "ok" as const, note: "" })),
          parts: part && itemId !== undefined ? [{ stockItemId: itemId, quantity: part[1] * 1000 }] : [],
          hours: worker.assignedTo === null ? [] : [{ staffId: worker.assignedTo, contractorId: null, minutes }],
          rating: given.billable ? 4 + (name.length % 2) : null,
        }
        yield* execute(`${name}-completed`, completeOrder, completed, as(lead, day, plus(time, 20 + minutes)))
        if (verified) yield* execute(`${name}-verified`, verifyOrder, { id }, as(checker, addDays(day, 1), "08:20"))
      })

    const history = days.slice(1, -2).flatMap((day, n) =>
      Array.from({ length: scale }, (_, again) => {
        const site = 1 + ((n + again) % 3)
        const round = rounds[(n * 5 + again) % rounds.length]!
        const { service, location, what, asset, part, billed, checks = [] } = round
        const key = asset?.(site)
        // only the previous month and the current one are billable: the bills of earlier months are issued
        const pays = billed === true && site === 1 && clientId !== null && day >= `${addDays(`${now.slice(0, 7)}-01`, -1).slice(0, 7)}-01`
        return done({
          name: `work-${n}-${again}`,
          site,
          service,
          minutes: round.minutes + chance.between(-15, 30),
          day,
          time: plus("07:30", chance.between(0, 110)),
          part,
          verified: true,
          given: {
            priority: chance.pick(["low", "medium", "medium", "high"] as const),
            location,
            description: what,
            assetId: key === undefined ? null : assets[key]!,
            billable: pays,
            clientId: pays ? clientId : null,
            contractId: pays && service === "cleaning" ? contractId : null,
            checklist: checks.map((line) => ({ line, required: true })),
          },
        })
      }),
    )

    const completedToday = today8.map(([site, service, location, description, minutes, time], n) =>
      done({
        name: `today-${n}`,
        site,
        service,
        minutes,
        day: now,
        time,
        verified: false,
        given: { priority: "medium", location, description, checklist: [{ line: "Left clean and safe", required: true }] },
      }),
    )

    const stillOpen = open.map((order, n) =>
      Effect.gen(function* () {
        const { site, service: serviceType, priority, location, what: description, asset, since, state, reason = "", report } = order
        const [ago, time] = since
        const day = addDays(now, -ago)
        const lead = leadOf(site)
        const name = `open-${n}`
        const raised = { siteId: site, serviceType, priority, location, description, assetId: asset ? assets[asset]! : null }
        const who = site === 1 ? operative : lead
        const id = yield* report === undefined
          ? execute(`${name}-raised`, raiseOrder, raised, as(lead, day, time))
          : execute(`${name}-reported`, raiseOrder, { ...raised, origin: report }, as(who, day, time))
        if (state === "pending") return
        yield* execute(`${name}-assigned`, assignOrder, { id, ...workerFor(site, serviceType) }, as(lead, day, plus(time, 6)))
        if (state === "assigned") return
        yield* execute(`${name}-started`, startOrder, { id }, as(lead, day, plus(time, 25)))
        if (state === "on_hold") yield* execute(`${name}-held`, holdOrder, { id, reason }, as(lead, day, plus(time, 70)))
      }),
    )
    const meters = Object.entries(equipment).flatMap(([key, [, , , , , , meter]]) =>
      meter === null
        ? []
        : [40, 20, 1].map((ago) => {
            const read = { id: assets[key]!, date: addDays(now, -ago), reading: (meter - ago * 15) * 1000, replaced: false }
            return execute(`meter-${key}-${ago}`, readMeter, read, as(chief, addDays(now, -ago), "06:30"))
          }),
    )

    const { weekly, plans } = plansOf(now, assets)
    /** Every week of the plan has its order made, completed and verified. The next is due in four days. */
    const service = Effect.gen(function* () {
      const planId = yield* execute("plan-weekly", makePlan, weekly, as(manager, addDays(now, -46), "10:00"))
      for (let ago = 45; ago > 0; ago -= 7) {
        const day = addDays(now, -ago)
        yield* execute(`plan-weekly-${ago}`, makeDueOrder, { id: planId }, as(chief, day, "05:00"))
        const [order] = yield* statement(orderSql, [planId])
        const { id } = order!
        yield* execute(`plan-weekly-${ago}-started`, startOrder, { id }, as(supervisor, day, "09:40"))
        const completed = {
          id,
          checklist: (weekly.checklist ?? []).map((_, n) => ({ line: n + 1, result: "ok" as const, note: "" })),
          hours: [{ staffId: staff["FO-012"]!, contractorId: null, minutes: 70 }],
        }
        yield* execute(`plan-weekly-${ago}-completed`, completeOrder, completed, as(supervisor, day, "11:00"))
        yield* execute(`plan-weekly-${ago}-verified`, verifyOrder, { id }, as(manager, addDays(day, 1), "08:30"))
      }
    })
    const planning = Effect.forEach(plans, ([key, plan], n) => execute(`plan-${key}`, makePlan, plan, as(manager, addDays(now, -20 + n), "10:20")))
    yield* atOnce([inspection, ...meters, service, planning, ...history, ...completedToday, ...stillOpen])
  })
