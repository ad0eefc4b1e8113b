/** `ops requests`: reading and deciding purchase requests, and receiving goods. */
import type { Command } from "@ops/platform/terminal/command.ts"
import { decidable } from "@ops/platform/terminal/decide.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { addResourceCommands, finderOf } from "@ops/platform/terminal/resource-commands.ts"
import { addReverseCommand, flatReversal, reversalColumns } from "@ops/ledger/reversals/terminal.ts"
import { goodsReversalKinds } from "@ops/ledger/reversals/labels.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { formatLongDay } from "@ops/platform/dates/sentence.ts"
import { vendorNamed } from "../vendors/cli.ts"
import type { purchaseRequests } from "./resource.ts"
import { screen } from "./screen.ts"

type Request = (typeof purchaseRequests)["Row"]
type Receipt = NonNullable<Request["receipts"]>[number]

const itemColumns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "Item", kind: "text", priority: 0 },
  { key: "quantity", title: "Quantity", kind: "integer", priority: 1 },
  { key: "unit", title: "Unit", kind: "text", priority: 2 },
  { key: "received", title: "Received", kind: "integer", priority: 2 },
  { key: "totalCost", title: "Total (USD)", kind: "money", priority: 1 },
  { key: "notes", title: "Notes", kind: "text", priority: 4 },
]
const receiptColumns: ReadonlyArray<TableColumn> = [
  { key: "number", title: "Receipt", kind: "integer", priority: 0 },
  { key: "receivedAt", title: "When", kind: "instant", priority: 0 },
  { key: "receivedBy", title: "By", kind: "text", priority: 1 },
  { key: "goods", title: "Goods", kind: "text", priority: 0 },
  ...reversalColumns.map((column) => ({ ...column, priority: 1 })),
]
const decisionColumns: ReadonlyArray<TableColumn> = [
  { key: "requestNumber", title: "Request", kind: "text", priority: 0 },
  { key: "decision", title: "Decision", kind: "text", priority: 0 },
  { key: "possible", title: "Possible", kind: "text", priority: 0 },
  { key: "why", title: "Why", kind: "text", priority: 1 },
  { key: "estimatedTotal", title: "Total (USD)", kind: "money", priority: 2 },
  { key: "itemCount", title: "Items", kind: "integer", priority: 3 },
  { key: "vendorName", title: "Supplier", kind: "text", priority: 3 },
]

/** The columns of a receipt for tables, including its lines and its reversal. */
const flatReceipt = (receipt: Receipt) => ({
  ...receipt,
  ...flatReversal(receipt),
  goods: receipt.lines
    .map(
      ({ item, unit, received, damaged, lotNumber }) =>
        `${received} ${unit} ${item}${lotNumber === null ? "" : `, lot ${lotNumber}`}${damaged > 0 ? `, ${damaged} damaged` : ""}`,
    )
    .join("; "),
})

const flat = ({ expectedDate }: Request) => ({ expectedDate: expectedDate && `Acknowledged, expected ${formatLongDay(expectedDate)}` })

const summary = (verb: string, request: Request, supplier: string | null) =>
  `${verb} ${request.requestNumber} for ${request.siteName}: ${request.itemCount} ${request.itemCount === 1 ? "item" : "items"}` +
  `${request.estimatedTotal === null ? "" : `, USD ${request.estimatedTotal}`}${supplier ? `, from ${supplier}` : ""}?`

interface Deciding {
  readonly yes?: boolean
  readonly dryRun?: boolean
  readonly vendor?: string
  readonly override?: string
  readonly reason?: string
}

const decideFor =
  (call: Call, { find, ask, columns }: ReturnType<typeof addResourceCommands<typeof purchaseRequests>>) =>
  async (verb: "approve" | "reject", name: string, given: Deciding, command: Command) => {
    const { print, printNext } = await import("@ops/platform/terminal/output.ts")
    const options = commonOptions(command)
    const request = await find(name, command)
    const vendor = given.vendor === undefined ? undefined : await vendorNamed(call, command, given.vendor)
    const vendorName = vendor?.name ?? request.vendorName

    if (given.dryRun) {
      const query = { decision: verb, ...(vendor && { vendorId: String(vendor.id) }), ...(given.override && { overrideReason: given.override }) }
      const decision = await ask(command, (calls) => calls.decision({ params: { id: request.id }, query }))
      const why = decision.why && `${decision.why}${decision.overridable ? ". You can override with --override REASON" : ""}`
      const { requestNumber, version, status, estimatedTotal, itemCount, canApprove } = request
      await print(
        {
          requestNumber,
          decision: verb,
          possible: decision.possible,
          why: why ?? "Allowed",
          status,
          version,
          canApprove,
          estimatedTotal,
          itemCount,
          vendorName,
        },
        { ...options, columns: decisionColumns },
      )
      if (why) throw new Exit("refused", `${requestNumber} would not be ${verb === "approve" ? "approved" : "rejected"}; nothing was done.`, { why })
      return
    }

    const { confirm } = await import("@ops/platform/terminal/confirm.ts")
    await confirm(summary(verb === "approve" ? "Approve" : "Reject", request, verb === "approve" ? vendorName : null), given)
    const { id, version } = request
    const done = await ask(command, (calls) =>
      verb === "approve"
        ? calls.approve({
            params: { id },
            payload: { version, ...(vendor && { vendorId: vendor.id }), ...(given.override && { overrideReason: given.override }) },
          })
        : calls.reject({ params: { id }, payload: given.reason ? { reason: given.reason } : {} }),
    )
    await print({ ...done, ...flat(done) }, { ...options, columns })
    printNext(`ops requests show ${done.requestNumber}`)
  }

