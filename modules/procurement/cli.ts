/** `ops requests`: looking at purchase requests, and deciding on them. */
import type { Command } from "commander"
import { decidable } from "@ops/platform/terminal/decide.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { historyColumns, paged, printList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { addReverseCommand, flatReversal, reversalColumns } from "@ops/ledger/reversals/terminal.ts"
import { goodsReversalKinds } from "@ops/ledger/reversals/labels.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import type { PurchaseRequestAnswer } from "./contract.ts"
import { longDate } from "./supplier-link.ts"

type Request = typeof PurchaseRequestAnswer.Type
type Receipt = NonNullable<Request["receipts"]>[number]

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "requestNumber", title: "Request", kind: "text", priority: 0 },
  { key: "requestDate", title: "Date", kind: "date", priority: 1 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "priority", title: "Priority", kind: "text", priority: 2 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "requester", title: "Requested by", kind: "text", priority: 3 },
  { key: "itemCount", title: "Items", kind: "integer", priority: 3 },
  { key: "estimatedTotal", title: "Total (USD)", kind: "money", priority: 1 },
  { key: "justification", title: "Justification", kind: "text", priority: 4 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns.map((column) => (column.key === "siteCode" ? { ...column, key: "siteName" } : column)),
  { key: "vendorName", title: "Supplier", kind: "text" },
  { key: "approver", title: "Approved by", kind: "text" },
  { key: "approvedDate", title: "Approved", kind: "instant" },
  { key: "mailStatus", title: "Order mail", kind: "text" },
  { key: "supplierTold", title: "Supplier told", kind: "text" },
  { key: "acknowledged", title: "Delivery", kind: "text" },
  { key: "receivedPercent", title: "Received (%)", kind: "integer" },
  { key: "completedDate", title: "Completed", kind: "instant" },
  { key: "rejectionReason", title: "Reason", kind: "text" },
  { key: "overrideReason", title: "Override", kind: "text" },
]
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

const nameOf = (person: Request["requestedByUser"]) => (person ? `${person.firstName} ${person.lastName}` : null)

/** The request with what tables show of its parts. JSON has it whole. */
const flat = (request: Request) => ({
  ...request,
  siteCode: request.site.code,
  siteName: request.site.name,
  requester: nameOf(request.requestedByUser),
  approver: nameOf(request.approvedByUser),
  acknowledged: request.expectedDate && `Acknowledged, expected ${longDate(request.expectedDate)}`,
})

/** A receipt with what tables show of its lines and its reversal. */
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

const isData = (format: string | undefined) => format === "json" || format === "ndjson"
const api = async () => (await import("./contract.ts")).ProcurementApi

/** The request that a person means by its number or its id. */
const requestNamed = async (call: Call, command: Command, name: string): Promise<Request> => {
  const contract = await api()
  if (/^[1-9]\d*$/.test(name)) return call(command, contract, (client) => client.procurement.one({ params: { id: Number(name) } }))
  const number = name.toUpperCase()
  if (!/^PR-\d{4}-\d+$/.test(number)) {
    throw new Exit("usage", `"${name}" is neither the number nor the id of a request.`, { next: "Give one like PR-2026-0001, or 12." })
  }
  const found = await call(command, contract, (client) => client.procurement.list({ query: { q: number, limit: "1000" } }))
  const request = found.find(({ requestNumber }) => requestNumber === number)
  if (request) return request
  throw new Exit("refused", `There is no request ${number} that you may see.`, { next: "ops requests list" })
}

/** The id of the site that a person means by its code, slug, name or id. */
const siteNamed = async (call: Call, command: Command, name: string): Promise<string> => {
  const { SitesApi } = await import("@ops/sites/contract.ts")
  const sites = await call(command, SitesApi, (client) => client.sites.list({ query: {} }))
  const small = name.toLowerCase()
  const site = sites.find((site) => [String(site.id), site.code, site.slug, site.name].some((word) => word.toLowerCase() === small))
  if (site) return String(site.id)
  throw new Exit("usage", `There is no site "${name}".`, { next: `Name one of: ${sites.map(({ code }) => code).join(", ")}` })
}

