/** The eight steps of a month-end and the state of each, from the month's data and checks. Pure. */
import type { ClosingLine, ClosingStep } from "@ops/ledger/periods/closing.ts"
import { dueOf, taxNames, type TaxType } from "@ops/ledger/taxes/tax-report.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { count } from "@ops/platform/text.ts"
import type { MonthEndAnswer, MonthEndStep } from "./contract.ts"

type Step = typeof MonthEndStep.Type
type Rows = Step["table"]["rows"]
type Currency = "USD" | "SSP"
interface Latest {
  readonly by: string | null
  readonly at: string | null
}

/** The data of a month. */
export interface MonthFacts {
  readonly sessions: number
  readonly closedSessions: number
  readonly counted: Latest | null
  readonly count: Rows
  readonly invoices: number
  readonly issued: number
  readonly billed: ReadonlyArray<{ readonly currency: Currency; readonly amount: string }>
  readonly billing: Latest | null
  readonly bill: Rows
  readonly sendable: number
  readonly sent: number
  readonly mailFailed: number
  readonly sending: Latest | null
  readonly send: Rows
  readonly salaries: number
  readonly paidPayrolls: number
  readonly payrolls: number
  readonly bills: number
  readonly paidBills: number
  readonly paying: Latest | null
  readonly pay: Rows
  readonly closing: {
    readonly status: "open" | "soft_closed" | "closed"
    readonly by: string | null
    readonly at: string | null
    readonly overrides: ReadonlyArray<{ readonly key: string; readonly reason: string }>
    readonly reason: string
  } | null
  /** cents of USD */
  readonly result: { readonly earned: number; readonly costs: number; readonly before: number }
}
export interface MonthTax extends Latest {
  readonly type: string
  readonly currency: string
  readonly amount: number
  readonly id: number | null
  readonly reportNumber: string | null
  readonly status: string | null
  readonly filingDate: string | null
}
/** What a revaluation would post; cents. */
export interface Revaluing extends Latest {
  readonly rate: number | undefined
  readonly total: number
  readonly lines: ReadonlyArray<{
    readonly accountNumber: string
    readonly accountName: string
    readonly balance: number
    readonly carriedUsd: number
    readonly worthUsd: number
    readonly difference: number
  }>
}
export interface Month {
  readonly period: string
  readonly title: string
  readonly from: string
  readonly to: string
  readonly today: string
  readonly facts: MonthFacts
  readonly checks: ReadonlyArray<ClosingLine & { readonly step: ClosingStep }>
  readonly revaluation: Revaluing
  readonly taxes: ReadonlyArray<MonthTax>
  /** whether the caller works at one site: documents of other sites are left out */
  readonly isAtOneSite: boolean
}

/** The steps whose tables list documents of any site. */
const ofSites: ReadonlyArray<ClosingStep> = ["count", "bill", "send", "pay"]

const text = (key: string, title: string) => ({ key, title, kind: "text" as const })
const money = (key: string, title: string) => ({ key, title, kind: "money" as const })
const whole = (key: string, title: string) => ({ key, title, kind: "integer" as const })
const date = (key: string, title: string) => ({ key, title, kind: "date" as const })
const instant = (key: string, title: string) => ({ key, title, kind: "instant" as const })

const isFiled = ({ status }: MonthTax) => status === "filed" || status === "paid"
const of = (part: number, all: number, one: string) => `${part} of ${count(all, one)}`

/** A step before its state is known. */
interface Draft extends Pick<Step, "key" | "title" | "owner" | "summary" | "amounts" | "by" | "at"> {
  readonly table: Pick<Step["table"], "columns" | "rows">
  /** whether everything is done, apart from its checks */
  readonly isDone: boolean
  /** whether something failed */
  readonly isWrong?: boolean
  readonly next: NonNullable<Step["next"]>
}