/** Parses a received line: `2=40`, `2=40,lot=B-114,until=2026-12-31`, `1=9,damaged=1`. */
const arrivedLine = (text: string) => {
  const [first = "", ...more] = text.split(",")
  const [, itemId, received] = /^([1-9]\d{0,3})=(\d{1,9})$/.exec(first.trim()) ?? []
  const wrong = () => new Exit("usage", `--line cannot be "${text}".`, { next: "Give one like 2=40, or 2=40,damaged=1,lot=B-114,until=2026-12-31." })
  if (itemId === undefined) throw wrong()
  const line = { itemId: Number(itemId), received: Number(received) }
  return more.reduce<typeof line & { damaged?: number; lotNumber?: string; expiryDate?: string }>((line, part) => {
    const [, key, value = ""] = /^(damaged|lot|until)=(.+)$/.exec(part.trim()) ?? []
    if (key === "damaged" && /^\d{1,9}$/.test(value)) return { ...line, damaged: Number(value) }
    if (key === "lot") return { ...line, lotNumber: value }
    if (key === "until") return { ...line, expiryDate: value }
    throw wrong()
  }, line)
}

/** The given receipt; the only one, if none is given. */
const receiptOf = ({ requestNumber, receipts }: Request, asked: string | undefined): number => {
  const numbers = (receipts ?? []).map(({ number }) => number)
  const next = `ops requests show ${requestNumber}`
  if (numbers.length === 0) throw new Exit("refused", `Nothing of ${requestNumber} was received.`, { next })
  if (asked === undefined && numbers.length > 1) throw new Exit("usage", `${requestNumber} has ${numbers.length} receipts. Name one with --receipt.`, { next })
  const number = asked === undefined ? numbers[0]! : Number(asked)
  if (!numbers.includes(number)) throw new Exit("usage", `${requestNumber} has no receipt ${asked}.`, { next })
  return number
}

const resource = { screen, api: async () => (await import("./resource.ts")).PurchaseRequestsApi }
/** Finds a request by its number or id. */
export const requestFinder = (call: Call) => finderOf<typeof purchaseRequests>(call, resource)

