/** `ops expenses`: request, decide, pay, and set the account of a category. */
import { type Command, Option } from "commander"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import { attach } from "@ops/platform/terminal/attach.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { named, nameOf, output } from "../shared/cli-common.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { datedListOptions, paged, printList, printWithHistory, type Paging } from "@ops/platform/terminal/lists.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { addReverseCommand, flatReversal, reversalColumns } from "@ops/ledger/reversals/terminal.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import type { ExpenseRequestAnswer } from "./contract.ts"
import { currencies, expenseCategories, paymentMethods, priorities } from "../shared/labels.ts"

type Request = typeof ExpenseRequestAnswer.Type

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "requestNumber", title: "Request", kind: "text", priority: 0 },
  { key: "requestDate", title: "Date", kind: "date", priority: 1 },
  { key: "siteCode", title: "Site", kind: "text", priority: 2 },
  { key: "requester", title: "Requested by", kind: "text", priority: 2 },
  { key: "category", title: "Category", kind: "text", priority: 2 },
  { key: "currency", title: "Currency", kind: "text", priority: 1 },
  { key: "amount", title: "Amount", kind: "money", priority: 0 },
  { key: "paymentMethod", title: "Method", kind: "text", priority: 3 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "description", title: "Description", kind: "text", priority: 3 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns.map((column) => (column.key === "siteCode" ? { ...column, key: "siteName" } : column)),
  { key: "businessPurpose", title: "Business purpose", kind: "text" },
  { key: "priority", title: "Priority", kind: "text" },
  { key: "amountUsd", title: "Worth (USD)", kind: "money" },
  { key: "approvers", title: "Approved by", kind: "text" },
  { key: "approvedDate", title: "Approved", kind: "instant" },
  { key: "rejectionReason", title: "Reason", kind: "text" },
  { key: "paidDate", title: "Paid", kind: "date" },
  { key: "paymentReference", title: "Reference", kind: "text" },
  { key: "journalEntryNumber", title: "Journal entry", kind: "text" },
  { key: "files", title: "Receipts", kind: "text" },
  ...reversalColumns,
]
const categoryColumns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "Category", kind: "text", priority: 0 },
  { key: "accountNumber", title: "Account", kind: "text", priority: 0 },
  { key: "accountName", title: "Name", kind: "text", priority: 1 },
]

const flat = (request: Request) => ({
  ...request,
  requester: nameOf(request.onBehalfOfUser ?? request.requestedByUser),
  approvers: request.approvals.map(({ byName, overrideReason }) => `${byName ?? "the system"}${overrideReason ? ` (${overrideReason})` : ""}`).join(", "),
  files: request.receipts.map(({ name }) => name).join(", "),
  ...flatReversal(request),
})
const api = async () => (await import("./contract.ts")).ExpensesApi

const requestNamed = async (call: Call, command: Command, name: string): Promise<Request> => {
  const contract = await api()
  return named(
    "expense request",
    name.toUpperCase(),
    "EXP-2026-0001",
    (id) => call(command, contract, (client) => client.expenses.one({ params: { id } })),
    async (number) => {
      const found = await call(command, contract, (client) => client.expenses.list({ query: { q: number, limit: "1000" } }))
      return found.find(({ requestNumber }) => requestNumber === number)
    },
  )
}

interface Listing extends Paging {
  readonly status?: string
  readonly site?: string
  readonly category?: string
  readonly mine?: boolean
  readonly from?: string
  readonly to?: string
  readonly q?: string
  readonly sort?: string
}
interface Asking extends Deciding {
  readonly amount: string
  readonly currency: (typeof currencies)[number]
  readonly category: (typeof expenseCategories)[number]
  readonly site: string
  readonly description: string
  readonly purpose: string
  readonly method: (typeof paymentMethods)[number]
  readonly priority: (typeof priorities)[number]
  readonly notes?: string
  readonly receipt?: ReadonlyArray<string>
}
interface Paying extends Deciding {
  readonly date?: string
  readonly method?: (typeof paymentMethods)[number]
  readonly reference?: string
}

