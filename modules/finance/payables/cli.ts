/** `ops bills`: suppliers' bills, from entry to posting. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { attach } from "@ops/platform/terminal/attach.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addResourceCommands, finderOf } from "@ops/platform/terminal/resource-commands.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import { requestFinder } from "@ops/procurement/purchase-requests/cli.ts"
import { vendorNamed } from "@ops/procurement/vendors/cli.ts"
import { currencies } from "../shared/labels.ts"
import type { payables, Proposal } from "./resource.ts"
import { screen } from "./screen.ts"

type Bill = (typeof payables)["Row"]
type Made = ReturnType<typeof addResourceCommands<typeof payables>>

const matchColumns: ReadonlyArray<TableColumn> = [
  { key: "item", title: "Item", kind: "text", priority: 0 },
  { key: "ordered", title: "Ordered", kind: "text", priority: 1 },
  { key: "received", title: "Received", kind: "text", priority: 0 },
  { key: "billed", title: "Billed", kind: "text", priority: 0 },
  { key: "problem", title: "Difference", kind: "text", priority: 0 },
]

/** The status of a bill in words. */
const stateOf = ({ status, postedDate, overdue }: Bill) => {
  if (status === "credited" && postedDate === null) return "withdrawn"
  if (status === "open" && postedDate === null) return "to approve"
  return overdue ? `${status.replace("_", " ")}, overdue` : status.replace("_", " ")
}
const flat = (bill: Bill) => ({ state: stateOf(bill), status: stateOf(bill) })
const resource = { screen, api: async () => (await import("./resource.ts")).PayablesApi }

/** Finds a bill by its number or id. */
export const billFinder = (call: Call) => finderOf<typeof payables>(call, resource)

interface Entering extends Deciding {
  readonly vendor?: string
  readonly invoice: string
  readonly date: string
  readonly due?: string
  readonly amount?: string
  readonly tax: string
  readonly currency?: (typeof currencies)[number]
  readonly category: string
  readonly site?: string
  readonly request?: string
  readonly withholding?: string
  readonly description?: string
  readonly receipt?: ReadonlyArray<string>
}

/** The goods of an order that were received and not billed: the lines of a bill, and its vendor. */
const linesOf = async (call: Call, command: Command, { ask }: Made, name: string) => {
  const request = await requestFinder(call)(name, command)
  const { lines, vendorId }: typeof Proposal.Type = await ask(command, (calls) => calls.proposal({ query: { purchaseRequestId: String(request.id) } }))
  const { parseMoney } = await import("@ops/platform/money.ts")
  const { parseQuantity } = await import("@ops/platform/quantity.ts")
  const open = lines.filter(({ quantity }) => Number(quantity) > 0)
  if (open.length === 0) throw new Exit("refused", `${request.requestNumber} has no received items left to bill.`, { next: "Leave out --request." })
  return {
    requestId: request.id,
    vendorId,
    lines: open.map(({ purchaseItemId, quantity, amount }) => ({ purchaseItemId, quantity: parseQuantity(quantity)!, amount: parseMoney(amount)! })),
  }
}

