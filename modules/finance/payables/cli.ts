/** `ops bills`: suppliers' bills, from the entry to the books. */
import { type Command, Option } from "commander"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { attach } from "@ops/platform/terminal/attach.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { named, nameOf, output } from "../shared/cli-common.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { datedListOptions, printList, printWithHistory, type Paging } from "@ops/platform/terminal/lists.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import type { PayableAnswer } from "./contract.ts"
import { currencies } from "../shared/labels.ts"

type Bill = typeof PayableAnswer.Type

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "billNumber", title: "Bill", kind: "text", priority: 0 },
  { key: "vendorName", title: "Vendor", kind: "text", priority: 1 },
  { key: "invoiceNumber", title: "Invoice", kind: "text", priority: 2 },
  { key: "siteCode", title: "Site", kind: "text", priority: 3 },
  { key: "invoiceDate", title: "Date", kind: "date", priority: 2 },
  { key: "dueDate", title: "Due", kind: "date", priority: 1 },
  { key: "currency", title: "Currency", kind: "text", priority: 1 },
  { key: "amount", title: "Amount", kind: "money", priority: 0 },
  { key: "balance", title: "Open", kind: "money", priority: 1 },
  { key: "state", title: "Status", kind: "text", priority: 0 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns.map((column) => (column.key === "siteCode" ? { ...column, key: "siteName" } : column)),
  { key: "description", title: "Description", kind: "text" },
  { key: "category", title: "Category", kind: "text" },
  { key: "purchaseRequestNumber", title: "Purchase request", kind: "text" },
  { key: "matchState", title: "Match", kind: "text" },
  { key: "taxAmount", title: "Of which tax", kind: "money" },
  { key: "withholdingRate", title: "Withholding %", kind: "text" },
  { key: "paidAmount", title: "Paid", kind: "money" },
  { key: "creditedAmount", title: "Credited", kind: "money" },
  { key: "entered", title: "Entered by", kind: "text" },
  { key: "approved", title: "Approved by", kind: "text" },
  { key: "postedDate", title: "In the books from", kind: "date" },
  { key: "journalEntryNumber", title: "Journal entry", kind: "text" },
  { key: "runNumber", title: "On payment run", kind: "text" },
  { key: "disputeReason", title: "Dispute", kind: "text" },
]
const matchColumns: ReadonlyArray<TableColumn> = [
  { key: "item", title: "Item", kind: "text", priority: 0 },
  { key: "ordered", title: "Ordered", kind: "text", priority: 1 },
  { key: "received", title: "Received", kind: "text", priority: 0 },
  { key: "billed", title: "Billed", kind: "text", priority: 0 },
  { key: "problem", title: "Difference", kind: "text", priority: 0 },
]

/** A bill with its labels. */
const stateOf = ({ status, postedDate, overdue }: Bill) => {
  if (status === "credited" && postedDate === null) return "withdrawn"
  if (status === "open" && postedDate === null) return "to approve"
  return overdue ? `${status.replace("_", " ")}, overdue` : status.replace("_", " ")
}
const flat = (bill: Bill) => ({
  ...bill,
  state: stateOf(bill),
  matchState: bill.match.state === "none" ? null : bill.match.state,
  entered: nameOf(bill.createdByUser),
  approved: nameOf(bill.approvedByUser),
})
const api = async () => (await import("./contract.ts")).PayablesApi

