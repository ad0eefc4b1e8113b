/** `ops payments propose|draft|approve|execute|cancel|runs|run`: paying supplier bills, by one person who makes a run and one who checks it. */
import { type Command, Option } from "commander"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { count } from "@ops/platform/text.ts"
import { named, nameOf, output } from "../shared/cli-common.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { paged, printList, printWithHistory, type Paging } from "@ops/platform/terminal/lists.ts"
import { addReverseCommand, flatReversal, reversalColumns } from "@ops/ledger/reversals/terminal.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import { billNamed } from "../payables/cli.ts"
import type { PaymentRunAnswer } from "./contract.ts"
import { currencies } from "../shared/labels.ts"

type Run = typeof PaymentRunAnswer.Type

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "runNumber", title: "Run", kind: "text", priority: 0 },
  { key: "paymentDate", title: "Date", kind: "date", priority: 1 },
  { key: "account", title: "Account", kind: "text", priority: 2 },
  { key: "bills", title: "Bills", kind: "integer", priority: 1 },
  { key: "currency", title: "Currency", kind: "text", priority: 1 },
  { key: "total", title: "Total", kind: "money", priority: 0 },
  { key: "withheld", title: "Withheld", kind: "money", priority: 2 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns,
  { key: "net", title: "To the vendors", kind: "money" },
  { key: "made", title: "Made by", kind: "text" },
  { key: "checked", title: "Checked by", kind: "text" },
  { key: "executed", title: "Executed by", kind: "text" },
  { key: "reference", title: "Reference", kind: "text" },
  { key: "journalEntryNumber", title: "Journal entry", kind: "text" },
  { key: "cancelReason", title: "Reason", kind: "text" },
  { key: "returned", title: "Payments reversed", kind: "text" },
  ...reversalColumns,
]
const itemColumns: ReadonlyArray<TableColumn> = [
  { key: "vendorName", title: "Vendor", kind: "text", priority: 0 },
  { key: "billNumber", title: "Bill", kind: "text", priority: 0 },
  { key: "invoiceNumber", title: "Invoice", kind: "text", priority: 2 },
  { key: "dueDate", title: "Due", kind: "date", priority: 1 },
  { key: "amount", title: "Settles", kind: "money", priority: 0 },
  { key: "withholding", title: "Withheld", kind: "money", priority: 2 },
  { key: "net", title: "Paid", kind: "money", priority: 1 },
]
const flat = (run: Run) => ({
  ...run,
  made: nameOf(run.maker),
  checked: nameOf(run.checker),
  executed: nameOf(run.executor),
  returned: run.vendors.flatMap(({ vendorName, reversal }) => (reversal === null ? [] : [`${vendorName} on ${reversal.date}`])).join(", ") || null,
  ...flatReversal(run),
})
const api = async () => (await import("./contract.ts")).PaymentRunsApi

const runNamed = async (call: Call, command: Command, name: string): Promise<Run> => {
  const contract = await api()
  return named(
    "payment run",
    name.toUpperCase(),
    "PAY-2026-0003",
    (id) => call(command, contract, (client) => client.paymentRuns.one({ params: { id } })),
    async (number) => {
      const found = await call(command, contract, (client) => client.paymentRuns.list({ query: { q: number, limit: "1000" } }))
      return found.find(({ runNumber }) => runNumber === number)
    },
  )
}

/** The vendor of a run named by name or id. */
const vendorOf = (run: Run, name: string | undefined): number | undefined => {
  if (name === undefined) return undefined
  const found = run.vendors.find(({ vendorId, vendorName }) => String(vendorId) === name || vendorName.toLowerCase() === name.toLowerCase())
  if (found) return found.vendorId
  throw new Exit("refused", `${run.runNumber} pays no vendor ${name}.`, { next: `It pays ${run.vendors.map(({ vendorName }) => vendorName).join(", ")}.` })
}

interface Drafting extends Deciding {
  readonly currency: (typeof currencies)[number]
  readonly bill?: ReadonlyArray<string>
  readonly dueBy?: string
  readonly account?: "1000" | "1010" | "1020"
  readonly date?: string
  readonly notes?: string
}

/** Bills as typed: AP-2026-00012, or AP-2026-00012=500.00 for some of it. */
const itemsOf = async (call: Call, command: Command, names: ReadonlyArray<string>) => {
  const items: Array<{ payableId: number; amount: number | null }> = []
  for (const name of names) {
    const [number = "", amount] = name.split("=")
    const { id } = await billNamed(call, command, number)
    items.push({ payableId: id, amount: amount === undefined ? null : await centsOf("--bill", amount) })
  }
  return items
}