/** Adds `requests` to the program. */
export const addProcurementCommands = (program: Command, call: Call): void => {
  const made = addResourceCommands<typeof purchaseRequests>(program, call, {
    ...resource,
    description: "purchase requests",
    siteNamed,
    shown: flat,
    columns: { requestNumber: { title: "Request" }, expectedDate: { kind: "text" } },
    list: {
      description: "list requests, newest first",
      next: ({ canApprove, requestNumber }) => (canApprove ? `ops requests approve ${requestNumber} --dry-run` : undefined),
      examples: [
        { line: "ops requests list --status pending", does: "requests awaiting a decision" },
        { line: "ops requests list --site US --sort -estimatedTotal --limit 10", does: "the ten largest of Unity State" },
        { line: "ops requests list --all -o csv > requests.csv", does: "all projects, as a file" },
      ],
    },
    show: {
      description: "one request with its items and its history",
      tables: ({ items, receipts }) => ({
        items: [(items ?? []).map((item) => ({ ...item, ...item.stockItem, id: item.id })), itemColumns],
        receipts: [(receipts ?? []).map(flatReceipt), receiptColumns],
      }),
    },
    commands: {
      raise: {
        meanings: { priority: "priority", justification: "reason the site needs it" },
        question: ({ priority }, { site }) => `Ask for goods for ${site}, priority ${priority}?`,
      },
      addItem: {
        meanings: {
          stockItemId: "the id of the item, as in ops stock items",
          name: "the name of an item that is not kept in stock, instead of --stock-item",
          unit: "the unit of the other item",
          quantity: "in its unit",
          estimatedCost: "estimated cost of the whole line, USD",
        },
        question: ({ requestNumber }, { quantity, stockItem, otherItem, unit }) =>
          `Add ${quantity} ${stockItem === undefined ? `${unit} of ${otherItem}` : `of item ${stockItem}`} to ${requestNumber}?`,
      },
      cancel: {
        meanings: { reason: "why; its requester and its supplier read it" },
        question: (request) => summary("Cancel", request, request.vendorName),
        examples: [{ line: 'ops requests cancel PR-2026-0012 --reason "Site closed"', does: "asks, then cancels" }],
      },
    },
    // they show whether another supplier would be possible, or what of each line was received
    byHand: ["approve", "reject", "receive"],
  })
  const { parent: requests, columns, find, ask } = made
  const decide = decideFor(call, made)

  requests
    .command("receive <request>")
    .description("record goods that have arrived; stock items are added to the site's stock immediately")
    .option(
      "--line <line=count>",
      "what of a line has arrived, with its lot and expiry; may be given again",
      (one: string, all: ReadonlyArray<string> = []) => [...all, one],
    )
    .option("--note <text>", "a remark")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops requests receive PR-2026-0012 --line 1=40,lot=B-114,until=2026-12-31 --line 2=5", does: "asks, then receives two lines, one with its lot" },
      { line: "ops requests receive 12 --line 1=39,damaged=1 --yes", does: "without asking" },
    )
    .action(async (name: string, { line, note, yes }: { line?: ReadonlyArray<string>; note?: string; yes?: boolean }, command: Command) => {
      const lines = (line ?? []).map(arrivedLine)
      const request = await find(name, command)
      if (lines.length === 0) {
        const first = request.items?.[0]?.id ?? 1
        throw new Exit("usage", "--line is required.", { next: `ops requests receive ${request.requestNumber} --line ${first}=COUNT` })
      }
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await notePostingDay(call, command, null)
      await confirm(`Receive ${lines.length === 1 ? "1 line" : `${lines.length} lines`} of ${request.requestNumber} at ${request.siteName}?`, {
        yes: yes ?? false,
      })
      const payload = { lines, ...(note && { note }) }
      const received = await ask(command, (calls) => calls.receive({ params: { id: request.id }, payload }))
      const { print, printNext } = await import("@ops/platform/terminal/output.ts")
      await print({ ...received, ...flat(received) }, { ...commonOptions(command), columns })
      printNext("ops stock levels")
    })
  addReverseCommand<Request, { readonly receipt?: string }>(requests, {
    argument: "<request>",
    verb: "reverse-receipt",
    description: "reverse goods received in error or returned to the supplier: stock is reduced, and the goods are expected again",
    columns,
    kinds: goodsReversalKinds,
    example: "ops requests reverse-receipt PR-2026-0012 --receipt 1",
    options: (reverse) => reverse.option("--receipt <number>", "which receipt, as in ops requests show; not needed where there is one"),
    find,
    nameOf: (request, { receipt }) => `receipt ${receiptOf(request, receipt)} of ${request.requestNumber}`,
    preview: async (request, command, { receipt }) => {
      const params = { id: request.id, receipt: receiptOf(request, receipt) }
      return ask(command, (calls) => calls.reversal({ params }))
    },
    reverse: async (request, payload, command, { receipt }) => {
      const params = { id: request.id, receipt: receiptOf(request, receipt) }
      return ask(command, (calls) => calls.reverse({ params, payload }))
    },
  })
  const deciding = (verb: "approve" | "reject", description: string) => decidable(requests.command(`${verb} <request>`).description(description))

  deciding("approve", "approve a request; its supplier is mailed the order")
    .option("--vendor <supplier>", "the supplier: number, name or id")
    .option("--override <reason>", "level 10: reason to approve your own request, or one above the limit")
    .examples(
      { line: "ops requests approve PR-2026-0012 --dry-run", does: "shows whether you can, and if not why" },
      { line: "ops requests approve PR-2026-0012", does: "asks, then approves" },
      { line: "ops requests approve PR-2026-0012 --vendor VEN-0003 --yes", does: "without asking, from this supplier" },
    )
    .action((name: string, given, command: Command) => decide("approve", name, given, command))
  deciding("reject", "reject a request")
    .option("--reason <text>", "why; its requester reads it")
    .examples(
      { line: 'ops requests reject PR-2026-0012 --reason "Ordered last week already"', does: "asks, then rejects" },
      { line: "ops requests reject 12 --yes", does: "without asking, and without a reason" },
    )
    .action((name: string, given, command: Command) => decide("reject", name, given, command))
}