/** The bill named by its number, or its id. */
export const billNamed = async (call: Call, command: Command, name: string): Promise<Bill> => {
  const contract = await api()
  return named(
    "bill",
    name.toUpperCase(),
    "AP-2026-00012",
    (id) => call(command, contract, (client) => client.payables.one({ params: { id } })),
    async (number) => {
      const found = await call(command, contract, (client) => client.payables.list({ query: { q: number, limit: "1000" } }))
      return found.find(({ billNumber }) => billNumber === number)
    },
  )
}
const vendorNamed = async (call: Call, command: Command, name: string): Promise<number> => {
  const { VendorsApi } = await import("@ops/procurement/vendors/resource.ts")
  const found = await call(command, VendorsApi, (client) => client.vendors.list({ query: { limit: "1000" } }))
  const small = name.toLowerCase()
  const vendor = found.find((vendor) => [String(vendor.id), vendor.vendorNumber, vendor.name].some((word) => word.toLowerCase() === small))
  if (vendor) return vendor.id
  throw new Exit("usage", `There is no vendor "${name}".`, { next: "Give its number, its id or its whole name." })
}
const requestNamed = async (call: Call, command: Command, name: string) => {
  const { ProcurementApi } = await import("@ops/procurement/contract.ts")
  return named(
    "purchase request",
    name.toUpperCase(),
    "PR-2026-0012",
    (id) => call(command, ProcurementApi, (client) => client.procurement.one({ params: { id } })),
    async (number) => {
      const found = await call(command, ProcurementApi, (client) => client.procurement.list({ query: { q: number, limit: "1000" } }))
      return found.find(({ requestNumber }) => requestNumber === number)
    },
  )
}

interface Listing extends Paging {
  readonly status?: string
  readonly site?: string
  readonly vendor?: string
  readonly waiting?: boolean
  readonly owed?: boolean
  readonly overdue?: boolean
  readonly from?: string
  readonly to?: string
  readonly q?: string
  readonly sort?: string
}
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

/** Goods of an order received and not billed: the lines of a bill, and its vendor. */
const linesOf = async (call: Call, command: Command, name: string) => {
  const request = await requestNamed(call, command, name)
  const contract = await api()
  const { lines, vendorId } = await call(command, contract, (client) => client.payables.proposal({ query: { purchaseRequestId: String(request.id) } }))
  const { parseMoney } = await import("@ops/platform/money.ts")
  const { parseQuantity } = await import("@ops/platform/quantity.ts")
  const open = lines.filter(({ quantity }) => Number(quantity) > 0)
  if (open.length === 0) throw new Exit("refused", `Nothing of ${request.requestNumber} has arrived that is not billed.`, { next: "Leave out --request." })
  return {
    requestId: request.id,
    vendorId,
    lines: open.map(({ purchaseItemId, quantity, amount }) => ({ purchaseItemId, quantity: parseQuantity(quantity)!, amount: parseMoney(amount)! })),
  }
}