/** Adds them to `payments`. */
export const addPaymentRunCommands = (payments: Command, call: Call): void => {
  payments.description("money received from clients, and runs that pay suppliers' bills")
  const currency = () => new Option("--currency <code>", "of the bills").choices(currencies).default("USD")
  const proposed = async (command: Command, asked: { readonly currency: "USD" | "SSP"; readonly dueBy?: string }) => {
    const contract = await api()
    const query = { currency: asked.currency, ...(asked.dueBy && { dueBy: asked.dueBy }) }
    return call(command, contract, (client) => client.paymentRuns.proposal({ query }))
  }

  addExamples(
    payments
      .command("propose")
      .description("which bills could be paid now, vendor by vendor")
      .addOption(currency())
      .option("--due-by <day>", "what is due by then; today, if not given")
      .action(async (asked: { readonly currency: "USD" | "SSP"; readonly dueBy?: string }, command: Command) => {
        const proposal = await proposed(command, asked)
        const { print, printNext } = await output()
        const options = commonOptions(command)
        if (options.format === "json") return print(proposal, options)
        const rows = proposal.vendors.flatMap(({ vendorName, items }) => items.map((item) => ({ vendorName, ...item })))
        await print(rows, { ...options, currency: proposal.currency, columns: itemColumns })
        process.stderr.write(
          `${count(proposal.bills, "bill")} due by ${proposal.dueBy}: ${proposal.currency} ${proposal.total}, of it ${proposal.withheld} withheld\n`,
        )
        if (rows.length > 0) printNext(`ops payments draft --currency ${proposal.currency} --due-by ${proposal.dueBy}`)
      }),
    [
      { line: "ops payments propose", does: "what is due in USD" },
      { line: "ops payments propose --currency SSP --due-by 2026-11-30 -o json", does: "what is due in SSP by the end of the month, for a program" },
    ],
  )
  addExamples(
    payments
      .command("draft")
      .description("make a payment run; another person checks it")
      .addOption(currency())
      .option("--bill <bills...>", "these bills, in full or some of each: AP-2026-00012 AP-2026-00013=500.00")
      .addOption(new Option("--due-by <day>", "all that is proposed by this day").conflicts("bill"))
      .addOption(new Option("--account <number>", "from which account; the bank of the currency, if not given").choices(["1000", "1010", "1020"]))
      .option("--date <day>", "the day of the payment; today, if not given")
      .option("--notes <text>", "anything else")
      .option("--yes", "do not ask")
      .action(async (given: Drafting, command: Command) => {
        const contract = await api()
        if (given.bill === undefined && given.dueBy === undefined) {
          throw new Exit("usage", "Which bills are to be paid?", { next: "Give --bill, or --due-by for all that is due. ops payments propose shows them" })
        }
        const items = given.bill
          ? await itemsOf(call, command, given.bill)
          : (await proposed(command, { currency: given.currency, dueBy: given.dueBy! })).vendors.flatMap((vendor) =>
              vendor.items.map(({ payableId }) => ({ payableId, amount: null })),
            )
        const payload = { currency: given.currency, account: given.account ?? null, paymentDate: given.date ?? null, items, notes: given.notes ?? null }
        await notePostingDay(call, command, given.date)
        const question = `Make a payment run over ${count(items.length, "bill")} in ${given.currency}?`
        await decide(command, given, { question, possible: true, name: "", columns: fieldColumns }, async () =>
          flat(await call(command, contract, (client) => client.paymentRuns.draft({ payload }))),
        )
      }),
    [
      { line: "ops payments draft --due-by 2026-11-30", does: "asks, then makes a run over all that is due in USD" },
      { line: "ops payments draft --bill AP-2026-00012 AP-2026-00013=500.00 --account 1000 --yes", does: "one bill and some of another, from cash" },
    ],
  )
  addExamples(
    paged(
      payments
        .command("runs")
        .description("list the payment runs, the newest first")
        .option("--status <words>", "draft, approved, executed, cancelled or reversed; several with commas")
        .option("--from <day>", "from this day on")
        .option("--to <day>", "up to this day")
        .option("--q <text>", "with this text: number, reference or vendor")
        .option("--sort <order>", "paymentDate, total, status; a minus sign before it reverses the order"),
    ).action(async ({ limit, all, ...query }: Paging & Readonly<Record<"status" | "from" | "to" | "q" | "sort", string | undefined>>, command: Command) => {
      const contract = await api()
      const rows = await printList(
        command,
        { limit, all },
        listColumns,
        (page) => call(command, contract, (client) => client.paymentRuns.list({ query: { ...query, ...page }, responseMode: "decoded-and-response" })),
        flat,
      )
      const { printNext } = await output()
      const next = rows.find(({ canApprove, canExecute }) => canApprove || canExecute)
      if (next) printNext(`ops payments ${next.canApprove ? "approve" : "execute"} ${next.runNumber} --dry-run`)
    }),
    [
      { line: "ops payments runs --status draft", does: "what waits to be checked" },
      { line: "ops payments runs --from 2026-10-01 -o csv > runs.csv", does: "as a file" },
    ],
  )
  addExamples(
    payments
      .command("run <run>")
      .description("one payment run with its bills and its history")
      .action(async (name: string, _, command: Command) => {
        const run = await runNamed(call, command, name)
        const history = await call(command, await api(), (client) => client.paymentRuns.history({ params: { id: run.id } }))
        await printWithHistory(command, flat(run), fieldColumns, history)
        const options = commonOptions(command)
        if (options.fields || options.format === "json" || options.format === "ndjson" || options.format === "csv") return
        const { print } = await output()
        process.stdout.write("\n")
        await print(run.items, { ...options, currency: run.currency, expanded: false, columns: itemColumns })
      }),
    [
      { line: "ops payments run PAY-2026-0003", does: "by its number" },
      { line: "ops payments run 3 -o json", does: "by its id, for a program" },
    ],
  )

  const deciding = (verb: string, description: string) => decidable(payments.command(`${verb} <run>`).description(description))
  const about = (verb: string, run: Run, possible: boolean) => ({
    question: `${verb} ${run.runNumber}: ${count(run.bills, "bill")}, ${run.currency} ${run.net} from ${run.account}?`,
    possible,
    name: run.runNumber,
    columns: fieldColumns,
  })
  addExamples(
    deciding("approve", "check a payment run that another made").action(async (name: string, given: Deciding, command: Command) => {
      const contract = await api()
      const run = await runNamed(call, command, name)
      await decide(command, given, about("Approve", run, run.canApprove), async () =>
        flat(await call(command, contract, (client) => client.paymentRuns.approve({ params: { id: run.id }, payload: { version: run.version } }))),
      )
    }),
    [
      { line: "ops payments approve PAY-2026-0003 --dry-run", does: "whether it is allowed" },
      { line: "ops payments approve PAY-2026-0003 --yes", does: "without asking" },
    ],
  )
  addExamples(
    deciding("execute", "pay the bills of a run that is checked, and post it")
      .option("--reference <text>", "the bank's, or the number of the cheque")
      .action(async (name: string, given: Deciding & { readonly reference?: string }, command: Command) => {
        const contract = await api()
        const run = await runNamed(call, command, name)
        const payload = { version: run.version, reference: given.reference ?? null }
        await notePostingDay(call, command, run.paymentDate)
        await decide(command, given, about("Execute", run, run.canExecute), async () =>
          flat(await call(command, contract, (client) => client.paymentRuns.execute({ params: { id: run.id }, payload }))),
        )
      }),
    [
      { line: "ops payments execute PAY-2026-0003 --reference TT-4711", does: "asks, then pays" },
      { line: "ops payments execute PAY-2026-0003 --dry-run", does: "whether it is allowed" },
    ],
  )
  addExamples(
    deciding("cancel", "cancel a payment run that is not executed; its bills can go on another")
      .option("--reason <text>", "why; it stays in the history")
      .action(async (name: string, given: Deciding & { readonly reason?: string }, command: Command) => {
        const contract = await api()
        const run = await runNamed(call, command, name)
        await decide(command, given, about("Cancel", run, run.canCancel), async () =>
          flat(await call(command, contract, (client) => client.paymentRuns.cancel({ params: { id: run.id }, payload: { reason: given.reason ?? null } }))),
        )
      }),
    [
      { line: 'ops payments cancel PAY-2026-0003 --reason "Wrong account"', does: "asks, then cancels" },
      { line: "ops payments cancel 3 --yes", does: "without asking" },
    ],
  )
  addReverseCommand<Run, { readonly vendor?: string }>(payments, {
    argument: "<run>",
    verb: "reverse-run",
    description: "reverse an executed payment run, or the payment to one vendor that the bank returned: the bills can be paid again",
    columns: fieldColumns,
    example: "ops payments reverse-run PAY-2026-0003",
    options: (reverse) => reverse.option("--vendor <name>", "only the payment to this vendor: its name or id"),
    find: (name, command) => runNamed(call, command, name),
    nameOf: ({ runNumber }, { vendor }) => (vendor === undefined ? runNumber : `the payment of ${runNumber} to ${vendor}`),
    preview: async (run, command, { vendor }) => {
      const vendorId = vendorOf(run, vendor)
      const query = vendorId === undefined ? {} : { vendorId }
      return call(command, await api(), (client) => client.paymentRuns.reversal({ params: { id: run.id }, query }))
    },
    reverse: async (run, payload, command, { vendor }) => {
      const vendorId = vendorOf(run, vendor)
      const asked = { ...payload, ...(vendorId !== undefined && { vendorId }) }
      return flat(await call(command, await api(), (client) => client.paymentRuns.reverse({ params: { id: run.id }, payload: asked })))
    },
  })
}
