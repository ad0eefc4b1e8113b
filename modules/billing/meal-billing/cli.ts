/** `ops billing`: previewing the bills of a month's meals, posting them, and their status. */
import { setTimeout as pause } from "node:timers/promises"
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { Progress } from "@ops/platform/terminal/progress/progress.ts"
import { clientIdNamed } from "@ops/clients/client-named.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { worthText } from "./web/worth.ts"
import type { BillingStatusAnswer, PlanAnswer, RunAnswer } from "./contract.ts"

type Plan = typeof PlanAnswer.Type
type Run = typeof RunAnswer.Type
type Status = typeof BillingStatusAnswer.Type

const money = (key: string, title: string, priority: number): TableColumn => ({ key, title, kind: "money", priority })
const whole = (key: string, title: string, priority: number): TableColumn => ({ key, title, kind: "integer", priority })
const text = (key: string, title: string, priority: number): TableColumn => ({ key, title, kind: "text", priority })

const amounts = [money("subtotalAmount", "Net", 2), money("taxAmount", "Tax", 2), money("totalAmount", "Total", 0)]
const billColumns = [
  text("siteCode", "Site", 0),
  text("client", "Client", 0),
  whole("served", "Served", 1),
  whole("planned", "Planned", 3),
  whole("missed", "Missed", 3),
  whole("heads", "Billed", 2),
  text("rate", "Rate", 2),
  text("currency", "Currency", 1),
  ...amounts,
  text("notes", "Notes", 3),
]
const differenceColumn = money("difference", "Difference", 0)
const slotColumns = [
  text("siteCode", "Site", 1),
  text("client", "Client", 1),
  { key: "date", title: "Day", kind: "date", priority: 0 },
  text("mealType", "Meal", 0),
  whole("planned", "Planned", 2),
  whole("served", "Served", 1),
  whole("missed", "Missed", 3),
  whole("heads", "Billed", 0),
  money("rate", "Rate", 1),
  money("amount", "Net", 0),
] satisfies ReadonlyArray<TableColumn>
const totalColumns = [text("what", "What", 0), text("currency", "Currency", 0), whole("bills", "Bills", 0), ...amounts]
const postedColumns = [
  text("invoiceNumber", "Invoice", 0),
  text("siteCode", "Site", 1),
  text("client", "Client", 0),
  { key: "startDate", title: "From", kind: "date", priority: 3 },
  { key: "endDate", title: "To", kind: "date", priority: 3 },
  text("currency", "Currency", 1),
  ...amounts,
  text("status", "Status", 1),
] satisfies ReadonlyArray<TableColumn>
const runColumns = [text("id", "Run", 0), text("status", "Status", 0), whole("posted", "Posted", 0), whole("bills", "Bills", 0), text("reason", "Reason", 2)]

const api = async () => (await import("./contract.ts")).MealBillingApi
const output = () => import("@ops/platform/terminal/output.ts")
const isData = (format: string | undefined) => format === "json" || format === "ndjson"
const usage = (sentence: string, next: string) => new Exit("usage", sentence, { next })
/** The interval at which a run is polled, in milliseconds. */
const heartbeat = 250

const totalRows = (what: string, totals: Plan["totals"]) =>
  (["USD", "SSP"] as const).flatMap((currency) => (totals[currency] ? [{ what, currency, ...totals[currency] }] : []))
const flat = (bill: Plan["bills"][number]) => ({
  ...bill,
  rate: [...new Set(bill.lines.map(({ unitPrice }) => unitPrice))].join(" "),
  difference: bill.difference?.totalAmount ?? null,
  notes: bill.problems.length > 1 ? `${bill.problems[0]}, and ${bill.problems.length - 1} more` : (bill.problems[0] ?? ""),
})

/** The what-if terms, parsed from "rate=13,basis=guaranteed:80,tax=16,heads=50". */
const supposed = async (given: string) => {
  const [{ parseMoney }, { isDate }] = await Promise.all([import("@ops/platform/money.ts"), import("@ops/platform/calendar.ts")])
  const next =
    "Give one or more of rate=13.50 or rate=SSP:17550, basis=served|planned|guaranteed:80, tax=16, heads=50, taxdate=2026-08-01, exchange=1500, separated by commas."
  const wrong = (part: string) => usage(`--what-if cannot be "${part}".`, next)
  const whatIf: {
    rate?: number
    currency?: "SSP"
    basis?: "served" | "planned" | "guaranteed"
    guaranteedShare?: number
    taxRate?: number
    heads?: number
    taxDate?: string
    exchangeRate?: number
  } = {}
  for (const part of given.split(",")) {
    const [name, value = ""] = part.trim().split("=")
    const amount = parseMoney(value.replace(/^(USD|SSP):/, ""))
    if (name === "rate" && amount !== undefined) Object.assign(whatIf, { rate: amount }, value.startsWith("SSP:") && { currency: "SSP" })
    else if (name === "tax" && amount !== undefined) whatIf.taxRate = amount
    else if (name === "exchange" && amount !== undefined) whatIf.exchangeRate = amount
    else if (name === "taxdate" && isDate(value)) whatIf.taxDate = value
    else if (name === "heads" && /^\d{1,6}$/.test(value)) whatIf.heads = Number(value)
    else if (name === "basis" && (value === "served" || value === "planned" || value === "guaranteed")) whatIf.basis = value
    else if (name === "basis" && value.startsWith("guaranteed:")) {
      const share = parseMoney(value.slice("guaranteed:".length))
      if (share === undefined) throw wrong(part)
      Object.assign(whatIf, { basis: "guaranteed", guaranteedShare: share })
    } else throw wrong(part)
  }
  return whatIf
}

