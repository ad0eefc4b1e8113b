/** Which call each `can…` field of the contracts refers to, and what that call is sent for a row: for can-calls.test.ts. */
import { addDays } from "@ops/platform/calendar.ts"
import type { Planted } from "./can-field-rows.ts"
import { writes } from "../calls/every-call.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- a row of any list (docs/decisions/0066-casts.md)
export type Row = Readonly<Record<string, any>>
/** The caller, and values for the body of a call besides the row. */
export interface Asking {
  readonly today: string
  /** the caller's account */
  readonly me: number
  /** a file that this person has uploaded */
  readonly file: number
  readonly planted: Planted
  /** the rows of a list as level 10 sees them */
  readonly rows: (list: string) => Promise<ReadonlyArray<Row>>
}
type Body = (row: Row, asking: Asking) => unknown
interface More {
  /** the rows for which the field is tested, if not all */
  readonly of?: (row: Row, asking: Asking) => boolean
  /** path parameters that are not the row's fields of the same name */
  readonly path?: (row: Row, asking: Asking) => Readonly<Record<string, unknown>>
}
/** A call with the row's own values in its path, and what it is sent. */
export type Speaks = readonly [call: string, body?: Body | undefined, more?: More]

const reason = () => ({ reason: "Tried out" })
const note = () => ({ notes: "Tried out" })
const nextStage = ({ stage }: Row) => ({ stage: stage === "proposal" ? "negotiation" : "proposal", reason: "Tried out" })

/** One more cent on the first cost code. */
const oneCent = [{ costCodeId: 1, amount: "0.01" }]

/** A day within the contract on which a contractor has no assignment; its first day if there is none. */
const freeDay = async ({ id, contractStart, contractEnd }: Row, { rows }: Asking): Promise<string> => {
  const taken = (await rows("/api/contractor-assignments?limit=1000"))
    .filter(({ contractorId, status }) => contractorId === id && status !== "cancelled")
    .map(({ startDate, startedOn, endDate, completedOn }) => ({ from: (startedOn ?? startDate) as string, to: (completedOn ?? endDate) as string | null }))
  const days = [contractStart, ...taken.flatMap(({ from, to }) => [addDays(from, -1), ...(to === null ? [] : [addDays(to, 1)])])]
  const isFree = (day: string) => !taken.some(({ from, to }) => from <= day && (to === null || day <= to))
  return days.find((day) => day >= contractStart && (contractEnd === null || day <= contractEnd) && isFree(day)) ?? contractStart
}

/** The latest day of an assignment for which hours can still be recorded; today if there is none. */
const recordableDay = async ({ id, siteId, contractorId, startedOn, completedOn, endDate }: Row, { rows, today }: Asking): Promise<string> => {
  const hours = (await rows("/api/contractor-hours?limit=1000")).filter((each) => each["contractorId"] === contractorId)
  const settled = new Set(hours.filter((each) => each["assignmentId"] === id && ["approved", "billed"].includes(each["status"])).map(({ date }) => date))
  const billed = new Set(hours.filter((each) => each["siteId"] === siteId && each["status"] === "billed").map(({ date }) => date.slice(0, 7)))
  const last = completedOn ?? endDate
  for (let day = last !== null && last < today ? last : today; startedOn !== null && day >= startedOn; day = addDays(day, -1))
    if (!settled.has(day) && !billed.has(day.slice(0, 7))) return day
  return today
}

/** The override of an approval, tested for rows that can only be approved with a reason. */
const overriding = (path: string, call: string): Readonly<Record<string, Speaks>> => ({
  [`${path} canOverride`]: [call, () => ({ overrideReason: "Tried out" }), { of: ({ canApprove }) => canApprove === false }],
})

const shareOf =
  (key: string) =>
  ({ id, amount }: Row) => ({ [key]: id, amount })
