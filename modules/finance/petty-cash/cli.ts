/** `ops petty-cash`: request, decide, pay out of a float, retire; and the floats themselves. */
import { type Command, Option } from "commander"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import { attach } from "@ops/platform/terminal/attach.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { named, nameOf, output } from "../shared/cli-common.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { datedListOptions, printList, printWithHistory, type Paging } from "@ops/platform/terminal/lists.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { addReverseCommand, flatReversal, reversalColumns } from "@ops/ledger/reversals/terminal.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import type { PettyCashAnswer } from "./contract.ts"
import { addFloatCommands, floatNamed } from "./floats-cli.ts"
import { pettyCashCategories } from "./labels.ts"
import { currencies } from "../shared/labels.ts"

type Request = typeof PettyCashAnswer.Type

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "requestNumber", title: "Request", kind: "text", priority: 0 },
  { key: "requestDate", title: "Date", kind: "date", priority: 1 },
  { key: "siteCode", title: "Site", kind: "text", priority: 2 },
  { key: "requester", title: "Requested by", kind: "text", priority: 2 },
  { key: "category", title: "Category", kind: "text", priority: 3 },
  { key: "purpose", title: "Purpose", kind: "text", priority: 2 },
  { key: "currency", title: "Currency", kind: "text", priority: 1 },
  { key: "amount", title: "Amount", kind: "money", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns.map((column) => (column.key === "siteCode" ? { ...column, key: "siteName" } : column)),
  { key: "amountUsd", title: "Worth (USD)", kind: "money" },
  { key: "approver", title: "Approved by", kind: "text" },
  { key: "overrideReason", title: "Override", kind: "text" },
  { key: "rejectionReason", title: "Reason", kind: "text" },
  { key: "floatName", title: "Float", kind: "text" },
  { key: "disbursedDate", title: "Paid out", kind: "date" },
  { key: "disbursementEntryNumber", title: "Entry of the payment", kind: "text" },
  { key: "spent", title: "Spent", kind: "money" },
  { key: "returned", title: "Given back", kind: "money" },
  { key: "retiredDate", title: "Retired", kind: "date" },
  { key: "retirementEntryNumber", title: "Entry of the receipts", kind: "text" },
  { key: "files", title: "Receipts", kind: "text" },
  { key: "notes", title: "Notes", kind: "text" },
  ...reversalColumns,
]
const flat = (request: Request) => ({
  ...request,
  requester: nameOf(request.requestedByUser),
  approver: nameOf(request.approvedByUser),
  files: request.receipts.map(({ name }) => name).join(", "),
  ...flatReversal(request),
})
const api = async () => (await import("./contract.ts")).PettyCashApi

const requestNamed = async (call: Call, command: Command, name: string): Promise<Request> => {
  const contract = await api()
  return named(
    "petty cash request",
    name.toUpperCase(),
    "PC-2026-0001",
    (id) => call(command, contract, (client) => client.pettyCash.one({ params: { id } })),
    async (number) => {
      const found = await call(command, contract, (client) => client.pettyCash.list({ query: { q: number, limit: "1000" } }))
      return found.find(({ requestNumber }) => requestNumber === number)
    },
  )
}

interface Listing extends Paging {
  readonly status?: string
  readonly category?: string
  readonly float?: string
  readonly site?: string
  readonly from?: string
  readonly to?: string
  readonly q?: string
  readonly sort?: string
}
interface Asking extends Deciding {
  readonly amount: string
  readonly currency: (typeof currencies)[number]
  readonly category: (typeof pettyCashCategories)[number]
  readonly purpose: string
  readonly site?: string
  readonly notes?: string
}
interface Retiring extends Deciding {
  readonly spent: string
  readonly receipt?: ReadonlyArray<string>
  readonly date?: string
}