/** Adds `expenses` to the program. */
export const addExpenseCommands = (program: Command, call: Call): void => {
  const expenses = program.command("expenses").description("expense requests: ask, approve, pay")

  addExamples(
    datedListOptions(expenses.command("list").description("list the expense requests you may see, the newest first"))
      .option("--status <words>", "pending, approved, rejected, paid or reversed; several with commas")
      .option("--category <words>", "of these categories")
      .option("--mine", "only those that you asked for, or that were asked for you")
      .action(async ({ site, limit, all, mine, ...query }: Listing, command: Command) => {
        const contract = await api()
        const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
        const rows = await printList(
          command,
          { limit, all },
          listColumns,
          (page) =>
            call(command, contract, (client) =>
              client.expenses.list({ query: { ...query, siteId, ...(mine && { mine: "true" }), ...page }, responseMode: "decoded-and-response" }),
            ),
          flat,
        )
        const { printNext } = await output()
        const waiting = rows.find(({ canApprove }) => canApprove)
        if (waiting) printNext(`ops expenses approve ${waiting.requestNumber} --dry-run`)
      }),
    [
      { line: "ops expenses list --status pending", does: "what waits for a decision" },
      { line: "ops expenses list --from 2026-10-01 --to 2026-10-31 -o csv > october.csv", does: "a month, as a file" },
    ],
  )

  addExamples(
    expenses
      .command("show <request>")
      .description("one expense request with its history")
      .action(async (name: string, _, command: Command) => {
        const request = await requestNamed(call, command, name)
        const history = await call(command, await api(), (client) => client.expenses.history({ params: { id: request.id } }))
        await printWithHistory(command, flat(request), fieldColumns, history)
      }),
    [
      { line: "ops expenses show EXP-2026-0012", does: "by its number" },
      { line: "ops expenses show 12 -o json", does: "by its id, for a program" },
    ],
  )

  addExamples(
    expenses
      .command("request")
      .description("ask for money to spend")
      .requiredOption("--amount <decimal>", "how much")
      .addOption(new Option("--currency <code>", "of the amount").choices(currencies).default("USD"))
      .addOption(new Option("--category <word>", "what kind of expense").choices(expenseCategories).makeOptionMandatory())
      .requiredOption("--site <code>", "for which site: its code, name or id")
      .requiredOption("--description <text>", "what it is for")
      .requiredOption("--purpose <text>", "why the company needs it")
      .addOption(new Option("--method <word>", "how it is to be paid").choices(paymentMethods).default("cash"))
      .addOption(new Option("--priority <word>", "how urgent it is").choices(priorities).default("medium"))
      .option("--notes <text>", "anything else")
      .option("--receipt <files...>", "files that go with it: PDF, JPEG, PNG or WEBP, 5 MB each at most")
      .option("--yes", "do not ask")
      .action(async (given: Asking, command: Command) => {
        const contract = await api()
        const { amount, currency, category, description, purpose, method, priority, notes } = given
        const cents = await centsOf("--amount", amount)
        const siteId = await siteNamed(call, command, given.site)
        const payload = {
          amount: cents,
          currency,
          category,
          description,
          businessPurpose: purpose,
          siteId,
          paymentMethod: method,
          priority,
          notes: notes ?? null,
        }
        const about = { question: `Request ${currency} ${amount} for ${category}: ${description}?`, possible: true, name: "", columns: fieldColumns }
        await decide(command, given, about, async () => {
          const receipts = await attach(call, command, given.receipt)
          return flat(await call(command, contract, (client) => client.expenses.request({ payload: { ...payload, receipts } })))
        })
      }),
    [
      {
        line: 'ops expenses request --amount 120.50 --category transport --site US --description "Truck hire" --purpose "Fetch the dry store"',
        does: "asks, then requests it in your name",
      },
      {
        line: 'ops expenses request --amount 260000 --currency SSP --category supplies --site PA --description "Aprons" --purpose "New staff" --yes',
        does: "in pounds, without asking",
      },
      {
        line: 'ops expenses request --amount 84 --category fuel --site US --description "Diesel" --purpose "Generator" --receipt slip.jpg voucher.pdf',
        does: "with the files that prove it",
      },
    ],
  )

  const deciding = (verb: string, description: string) => decidable(expenses.command(`${verb} <request>`).description(description))
  const summary = (verb: string, { requestNumber, currency, amount, siteName, description }: Request) =>
    `${verb} ${requestNumber} for ${siteName}: ${currency} ${amount}, ${description}?`
  const about = (verb: string, request: Request, possible: boolean) => ({
    question: summary(verb, request),
    possible,
    name: request.requestNumber,
    columns: fieldColumns,
  })

  addExamples(
    deciding("approve", "approve an expense request")
      .option("--override <reason>", "level 10: why your own request, or one above the limit, is approved all the same")
      .action(async (name: string, given: Deciding & { readonly override?: string }, command: Command) => {
        const contract = await api()
        const request = await requestNamed(call, command, name)
        const { id, version, canApprove, status } = request
        const payload = { version, ...(given.override && { overrideReason: given.override }) }
        const possible = canApprove || (status === "pending" && given.override !== undefined)
        await decide(command, given, about("Approve", request, possible), async () =>
          flat(await call(command, contract, (client) => client.expenses.approve({ params: { id }, payload }))),
        )
      }),
    [
      { line: "ops expenses approve EXP-2026-0012 --dry-run", does: "whether it is allowed" },
      { line: "ops expenses approve EXP-2026-0012 --yes", does: "without asking; above the limit this is one of two approvals" },
    ],
  )
  addExamples(
    deciding("reject", "reject an expense request")
      .option("--reason <text>", "why; who asked for it reads it")
      .action(async (name: string, given: Deciding & { readonly reason?: string }, command: Command) => {
        const contract = await api()
        const request = await requestNamed(call, command, name)
        const payload = given.reason ? { reason: given.reason } : {}
        await decide(command, given, about("Reject", request, request.canReject), async () =>
          flat(await call(command, contract, (client) => client.expenses.reject({ params: { id: request.id }, payload }))),
        )
      }),
    [
      { line: 'ops expenses reject EXP-2026-0012 --reason "Not in the budget"', does: "asks, then rejects" },
      { line: "ops expenses reject 12 --yes", does: "without asking, and without a reason" },
    ],
  )
  addExamples(
    deciding("withdraw", "take back your own request while it waits").action(async (name: string, given: Deciding, command: Command) => {
      const contract = await api()
      const request = await requestNamed(call, command, name)
      await decide(command, given, about("Withdraw", request, request.canWithdraw), async () =>
        flat(await call(command, contract, (client) => client.expenses.withdraw({ params: { id: request.id } }))),
      )
    }),
    [
      { line: "ops expenses withdraw EXP-2026-0012", does: "asks, then takes it back" },
      { line: "ops expenses withdraw EXP-2026-0012 --dry-run", does: "whether it is allowed" },
    ],
  )
  addExamples(
    deciding("attach", "attach receipts to an expense request")
      .requiredOption("--receipt <files...>", "PDF, JPEG, PNG or WEBP, 5 MB each at most")
      .action(async (name: string, given: Deciding & { readonly receipt: ReadonlyArray<string> }, command: Command) => {
        const contract = await api()
        const request = await requestNamed(call, command, name)
        const { id } = request
        await decide(command, given, about(`Add ${given.receipt.join(", ")} to`, request, request.canAddReceipts), async () => {
          const receipts = await attach(call, command, given.receipt)
          return flat(await call(command, contract, (client) => client.expenses.addReceipts({ params: { id }, payload: { receipts } })))
        })
      }),
    [
      { line: "ops expenses attach EXP-2026-0012 --receipt slip.jpg", does: "asks, then adds it; also after the request is paid" },
      { line: "ops expenses attach EXP-2026-0012 --receipt slip.jpg voucher.pdf --yes", does: "two of them, without asking" },
    ],
  )
  addExamples(
    deciding("pay", "pay out an approved request, and post it")
      .option("--date <date>", "the day it was paid; today if not given")
      .addOption(new Option("--method <word>", "how, if not as the request says").choices(paymentMethods))
      .option("--reference <text>", "the number of the voucher or transfer")
      .action(async (name: string, given: Paying, command: Command) => {
        const contract = await api()
        const request = await requestNamed(call, command, name)
        const payload = {
          version: request.version,
          paidDate: given.date ?? null,
          paymentMethod: given.method ?? null,
          paymentReference: given.reference ?? null,
        }
        await notePostingDay(call, command, given.date)
        await decide(command, given, about("Pay", request, request.canPay), async () =>
          flat(await call(command, contract, (client) => client.expenses.pay({ params: { id: request.id }, payload }))),
        )
      }),
    [
      { line: "ops expenses pay EXP-2026-0012 --reference PV-0031", does: "asks, then pays as the request says" },
      { line: "ops expenses pay EXP-2026-0012 --method bank_transfer --date 2026-11-20 --yes", does: "by the bank, a day ago" },
    ],
  )
  addReverseCommand<Request>(expenses, {
    argument: "<request>",
    description: "reverse the payment of a request; one that the bank returned can be paid again",
    columns: fieldColumns,
    example: "ops expenses reverse EXP-2026-0012",
    find: (name, command) => requestNamed(call, command, name),
    nameOf: ({ requestNumber }) => `the payment of ${requestNumber}`,
    preview: async ({ id }, command) => call(command, await api(), (client) => client.expenses.reversal({ params: { id } })),
    reverse: async ({ id }, payload, command) => flat(await call(command, await api(), (client) => client.expenses.reverse({ params: { id }, payload }))),
  })

  addExamples(
    paged(expenses.command("categories").description("which account each category of expense or transaction goes to")).action(
      async ({ limit, all }: Paging, command: Command) => {
        const contract = await api()
        await printList(command, { limit, all }, categoryColumns, (page) =>
          call(command, contract, (client) => client.expenses.categories({ query: page, responseMode: "decoded-and-response" })),
        )
      },
    ),
    [
      { line: "ops expenses categories", does: "all of them" },
      { line: "ops expenses categories -o csv > categories.csv", does: "as a file" },
    ],
  )
  addExamples(
    expenses
      .command("map <category> <account>")
      .description("say which account a category goes to from now on")
      .option("--yes", "do not ask")
      .action(async (category: string, accountNumber: string, given: Deciding, command: Command) => {
        const contract = await api()
        const about = { question: `Post ${category} to account ${accountNumber} from now on?`, possible: true, name: category, columns: categoryColumns }
        await decide(command, given, about, () =>
          call(command, contract, (client) => client.expenses.mapCategory({ params: { name: category }, payload: { accountNumber } })),
        )
      }),
    [
      { line: 'ops expenses map "ferry tickets" 6200', does: "asks, then maps it" },
      { line: "ops expenses map office 6500 --yes", does: "without asking" },
    ],
  )
}