/** A command on bank lines, tested for matched lines, and for those with a proposal of its kind. */
const bankLine = (verb: string, kind: string, body: (proposal: Row) => object): Readonly<Record<string, Speaks>> => {
  const proposed = ({ id }: Row, { planted }: Asking) =>
    planted.bankProposals.find(({ lineId }) => lineId === id)?.proposals.find((proposal) => proposal["kind"] === kind)
  return {
    [`/api/bank-lines can${verb}`]: [
      `POST /api/bank-lines/:id/${verb.toLowerCase()}`,
      (row, asking) => body(proposed(row, asking) ?? {}),
      { of: (row, asking) => row["status"] === "matched" || proposed(row, asking) !== undefined },
    ],
  }
}
const ofBankLines: Readonly<Record<string, Speaks>> = {
  ...bankLine("Match", "entries", ({ entries = [] }) => ({ entries: entries.map(shareOf("entryId")) })),
  ...bankLine("Settle", "invoices", ({ invoices = [], fee = null }) => ({ invoices: invoices.map(shareOf("invoiceId")), fee })),
  ...bankLine("Pay", "bills", ({ bills = [] }) => ({ bills: bills.map(shareOf("payableId")) })),
  ...bankLine("Offset", "offset", ({ lineId = 1 }) => ({ otherId: lineId })),
  ...bankLine("Draft", "draft", () => ({ category: "Bank charges", siteId: 3 })),
  "/api/bank-lines canUndo": ["POST /api/bank-lines/:id/undo", reason],
}