interface Asked {
  readonly month?: string
  readonly site?: string
  readonly client?: string
  readonly whatIf?: string
}

const makePlan = async (call: Call, command: Command, { month, site, client, whatIf }: Asked): Promise<Plan> => {
  if (month === undefined || !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) throw usage(`--month cannot be "${month ?? ""}".`, "Write it as 2026-10.")
  const payload = {
    month,
    ...(site !== undefined && { siteId: String(await siteNamed(call, command, site)) }),
    ...(client !== undefined && { clientId: await clientIdNamed(call, command, client) }),
    ...(whatIf !== undefined && { whatIf: await supposed(whatIf) }),
  }
  return call(command, await api(), (client) => client.mealBilling.preview({ payload }))
}

const showPlan = async (command: Command, plan: Plan) => {
  const { print } = await output()
  const options = commonOptions(command)
  if (isData(options.format)) return print(plan, options)
  const columns = plan.whatIf ? [...billColumns.slice(0, -1), differenceColumn, billColumns.at(-1)!] : billColumns
  await print(plan.bills.map(flat), { ...options, columns })
  if (options.fields || options.format === "csv") return
  process.stdout.write("\n")
  await print(totalRows("All", plan.totals), { ...options, expanded: false, columns: totalColumns })
}
const remarks = (plan: Plan) => {
  for (const problem of plan.problems) process.stderr.write(`${problem}\n`)
  const worth = worthText(plan, (amount) => `USD ${amount}`)
  if (worth) process.stderr.write(`${worth}\n`)
  process.stderr.write(`Plan ${plan.id}, digest ${plan.digest.slice(0, 16)}\n`)
}

/** The steps of a run, in posting order: by site and client, or only by site if there are many. */
const stepsOf = (bills: Plan["bills"]) => {
  const name = ({ site, client }: Plan["bills"][number]) => (bills.length <= 15 ? `${site}, ${client}` : site)
  const steps: Array<{ name: string; bills: number }> = []
  for (const bill of bills.filter(({ totalAmount }) => totalAmount !== "0.00")) {
    const last = steps.at(-1)
    if (last?.name === name(bill)) last.bills++
    else steps.push({ name: name(bill), bills: 1 })
  }
  return steps
}

/** Polls a run until it ends, or Ctrl-C. */
const watch = async (call: Call, command: Command, begun: Run, steps: ReturnType<typeof stepsOf>): Promise<Run> => {
  const { withProgress } = await import("@ops/platform/terminal/progress/progress.ts")
  const contract = await api()
  const unit = steps.some(({ bills }) => bills > 1) ? "bills" : ""
  // without a server the work is done in this process, and ends with it
  const stopping = command.opts<{ local?: boolean }>().local
    ? undefined
    : `The server continues posting. Check progress: ops billing post --resume ${begun.id}. To stop it: ops billing stop ${begun.id}`
  const plan = { steps: steps.map(({ name }) => name), unit, resumable: true, stopping }
  return withProgress(`Billing of ${begun.month}`, plan, async (progress: Progress) => {
    let run = begun
    let shown = 0
    let step = 0
    let left = steps[0]?.bills ?? 0
    progress.begin(steps[0]?.name ?? "Nothing", left)
    for (;;) {
      for (; shown < run.posted; shown++, left--) {
        if (left === 0) {
          const next = steps[++step]!
          left = next.bills
          progress.begin(next.name, left)
        }
        progress.advance()
      }
      if (run.status !== "running" || !run.isWorking || progress.signal.aborted) return run
      await pause(heartbeat)
      run = await call(command, contract, (client) => client.mealBilling.run({ params: { id: begun.id } }))
    }
  })
}