/** Adds `petty-cash` to the program. */
export const addPettyCashCommands = (program: Command, call: Call): void => {
  const petty = program.command("petty-cash").description("petty cash: ask, approve, pay out of a float, take the receipts")

  addExamples(
    datedListOptions(petty.command("list").description("list the petty cash requests you may see, the newest first"))
      .option("--status <words>", "pending, approved, rejected, disbursed or retired; several with commas")
      .option("--category <words>", "of these categories")
      .option("--float <name>", "paid out of this float")
      .action(async ({ site, float, limit, all, ...query }: Listing, command: Command) => {
        const contract = await api()
        const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
        const floatId = float === undefined ? undefined : String((await floatNamed(call, command, float)).id)
        const rows = await printList(
          command,
          { limit, all },
          listColumns,
          (page) =>
            call(command, contract, (client) => client.pettyCash.list({ query: { ...query, siteId, floatId, ...page }, responseMode: "decoded-and-response" })),
          flat,
        )
        const { printNext } = await output()
        const waiting = rows.find(({ canApprove }) => canApprove)
        if (waiting) printNext(`ops petty-cash approve ${waiting.requestNumber} --dry-run`)
      }),
    [
      { line: "ops petty-cash list --status pending", does: "what waits for a decision" },
      { line: "ops petty-cash list --status disbursed", does: "what is out with people" },
    ],
  )

  addExamples(
    petty
      .command("show <request>")
      .description("one petty cash request with its history")
      .action(async (name: string, _, command: Command) => {
        const request = await requestNamed(call, command, name)
        const history = await call(command, await api(), (client) => client.pettyCash.history({ params: { id: request.id } }))
        await printWithHistory(command, flat(request), fieldColumns, history)
      }),
    [
      { line: "ops petty-cash show PC-2026-0012", does: "by its number" },
      { line: "ops petty-cash show 12 -o json", does: "by its id, for a program" },
    ],
  )

  addExamples(
    petty
      .command("request")
      .description("ask for petty cash")
      .requiredOption("--amount <decimal>", "how much")
      .addOption(new Option("--currency <code>", "of the amount").choices(currencies).default("USD"))
      .addOption(new Option("--category <word>", "what kind of spending").choices(pettyCashCategories).makeOptionMandatory())
      .requiredOption("--purpose <text>", "what it is for")
      .option("--site <code>", "for which site: its code, name or id; your own if not given")
      .option("--notes <text>", "anything else")
      .option("--yes", "do not ask")
      .action(async (given: Asking, command: Command) => {
        const contract = await api()
        const { amount, currency, category, purpose, site, notes } = given
        const siteId = site === undefined ? undefined : await siteNamed(call, command, site)
        const payload = { amount: await centsOf("--amount", amount), currency, category, purpose, notes: notes ?? null, ...(siteId && { siteId }) }
        const about = { question: `Request ${currency} ${amount} petty cash for ${category}: ${purpose}?`, possible: true, name: "", columns: fieldColumns }
        await decide(command, given, about, async () => flat(await call(command, contract, (client) => client.pettyCash.request({ payload }))))
      }),
    [
      { line: 'ops petty-cash request --amount 45 --category transport --purpose "Motorbike to the airstrip"', does: "asks, then requests it in your name" },
      {
        line: 'ops petty-cash request --amount 39000 --currency SSP --category meals --purpose "Herbs" --site US --yes',
        does: "in pounds, without asking",
      },
    ],
  )

  const deciding = (verb: string, description: string) => decidable(petty.command(`${verb} <request>`).description(description))
  const about = (verb: string, { requestNumber, currency, amount, purpose }: Request, possible: boolean, more = "") => ({
    question: `${verb} ${requestNumber}: ${currency} ${amount}, ${purpose}${more}?`,
    possible,
    name: requestNumber,
    columns: fieldColumns,
  })

  addExamples(
    deciding("approve", "approve a petty cash request")
      .option("--override <reason>", "level 10: why your own request, or one above the limit, is approved all the same")
      .action(async (name: string, given: Deciding & { readonly override?: string }, command: Command) => {
        const contract = await api()
        const request = await requestNamed(call, command, name)
        const { id, version, canApprove, status } = request
        const payload = { version, ...(given.override && { overrideReason: given.override }) }
        const possible = canApprove || (status === "pending" && given.override !== undefined)
        await decide(command, given, about("Approve", request, possible), async () =>
          flat(await call(command, contract, (client) => client.pettyCash.approve({ params: { id }, payload }))),
        )
      }),
    [
      { line: "ops petty-cash approve PC-2026-0012 --dry-run", does: "whether it is allowed" },
      { line: "ops petty-cash approve PC-2026-0012 --yes", does: "without asking" },
    ],
  )
  addExamples(
    deciding("reject", "reject a petty cash request")
      .requiredOption("--reason <text>", "why; who asked for it reads it")
      .action(async (name: string, given: Deciding & { readonly reason: string }, command: Command) => {
        const contract = await api()
        const request = await requestNamed(call, command, name)
        const payload = { reason: given.reason }
        await decide(command, given, about("Reject", request, request.canReject), async () =>
          flat(await call(command, contract, (client) => client.pettyCash.reject({ params: { id: request.id }, payload }))),
        )
      }),
    [
      { line: 'ops petty-cash reject PC-2026-0012 --reason "The camp car goes there"', does: "asks, then rejects" },
      { line: 'ops petty-cash reject 12 --reason "Asked twice" --yes', does: "without asking" },
    ],
  )
  addExamples(
    deciding("disburse", "pay an approved request out of a float")
      .requiredOption("--float <name>", "of which float: its name or id")
      .option("--date <date>", "the day it was paid; today if not given")
      .action(async (name: string, given: Deciding & { readonly float: string; readonly date?: string }, command: Command) => {
        const contract = await api()
        const request = await requestNamed(call, command, name)
        const float = await floatNamed(call, command, given.float)
        const payload = { floatId: float.id, date: given.date ?? null, version: request.version }
        const possible = request.canDisburse && float.canDisburse && float.currency === request.currency && Number(float.balance) >= Number(request.amount)
        const more = `, out of ${float.name}, which has ${float.currency} ${float.balance}`
        await notePostingDay(call, command, given.date)
        await decide(command, given, about("Pay out", request, possible, more), async () =>
          flat(await call(command, contract, (client) => client.pettyCash.disburse({ params: { id: request.id }, payload }))),
        )
      }),
    [
      { line: 'ops petty-cash disburse PC-2026-0012 --float "Juba office"', does: "asks, then pays it out" },
      { line: "ops petty-cash disburse PC-2026-0012 --float 3 --dry-run", does: "whether it is allowed" },
    ],
  )
  addExamples(
    deciding("retire", "take the receipts and what is left over, and post what was spent")
      .requiredOption("--spent <decimal>", "how much, by the receipts; the rest goes back to the float")
      .option("--receipt <files...>", "PDF, JPEG, PNG or WEBP, 5 MB each at most")
      .option("--date <date>", "the day it was handed in; today if not given")
      .action(async (name: string, given: Retiring, command: Command) => {
        const contract = await api()
        const request = await requestNamed(call, command, name)
        const { id, version, canRetire, amount, currency } = request
        const spent = await centsOf("--spent", given.spent)
        if (spent > 0 && !given.receipt) throw new Exit("usage", "What was spent needs receipts.", { next: "Name them: --receipt slip.jpg" })
        await notePostingDay(call, command, given.date)
        await decide(command, given, about("Retire", request, canRetire, `, ${given.spent} of ${currency} ${amount} spent`), async () => {
          const receipts = await attach(call, command, given.receipt)
          const payload = { spent, receipts, date: given.date ?? null, version }
          return flat(await call(command, contract, (client) => client.pettyCash.retire({ params: { id }, payload })))
        })
      }),
    [
      { line: "ops petty-cash retire PC-2026-0012 --spent 38.50 --receipt slip.jpg", does: "asks, then posts it; the rest is back in the float" },
      { line: "ops petty-cash retire PC-2026-0012 --spent 0 --yes", does: "all of it came back" },
    ],
  )
  addReverseCommand<Request>(petty, {
    argument: "<request>",
    description: "reverse the retirement of a request, or its payout: the cash is out again, or back in the float",
    columns: fieldColumns,
    example: "ops petty-cash reverse PC-2026-0012",
    find: (name, command) => requestNamed(call, command, name),
    nameOf: ({ requestNumber, status }) => `the ${status === "retired" ? "retirement" : "payout"} of ${requestNumber}`,
    preview: async ({ id }, command) => call(command, await api(), (client) => client.pettyCash.reversal({ params: { id } })),
    reverse: async ({ id }, payload, command) => flat(await call(command, await api(), (client) => client.pettyCash.reverse({ params: { id }, payload }))),
  })
  addFloatCommands(petty, call)
}