const drafts = ({ period, facts, checks, revaluation, taxes, to, today }: Month): ReadonlyArray<Draft> => {
  const failing = checks.filter(({ ok }) => !ok)
  const unrecorded = { by: null, at: null }
  const filed = taxes.filter(isFiled)
  const latestTax = taxes.filter(({ at }) => at !== null).toSorted((one, other) => (one.at! < other.at! ? 1 : -1))[0]
  const isClosed = facts.closing?.status === "closed"
  return [
    {
      key: "count",
      title: "Count",
      owner: "Camp supervisors",
      isDone: facts.closedSessions === facts.sessions,
      summary: [of(facts.closedSessions, facts.sessions, "meal session")],
      amounts: [],
      ...(facts.counted ?? unrecorded),
      next: {
        label: "Close meal sessions",
        path: "/meal-tracking-enhanced?tab=sessions",
        command: `ops meals sessions --status active --from ${period}-01 --to ${to}`,
        act: null,
      },
      table: {
        columns: [text("site", "Site"), whole("sessions", "Sessions"), whole("closed", "Closed"), whole("served", "Served"), whole("missed", "No-shows")],
        rows: facts.count,
      },
    },
    {
      key: "bill",
      title: "Bill",
      owner: "Finance",
      isDone: facts.issued === facts.invoices,
      summary: [of(facts.issued, facts.invoices, "invoice")],
      amounts: facts.billed,
      ...(facts.billing ?? unrecorded),
      next: { label: "Bill the month", path: `/invoices?view=month-end&month=${period}`, command: `ops billing preview --month ${period}`, act: null },
      table: {
        columns: [text("number", "Invoice"), text("client", "Client"), text("status", "Status"), text("currency", "Currency"), money("amount", "Total")],
        rows: facts.bill,
      },
    },
    {
      key: "send",
      title: "Send",
      owner: "Finance",
      isDone: facts.sent === facts.sendable,
      isWrong: facts.mailFailed > 0,
      summary: [`${facts.sent} of ${facts.sendable} delivered`, ...(facts.mailFailed > 0 ? [`${facts.mailFailed} not delivered`] : [])],
      amounts: [],
      ...(facts.sending ?? unrecorded),
      next: { label: "Send invoices", path: "/invoices?view=all&status=issued", command: "ops invoices list --status issued", act: null },
      table: {
        columns: [text("number", "Invoice"), text("client", "Client"), text("email", "Sent to"), text("status", "Status"), instant("sent", "Sent")],
        rows: facts.send,
      },
    },
    {
      key: "pay",
      title: "Pay",
      owner: "Finance",
      isDone: true,
      summary: [
        count(facts.salaries, "salary", "salaries") + (facts.paidPayrolls < facts.payrolls ? ", not paid" : ""),
        `${facts.paidBills} of ${count(facts.bills, "bill")} paid`,
      ],
      amounts: [],
      ...(facts.paying ?? unrecorded),
      next: { label: "Open payroll", path: "/hr?tab=payroll", command: `ops payroll status --period ${period}`, act: null },
      table: {
        columns: [text("what", "For"), text("kind", "Kind"), text("status", "Status"), text("currency", "Currency"), money("amount", "Amount")],
        rows: facts.pay,
      },
    },
    {
      key: "revalue",
      title: "Revalue",
      owner: "Finance",
      isDone: revaluation.lines.length === 0,
      summary: [revaluation.lines.length === 0 ? "At the closing rate" : `${count(revaluation.lines.length, "SSP balance")} to revalue`],
      amounts: revaluation.lines.length === 0 ? [] : [{ amount: formatMoney(revaluation.total), currency: "USD" }],
      by: revaluation.by,
      at: revaluation.at,
      next: { label: "Post revaluation", path: null, command: `ops revaluation run --period ${period}`, act: "revalue" },
      table: {
        columns: [
          text("account", "Account"),
          money("balance", "Balance, SSP"),
          money("carried", "Carried at, USD"),
          money("worth", "At closing rate, USD"),
          money("difference", "Difference, USD"),
        ],
        rows: revaluation.lines.map((line) => ({
          account: `${line.accountNumber} ${line.accountName}`,
          balance: formatMoney(line.balance),
          carried: formatMoney(line.carriedUsd),
          worth: formatMoney(line.worthUsd),
          difference: formatMoney(line.difference),
        })),
      },
    },
    {
      key: "tax",
      title: "Tax",
      owner: "Finance",
      isDone: filed.length === taxes.length,
      isWrong: dueOf(period) < today && filed.length < taxes.length,
      summary: [`${filed.length} of ${count(taxes.length, "return")} filed`],
      amounts: [],
      by: latestTax?.by ?? null,
      at: latestTax?.at ?? null,
      next: { label: "Prepare returns", path: "/financial?tab=reports&view=taxes", command: `ops tax report --period ${period} --type sales`, act: null },
      table: {
        columns: [
          text("tax", "Tax"),
          text("return", "Return"),
          text("status", "Status"),
          date("due", "Due"),
          text("currency", "Currency"),
          money("amount", "In the ledger"),
        ],
        rows: taxes.map(({ type, currency, amount, id, reportNumber, status }) => ({
          tax: taxNames[type as TaxType],
          return: reportNumber ?? "Not prepared",
          status: status ?? "pending",
          due: dueOf(period),
          currency,
          amount: formatMoney(amount),
          path: id === null ? "/financial?tab=reports&view=taxes" : `/financial?tab=reports&view=taxes&open=${id}`,
        })),
      },
    },
    {
      key: "check",
      title: "Check",
      owner: "Finance",
      isDone: failing.length === 0,
      summary: [`${checks.length - failing.length} of ${checks.length} pass`, ...(failing.length > 0 ? [`${failing.length} to resolve`] : [])],
      amounts: [],
      ...unrecorded,
      next: { label: "Review the checks", path: null, command: `ops close checklist --period ${period}`, act: null },
      table: {
        columns: [text("check", "Check"), text("status", "Status"), whole("open", "Open"), text("first", "First of them")],
        // the failed ones first
        rows: [...failing, ...checks.filter(({ ok }) => ok)].map(({ title, ok, count: open, examples }) => ({
          check: title,
          status: ok ? "passed" : "failed",
          open: open === 0 ? null : String(open),
          first: examples[0]?.text ?? null,
          path: examples[0]?.path ?? null,
        })),
      },
    },
    {
      key: "close",
      title: "Close",
      owner: "Finance",
      isDone: isClosed,
      summary: [isClosed ? "Closed" : facts.closing?.status === "soft_closed" ? "Soft-closed" : "Open"],
      amounts: [],
      by: facts.closing?.by ?? null,
      at: facts.closing?.at ?? null,
      next: { label: "Close the month", path: null, command: `ops close run --period ${period} --dry-run`, act: "close" },
      table: {
        columns: [text("check", "Closed despite"), text("reason", "Reason")],
        rows: (facts.closing?.overrides ?? []).map(({ key, reason }) => ({ check: checks.find((check) => check.key === key)?.title ?? key, reason })),
      },
    },
  ]
}

