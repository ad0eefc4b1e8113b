/**
 * Posts a plan. First the meals of all its bills are locked and read again: if one of them differs from the plan, the run ends before its first invoice. Then
 * each bill is one commit. An interrupted run continues with the bills that have no invoice yet, so that each bill is created exactly once.
 */
import { Effect, Schedule } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { type By, conflict, forbidden, invalid, notFound, Rejection } from "@ops/platform/records/command.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { Records } from "@ops/platform/records/records.ts"
import { count } from "@ops/platform/text.ts"
import { abandonRun, BillingRun, finishRun, holdForRun, postBill, releaseForRun, startRun } from "./billing-run.ts"
import type { Period } from "../invoices/invoice-period.ts"
import { changesBetween, digestOf, type Plan, plannedBills, type PlannedBill, planNamed, toPost } from "./plan.ts"

/** Sites where the person recorded one of these meals: that person may not bill them. $1 contracts, $2 and $3 the days, $4 the person. */
const recordedSql = sql(
  { site: col.text },
  `select s.name as site from site s where s.id in (
    select m.site_id from meal_session m join meal_attendance a on a.meal_session_id = m.id
    where m.contract_id = any($1::bigint[]) and m.session_date between $2::date and $3::date and a.recorded_by = $4
    union all
    select f.site_id from staff_feeding_record f join client_contract c on c.site_id = f.site_id and (c.client_id = f.client_id or f.client_id is null)
    where c.id = any($1::bigint[]) and f.date between $2::date and $3::date and f.recorded_by = $4)
  order by 1 limit 1`,
)

/** Refuses (403) a person who recorded meals of these contracts and days: another person must bill them. Level 10 is exempt. */
export const rejectRecorder = (contractIds: ReadonlyArray<number>, { from, to }: Period, by: By) =>
  Effect.gen(function* () {
    if (by.person === null || by.level >= 10) return
    const [own] = yield* statement(recordedSql, [contractIds, from, to, by.person])
    if (own) return yield* Effect.fail(forbidden(`You recorded meals of this period at ${own.site}. Another person must bill these meals`))
  })

/** A refusal that lists the changes, up to a limit. */
const changed = (head: string, changes: ReadonlyArray<string>) => {
  const shown = changes.slice(0, 20)
  const more = changes.length - shown.length
  return [head, ...shown, ...(more > 0 ? [`and ${count(more, "more bill")}`] : [])].join("\n")
}

const postedAsSql = sql(
  { id: col.whole, first: col.text, last: col.text },
  `select r.id, min(i.invoice_number) as first, max(i.invoice_number) as last
  from billing_run r join invoice i on i.run_id = r.id and i.kind = 'meal' where r.plan_id = $1 and r.status = 'finished' group by r.id order by r.id limit 1`,
)

/** Refuses (409) a plan that was posted before, or that has changed since it was created; the message lists the changes. */
export const requireUnchangedPlan = (plan: Plan) =>
  Effect.gen(function* () {
    const now = yield* plannedBills(plan)
    if (digestOf(now) === plan.digest) return
    const [posted] = yield* statement(postedAsSql, [plan.id])
    if (posted) {
      const { id, first, last } = posted
      return yield* Effect.fail(conflict(`This plan is already posted as run ${id}: ${first === last ? first : `${first} to ${last}`}`))
    }
    const changes = changesBetween(plan.bills, now)
    return yield* Effect.fail(
      conflict(changed(`${count(changes.length, "bill has", "bills have")} changed since this plan was created. Create a new plan`, changes)),
    )
  })

/** Refuses a plan that cannot be posted (422), has changed (409), or is posted by a person who recorded its meals (403). */
const requireNoObstacle = (plan: Plan, by: By) =>
  Effect.gen(function* () {
    if (plan.whatIf !== null) return yield* Effect.fail(invalid("A what-if plan cannot be posted. Create a plan with the agreed terms"))
    if (plan.month === null) return yield* Effect.fail(invalid("Only the plan of a month can be posted. Generate a bill for other days"))
    const bills = toPost(plan)
    if (bills.length === 0) return yield* Effect.fail(invalid("This plan has nothing to post"))
    const obstacles = bills.flatMap(({ client, site, obstacles }) => obstacles.map((obstacle) => `${client} at ${site}: ${obstacle}`))
    if (obstacles.length > 0) return yield* Effect.fail(invalid(changed("This plan cannot be posted yet:", obstacles)))
    yield* rejectRecorder(
      bills.map(({ contractId }) => contractId),
      plan,
      by,
    )
    yield* requireUnchangedPlan(plan)
  })

/**
 * Starts the run that posts a plan, and returns its id; `post` does the work. Refused, with nothing written, if the plan has obstacles, and (409) while
 * another run holds the month. The same idempotency key returns the same run.
 */