/** The call that a `can…` field refers to if its name and path do not determine it, and what the call is sent. */
export const speaksOf: Readonly<Record<string, Speaks>> = {
  "/api/sign-in-groups canEnd": ["POST /api/sign-in-groups/:id/end", ({ from }) => ({ to: from })],
  "/api/webhooks canChange": ["PATCH /api/webhooks/:id", ({ name }) => ({ name: `${name} 2` })],
  "/api/webhooks canReplay": ["POST /api/webhooks/:id/replay", () => ({ fromPosition: 0 })],
  "/api/field/devices canMove": ["PATCH /api/field/devices/:id", ({ label, siteId }) => ({ label: `${label} 2`, siteId })],
  "/api/field/devices canRevoke": ["POST /api/field/devices/:id/revoke", reason],
  "/api/late-meals canDecline": ["POST /api/late-meals/:id/decline", reason],
  "/api/signed-days canDispute": [
    "POST /api/signed-days/:id/dispute",
    ({ meals }) => ({ mealType: meals.find(({ disputed }: Row) => disputed === null)?.mealType ?? "lunch", reason: "Tried out" }),
  ],
  "/api/field/acts canClose": ["POST /api/field/acts/:id/close", reason],
  "/api/report-schedules canChange": ["PATCH /api/report-schedules/:id", ({ isActive }) => ({ isActive: !isActive })],
  // for goods that are still in the store: for others the preview of the reversal reports that they are used or billed
  "/api/purchase-requests receipts.canReverse": [
    "POST /api/purchase-requests/:id/receipts/:number/reverse",
    reason,
    { of: ({ id }, { planted }) => id === planted.received },
  ],
  "/api/purchase-requests canAddItem": [
    "POST /api/purchase-requests/items",
    ({ id }) => ({ purchaseRequestId: id, stockItemId: 1, quantity: 1, estimatedCost: "5.00" }),
  ],
  "/api/purchase-requests canReceive": ["POST /api/purchase-requests/:id/receipts", ({ items }) => ({ lines: [{ itemId: items?.[0]?.id ?? 1, received: 1 }] })],
  "/api/tax-codes proposals.canConfirm": ["POST /api/tax-codes/:code/rates/:from/confirm"],
  "/api/accounts canChange": ["PATCH /api/accounts/:id", () => ({ accountName: "Tried out" })],
  "/api/alerts canResolve": ["POST /api/alerts/:id/resolve", () => ({ note: "Tried out" })],
  "/api/journal-drafts canChange": [
    "PUT /api/journal-drafts/:id",
    ({ entryDate, currency, reference, lines }) => ({
      entryDate,
      currency,
      reference,
      description: "Tried out",
      lines: lines.map(({ accountNumber, debitAmount, creditAmount, siteId }: Row) => ({ account: accountNumber, debitAmount, creditAmount, siteId })),
    }),
  ],
  // other notes than those in the report, because drawing up the same report again changes nothing
  "/api/tax-reports canDrawUp": ["POST /api/tax-reports", ({ taxPeriod, taxType, currency }) => ({ taxPeriod, taxType, currency, notes: "Tried out" })],
  "/api/tax-reports canPay": ["POST /api/tax-payments", ({ id }) => ({ taxReportId: id })],
  "/api/invoices cancelledBy.canSend": ["POST /api/invoices/:id/send"],
  "/api/invoices canCredit": ["POST /api/invoices/:id/credit", reason],
  "/api/invoices canPay": [
    "POST /api/payments",
    ({ id, clientId, currency, openAmount }) => ({ clientId, currency, amount: openAmount, allocations: [{ invoiceId: id, amount: openAmount }] }),
  ],
  "/api/meal-billing-periods canCredit": ["PATCH /api/meal-billing-periods/:id/credit", reason],
  "/api/expense-requests canAddReceipts": ["POST /api/expense-requests/:id/receipts", (_, { file }) => ({ receipts: [file] })],
  "/api/transactions canVoid": ["POST /api/transactions/:id/void", reason],
  "/api/transactions canReverse": ["POST /api/transactions/:id/reverse", reason],
  "/api/transactions canPost": ["POST /api/transactions/:id/post", () => ({})],
  "/api/daily-expenses canApprove": ["POST /api/daily-expenses/:id/approve", () => ({})],
  // if the decision is rejected without a reason
  "/api/transactions canOverride": ["POST /api/transactions/:id/post", () => ({ overrideReason: "Tried out" }), { of: ({ canPost }) => canPost === false }],
  ...overriding("/api/daily-expenses", "POST /api/daily-expenses/:id/approve"),
  ...overriding("/api/expense-requests", "POST /api/expense-requests/:id/approve"),
  ...overriding("/api/crm/petty-cash-requests", "PATCH /api/crm/petty-cash-requests/:id/approve"),
  ...overriding("/api/purchase-requests", "PATCH /api/purchase-requests/:id/approve"),
  "/api/hr/payroll-periods canProcess": ["PUT /api/hr/payroll-periods/:id/process", reason],
  "/api/hr/payroll-periods canReverse": ["PUT /api/hr/payroll-periods/:id/reverse", reason],
  "/api/hr/payroll-periods canReversePayment": ["POST /api/hr/payroll-periods/:id/payment/reverse", reason],
  "/api/hr/leave-requests canReject": ["PUT /api/hr/leave-requests/:id/reject", reason],
  ...overriding("/api/hr/leave-requests", "PUT /api/hr/leave-requests/:id/approve"),
  // a one-off payment ends on its first day: ending it then changes nothing
  "/api/pay-components canEnd": ["PUT /api/pay-components/:id/end", ({ from }) => ({ to: from }), { of: ({ from, to }) => from !== to }],
  "/api/hr/departments canChange": ["PATCH /api/hr/departments/:id", () => ({ description: "Tried out" })],
  "/api/hr/positions canChange": ["PATCH /api/hr/positions/:id", () => ({ description: "Tried out" })],
  "/api/hr/leave-types canChange": ["PATCH /api/hr/leave-types/:id", () => ({ description: "Tried out" })],
  "/api/hr/staff/:id/settlement canBook": ["POST /api/hr/staff/:id/settlement", () => ({ reason: "resigned" })],
  "/api/hr/staff/:id/settlement canReverse": ["PUT /api/hr/staff/:id/settlement/reverse", reason],
  // a bill that differs from its order can only be approved with a reason
  "/api/accounts-payable canApprove": ["POST /api/accounts-payable/:id/approve", reason],
  "/api/accounts-payable canPay": ["POST /api/payment-runs", ({ id, currency }) => ({ currency, items: [{ payableId: id }] })],
  "/api/accounts-payable canCredit": [
    "POST /api/accounts-payable/:id/credit",
    ({ postedDate }) => ({ reason: "Tried out", ...(postedDate && { amount: "0.01" }) }),
  ],
  ...ofBankLines,
  "/api/bank-accounts canKeepLayout": ["POST /api/bank-accounts/:id/layouts", () => ({ name: "Tried out", date: "Date", amount: "Amount", text: "Text" })],
  "/api/bank-accounts canKeepRule": ["POST /api/bank-accounts/:id/rules", () => ({ contains: "Tried out", side: "out", category: "Bank charges", siteId: 3 })],
  "/api/bank-accounts canEndRule": ["POST /api/bank-accounts/:id/rules/end", () => ({ rule: 1 })],
  "/api/petty-cash-floats canCount": ["POST /api/petty-cash-floats/:id/count", ({ balance }) => ({ counted: balance, reason: "Tried out" })],
  // a small approved request in the float's currency that waits for its cash
  "/api/petty-cash-floats canDisburse": [
    "PATCH /api/crm/petty-cash-requests/:request/disburse",
    ({ id }) => ({ floatId: id }),
    { path: ({ currency }, { planted }) => ({ request: planted.approvedPettyCash[currency as "USD" | "SSP"] }) },
  ],
  // the caller's own float, or another one in the currency
  "/api/crm/petty-cash-requests canDisburse": [
    "PATCH /api/crm/petty-cash-requests/:id/disburse",
    async ({ currency }, { me, rows }) => {
      const floats = (await rows("/api/petty-cash-floats")).filter((float) => float["currency"] === currency && float["balance"] !== "0.00")
      return { floatId: (floats.find(({ custodianId }) => custodianId === me) ?? floats[0])!["id"] }
    },
  ],
  "/api/crm/petty-cash-requests canRetire": ["PATCH /api/crm/petty-cash-requests/:id/retire", ({ amount }, { file }) => ({ spent: amount, receipts: [file] })],
  // a booked final settlement must be reversed first, a payroll rule that staff records do not know
  "/api/hr/staff canReinstate": ["PUT /api/hr/staff/:id/reinstate", undefined, { of: ({ id }, { planted }) => id !== planted.settled }],
  // the screens do not offer changes to one's own record here; the command decides which fields may be changed
  "/api/hr/staff canChange": ["PATCH /api/hr/staff/:id", () => ({ address: "Tried out" }), { of: ({ userId }, { me }) => Number(userId) !== me }],
  "/api/hr/staff canChangePay": ["POST /api/hr/staff/:id/pay", (_, { today }) => ({ from: today, salary: "1234.00", reason: "Tried out" })],
  // a day on which no one came does not wait for approval, but may be approved all the same
  "/api/hr/attendance canApprove": ["PUT /api/hr/attendance/:id/approve", undefined, { of: ({ checkOutTime }) => checkOutTime !== null }],
  "/api/hr/attendance/today canApprove": ["PUT /api/hr/attendance/:id/approve", undefined, { of: ({ checkOutTime }) => checkOutTime !== null }],
  "/api/cost-codes canChange": ["PATCH /api/cost-codes/:id", () => ({ name: "Tried out" })],
  "/api/construction-projects/:id/budget canSet": ["PUT /api/construction-projects/:id/budget", () => ({ lines: oneCent })],
  "/api/construction-projects/:id/budget canChange": ["POST /api/construction-projects/:id/changes", () => ({ reason: "Tried out", lines: oneCent })],
  "/api/construction-projects/:id/budget canCharge": [
    "POST /api/construction-projects/:id/costs",
    (_, { planted }) => ({ kind: "labour", costCodeId: 1, staffId: planted.labourer, hours: "1" }),
  ],
  "/api/construction-projects/:id/budget canMove": [
    "POST /api/construction-projects/:id/costs",
    () => ({ kind: "moved", costCodeId: 1, account: "5100", amount: "0.01", description: "Tried out" }),
  ],
  "/api/construction-projects/:id/changes canDecide": ["PATCH /api/construction-changes/:id/reject", reason],
  "/api/construction-projects/:id/costs canRecode": [
    "PATCH /api/construction-costs/:id/recode",
    ({ costCode }) => ({ costCodeId: costCode.id === 1 ? 2 : 1, reason: "Tried out" }),
  ],
  "/api/construction-projects/:id/costs canTakeBack": ["PATCH /api/construction-costs/:id/take-back", reason],
  "/api/construction-projects/:id/commitments canClose": ["PATCH /api/construction-commitments/:id/close"],
  // the same terms under another reference, because terms cannot be changed once something is billed
  "/api/construction-projects/:id/boq canAgree": [
    "PUT /api/construction-projects/:id/contract",
    ({ agreed, clientId, signedDate, agreedValue, retentionRate, advanceAmount, recoveryRate, defectDays, taxCode }, { today }) => ({
      reference: "Tried out",
      ...(agreed
        ? { clientId, signedDate, agreedValue, retentionRate, advanceAmount, recoveryRate, defectDays, taxCode }
        : { clientId: 1, signedDate: today, agreedValue: "1000.00" }),
    }),
  ],
  "/api/construction-projects/:id/boq canSetBoq": [
    "PUT /api/construction-projects/:id/boq",
    ({ lines }) => ({
      lines:
        lines.length === 0
          ? [{ item: "1", description: "Tried out", unit: "item", quantity: "1", rate: "0.01" }]
          : lines.map(({ id, item, unit, quantity, rate }: Row) => ({ id, item, unit, quantity, rate, description: "Tried out" })),
    }),
  ],
  "/api/construction-projects/:id/boq canClaim": [
    "POST /api/construction-projects/:id/certificates",
    ({ lines }) => ({ done: lines.map(({ id, quantity }: Row) => ({ id, quantity })) }),
  ],
  "/api/construction-projects/:id/boq canBillAdvance": ["POST /api/construction-projects/:id/certificates/advance"],
  "/api/construction-projects/:id/boq canRelease": ["POST /api/construction-projects/:id/certificates/release"],
  "/api/construction-projects/:id/certificates canCertify": ["PATCH /api/construction-certificates/:id/certify"],
  "/api/contractors canChange": ["PATCH /api/contractors/:id", note],
  "/api/contractors canAgreeRate": ["POST /api/contractors/:id/rates", (_, { today }) => ({ from: today, unit: "day", amount: "12.00", reason: "Tried out" })],
  "/api/contractors canEnd": ["PUT /api/contractors/:id/end", (_, { today }) => ({ endedOn: today, reason: "Tried out" })],
  "/api/contractors canAssign": [
    "POST /api/contractor-assignments",
    async (row, asking) => {
      const day = await freeDay(row, asking)
      return { contractorId: row["id"], siteId: row["siteId"] ?? 1, task: "Tried out", startDate: day, endDate: day }
    },
  ],
  "/api/contractors canBill": ["POST /api/contractors/:id/bills", ({ billableMonth }, { today }) => ({ month: billableMonth ?? today.slice(0, 7) })],
  "/api/contractors canNameVendor": ["PUT /api/contractors/:id/vendor", (_, { planted }) => ({ vendorId: planted.vendor })],
  "/api/contractor-assignments canRecord": [
    "POST /api/contractor-hours",
    async (row, asking) => ({ assignmentId: row["id"], date: await recordableDay(row, asking), hours: "0.5", note: "Tried out" }),
  ],
  "/api/contractor-assignments canRate": ["PUT /api/contractor-assignments/:id/rating", () => ({ rating: "3.5", note: "Tried out" })],
  "/api/contractor-hours canDecide": ["POST /api/contractor-hours/approve", ({ id }) => ({ ids: [id] })],
  "/api/crm/prospects canChange": ["PATCH /api/crm/prospects/:id", note],
  "/api/crm/prospects canMove": ["PATCH /api/crm/prospects/:id/stage", nextStage],
  "/api/crm/prospects canAssign": ["PATCH /api/crm/prospects/:id/assign", ({ assignedTo }) => ({ assignedTo: assignedTo === 1 ? 2 : 1 })],
  "/api/crm/prospects canFollowUp": [
    "PATCH /api/crm/prospects/:id/follow-up",
    ({ nextFollowUp }, { today }) => ({ nextFollowUp: nextFollowUp === null ? today : null, note: null }),
  ],
  // people who may assign a prospect to anyone have canAssign instead
  "/api/crm/prospects canTake": ["PATCH /api/crm/prospects/:id/assign", (_, { me }) => ({ assignedTo: me }), { of: ({ canAssign }) => !canAssign }],
  "/api/crm/prospects/board columns.prospects.canMove": ["PATCH /api/crm/prospects/:id/stage", nextStage],
  "/api/meal-sessions canCountDiners": ["PATCH /api/meal-sessions/:id/diners", ({ visitors }) => ({ visitors: visitors + 1 })],
  "/api/meal-sessions canReopen": ["PATCH /api/meal-sessions/:id/reopen", reason],
  "/api/clients canChange": ["PATCH /api/clients/:id", note],
  "/api/clients canDeactivate": ["POST /api/clients/:id/deactivate", reason],
  "/api/stock/items canCost": ["PATCH /api/stock/items/:id", () => ({ unitCost: "1.23" })],
  "/api/contracts canDescribe": ["PATCH /api/contracts/:id", note],
  "/api/contracts canAgreeRate": [
    "POST /api/contracts/:id/rates",
    ({ startDate }, { today }) => ({ from: startDate > today ? startDate : today, rate: "61.50" }),
    { of: ({ status }) => status !== "ended" },
  ],
  "/api/contracts canAgreeBasis": [
    "POST /api/contracts/:id/basis",
    ({ startDate }, { today }) => ({ from: startDate > today ? startDate : today, basis: "guaranteed", guaranteedShare: "77" }),
    { of: ({ status }) => status !== "ended" },
  ],
  "/api/contracts canPlanHeadCount": [
    "POST /api/contracts/:id/head-counts",
    ({ startDate }, { today }) => ({ from: startDate > today ? startDate : today, heads: 7, reason: "Tried out" }),
    { of: ({ status }) => status !== "ended" },
  ],
  "/api/contracts canAgreeSignature": [
    "POST /api/contracts/:id/signatures",
    ({ startDate, signatures }, { today }) => ({ from: startDate > today ? startDate : today, required: !(signatures.at(-1)?.required ?? false) }),
    { of: ({ status }) => status !== "ended" },
  ],
  "/api/contracts canEnd": [
    "POST /api/contracts/:id/end",
    ({ startDate }, { today }) => ({ endDate: startDate > today ? startDate : today, reason: "Tried out" }),
    { of: ({ status }) => status !== "ended" },
  ],
  "/api/projects canChange": ["PATCH /api/projects/:id", () => ({ description: "Tried out" })],
  "/api/projects canClose": [
    "POST /api/projects/:id/close",
    ({ startDate }, { today }) => ({ status: "completed", endDate: startDate !== null && startDate > today ? startDate : today }),
  ],
  "/api/sites canChange": ["PATCH /api/sites/:id", () => ({ location: "Tried out" })],
  "/api/sites canClose": ["PUT /api/sites/:id/close", reason],
  "/api/menus canChange": ["PATCH /api/menus/:id", ({ name }) => ({ name: `${name} 2` })],
  "/api/menus canPutToUse": ["PUT /api/menus/:id/activate"],
  "/api/menus canSetAside": ["PUT /api/menus/:id/deactivate"],
  "/api/staff-members canChange": ["PATCH /api/staff-members/:id", () => ({ position: "Tried out" })],
  "/api/staff-members canLeave": ["POST /api/staff-members/:id/leave", (_, { today }) => ({ endDate: today })],
  "/api/staff-members canLoseBadge": ["POST /api/staff-members/:id/badge-lost", () => ({ reason: "Tried out" })],
  "/api/staff-members canComeBack": ["POST /api/staff-members/:id/return", (_, { today }) => ({ from: today })],
  "/api/crm/marketing-targets canChange": ["PATCH /api/crm/marketing-targets/:id", () => ({ targetValue: "123" })],
  "/api/crm/marketing-budgets canChange": ["PATCH /api/crm/marketing-budgets/:id", () => ({ allocatedAmount: "123456.00", reason: "Tried out" })],
  "/api/crm/marketing-budgets canClose": ["PUT /api/crm/marketing-budgets/:id/close", reason],
  "/api/crm/marketing-campaigns canStep": [
    "PATCH /api/crm/marketing-campaigns/:id/status",
    ({ status }) => ({ status: status === "planned" ? "active" : "completed" }),
  ],
  "/api/crm/marketing-campaigns canChange": ["PATCH /api/crm/marketing-campaigns/:id", () => ({ description: "Tried out" })],
  "/api/crm/marketing-campaigns canStart": ["PATCH /api/crm/marketing-campaigns/:id/status", () => ({ status: "active" })],
  "/api/crm/marketing-campaigns canComplete": ["PATCH /api/crm/marketing-campaigns/:id/status", () => ({ status: "completed" })],
  "/api/crm/marketing-campaigns canCancel": ["PATCH /api/crm/marketing-campaigns/:id/status", () => ({ status: "cancelled", reason: "Tried out" })],
  // a finance document that belongs to no campaign
  "/api/crm/marketing-campaigns canCharge": [
    "PUT /api/crm/marketing-costs",
    async ({ id }, { rows }) => {
      const free = (await rows("/api/crm/marketing-costs?limit=1000")).find(({ campaignId }) => campaignId === null)
      return { campaignId: id, document: free!["number"] }
    },
  ],
  "/api/work-orders canAssign": ["PATCH /api/work-orders/:id/assign", ({ team }) => ({ team: team === "cleaning" ? "maintenance" : "cleaning" })],
  "/api/work-orders canPhotograph": ["POST /api/work-orders/:id/photos", (_, { file }) => ({ photos: [file] })],
  "/api/construction-projects canConfirmType": [
    "PATCH /api/construction-projects/:id/type",
    ({ projectType }) => ({ projectType: projectType === "renovation" ? "maintenance" : "renovation" }),
  ],
  "/api/construction-projects canComplete": ["PATCH /api/construction-projects/:id/complete", () => ({})],
  "/api/construction-projects canOverride": [
    "PATCH /api/construction-projects/:id/complete",
    () => ({ overrideReason: "Tried out" }),
    { of: ({ canComplete }) => canComplete === false },
  ],
  "/api/assets canChange": ["PATCH /api/assets/:id", note],
  "/api/assets canSetStatus": ["PUT /api/assets/:id/status", ({ status }) => ({ status: status === "down" ? "inspection" : "down", reason: "Tried out" })],
  "/api/assets canReadMeter": ["POST /api/assets/:id/readings", () => ({ reading: "900000" })],
  "/api/maintenance-plans canChange": ["PATCH /api/maintenance-plans/:id", () => ({ description: "Tried out" })],
  // existing promises can be changed from tomorrow on
  "/api/sla/policies canChange": [
    "POST /api/sla/policies",
    ({ clientId, serviceType, priority }, { today }) => ({
      clientId,
      serviceType,
      priority,
      from: addDays(today, 1),
      responseMinutes: 61,
      resolutionMinutes: 481,
    }),
  ],
  "/api/sla/clocks canDecide": ["PUT /api/sla/clocks/:id/credit", () => ({ granted: true, note: "Tried out" })],
}

