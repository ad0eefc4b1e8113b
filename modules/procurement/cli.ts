/** `ops requests`: looking at purchase requests, and deciding on them. */
import { type Command, Option } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { PurchaseRequestAnswer } from "./contract.ts"
import { longDate } from "./supplier-link.ts"

type Request = typeof PurchaseRequestAnswer.Type

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
const historyColumns: ReadonlyArray<TableColumn> = [
  { key: "at", title: "When", kind: "instant", priority: 1 },
  { key: "by", title: "By", kind: "text", priority: 1 },
  { key: "via", title: "Via", kind: "text", priority: 3 },
  { key: "text", title: "What", kind: "text", priority: 0 },
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

const isData = (format: string | undefined) => format === "json" || format === "ndjson"
const api = async () => (await import("./contract.ts")).ProcurementApi

/** Follows the cursor of a list from page to page, until there is no more or `most` rows are there. */
const pages = async (call: Call, command: Command, query: Record<string, string | undefined>, most: number) => {
  const contract = await api()
  const rows: Array<Request> = []
  let total = 0
  let cursor: string | undefined
  do {
    const limit = String(Math.min(1000, most - rows.length))
    const [page, { headers }] = await call(command, contract, (client) =>
      client.procurement.list({ query: { ...query, limit, cursor }, responseMode: "decoded-and-response" }),
    )
    rows.push(...page)
    total = Number(headers["x-total-count"] ?? rows.length)
    cursor = headers["x-next-cursor"]
  } while (cursor !== undefined && rows.length < most)
  return { rows, total }
}

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
  const vendors = await call(command, await api(), (client) => client.procurement.vendors({ query: {} }))
  const small = name.toLowerCase()
  const vendor = vendors.find((vendor) => [String(vendor.id), vendor.vendorNumber, vendor.name].some((word) => word.toLowerCase() === small))
  if (vendor) return vendor
  throw new Exit("usage", `There is no supplier "${name}".`, { next: `Name one of: ${vendors.map(({ vendorNumber }) => vendorNumber).join(", ")}` })
}

/** Why the person who asks could not decide so now, as far as it can be told from outside; undefined if he could. */
const obstacle = (
  request: Request,
  decision: "approve" | "reject",
  me: { readonly id: string; readonly accessLevel: number; readonly permissions: ReadonlyArray<string> },
  override: string | undefined,
): string | undefined => {
  if (request.status !== "pending") return `This request is ${request.status} already`
  if (!me.permissions.some((permission) => permission.startsWith("approval."))) return "Your level decides on no purchases"
  const top = me.accessLevel >= 10
  const own = request.requestedBy === Number(me.id)
  if (decision === "reject") return own && !top ? "You cannot reject your own request" : undefined
  if (request.itemCount === 0) return "Add at least one item before approving"
  if (request.canApprove || (top && override)) return undefined
  const way = top ? ". You can override with --override REASON" : ""
  if (own) return `You cannot approve your own request${way}`
  return `You put an item on this request, or USD ${request.estimatedTotal ?? "?"} is above your limit${way}`
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
    const { IdentityApi } = await import("@ops/identity/contract.ts")
    const me = await call(command, IdentityApi, (client) => client.auth.user())
    const why = obstacle(request, verb, me, given.override)
    const { requestNumber, version, status, estimatedTotal, itemCount, canApprove } = request
    await print(
      {
        requestNumber,
        decision: verb,
        possible: why === undefined,
        why: why ?? "Nothing stands in the way",
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

/** Adds `requests` to the program. */
export const addProcurementCommands = (program: Command, call: Call): void => {
  const requests = program.command("requests").description("purchase requests")

  addExamples(
    requests
      .command("list")
      .description("list the requests you may see, the newest first")
      .option("--status <words>", "pending, approved, completed or rejected; several with commas")
      .option("--site <code>", "of one site: its code, name or id")
      .option("--q <text>", "with this text in number, justification, site or requester")
      .option("--sort <order>", "requestDate, estimatedTotal, priority …; a dash before it turns it round")
      .option("--limit <count>", "so many at most", "50")
      .option("--all", "every page of the list")
      .action(async ({ status, site, q, sort, limit, all }, command: Command) => {
        if (!/^[1-9]\d{0,6}$/.test(limit)) throw new Exit("usage", `--limit cannot be "${limit}".`, { next: "Give a whole number, or --all." })
        const siteId = site === undefined ? undefined : await siteNamed(call, command, site)
        const { rows, total } = await pages(call, command, { status, siteId, q, sort }, all ? Number.POSITIVE_INFINITY : Number(limit))
        const { print, printNext } = await import("@ops/platform/terminal/output.ts")
        await print(rows.map(flat), { ...commonOptions(command), columns: listColumns })
        if (rows.length < total) process.stderr.write(`${rows.length} of ${total}. The rest: --all, or --limit ${total}\n`)
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
        await part(history ?? [], historyColumns)
      }),
    [
      { line: "ops requests show PR-2026-0012", does: "by its number" },
      { line: "ops requests show 12 -o json", does: "by its id, for a program" },
    ],
  )

  const deciding = (verb: "approve" | "reject", description: string) =>
    requests
      .command(`${verb} <request>`)
      .description(description)
      .option("--yes", "do not ask")
      .addOption(new Option("--dry-run", "only say whether you could").conflicts("yes"))

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
