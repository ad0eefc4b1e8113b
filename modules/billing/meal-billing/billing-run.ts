/** A month-end run: posts a plan bill by bill, and can be resumed after an interruption. One run per month at a time. */
import { command, type By, conflict, get, findById, newId, type Rejection, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { BusinessDate, Line, Literals, Optional, Ref, Text, Whole } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { count } from "@ops/platform/text.ts"
import { mealAccounts, overlaps, PeriodBilled, PeriodHeld, PeriodReleased } from "@ops/meals/head-counts/meal-account.ts"
import { invoices, nameOf } from "../invoices/invoice.ts"
import type { Period } from "../invoices/invoice-period.ts"
import { mealBill } from "./meal-billing.ts"
import type { PlannedBill } from "./plan.ts"

const facts = {
  /** "2026-10" */
  month: Line(7),
  periodStart: BusinessDate,
  periodEnd: BusinessDate,
  /** the plan that it posts, and the plan's digest */
  planId: Line(60),
  planDigest: Line(100),
  bills: Whole,
  startedBy: Optional(Ref("person")),
}
export const BillingRun = record(
  "billing_run",
  {
    ...facts,
    status: Literals("running", "finished", "abandoned"),
    /** the month while it is running, null afterwards: prevents a second run */
    holds: Optional(Line(7)),
    reason: Text(),
  },
  {
    label: "Billing run",
    title: "'Billing of ' || month",
    unique: [{ fields: ["holds"], sentence: "Another billing run is in progress for this month. Wait for it, or resume it with --resume" }],
    indexes: [["month"]],
  },
)
export const RunStarted = event("BillingRunStarted", 1, facts, ({ month, bills }) => `Billing of ${month} started: ${count(bills, "bill")}`)
export const RunFinished = event("BillingRunFinished", 1, {}, () => "Finished")
export const RunAbandoned = event("BillingRunAbandoned", 1, { reason: Text() }, ({ reason }) => `Stopped: ${reason}`)
export const billingRuns = stream(BillingRun, RunStarted, RunFinished, RunAbandoned).fold({
  BillingRunStarted: (_, started) => ({ ...started, status: "running" as const, holds: started.month, reason: "" }),
  BillingRunFinished: (run) => ({ ...run, status: "finished" as const, holds: null }),
  BillingRunAbandoned: (run, { reason }) => ({ ...run, status: "abandoned" as const, holds: null, reason }),
})

type Run = Row<typeof BillingRun>

const requireBiller = requiring("invoices.manage", "Only finance can bill meals")

/** The run, while it is running. A command on it cannot commit once it has ended. */
function* running(id: number, by: By): CommandGenerator<Run> {
  requireBiller(by)
  const run = yield* get(billingRuns, id)
  if (run.status === "finished") throw conflict(`The billing of ${run.month} is finished already`)
  if (run.status === "abandoned") throw conflict(`This run was stopped: ${run.reason}`)
  return run
}

/** Starts a run; `obstacle` is the reason why it cannot start, if any. Refused (409) while another run holds the month. */
export const startRun = (obstacle: Rejection | undefined) =>
  command("billing_run.start", function* (facts: Omit<Parameters<typeof RunStarted>[0], "startedBy">, by) {
    requireBiller(by)
    if (obstacle) throw obstacle
    return [billingRuns.at(yield* newId(billingRuns), RunStarted({ ...facts, startedBy: by.person }))]
  })

export const finishRun = command("billing_run.finish", function* ({ id }: { readonly id: number }, by) {
  requireBiller(by)
  const { status } = yield* get(billingRuns, id)
  if (status === "finished") return unchanged(id)
  yield* running(id, by)
  return [billingRuns.at(id, RunFinished({}))]
})

/** Abandons a run: it posts no further bill. What it posted stays. */
export const abandonRun = command("billing_run.abandon", function* ({ id, reason }: { readonly id: number; readonly reason: string }, by) {
  requireBiller(by)
  const { status } = yield* get(billingRuns, id)
  if (status === "abandoned") return unchanged(id)
  yield* running(id, by)
  return [billingRuns.at(id, RunAbandoned({ reason }))]
})

interface Meals extends Period {
  readonly runId: number
  readonly contractId: number
}

/**
 * Locks the meals of a contract for a run, until they are billed or released. Locks left by an ended run are taken over. Refused (409) while another run
 * holds meals of the contract.
 */
export const holdForRun = command("billing_run.hold", function* ({ runId, contractId, from, to }: Meals, by) {
  yield* running(runId, by)
  const account = yield* findById(mealAccounts, contractId)
  const held = account?.held
  // billed since they were read: by this run, or else the run detects that its plan has changed
  const isBilled = account?.billed.some((period) => period.from === from)
  if (isBilled || (held?.runId === runId && held.from === from && held.to === to)) return unchanged(contractId)
  if (held && held.runId !== null && held.runId !== runId && (yield* get(billingRuns, held.runId)).status === "running") {
    throw conflict("The meals of this contract are being billed right now. Try again in a few minutes")
  }
  return [mealAccounts.at(contractId, PeriodHeld({ contractId, from, to, runId }))]
})

/** Releases the meals of a contract that a run holds. */
export const releaseForRun = command("billing_run.release", function* ({ runId, contractId }: Pick<Meals, "runId" | "contractId">, by) {
  requireBiller(by)
  const account = yield* findById(mealAccounts, contractId)
  return account?.held?.runId === runId ? [mealAccounts.at(contractId, PeriodReleased({}))] : unchanged(contractId)
})

export interface PostInput {
  readonly runId: number
  readonly bill: PlannedBill
  /** the later days of the same contract that the run still has to bill, and continues to hold */
  readonly rest: Period | null
}

/**
 * Posts a bill of a run's plan: the numbered invoice, its journal entry, and the claimed meals, in one commit. A bill that was posted before stays unchanged.
 */
export const postBill = command("billing_run.post", function* ({ runId, bill, rest }: PostInput, by) {
  const { planDigest } = yield* running(runId, by)
  const { contractId, from, to } = bill
  const account = yield* get(mealAccounts, contractId)
  const billed = account.billed.find((period) => overlaps(period, bill))
  if (billed) {
    const invoice = yield* get(invoices, billed.invoiceId)
    if (invoice.runId === runId && invoice.periodStart === from && invoice.periodEnd === to) return unchanged(invoice.id)
    throw conflict(`These meals are already billed on ${nameOf(invoice)}`)
  }
  const { held } = account
  if (held?.runId !== runId || held.from > from || held.to < to) throw conflict("The meals of this bill are no longer reserved. Resume the run")
  const { id, changes } = yield* mealBill(bill, { billingType: "monthly", runId, planDigest, isIssued: true }, by)
  const meals = [
    mealAccounts.at(contractId, PeriodBilled({ contractId, from, to, invoiceId: id })),
    ...(rest ? [mealAccounts.at(contractId, PeriodHeld({ contractId, ...rest, runId }))] : []),
  ]
  return { id, changes: [...changes, ...meals] }
})