/** Adds `bills` to the program. */
export const addPayableCommands = (program: Command, call: Call): void => {
  const vendorId = async (call: Call, command: Command, name: string) => (await vendorNamed(call, command, name)).id
  const made = addResourceCommands<typeof payables>(program, call, {
    ...resource,
    description: "suppliers' bills: enter, approve, dispute, credit",
    siteNamed,
    shown: flat,
    columns: { billNumber: { title: "Bill", priority: 0 }, vendorName: { priority: 1 }, dueDate: { priority: 1 }, currency: { priority: 1 } },
    list: {
      description: "list bills, newest first",
      named: { vendorId },
      words: { status: { "to approve": { waiting: "true" } } },
      switches: {
        waiting: { meaning: "awaiting approval", gives: { waiting: "true" } },
        owed: { meaning: "posted bills with an open balance", gives: { owed: "true" } },
        overdue: { meaning: "posted bills past their due date", gives: { overdue: "true" } },
      },
      next: ({ canApprove, billNumber }) => (canApprove ? `ops bills show ${billNumber}` : undefined),
      examples: [
        { line: "ops bills list --waiting", does: "hours awaiting approval" },
        { line: "ops bills list --overdue --sort dueDate", does: "overdue bills, oldest first" },
      ],
    },
    show: { description: "one bill with its match and its history", tables: ({ match }) => ({ matched: [match.items, matchColumns] }) },
    commands: {
      approve: {
        meanings: { reason: "reason to approve a bill that differs from its order" },
        note: (command, { invoiceDate }) => notePostingDay(call, command, invoiceDate),
      },
      resolve: { meanings: { note: "the outcome" } },
      credit: {
        meanings: {
          amount: "amount; defaults to the open balance",
          date: "the day of the credit; today, if not given",
          reference: "the number of the vendor's credit note",
        },
        note: async (command, { postedDate }, { date }) =>
          postedDate === null ? undefined : notePostingDay(call, command, date === undefined ? undefined : String(date)),
        examples: [
          { line: 'ops bills credit AP-2026-00012 --amount 30 --reference CN-7 --reason "Spoilt"', does: "asks, then credits part of it" },
          { line: 'ops bills credit 12 --reason "Entered twice" --yes', does: "the open balance, without asking" },
        ],
      },
    },
    // a bill for an order has the lines of the goods received
    byHand: ["enter"],
  })
  const { parent: bills, columns, ask } = made

  bills
    .command("enter")
    .description("enter a supplier's bill; another person approves it")
    .option("--vendor <name>", "vendor: number, name or id; defaults to the purchase request's")
    .requiredOption("--invoice <number>", "number printed on the bill")
    .requiredOption("--date <day>", "date printed on the bill")
    .option("--due <day>", "when it is due; by the vendor's terms, if not given")
    .option("--amount <decimal>", "total including tax")
    .option("--tax <decimal>", "of which tax", "0")
    .addOption(new Option("--currency <code>", "defaults to the vendor's").choices(currencies))
    .requiredOption("--category <word>", "what kind of cost; ops expenses categories shows them")
    .option("--site <code>", "site that bears the cost: code, name or id; defaults to the purchase request's")
    .option("--request <number>", "purchase request: bills its received, unbilled items at its prices")
    .option("--withholding <percent>", "withholding for the tax office on payment")
    .option("--description <text>", "what it is for")
    .option("--receipt <files...>", "attachments: PDF, JPEG, PNG or WEBP, 5 MB each at most")
    .option("--yes", "do not ask")
    .examples(
      {
        line: "ops bills enter --vendor VEN-2026-0004 --invoice CC-118 --date 2026-11-10 --amount 372 --category supplies --site US --receipt cc-118.pdf",
        does: "asks, then enters it",
      },
      { line: "ops bills enter --request PR-2026-0012 --invoice KF/77 --date 2026-11-12 --category staff_feeding --yes", does: "items received for an order" },
    )
    .action(async (given: Entering, command: Command) => {
      const order = given.request === undefined ? undefined : await linesOf(call, command, made, given.request)
      const vendor = given.vendor === undefined ? order?.vendorId : await vendorId(call, command, given.vendor)
      if (vendor === undefined || vendor === null) throw new Exit("usage", "The vendor is missing.", { next: "Give --vendor, or --request." })
      const payload = {
        vendorId: vendor,
        invoiceNumber: given.invoice,
        invoiceDate: given.date,
        dueDate: given.due ?? null,
        currency: given.currency ?? null,
        description: given.description ?? null,
        category: given.category,
        siteId: given.site === undefined ? null : await siteNamed(call, command, given.site),
        purchaseRequestId: order?.requestId ?? null,
        amount: given.amount === undefined ? null : await centsOf("--amount", given.amount),
        taxAmount: await centsOf("--tax", given.tax),
        withholdingRate: given.withholding === undefined ? null : await centsOf("--withholding", given.withholding),
        lines: order?.lines ?? null,
      }
      const about = {
        question: `Enter invoice ${given.invoice}${given.amount ? ` over ${given.amount}` : ""}?`,
        possible: true,
        name: "",
        columns,
      }
      await notePostingDay(call, command, given.date)
      await decide(command, given, about, async () => {
        const attachments = await attach(call, command, given.receipt)
        return ask(command, (calls) => calls.enter({ payload: { ...payload, attachments } }))
      })
    })
}