const showRun = async (command: Command, run: Run) => {
  const { print, printNext } = await output()
  const options = commonOptions(command)
  const { id, bills, posted, status, reason, problem, isWorking } = run
  if (isData(options.format)) await print(run, options)
  else if (posted > 0 || status === "finished") await print(run.invoices, { ...options, columns: postedColumns })
  if (status === "abandoned") throw new Exit("refused", reason, { next: `ops billing preview --month ${run.month}` })
  if (status === "running") {
    const goesOn = isWorking && !command.opts<{ local?: boolean }>().local
    throw new Exit(
      "partial",
      `${posted} of ${bills} invoices are posted.${goesOn ? ` The server continues posting; to stop it: ops billing stop ${id}` : ""}`,
      {
        why: problem ?? undefined,
        next: `ops billing post --resume ${id}`,
      },
    )
  }
  const [first, ...more] = run.invoices
  if (first) printNext(more.length > 0 ? "ops invoices list --status issued" : `ops invoices send ${first.invoiceNumber}`)
}

interface Posting extends Asked {
  readonly plan?: string
  readonly resume?: string
  readonly confirm?: string
  readonly dryRun?: boolean
}

const post = async (call: Call, command: Command, given: Posting) => {
  const contract = await api()
  if ([given.plan, given.month, given.resume].filter((way) => way !== undefined).length !== 1) {
    throw usage("Name one of --plan, --month and --resume.", "ops billing preview --month 2026-10")
  }
  const planNamed = (id: string) => call(command, contract, (client) => client.mealBilling.plan({ params: { id }, query: {} }))
  if (given.resume !== undefined) {
    if (!/^[1-9]\d{0,14}$/.test(given.resume)) throw usage(`--resume cannot be "${given.resume}".`, "Give the number of a run: ops billing status")
    const id = Number(given.resume)
    const run = await call(command, contract, (client) =>
      given.dryRun ? client.mealBilling.run({ params: { id } }) : client.mealBilling.resume({ params: { id } }),
    )
    if (given.dryRun) return showRun(command, { ...run, isWorking: false })
    return showRun(command, await watch(call, command, run, stepsOf((await planNamed(run.planId)).bills)))
  }

  const plan = given.plan === undefined ? await makePlan(call, command, given) : await planNamed(given.plan)
  if (given.dryRun) {
    await showPlan(command, plan)
    remarks(plan)
    if (plan.whatIf) throw new Exit("refused", "A what-if plan cannot be posted. Create a plan with the agreed terms")
    if (plan.month === null) throw new Exit("refused", "Only the plan of a month can be posted. Generate a bill for other days")
    if (given.plan === undefined) return
    const { month, siteId, clientId } = plan
    const now = await call(command, contract, (client) => client.mealBilling.preview({ payload: { month, siteId, clientId } }))
    if (now.digest === plan.digest) return
    throw new Exit("refused", `Data has changed since plan ${plan.id} was created; nothing was done.`, { next: `ops billing preview --month ${month}` })
  }
  if (given.confirm === undefined && !isData(commonOptions(command).format)) await showPlan(command, plan)
  const sums = totalRows("", plan.totals).map(({ currency, totalAmount }) => `${currency} ${totalAmount}`)
  const { confirmByTyping } = await import("@ops/platform/terminal/confirm.ts")
  const question = `Post ${plan.bills.length} ${plan.bills.length === 1 ? "invoice" : "invoices"} totalling ${sums.join(" and ")}?`
  await confirmByTyping(question, plan.month ?? plan.id, given)
  const run = await call(command, contract, (client) => client.mealBilling.post({ params: { id: plan.id } }))
  await showRun(command, await watch(call, command, run, stepsOf(plan.bills)))
}

const showStatus = async (command: Command, status: Status, digest: boolean) => {
  const { print, printNext } = await output()
  const options = commonOptions(command)
  if (digest) return void process.stdout.write(`${status.digest}\n`)
  if (isData(options.format)) return print(status, options)
  if (options.format === "csv" || options.fields) return print(status.bills, { ...options, columns: postedColumns })
  const part = async (rows: ReadonlyArray<object>, columns: ReadonlyArray<TableColumn>) => {
    if (rows.length === 0) return
    await print(
      rows.map((row) => ({ ...row })),
      { ...options, columns },
    )
    process.stdout.write("\n")
  }
  const totals = [...totalRows("Issued", status.issued), ...totalRows("Drafts", status.drafts), ...totalRows("Not billed", status.unbilled)]
  if (totals.length === 0) process.stderr.write(`There were no meals to bill in ${status.month}.\n`)
  await part(totals, totalColumns)
  await part(
    status.bills.map((bill) => ({ ...bill, invoiceNumber: bill.invoiceNumber ?? `Draft ${bill.id}` })),
    postedColumns,
  )
  await part(status.runs, runColumns)
  process.stderr.write(`Digest ${status.digest}\n`)
  const running = status.runs.find((run) => run.status === "running")
  if (running) printNext(`ops billing post --resume ${running.id}`)
  else if (Object.keys(status.unbilled).length > 0) printNext(`ops billing preview --month ${status.month}`)
}