/** Fields that do not refer to a single call. */
export const speaksOfNoCall: Readonly<Record<string, string>> = {
  "/api/notification-choices canMail": "whether notices of this kind can be mailed at all, whoever asks",
  "/api/notifications alerts.canRead": "the rows of /api/alerts, which are asked there",
  "/api/notifications alerts.canAssign": "the rows of /api/alerts, which are asked there",
  "/api/notifications alerts.canAcknowledge": "the rows of /api/alerts, which are asked there",
  "/api/notifications alerts.canResolve": "the rows of /api/alerts, which are asked there",
}

/** Fields for which only one value can be seen, and why. */
export const alwaysTheSame: Readonly<Record<string, string>> = {
  "/api/bank-accounts canKeepLayout": "whoever reads bank accounts keeps their layouts",
  "/api/bank-accounts canKeepRule": "whoever reads bank accounts keeps their rules",
  "/api/bank-accounts canEndRule": "whoever reads bank accounts ends their rules",
  "/api/clients canReactivate": "the demonstration has no inactive client",
  "/api/pay-components canEnd": "the demonstration has none of a final settlement, and none that is the pay of who reads it",
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter, at) => `${at > 0 ? "-" : ""}${letter.toLowerCase()}`)
/** The call that a field refers to: by the table, otherwise by its name, so that `canApprove` of a list is `POST …/:id/approve`. */
export const spoken = (path: string, field: string): Speaks | undefined => {
  const call = writes.find((call) => call.path === `${path}/:id/${kebab(field.slice(3))}`)
  return speaksOf[`${path} ${field}`] ?? (call && [`${call.method} ${call.path}`])
}
const nameless = (path: string) => path.replace(/:\w+/g, ":")
/** The call of the contract with this method and path, whatever its path parameters are called. */
export const writeOf = (named: string) => writes.find(({ method, path }) => nameless(`${method} ${path}`) === nameless(named))