/** The month in the shape for the screen and the terminal. */
export const monthEnd = (month: Month): typeof MonthEndAnswer.Type => {
  const { period, title, from, to, today, facts, checks, revaluation, taxes, isAtOneSite } = month
  const status = facts.closing?.status ?? "open"
  const isOver = to < today
  const own = (key: ClosingStep) => checks.filter(({ step, ok }) => step === key && !ok)
  const drawn = drafts(month).map((draft) => ({ ...draft, blocking: own(draft.key), isReady: isOver && draft.isDone && own(draft.key).length === 0 }))
  const current = isOver && status !== "closed" ? (drawn.find(({ isReady }) => !isReady)?.key ?? "close") : null
  const steps = drawn.map(({ isDone: _, isWrong, isReady, blocking, next, ...step }): Step => {
    const state = isReady ? "done" : isWrong || (status === "closed" && step.key !== "close") ? "failed" : step.key === current ? "current" : "waiting"
    const isWithheld = isAtOneSite && ofSites.includes(step.key)
    const [first] = blocking
    // the record itself, if the check names one; otherwise the screen of the step
    const record = first?.examples[0]?.path
    const isOpen = step.key === current
    return {
      ...step,
      ...(isWithheld && { by: null }),
      table: { ...step.table, ...(isWithheld && { rows: [] }), isWithheld },
      state,
      open: step.key === "check" ? checks.filter(({ ok }) => !ok).length : blocking.length,
      next: isOpen ? (first && next.act === null ? { ...next, path: record?.includes("open=") ? record : next.path, command: first.command } : next) : null,
    }
  })
  const due = dueOf(period)
  return {
    period,
    title,
    from,
    to,
    status,
    done: steps.filter(({ state }) => state === "done").length,
    current,
    steps,
    checks: checks.toSorted((one, other) => Number(one.ok) - Number(other.ok)),
    due: [...new Set(taxes.filter((tax) => !isFiled(tax)).map(({ type }) => type))].map((type) => ({
      title: taxNames[type as TaxType],
      date: due,
      overdue: due < today,
    })),
    rate: revaluation.rate === undefined ? null : formatMoney(revaluation.rate),
    result: {
      earned: formatMoney(facts.result.earned),
      costs: formatMoney(facts.result.costs),
      before: formatMoney(facts.result.before),
      step: formatMoney(revaluation.total),
      after: formatMoney(facts.result.before + revaluation.total),
    },
  }
}