/** Adds `billing` to the program. */
export const addBillingCommands = (program: Command, call: Call): void => {
  const billing = program.command("billing").description("billing of meals: plan a month, post it, see its status")

  billing
    .command("preview")
    .description("compute a month's bills and keep them as a plan; nothing is posted")
    .requiredOption("--month <month>", "the month, such as 2026-10")
    .option("--site <code>", "of one site: its code, name or id")
    .option("--client <name>", "of one client: its code, name or id")
    .option(
      "--what-if <terms>",
      "as if these terms held: rate=13.50 or rate=SSP:17550, basis=served|planned|guaranteed:80, tax=16, heads=50, taxdate=2026-08-01, exchange=1500; several with commas",
    )
    .option("--slots", "each meal of each day")
    .examples(
      { line: "ops billing preview --month 2026-10", does: "site by site and client by client, with the totals" },
      { line: "ops billing preview --month 2026-10 --what-if rate=13.50,basis=guaranteed:80", does: "what other terms would change" },
      { line: "ops billing preview --month 2026-10 --slots -o csv > october.csv", does: "each meal of each day, as a file" },
    )
    .action(async ({ slots, ...asked }: Asked & { slots?: boolean }, command: Command) => {
      const plan = await makePlan(call, command, asked)
      const { print, printNext } = await output()
      if (slots) {
        const contract = await api()
        const whole = await call(command, contract, (client) => client.mealBilling.plan({ params: { id: plan.id }, query: { slots: "true" } }))
        const options = commonOptions(command)
        const rows = whole.bills.flatMap(({ siteCode, client, currency, slots = [] }) => slots.map((slot) => ({ siteCode, client, currency, ...slot })))
        await print(isData(options.format) ? whole : rows, { ...options, columns: isData(options.format) ? undefined : slotColumns })
      } else await showPlan(command, plan)
      remarks(plan)
      if (!plan.whatIf) printNext(`ops billing post --plan ${plan.id}`)
    })

  billing
    .command("post")
    .description("post a plan: issue its bills and post them to the books")
    .option("--plan <id>", "exactly this plan; refused if anything has changed since")
    .option("--month <month>", "create and post a plan of this month")
    .option("--site <code>", "with --month: of one site")
    .option("--client <name>", "with --month: of one client")
    .option("--resume <run>", "resume an interrupted run")
    .option("--confirm <month>", "the month, to confirm without a prompt")
    .option("--dry-run", "only show what would be posted, and whether it is possible")
    .examples(
      { line: "ops billing post --plan 2026-10-1a2b3c4d", does: "asks for the month to confirm, then posts the plan" },
      { line: "ops billing post --month 2026-10 --confirm 2026-10", does: "plans and posts without asking" },
      { line: "ops billing post --resume 3", does: "continues run 3 where it was interrupted" },
    )
    .action((given: Posting, command: Command) => post(call, command, given))

  billing
    .command("stop <run>")
    .description("stop a run: no further invoices are posted, and posted ones are kept")
    .option("--reason <text>", "why")
    .option("--yes", "do not ask")
    .examples({ line: "ops billing stop 3", does: "asks, then stops run 3; a new plan bills what is left" })
    .action(async (name: string, { reason, yes }: { readonly reason?: string; readonly yes?: boolean }, command: Command) => {
      if (!/^[1-9]\d{0,14}$/.test(name)) throw usage(`"${name}" is not the number of a run.`, "Give the number of a run: ops billing status")
      const params = { id: Number(name) }
      const contract = await api()
      const run = await call(command, contract, (client) => client.mealBilling.run({ params }))
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(`Stop run ${name} of ${run.month} after ${run.posted} of ${run.bills} invoices?`, { yes })
      const stopped = await call(command, contract, (client) => client.mealBilling.abandon({ params, payload: reason === undefined ? null : { reason } }))
      const { print, printNext } = await output()
      const options = commonOptions(command)
      await print(isData(options.format) ? stopped : { ...stopped, invoices: undefined }, { ...options, columns: runColumns })
      if (stopped.posted < stopped.bills) printNext(`ops billing preview --month ${run.month}`)
    })

  billing
    .command("status")
    .description("billed and unbilled meals of a month, and its runs")
    .option("--month <month>", "the month; else the last one that is over")
    .option("--digest", "only the digest of the bills")
    .examples(
      { line: "ops billing status", does: "the last month" },
      { line: "ops billing status --month 2026-10 --digest", does: "one line to compare two machines" },
    )
    .action(async ({ month, digest = false }: { month?: string; digest?: boolean }, command: Command) => {
      const query = month === undefined ? {} : { month }
      await showStatus(command, await call(command, await api(), (client) => client.mealBilling.status({ query })), digest)
    })
}