export const startPosting = (planId: string, by: By, options: { readonly key?: string } = {}) =>
  Effect.gen(function* () {
    const { execute } = yield* Records
    const plan = yield* planNamed(planId)
    const { month, digest, from, to } = plan
    const obstacle = yield* requireNoObstacle(plan, by).pipe(
      Effect.map((): Rejection | undefined => undefined),
      Effect.catchIf(
        (error): error is Rejection => error instanceof Rejection,
        (refusal) => Effect.succeed(refusal),
      ),
    )
    const facts = { month: month ?? "", periodStart: from, periodEnd: to, planId, planDigest: digest, bills: toPost(plan).length }
    return (yield* execute(startRun(obstacle), facts, by, options)).id
  })

const runSql = sql(stateColumns(BillingRun), `select ${BillingRun.state("r")} from billing_run r where r.id = $1`)
const invoicedSql = sql(
  { bill: col.text },
  `select contract_id || ' ' || to_char(period_start, 'YYYY-MM-DD') as bill from invoice where run_id = $1 and kind = 'meal'`,
)
const heldSql = sql({ id: col.whole }, "select id from meal_account where (held->>'runId')::bigint = $1 order by id")

/** A run with its plan, and the bills of the plan that have no invoice from it yet. Refused (404) if there is none. */
export const runWithRest = (id: number) =>
  Effect.gen(function* () {
    const [run] = yield* statement(runSql, [id])
    if (!run) return yield* Effect.fail(notFound(`Billing run ${id} does not exist`))
    const plan = yield* planNamed(run.planId)
    const invoiced = yield* statement(invoicedSql, [id])
    const done = new Set(invoiced.map(({ bill }) => bill))
    return { run, plan, rest: toPost(plan).filter(({ contractId, from }) => !done.has(`${contractId} ${from}`)) }
  })

/** The first and last day of the given bills, by contract. */
const hulls = (bills: ReadonlyArray<PlannedBill>): ReadonlyMap<number, Period> => {
  const of = new Map<number, Period>()
  // the bills of a contract are in date order
  for (const { contractId, from, to } of bills) of.set(contractId, { from: of.get(contractId)?.from ?? from, to })
  return of
}

const heldAtOnce = 50
const moved = "Someone else is changing this at the same moment. Try again."
/** Retries if another command took a number or recorded a meal concurrently. */
const again = Effect.retry({
  times: 50,
  while: (error: unknown) => (error instanceof Rejection ? error.message === moved : (error as { code?: string }).code === "OP409"),
  schedule: Schedule.spaced("20 millis"),
})

const keyOf = ({ contractId, from }: PlannedBill) => `${contractId} ${from}`

/** Does the work of a run, from where it stopped. It can be interrupted between any two commits and resumed; two concurrent workers create each bill once. */
export const post = (runId: number, by: By) =>
  Effect.gen(function* () {
    const { execute, executeAll } = yield* Records
    const { run, plan, rest } = yield* runWithRest(runId)
    if (run.status !== "running") return
    const held = [...hulls(rest)].map(([contractId, period]) => ({ input: { runId, contractId, ...period }, by }))
    for (let n = 0; n < held.length; n += heldAtOnce) yield* again(executeAll(holdForRun, held.slice(n, n + heldAtOnce)))

    const contractIds = held.map(({ input }) => input.contractId)
    const now = (yield* plannedBills({ ...plan, contractIds })).filter(({ total }) => total > 0)
    // bills that another worker has posted for this run in the meantime are fine
    const before = new Set(rest.map(keyOf))
    const still = new Set((yield* runWithRest(runId)).rest.map(keyOf))
    const isOpen = (bill: PlannedBill) => still.has(keyOf(bill)) || !before.has(keyOf(bill))
    const changes = changesBetween(rest.filter(isOpen), now.filter(isOpen))
    if (changes.length > 0) {
      const left = rest.length === run.bills ? "" : ` after ${run.bills - rest.length} of ${count(run.bills, "bill")}`
      const reason = changed(`The meals to bill changed before they were locked, so the run ended${left}:`, changes)
      yield* giveUp(runId, reason, by)
      return yield* Effect.fail(conflict(reason))
    }
    for (const [n, bill] of rest.entries()) {
      const later = hulls(rest.slice(n + 1).filter(({ contractId }) => contractId === bill.contractId)).get(bill.contractId) ?? null
      yield* again(execute(postBill, { runId, bill, rest: later }, by))
    }
    yield* execute(finishRun, { id: runId }, by)
  }).pipe(
    // another worker was faster
    Effect.catchIf(
      (error): error is Rejection => error instanceof Rejection,
      (refusal) => Effect.flatMap(runWithRest(runId), ({ run }) => (run.status === "finished" ? Effect.void : Effect.fail(refusal))),
    ),
  )

/** Abandons a run and releases the meals it holds. Repeating it releases what was left. */
export const giveUp = (runId: number, reason: string, by: By) =>
  Effect.gen(function* () {
    const { execute } = yield* Records
    yield* execute(abandonRun, { id: runId, reason }, by)
    const held = yield* statement(heldSql, [runId])
    for (const { id } of held) yield* execute(releaseForRun, { runId, contractId: id }, by)
  })