/** Adds `bills` to the program. */
export const addPayableCommands = (program: Command, call: Call): void => {
  const bills = program.command("bills").description("suppliers' bills: enter, approve, dispute, credit")

  addExamples(
    datedListOptions(bills.command("list").description("list the bills, the newest first"))
      .option("--status <words>", 'open, part_paid, paid, disputed or credited; several with commas; or "to approve", which is --waiting')
      .option("--vendor <name>", "of one vendor: its number, name or id")
      .option("--waiting", "those that wait for approval")
      .option("--owed", "those in the books of which something is open")
      .option("--overdue", "of these, those whose due date has passed")
      .action(async ({ site, vendor, status, waiting, owed, overdue, limit, all, ...asked }: Listing, command: Command) => {
        const contract = await api()
        // the table shows this word for an open bill that waits for approval
        const isToApprove = status === "to approve"
        const query = {
          ...asked,
          ...(!isToApprove && { status }),
          siteId: site === undefined ? undefined : String(await siteNamed(call, command, site)),
          vendorId: vendor === undefined ? undefined : String(await vendorNamed(call, command, vendor)),
          ...((waiting || isToApprove) && { waiting: "true" }),
          ...(owed && { owed: "true" }),
          ...(overdue && { overdue: "true" }),
        }
        const rows = await printList(
          command,
          { limit, all },
          listColumns,
          (page) => call(command, contract, (client) => client.payables.list({ query: { ...query, ...page }, responseMode: "decoded-and-response" })),
          flat,
        )
        const { printNext } = await output()
        const next = rows.find(({ canApprove }) => canApprove)
        if (next) printNext(`ops bills show ${next.billNumber}`)
      }),
    [
      { line: "ops bills list --waiting", does: "what waits for approval" },
      { line: "ops bills list --overdue --sort dueDate", does: "what should be paid by now, the oldest first" },
    ],
  )

  addExamples(
    bills
      .command("show <bill>")
      .description("one bill with its match and its history")
      .action(async (name: string, _, command: Command) => {
        const bill = await billNamed(call, command, name)
        const history = await call(command, await api(), (client) => client.payables.history({ params: { id: bill.id } }))
        await printWithHistory(command, flat(bill), fieldColumns, history)
        const options = commonOptions(command)
        if (bill.match.items.length === 0 || options.fields || options.format === "json" || options.format === "ndjson" || options.format === "csv") return
        const { print } = await output()
        process.stdout.write("\n")
        await print(bill.match.items, { ...options, expanded: false, columns: matchColumns })
      }),
    [
      { line: "ops bills show AP-2026-00012", does: "by its number" },
      { line: "ops bills show 12 -o json", does: "by its id, for a program" },
    ],
  )

  addExamples(
    bills
      .command("enter")
      .description("enter a supplier's bill; another person approves it")
      .option("--vendor <name>", "whose it is: number, name or id; that of the purchase request, if not given")
      .requiredOption("--invoice <number>", "the number that stands on it")
      .requiredOption("--date <day>", "the day that stands on it")
      .option("--due <day>", "when it is due; by the vendor's terms, if not given")
      .option("--amount <decimal>", "what it comes to, with the tax")
      .option("--tax <decimal>", "of which tax", "0")
      .addOption(new Option("--currency <code>", "the vendor's, if not given").choices(currencies))
      .requiredOption("--category <word>", "what kind of cost; ops expenses categories shows them")
      .option("--site <code>", "whose cost it is: code, name or id; that of the purchase request, if not given")
      .option("--request <number>", "the purchase request: bills what has arrived of it and is not billed, at its prices")
      .option("--withholding <percent>", "withheld for the tax office when it is paid")
      .option("--description <text>", "what it is for")
      .option("--receipt <files...>", "files that go with it: PDF, JPEG, PNG or WEBP, 5 MB each at most")
      .option("--yes", "do not ask")
      .action(async (given: Entering, command: Command) => {
        const contract = await api()
        const order = given.request === undefined ? undefined : await linesOf(call, command, given.request)
        const vendorId = given.vendor === undefined ? order?.vendorId : await vendorNamed(call, command, given.vendor)
        if (vendorId === undefined || vendorId === null) throw new Exit("usage", "Whose bill is it?", { next: "Give --vendor, or --request." })
        const payload = {
          vendorId,
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
          columns: fieldColumns,
        }
        await notePostingDay(call, command, given.date)
        await decide(command, given, about, async () => {
          const attachments = await attach(call, command, given.receipt)
          return flat(await call(command, contract, (client) => client.payables.enter({ payload: { ...payload, attachments } })))
        })
      }),
    [
      {
        line: "ops bills enter --vendor VEN-2026-0004 --invoice CC-118 --date 2026-11-10 --amount 372 --category supplies --site US --receipt cc-118.pdf",
        does: "asks, then enters it",
      },
      { line: "ops bills enter --request PR-2026-0012 --invoice KF/77 --date 2026-11-12 --category staff_feeding --yes", does: "what has arrived of an order" },
    ],
  )

  const deciding = (verb: string, description: string) => decidable(bills.command(`${verb} <bill>`).description(description))
  const about = (verb: string, bill: Bill, possible: boolean) => ({
    question: `${verb} ${bill.billNumber}: ${bill.currency} ${bill.amount} of ${bill.vendorName}${bill.match.state === "differs" ? ", which differs from its order" : ""}?`,
    possible,
    name: bill.billNumber,
    columns: fieldColumns,
  })

  addExamples(
    deciding("approve", "approve a bill that another entered: it goes into the books")
      .option("--reason <text>", "why one that differs from its order is approved all the same")
      .action(async (name: string, given: Deciding & { readonly reason?: string }, command: Command) => {
        const contract = await api()
        const bill = await billNamed(call, command, name)
        const payload = { version: bill.version, reason: given.reason ?? null }
        const possible = bill.canApprove && (bill.match.state !== "differs" || given.reason !== undefined)
        await notePostingDay(call, command, bill.invoiceDate)
        await decide(command, given, about("Approve", bill, possible), async () =>
          flat(await call(command, contract, (client) => client.payables.approve({ params: { id: bill.id }, payload }))),
        )
      }),
    [
      { line: "ops bills approve AP-2026-00012 --dry-run", does: "whether it is allowed" },
      { line: 'ops bills approve AP-2026-00012 --reason "The driver counted 70" --yes', does: "though it differs from its order" },
    ],
  )
  addExamples(
    deciding("dispute", "hold a bill back: it is not approved and not paid until the dispute is settled")
      .requiredOption("--reason <text>", "why; it stays in the history")
      .action(async (name: string, given: Deciding & { readonly reason: string }, command: Command) => {
        const contract = await api()
        const bill = await billNamed(call, command, name)
        await decide(command, given, about("Dispute", bill, bill.canDispute), async () =>
          flat(await call(command, contract, (client) => client.payables.dispute({ params: { id: bill.id }, payload: { reason: given.reason } }))),
        )
      }),
    [
      { line: 'ops bills dispute AP-2026-00012 --reason "Half was spoilt"', does: "asks, then holds it back" },
      { line: 'ops bills dispute 12 --reason "Not ours" --dry-run', does: "whether it is allowed" },
    ],
  )
  addExamples(
    deciding("resolve", "settle a dispute: the bill can be approved and paid again")
      .option("--note <text>", "the outcome")
      .action(async (name: string, given: Deciding & { readonly note?: string }, command: Command) => {
        const contract = await api()
        const bill = await billNamed(call, command, name)
        await decide(command, given, about("Settle the dispute of", bill, bill.canResolve), async () =>
          flat(await call(command, contract, (client) => client.payables.resolve({ params: { id: bill.id }, payload: { note: given.note ?? null } }))),
        )
      }),
    [
      { line: 'ops bills resolve AP-2026-00012 --note "They credit half of it"', does: "asks, then settles it" },
      { line: "ops bills resolve 12 --yes", does: "without asking" },
    ],
  )
  addExamples(
    deciding("credit", "take back some of a bill, or all that is open; one that is not approved is withdrawn")
      .requiredOption("--reason <text>", "why; it stays in the history")
      .option("--amount <decimal>", "how much; all that is open, if not given")
      .option("--reference <text>", "the number of the vendor's credit note")
      .option("--date <day>", "the day of the credit; today, if not given")
      .action(
        async (
          name: string,
          given: Deciding & { readonly reason: string; readonly amount?: string; readonly reference?: string; readonly date?: string },
          command: Command,
        ) => {
          const contract = await api()
          const bill = await billNamed(call, command, name)
          const payload = {
            reason: given.reason,
            amount: given.amount === undefined ? null : await centsOf("--amount", given.amount),
            reference: given.reference ?? null,
            date: given.date ?? null,
          }
          if (bill.postedDate !== null) await notePostingDay(call, command, given.date)
          await decide(command, given, about(bill.postedDate === null ? "Withdraw" : "Credit", bill, bill.canCredit), async () =>
            flat(await call(command, contract, (client) => client.payables.credit({ params: { id: bill.id }, payload }))),
          )
        },
      ),
    [
      { line: 'ops bills credit AP-2026-00012 --amount 30 --reference CN-7 --reason "Spoilt"', does: "asks, then takes some of it back" },
      { line: 'ops bills credit 12 --reason "Entered twice" --yes', does: "all that is open, without asking" },
    ],
  )
}
