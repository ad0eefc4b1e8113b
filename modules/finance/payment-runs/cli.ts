/** `ops payments propose|draft|approve|execute|cancel|runs|run`: paying supplier bills. One person creates a run, another checks it. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { count } from "@ops/platform/text.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { addReverseCommand, flatReversal, reversalColumns } from "@ops/ledger/reversals/terminal.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import { billFinder } from "../payables/cli.ts"
import { currencies } from "../shared/labels.ts"
import type { paymentRuns, Proposal } from "./resource.ts"
import { screen } from "./screen.ts"

type Run = (typeof paymentRuns)["Row"]

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
  returned: run.vendors.flatMap(({ vendorName, reversal }) => (reversal === null ? [] : [`${vendorName} on ${reversal.date}`])).join(", ") || null,
  ...flatReversal(run),
})

/** The vendor of a run, given by name or id. */
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

/** Bills as typed: AP-2026-00012, or AP-2026-00012=500.00 for part of it. */
const itemsOf = async (call: Call, command: Command, names: ReadonlyArray<string>) => {
  const items: Array<{ payableId: number; amount: number | null }> = []
  for (const name of names) {
    const [number = "", amount] = name.split("=")
    const { id } = await billFinder(call)(number, command)
    items.push({ payableId: id, amount: amount === undefined ? null : await centsOf("--bill", amount) })
  }
  return items
}

