/** `ops payroll`: previewing a month's pay, creating, deciding, posting and paying it. */
import { lastDayOf } from "@ops/platform/calendar.ts"
import { setTimeout as pause } from "node:timers/promises"
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addReverseCommand } from "@ops/ledger/reversals/terminal.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import { api, found, monthOf, output, type Period, periodNamed } from "./cli-common.ts"
import { addLateDaysCommands } from "./payroll-periods/late-days-cli.ts"
import { addPayslipCommands } from "./payslips/cli.ts"
import { addSettlementCommand } from "./settlements/cli.ts"

const text = (key: string, title: string, priority: number): TableColumn => ({ key, title, kind: "text", priority })
const money = (key: string, title: string, priority: number): TableColumn => ({ key, title, kind: "money", priority })
const date = (key: string, title: string, priority: number): TableColumn => ({ key, title, kind: "date", priority })

const periodColumns: ReadonlyArray<TableColumn> = [
  text("periodName", "Period", 0),
  date("startDate", "From", 2),
  date("endDate", "To", 2),
  date("payDate", "Pay date", 1),
  text("status", "Status", 0),
  { key: "people", title: "People", kind: "integer", priority: 1 },
  text("currency", "Currency", 1),
  money("totalGrossPay", "Gross", 2),
  money("totalDeductions", "Deductions", 2),
  money("totalNetPay", "Net", 0),
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...periodColumns,
  text("byCurrency", "Net by currency", 1),
  text("rate", "SSP per USD", 1),
  text("gapsReason", "Gaps count as worked", 2),
  text("processed", "Processed by", 2),
  text("approved", "Approved by", 2),
  date("postedDate", "Posted", 2),
  text("entries", "Journal entries", 2),
  date("paidDate", "Paid", 2),
  text("paymentReference", "Reference", 2),
  text("reversalReason", "Reversed", 2),
]
const previewColumns: ReadonlyArray<TableColumn> = [
  text("staffNumber", "Staff", 0),
  text("name", "Name", 1),
  text("currency", "Currency", 1),
  money("grossPay", "Gross", 1),
  money("tax", "Tax", 2),
  money("socialSecurity", "NSIF", 2),
  money("otherDeductions", "Other", 3),
  money("netPay", "Net", 0),
  money("previousNetPay", "Before", 2),
  money("difference", "Difference", 1),
  text("notes", "Notes", 3),
]
const whatIfColumns = [...previewColumns.slice(0, -3), money("actualNetPay", "As it is", 0), money("whatIfDifference", "Difference", 0), previewColumns.at(-1)!]
const totalColumns: ReadonlyArray<TableColumn> = [
  text("currency", "Currency", 0),
  { key: "people", title: "People", kind: "integer", priority: 0 },
  money("grossPay", "Gross", 0),
  money("tax", "Tax", 1),
  money("socialSecurity", "NSIF", 1),
  money("otherDeductions", "Other", 2),
  money("netPay", "Net", 0),
  money("employerSocialSecurity", "Employer NSIF", 2),
]

const isData = (format: string | undefined) => format === "json" || format === "ndjson"
const named = (user: Period["processedByUser"]) => user && `${user.firstName} ${user.lastName}`
const flat = (period: Period) => ({
  ...period,
  byCurrency: period.totalsByCurrency.map(({ currency, netPay }) => `${currency} ${netPay}`).join(", "),
  processed: named(period.processedByUser),
  approved: named(period.approvedByUser),
  entries: period.journalEntries.map(({ entryNumber }) => entryNumber).join(", "),
})

const show = async (command: Command, period: Period) => (await output()).print(flat(period), { ...commonOptions(command), columns: fieldColumns })