/** The supplier that a person means by number, name or id. */
const vendorNamed = async (call: Call, command: Command, name: string) => {
  const { VendorsApi } = await import("./vendors/resource.ts")
  const vendors = await call(command, VendorsApi, (client) => client.vendors.list({ query: {} }))
  const small = name.toLowerCase()
  const vendor = vendors.find((vendor) => [String(vendor.id), vendor.vendorNumber, vendor.name].some((word) => word.toLowerCase() === small))
  if (vendor) return vendor
  throw new Exit("usage", `There is no supplier "${name}".`, { next: `Name one of: ${vendors.map(({ vendorNumber }) => vendorNumber).join(", ")}` })
}

const summary = (verb: string, request: Request, supplier: string | null) =>
  `${verb} ${request.requestNumber} for ${request.site.name}: ${request.itemCount} ${request.itemCount === 1 ? "item" : "items"}` +
  `${request.estimatedTotal === null ? "" : `, USD ${request.estimatedTotal}`}${supplier ? `, from ${supplier}` : ""}?`

interface Deciding {
  readonly yes?: boolean
  readonly dryRun?: boolean
  readonly vendor?: string
  readonly override?: string
  readonly reason?: string
}

const decide = async (call: Call, verb: "approve" | "reject", name: string, given: Deciding, command: Command) => {
  const { print, printNext } = await import("@ops/platform/terminal/output.ts")
  const options = commonOptions(command)
  const request = await requestNamed(call, command, name)
  const vendor = given.vendor === undefined ? undefined : await vendorNamed(call, command, given.vendor)
  const vendorName = vendor?.name ?? request.vendorName

  if (given.dryRun) {
    const query = { decision: verb, ...(vendor && { vendorId: String(vendor.id) }), ...(given.override && { overrideReason: given.override }) }
    const contract = await api()
    const decision = await call(command, contract, (client) => client.procurement.decision({ params: { id: request.id }, query }))
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
  const done = await call(command, await api(), (client) =>
    verb === "approve"
      ? client.procurement.approve({
          params: { id },
          payload: { version, ...(vendor && { vendorId: vendor.id }), ...(given.override && { overrideReason: given.override }) },
        })
      : client.procurement.reject({ params: { id }, payload: given.reason ? { reason: given.reason } : {} }),
  )
  await print(flat(done), { ...options, columns: fieldColumns.filter(({ key }) => !["justification", "completedDate", "receivedPercent"].includes(key)) })
  printNext(`ops requests show ${done.requestNumber}`)
}

/** `2=40`, `2=40,lot=B-114,until=2026-12-31`, `1=9,damaged=1`: what of a line has arrived. */
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

/** The receipt that a person means; the only one, if none is named. */
const receiptOf = ({ requestNumber, receipts }: Request, asked: string | undefined): number => {
  const numbers = (receipts ?? []).map(({ number }) => number)
  const next = `ops requests show ${requestNumber}`
  if (numbers.length === 0) throw new Exit("refused", `Nothing of ${requestNumber} was received.`, { next })
  if (asked === undefined && numbers.length > 1) throw new Exit("usage", `${requestNumber} has ${numbers.length} receipts. Name one with --receipt.`, { next })
  const number = asked === undefined ? numbers[0]! : Number(asked)
  if (!numbers.includes(number)) throw new Exit("usage", `${requestNumber} has no receipt ${asked}.`, { next })
  return number
}

/** Adds `requests` to the program. */
export const addProcurementCommands = (program: Command, call: Call): void => {
  const requests = program.command("requests").description("purchase requests")

  addExamples(
    paged(
      requests
        .command("list")
        .description("list the requests you may see, the newest first")
        .option("--status <words>", "pending, approved, completed or rejected; several with commas")
        .option("--site <code>", "of one site: its code, name or id")
        .option("--q <text>", "with this text in number, justification, site or requester")
        .option("--sort <order>", "requestDate, estimatedTotal, priority …; a minus sign before it reverses the order"),
    ).action(async ({ status, site, q, sort, limit, all }, command: Command) => {
      const contract = await api()
      const siteId = site === undefined ? undefined : await siteNamed(call, command, site)
      const asked = { status, siteId, q, sort }
      const rows = await printList(
        command,
        { limit, all },
        listColumns,
        (page) => call(command, contract, (client) => client.procurement.list({ query: { ...asked, ...page }, responseMode: "decoded-and-response" })),
        flat,
      )
      const { printNext } = await import("@ops/platform/terminal/output.ts")
      const waiting = rows.find(({ canApprove }) => canApprove)
      if (waiting) printNext(`ops requests approve ${waiting.requestNumber} --dry-run`)
    }),
    [
      { line: "ops requests list --status pending", does: "what waits for a decision" },
      { line: "ops requests list --site US --sort -estimatedTotal --limit 10", does: "the ten largest of Unity State" },
      { line: "ops requests list --all -o csv > requests.csv", does: "everything you may see, as a file" },
    ],
  )

  addExamples(
    requests
      .command("show <request>")
      .description("one request with its items and its history")
      .action(async (name: string, _, command: Command) => {
        const request = await requestNamed(call, command, name)
        const contract = await api()
        // who sees a request without its costs does not see its history either
        const history = await call(command, contract, (client) => client.procurement.history({ params: { id: request.id } })).catch((refusal) => {
          if (refusal?.status === 403) return null
          throw refusal
        })
        const { print } = await import("@ops/platform/terminal/output.ts")
        const options = commonOptions(command)
        if (isData(options.format)) return print({ ...request, history }, options)
        await print(flat(request), { ...options, columns: fieldColumns })
        if (options.fields || options.format === "csv") return
        const part = async (rows: ReadonlyArray<object>, columns: ReadonlyArray<TableColumn>) => {
          if (rows.length === 0) return
          process.stdout.write("\n")
          await print(rows, { ...options, expanded: false, columns })
        }
        await part(
          (request.items ?? []).map((item) => ({ ...item, ...item.stockItem })),
          itemColumns,
        )
        await part((request.receipts ?? []).map(flatReceipt), receiptColumns)
        await part(history ?? [], historyColumns)
      }),
    [
      { line: "ops requests show PR-2026-0012", does: "by its number" },
      { line: "ops requests show 12 -o json", does: "by its id, for a program" },
    ],
  )

  addExamples(
    requests
      .command("receive <request>")
      .description("record goods that have arrived; they go into the site's stock at once")
      .option(
        "--line <line=count>",
        "what of a line has arrived, with its lot and expiry; may be given again",
        (one: string, all: ReadonlyArray<string> = []) => [...all, one],
      )
      .option("--note <text>", "a remark")
      .option("--yes", "do not ask")
      .action(async (name: string, { line, note, yes }: { line?: ReadonlyArray<string>; note?: string; yes?: boolean }, command: Command) => {
        const lines = (line ?? []).map(arrivedLine)
        const request = await requestNamed(call, command, name)
        if (lines.length === 0) {
          const first = request.items?.[0]?.id ?? 1
          throw new Exit("usage", "--line is required.", { next: `ops requests receive ${request.requestNumber} --line ${first}=COUNT` })
        }
        const { confirm } = await import("@ops/platform/terminal/confirm.ts")
        await notePostingDay(call, command, null)
        await confirm(`Receive ${lines.length === 1 ? "1 line" : `${lines.length} lines`} of ${request.requestNumber} at ${request.site.name}?`, {
          yes: yes ?? false,
        })
        const payload = { lines, ...(note && { note }) }
        const received = await call(command, await api(), (client) => client.procurement.receive({ params: { id: request.id }, payload }))
        const { print, printNext } = await import("@ops/platform/terminal/output.ts")
        await print(flat(received), { ...commonOptions(command), columns: fieldColumns })
        printNext("ops stock levels")
      }),
    [
      { line: "ops requests receive PR-2026-0012 --line 1=40,lot=B-114,until=2026-12-31 --line 2=5", does: "asks, then takes two lines in, one with its lot" },
      { line: "ops requests receive 12 --line 1=39,damaged=1 --yes", does: "without asking" },
    ],
  )
  addReverseCommand<Request, { readonly receipt?: string }>(requests, {
    argument: "<request>",
    verb: "reverse-receipt",
    description: "reverse goods that were received in error or went back to the supplier: they leave the stock and are awaited again",
    columns: fieldColumns,
    kinds: goodsReversalKinds,
    example: "ops requests reverse-receipt PR-2026-0012 --receipt 1",
    options: (reverse) => reverse.option("--receipt <number>", "which receipt, as in ops requests show; not needed where there is one"),
    find: (name, command) => requestNamed(call, command, name),
    nameOf: (request, { receipt }) => `receipt ${receiptOf(request, receipt)} of ${request.requestNumber}`,
    preview: async (request, command, { receipt }) => {
      const params = { id: request.id, receipt: receiptOf(request, receipt) }
      return call(command, await api(), (client) => client.procurement.reversal({ params }))
    },
    reverse: async (request, payload, command, { receipt }) => {
      const params = { id: request.id, receipt: receiptOf(request, receipt) }
      return flat(await call(command, await api(), (client) => client.procurement.reverse({ params, payload })))
    },
  })
  addExamples(
    requests
      .command("cancel <request>")
      .description("cancel an approved request before anything arrives; its supplier is notified")
      .requiredOption("--reason <text>", "why; its requester and its supplier read it")
      .option("--yes", "do not ask")
      .action(async (name: string, { reason, yes }: { reason: string; yes?: boolean }, command: Command) => {
        const request = await requestNamed(call, command, name)
        const { confirm } = await import("@ops/platform/terminal/confirm.ts")
        await confirm(summary("Cancel", request, request.vendorName), { yes: yes ?? false })
        const cancelled = await call(command, await api(), (client) => client.procurement.cancel({ params: { id: request.id }, payload: { reason } }))
        const { print } = await import("@ops/platform/terminal/output.ts")
        await print(flat(cancelled), { ...commonOptions(command), columns: fieldColumns })
      }),
    [{ line: 'ops requests cancel PR-2026-0012 --reason "Site closed"', does: "asks, then cancels" }],
  )

  const deciding = (verb: "approve" | "reject", description: string) => decidable(requests.command(`${verb} <request>`).description(description))

  addExamples(
    deciding("approve", "approve a request; its supplier is mailed the order")
      .option("--vendor <supplier>", "the supplier: number, name or id")
      .option("--override <reason>", "level 10: why your own request, or one above the limit, is approved all the same")
      .action((name: string, given, command: Command) => decide(call, "approve", name, given, command)),
    [
      { line: "ops requests approve PR-2026-0012 --dry-run", does: "whether you could, and if not why" },
      { line: "ops requests approve PR-2026-0012", does: "asks, then approves" },
      { line: "ops requests approve PR-2026-0012 --vendor VEN-0003 --yes", does: "without asking, from this supplier" },
    ],
  )
  addExamples(
    deciding("reject", "reject a request")
      .option("--reason <text>", "why; its requester reads it")
      .action((name: string, given, command: Command) => decide(call, "reject", name, given, command)),
    [
      { line: 'ops requests reject PR-2026-0012 --reason "Ordered last week already"', does: "asks, then rejects" },
      { line: "ops requests reject 12 --yes", does: "without asking, and without a reason" },
    ],
  )
}