/** Adds these commands to `payments`. */
export const addPaymentRunCommands = (payments: Command, call: Call): void => {
  const { columns, find, ask } = addResourceCommands<typeof paymentRuns>(payments, call, {
    screen,
    api: async () => (await import("./resource.ts")).PaymentRunsApi,
    name: "payments",
    parent: payments,
    description: "money received from clients, and runs that pay suppliers' bills",
    shown: flat,
    columns: { runNumber: { title: "Run", priority: 0 } },
    listVerb: "runs",
    list: {
      description: "list payment runs, newest first",
      next: ({ canApprove, canExecute, runNumber }) =>
        canApprove || canExecute ? `ops payments ${canApprove ? "approve" : "execute"} ${runNumber} --dry-run` : undefined,
      examples: [
        { line: "ops payments runs --status draft", does: "runs awaiting a check" },
        { line: "ops payments runs --from 2026-10-01 -o csv > runs.csv", does: "as a file" },
      ],
    },
    show: {
      verb: "run",
      description: "one payment run with its bills and its history",
      tables: ({ items }) => ({ items: [items, itemColumns] }),
      examples: [
        { line: "ops payments run PAY-2026-0003", does: "by its number" },
        { line: "ops payments run 3 -o json", does: "by its id, for a program" },
      ],
    },
    commands: {
      approve: {
        question: ({ runNumber, bills, currency, net, account }) => `Approve ${runNumber}: ${count(bills, "bill")}, ${currency} ${net} from ${account}?`,
      },
      execute: {
        question: ({ runNumber, bills, currency, net, account }) => `Execute ${runNumber}: ${count(bills, "bill")}, ${currency} ${net} from ${account}?`,
        meanings: { reference: "bank reference or cheque number" },
        note: (command, { paymentDate }) => notePostingDay(call, command, paymentDate),
      },
    },
    // bills are named one by one, or all that are due; a single vendor's payment can be reversed
    byHand: ["draft", "reverse"],
  })
  const currency = () => new Option("--currency <code>", "of the bills").choices(currencies).default("USD")
  const proposed = async (command: Command, asked: { readonly currency: "USD" | "SSP"; readonly dueBy?: string }): Promise<typeof Proposal.Type> => {
    const query = { currency: asked.currency, ...(asked.dueBy && { dueBy: asked.dueBy }) }
    return ask(command, (calls) => calls.proposal({ query }))
  }

  payments
    .command("propose")
    .description("bills ready to pay, by vendor")
    .addOption(currency())
    .option("--due-by <day>", "what is due by then; today, if not given")
    .examples(
      { line: "ops payments propose", does: "bills due in USD" },
      { line: "ops payments propose --currency SSP --due-by 2026-11-30 -o json", does: "bills due in SSP by the end of the month, for a program" },
    )
    .action(async (asked: { readonly currency: "USD" | "SSP"; readonly dueBy?: string }, command: Command) => {
      const proposal = await proposed(command, asked)
      const { print, printNext } = await import("@ops/platform/terminal/output.ts")
      const options = commonOptions(command)
      if (options.format === "json") return print(proposal, options)
      const rows = proposal.vendors.flatMap(({ vendorName, items }) => items.map((item) => ({ vendorName, ...item })))
      await print(rows, { ...options, currency: proposal.currency, columns: itemColumns })
      process.stderr.write(
        `${count(proposal.bills, "bill")} due by ${proposal.dueBy}: ${proposal.currency} ${proposal.total}, including ${proposal.withheld} withheld\n`,
      )
      if (rows.length > 0) printNext(`ops payments draft --currency ${proposal.currency} --due-by ${proposal.dueBy}`)
    })
  payments
    .command("draft")
    .description("make a payment run; another person checks it")
    .addOption(currency())
    .option("--bill <bills...>", "these bills, in full or some of each: AP-2026-00012 AP-2026-00013=500.00")
    .addOption(new Option("--due-by <day>", "all bills proposed by this day").conflicts("bill"))
    .addOption(new Option("--account <number>", "from which account; the bank of the currency, if not given").choices(["1000", "1010", "1020"]))
    .option("--date <day>", "the day of the payment; today, if not given")
    .option("--notes <text>", "anything else")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops payments draft --due-by 2026-11-30", does: "asks, then creates a run for all bills due in USD" },
      { line: "ops payments draft --bill AP-2026-00012 AP-2026-00013=500.00 --account 1000 --yes", does: "one bill and part of another, from cash" },
    )
    .action(async (given: Drafting, command: Command) => {
      if (given.bill === undefined && given.dueBy === undefined) {
        throw new Exit("usage", "No bills were chosen.", { next: "Give --bill, or --due-by for all due bills. ops payments propose shows them" })
      }
      const items = given.bill
        ? await itemsOf(call, command, given.bill)
        : (await proposed(command, { currency: given.currency, dueBy: given.dueBy! })).vendors.flatMap((vendor) =>
            vendor.items.map(({ payableId }) => ({ payableId, amount: null })),
          )
      const payload = { currency: given.currency, account: given.account ?? null, paymentDate: given.date ?? null, items, notes: given.notes ?? null }
      await notePostingDay(call, command, given.date)
      const question = `Create a payment run for ${count(items.length, "bill")} in ${given.currency}?`
      await decide(command, given, { question, possible: true, name: "", columns }, async () => ask(command, (calls) => calls.draft({ payload })))
    })
  addReverseCommand<Run, { readonly vendor?: string }>(payments, {
    argument: "<run>",
    verb: "reverse-run",
    description: "reverse an executed payment run, or the payment to one vendor that the bank returned: the bills can be paid again",
    columns: [...columns, ...reversalColumns],
    example: "ops payments reverse-run PAY-2026-0003",
    options: (reverse) => reverse.option("--vendor <name>", "only the payment to this vendor: its name or id"),
    find,
    nameOf: ({ runNumber }, { vendor }) => (vendor === undefined ? runNumber : `the payment of ${runNumber} to ${vendor}`),
    preview: async (run, command, { vendor }) => {
      const vendorId = vendorOf(run, vendor)
      const query = vendorId === undefined ? {} : { vendorId }
      return ask(command, (calls) => calls.reversal({ params: { id: run.id }, query }))
    },
    reverse: async (run, payload, command, { vendor }) => {
      const vendorId = vendorOf(run, vendor)
      const asked = { ...payload, ...(vendorId !== undefined && { vendorId }) }
      const reversed = await ask(command, (calls) => calls.reverse({ params: { id: run.id }, payload: asked }))
      return { ...reversed, ...flat(reversed) }
    },
  })
}