interface Named {
  readonly period: string
}
interface Deciding extends Named {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** Prints whether the step is possible, or asks for confirmation and does it. */
const decide = async (command: Command, given: Deciding, verb: string, period: Period, possible: boolean, work: () => Promise<Period>) => {
  const { periodName, totalsByCurrency, status } = period
  const sums = totalsByCurrency.map(({ currency, netPay }) => `${currency} ${netPay}`).join(" and ")
  if (given.dryRun) {
    await show(command, period)
    if (!possible) throw new Exit("refused", `You cannot ${verb.toLowerCase()} ${periodName} now: it is ${status}. Nothing was done.`)
    process.stderr.write(`You could ${verb.toLowerCase()} ${periodName}. Nothing was done.\n`)
    return
  }
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(`${verb} ${periodName}${sums ? `, net pay ${sums}` : ""}?`, given)
  await show(command, await work())
}

/** Shows the progress of a calculation while the server runs it. */
const processed = async (call: Call, command: Command, period: Period, reason: string | undefined): Promise<Period> => {
  const contract = await api()
  const { withProgress } = await import("@ops/platform/terminal/progress/progress.ts")
  const { id } = period
  return withProgress(`Payroll ${period.periodName}`, { unit: "payslips" }, async (progress) => {
    let isDone = false
    const made = call(command, contract, (client) => client.payroll.process({ params: { id }, payload: reason === undefined ? null : { reason } })).finally(
      () => {
        isDone = true
      },
    )
    const watch = async () => {
      let shown = 0
      for (;;) {
        await Promise.race([pause(500, undefined, { ref: false }), made.catch(() => undefined)])
        if (isDone) return
        const now = await call(command, contract, (client) => client.payroll.period({ params: { id } }))
        if (now.isCalculating) progress.expect(now.people)
        if (now.payslips > shown) progress.advance(now.payslips - shown)
        shown = Math.max(shown, now.payslips)
      }
    }
    const [period] = await Promise.all([made, watch()])
    return period
  })
}

/** The command that processes a payroll despite open days. */
const gapsNext = (refusal: string, period: string) =>
  /give a reason to (count them|pay future days) as worked/.test(refusal) ? `ops payroll run --period ${period} --gaps-reason "reason"` : undefined

interface Running extends Deciding {
  readonly gapsReason?: string
  readonly payDate?: string
}
const run = async (call: Call, command: Command, { period: name, gapsReason, payDate, ...given }: Running) => {
  const contract = await api()
  const month = monthOf(name)
  const before = await found(call, command, name)
  if (given.dryRun) {
    if (!before) throw new Exit("refused", `There is no payroll ${name} yet; the run would create it.`, { next: `ops payroll create --month ${name}` })
    await preview(call, command, { period: name })
    const told = await call(command, contract, (client) => client.payroll.preview({ params: { id: before.id }, query: {} }))
    if (before.status !== "draft") throw new Exit("refused", `${before.periodName} is ${before.status}. Only a draft can be processed. Nothing was done.`)
    if (told.obstacle !== null && gapsReason === undefined) {
      throw new Exit("refused", `${told.obstacle}. Nothing was done.`, { next: gapsNext(told.obstacle, name) })
    }
    return
  }
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(before ? `Process ${before.periodName}?` : `Create the payroll of ${name} and process it?`, given)
  if (!before && month === undefined) throw new Exit("refused", `There is no payroll ${name}.`, { next: "Give a month like 2026-10 to create it." })
  const period =
    before ??
    (await call(command, contract, (client) =>
      client.payroll.create({
        payload: { periodName: formatMonth(month!), startDate: `${month}-01`, endDate: lastDayOf(month!), payDate: payDate ?? lastDayOf(month!) },
      }),
    ))
  const made = await processed(call, command, period, gapsReason).catch((refusal: Error) => {
    const next = gapsNext(refusal.message, name)
    throw next === undefined ? refusal : new Exit("refused", `${refusal.message}.`, { next, cause: refusal })
  })
  await show(command, made)
  ;(await output()).printNext(`ops payroll approve --period ${month ?? made.id}`)
}

const preview = async (call: Call, command: Command, { period: name, whatIf }: Named & { readonly whatIf?: string }) => {
  const { id } = await periodNamed(call, command, name)
  const told = await call(command, await api(), (client) => client.payroll.preview({ params: { id }, query: whatIf === undefined ? {} : { rule: whatIf } }))
  const { print } = await output()
  const options = commonOptions(command)
  if (isData(options.format)) return print(told, options)
  const { formatMoney, parseMoney } = await import("@ops/platform/money.ts")
  const rows = told.items.map(({ how: _, problems, remarks, ...item }) => ({
    ...item,
    whatIfDifference: item.actualNetPay === null ? null : formatMoney(parseMoney(item.netPay)! - parseMoney(item.actualNetPay)!),
    notes: [...problems, ...remarks].join("; "),
  }))
  await print(rows, { ...options, columns: told.whatIf === null ? previewColumns : whatIfColumns })
  if (options.fields || options.format === "csv") return
  process.stdout.write("\n")
  await print(told.totalsByCurrency, { ...options, expanded: false, columns: totalColumns })
  process.stderr.write(`${told.rate} SSP per USD, of ${told.payDate}${told.whatIf === null ? "" : `. What if: ${told.whatIf}`}\n`)
  for (const { kind, from, source } of told.rules) process.stderr.write(`${kind.toUpperCase()} from ${from}: ${source}\n`)
  if (told.obstacle !== null) process.stderr.write(`${told.obstacle}\n`)
}

/** Adds `payroll` to the program. */
export const addPayrollCommands = (program: Command, call: Call): void => {
  const payroll = program.command("payroll").description("pay of the company's people: preview, run, approve, post, pay")
  const about = (name: string, description: string) =>
    payroll.command(name).description(description).requiredOption("--period <month>", "the month (2026-10), the name, or the id of the payroll")
  const deciding = (name: string, description: string) =>
    about(name, description).option("--yes", "do not ask").option("--dry-run", "only show it, and whether you can do it")

  paged(
    payroll
      .command("status")
      .description("payrolls and their status")
      .option("--period <month>", "only this one, with all details")
      .option("--status <words>", "draft, calculated, approved, posted, paid or reversed; several with commas"),
  )
    .examples(
      { line: "ops payroll status", does: "all payrolls, newest first" },
      { line: "ops payroll status --period 2026-10 -o json", does: "one, with its totals by currency" },
    )
    .action(async ({ period, status, limit, all }: Paging & { period?: string; status?: string }, command: Command) => {
      if (period !== undefined) return show(command, await periodNamed(call, command, period))
      const contract = await api()
      await printList(command, { limit, all }, periodColumns, (page) =>
        call(command, contract, (client) => client.payroll.periods({ query: { status, ...page }, responseMode: "decoded-and-response" })),
      )
    })
  payroll
    .command("create")
    .description("create a payroll period, a month")
    .option("--month <month>", "the whole of a month; else --from and --to")
    .option("--name <text>", "what it is called; the month's name if not given")
    .option("--from <date>", "its first day")
    .option("--to <date>", "its last day")
    .option("--pay-date <date>", "when people are paid; its last day if not given")
    .examples(
      { line: "ops payroll create --month 2026-10", does: "October, paid on the 31st" },
      { line: 'ops payroll create --from 2026-09-26 --to 2026-10-25 --name "October 2026" --pay-date 2026-10-28', does: "other days" },
    )
    .action(async (given: { month?: string; name?: string; from?: string; to?: string; payDate?: string }, command: Command) => {
      if (given.month !== undefined && !monthOf(given.month)) throw new Exit("usage", `--month cannot be "${given.month}".`, { next: "Write it as 2026-10." })
      const startDate = given.month ? `${given.month}-01` : given.from
      const endDate = given.month ? lastDayOf(given.month) : given.to
      if (!startDate || !endDate) throw new Exit("usage", "The period's dates are missing.", { next: "Give --month 2026-10, or --from and --to." })
      const payload = { periodName: given.name ?? formatMonth(endDate.slice(0, 7)), startDate, endDate, payDate: given.payDate ?? endDate }
      await show(command, await call(command, await api(), (client) => client.payroll.create({ payload })))
    })
  about("preview", "preview the payroll and the differences from the last one; nothing is saved")
    .option("--what-if <rule>", "whole-income, graduated, the id of a payroll rule, or a day whose rules to use")
    .examples(
      { line: "ops payroll preview --period 2026-10", does: "person by person, with any obstacles" },
      { line: "ops payroll preview --period 2026-10 --what-if graduated", does: "effect of the other method" },
      { line: "ops payroll preview --period 2026-10 -o csv > october.csv", does: "as a file" },
    )
    .action((given: Named & { whatIf?: string }, command: Command) => preview(call, command, given))
  deciding("run", "calculate every payslip, and create the payroll first if it is missing")
    .option("--gaps-reason <text>", "reason to count working days without attendance, or future days, as worked")
    .option("--pay-date <date>", "for a new payroll")
    .examples(
      { line: "ops payroll run --period 2026-10", does: "asks, then calculates; cut off, run it again" },
      { line: 'ops payroll run --period 2026-10 --yes --gaps-reason "Sheets of the 30th were lost"', does: "despite missing attendance" },
      { line: "ops payroll run --period 2026-10 --dry-run", does: "only the preview; exit 5 if it could not be run" },
    )
    .action((given: Running, command: Command) => run(call, command, given))
  deciding("approve", "approve a calculated payroll prepared by another person")
    .option("--override <reason>", "level 10: the reason for approving your own payroll")
    .examples(
      { line: "ops payroll approve --period 2026-10", does: "asks, then approves" },
      { line: "ops payroll approve --period 2026-10 --dry-run", does: "shows whether you can" },
    )
    .action(async (given: Deciding & { override?: string }, command: Command) => {
      const period = await periodNamed(call, command, given.period)
      const payload = { version: period.version, ...(given.override && { overrideReason: given.override }) }
      const contract = await api()
      const possible = period.canApprove && (!period.isOwn || given.override !== undefined)
      await decide(command, given, "Approve", period, possible, () =>
        call(command, contract, (client) => client.payroll.approve({ params: { id: period.id }, payload })),
      )
    })
  deciding("post", "post an approved payroll to the books")
    .examples(
      { line: "ops payroll post --period 2026-10", does: "asks, then posts" },
      { line: "ops payroll post --period 2026-10 --yes -o json", does: "without asking" },
    )
    .action(async (given: Deciding, command: Command) => {
      const period = await periodNamed(call, command, given.period)
      const contract = await api()
      await decide(command, given, "Post", period, period.canPost, () =>
        call(command, contract, (client) => client.payroll.post({ params: { id: period.id } })),
      )
    })
  deciding("pay", "record the payment of a posted payroll, and post it")
    .option("--date <date>", "the day; today if not given")
    .addOption(new Option("--method <word>", "how").choices(["bank_transfer", "cash"]).default("bank_transfer"))
    .option("--reference <text>", "the number of the transfer or voucher")
    .examples(
      { line: "ops payroll pay --period 2026-10 --reference TT-1187", does: "asks, then posts the payment" },
      { line: "ops payroll pay --period 2026-10 --method cash --date 2026-11-01 --yes", does: "paid in cash, some days ago" },
    )
    .action(async (given: Deciding & { date?: string; method: "bank_transfer" | "cash"; reference?: string }, command: Command) => {
      const period = await periodNamed(call, command, given.period)
      const payload = { paymentMethod: given.method, paidDate: given.date ?? null, paymentReference: given.reference ?? null }
      const contract = await api()
      await notePostingDay(call, command, given.date)
      await decide(command, given, "Pay", period, period.canPay, () =>
        call(command, contract, (client) => client.payroll.pay({ params: { id: period.id }, payload })),
      )
    })
  deciding("reopen", "return a calculated payroll to draft")
    .option("--reason <text>", "why")
    .examples(
      { line: "ops payroll reopen --period 2026-10", does: "asks, then withdraws it" },
      { line: 'ops payroll reopen --period 2026-10 --reason "A bonus is missing" --yes', does: "without asking" },
    )
    .action(async (given: Deciding & { reason?: string }, command: Command) => {
      const period = await periodNamed(call, command, given.period)
      const contract = await api()
      const payload = given.reason === undefined ? null : { reason: given.reason }
      await decide(command, given, "Reverse", period, period.canReopen, () =>
        call(command, contract, (client) => client.payroll.reopen({ params: { id: period.id }, payload })),
      )
    })
  const ofMonth = {
    argument: "",
    columns: fieldColumns,
    options: (reverse: Command) => reverse.requiredOption("--period <month>", "month, such as 2026-10"),
    find: (_: string, command: Command, { period }: Named) => periodNamed(call, command, period),
  }
  addReverseCommand<Period, Named>(payroll, {
    ...ofMonth,
    kinds: ["error"],
    description: "reverse the posting of a payroll",
    example: "ops payroll reverse --period 2026-10",
    nameOf: ({ periodName }) => `the posting of ${periodName}`,
    preview: async ({ id }, command) => call(command, await api(), (client) => client.payroll.reversal({ params: { id } })),
    reverse: async ({ id }, { reason }, command) =>
      flat(await call(command, await api(), (client) => client.payroll.reverse({ params: { id }, payload: { reason } }))),
  })
  addReverseCommand<Period, Named>(payroll, {
    ...ofMonth,
    verb: "reverse-payment",
    description: "reverse the payment of a paid payroll: it becomes posted and unpaid",
    example: "ops payroll reverse-payment --period 2026-10",
    nameOf: ({ periodName }) => `the payment of ${periodName}`,
    preview: async ({ id }, command) => call(command, await api(), (client) => client.payroll.paymentReversal({ params: { id } })),
    reverse: async ({ id }, payload, command) => flat(await call(command, await api(), (client) => client.payroll.reversePayment({ params: { id }, payload }))),
  })
  addLateDaysCommands(payroll, call, show)
  addPayslipCommands(payroll, call)
  addSettlementCommand(payroll, call)
}
