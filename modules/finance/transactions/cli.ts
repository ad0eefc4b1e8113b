/** `ops transactions`: recording money that came in, went out or moved, post and reverse. */
import { type Command, Option } from "commander"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import { attach } from "@ops/platform/terminal/attach.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addExamples } from "@ops/platform/terminal/help.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { named, nameOf, output } from "../shared/cli-common.ts"
import { decidable, decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { datedListOptions, printList, printWithHistory, type Paging } from "@ops/platform/terminal/lists.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { TransactionAnswer } from "./contract.ts"
import { currencies, paymentMethods, transactionTypes } from "../shared/labels.ts"

type Transaction = typeof TransactionAnswer.Type

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "transactionDate", title: "Date", kind: "date", priority: 1 },
  { key: "transactionNumber", title: "Number", kind: "text", priority: 0 },
  { key: "description", title: "Description", kind: "text", priority: 2 },
  { key: "transactionType", title: "Type", kind: "text", priority: 1 },
  { key: "category", title: "Category", kind: "text", priority: 2 },
  { key: "currency", title: "Currency", kind: "text", priority: 1 },
  { key: "amount", title: "Amount", kind: "money", priority: 0 },
  { key: "paymentMethod", title: "Method", kind: "text", priority: 3 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns,
  { key: "siteName", title: "Site", kind: "text" },
  { key: "toAccount", title: "To account", kind: "text" },
  { key: "referenceNumber", title: "Reference", kind: "text" },
  { key: "recorder", title: "Recorded by", kind: "text" },
  { key: "approver", title: "Posted by", kind: "text" },
  { key: "accountNumber", title: "Account", kind: "text" },
  { key: "journalEntryNumber", title: "Journal entry", kind: "text" },
  { key: "reason", title: "Reason", kind: "text" },
  { key: "overrideReason", title: "Override", kind: "text" },
]

const flat = (transaction: Transaction) => ({
  ...transaction,
  recorder: nameOf(transaction.recordedByUser),
  approver: nameOf(transaction.approvedByUser),
})
const api = async () => (await import("./contract.ts")).TransactionsApi

const transactionNamed = async (call: Call, command: Command, name: string): Promise<Transaction> => {
  const contract = await api()
  return named(
    "transaction",
    name,
    "TXN-2026-00001",
    (id) => call(command, contract, (client) => client.transactions.one({ params: { id } })),
    async (number) => {
      const found = await call(command, contract, (client) => client.transactions.list({ query: { q: number, limit: "1000" } }))
      return found.find(({ transactionNumber }) => transactionNumber.toLowerCase() === number.toLowerCase())
    },
  )
}

interface Listing extends Paging {
  readonly status?: string
  readonly site?: string
  readonly type?: string
  readonly category?: string
  readonly from?: string
  readonly to?: string
  readonly q?: string
  readonly sort?: string
}
interface Recording extends Deciding {
  readonly amount: string
  readonly currency: (typeof currencies)[number]
  readonly type: (typeof transactionTypes)[number]
  readonly category: string
  readonly site: string
  readonly description: string
  readonly method: (typeof paymentMethods)[number]
  readonly to?: string
  readonly reference?: string
  readonly date?: string
  readonly number?: string
  readonly receipt?: ReadonlyArray<string>
}

/** Adds `transactions` to the program. */
export const addTransactionCommands = (program: Command, call: Call): void => {
  const transactions = program.command("transactions").description("money that came in, went out or moved")

  addExamples(
    datedListOptions(transactions.command("list").description("list the transactions, the newest first"))
      .option("--status <words>", "pending, posted, reversed or voided; several with commas")
      .option("--type <words>", "income, expense or transfer")
      .option("--category <words>", "of these categories")
      .action(async ({ site, type, limit, all, ...asked }: Listing, command: Command) => {
        const contract = await api()
        const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
        const query = { ...asked, siteId, transactionType: type }
        const rows = await printList(command, { limit, all }, listColumns, (page) =>
          call(command, contract, (client) => client.transactions.list({ query: { ...query, ...page }, responseMode: "decoded-and-response" })),
        )
        const { printNext } = await output()
        const waiting = rows.find(({ canPost }) => canPost)
        if (waiting) printNext(`ops transactions post ${waiting.transactionNumber} --dry-run`)
      }),
    [
      { line: "ops transactions list --status pending", does: "what waits to be posted" },
      { line: "ops transactions list --type income --from 2026-10-01 --sort -amount", does: "what came in since October, the largest first" },
    ],
  )
  addExamples(
    transactions
      .command("show <transaction>")
      .description("one transaction with its history")
      .action(async (name: string, _, command: Command) => {
        const transaction = await transactionNamed(call, command, name)
        const history = await call(command, await api(), (client) => client.transactions.history({ params: { id: transaction.id } }))
        await printWithHistory(command, flat(transaction), fieldColumns, history)
      }),
    [
      { line: "ops transactions show TXN-2026-00012", does: "by its number" },
      { line: "ops transactions show 12 -o json", does: "by its id, for a program" },
    ],
  )
  addExamples(
    transactions
      .command("record")
      .description("record a transaction; another person posts it")
      .requiredOption("--amount <decimal>", "how much")
      .addOption(new Option("--currency <code>", "of the amount").choices(currencies).default("USD"))
      .addOption(new Option("--type <word>", "which way the money went").choices(transactionTypes).default("expense"))
      .requiredOption("--category <text>", "in your own words; ops expenses categories shows those that have an account")
      .requiredOption("--site <code>", "of which site: its code, name or id")
      .requiredOption("--description <text>", "what it was")
      .addOption(new Option("--method <word>", "cash, or the bank").choices(paymentMethods).default("cash"))
      .option("--to <account>", "of a transfer: 1000 cash, 1010 bank USD or 1020 bank SSP")
      .option("--reference <text>", "the number of the slip")
      .option("--date <date>", "the day; today if not given")
      .option("--number <text>", "your own number; sent again with the same content it is the same transaction")
      .option("--receipt <files...>", "files that go with it: PDF, JPEG, PNG or WEBP, 5 MB each at most")
      .option("--yes", "do not ask")
      .action(async (given: Recording, command: Command) => {
        const contract = await api()
        const { dateOf } = await import("@ops/platform/calendar.ts")
        const { amount, currency, type, category, description, method } = given
        const payload = {
          transactionNumber: given.number ?? null,
          description,
          amount: await centsOf("--amount", amount),
          currency,
          transactionType: type,
          category,
          paymentMethod: method,
          toAccount: given.to ?? null,
          referenceNumber: given.reference ?? null,
          siteId: await siteNamed(call, command, given.site),
          transactionDate: given.date ?? dateOf(new Date()),
        }
        await notePostingDay(call, command, payload.transactionDate)
        const about = { question: `Record ${type} of ${currency} ${amount}: ${description}?`, possible: true, name: "", columns: fieldColumns }
        await decide(command, given, about, async () => {
          const attachments = await attach(call, command, given.receipt)
          return flat(await call(command, contract, (client) => client.transactions.record({ payload: { ...payload, attachments } })))
        })
      }),
    [
      { line: 'ops transactions record --amount 45 --category fuel --site US --description "Diesel" --reference R-118', does: "asks, then records it" },
      {
        line: 'ops transactions record --type transfer --amount 6000 --category "cash float" --method bank_transfer --site JU --description "Cash drawn" --yes',
        does: "from the bank to cash, without asking",
      },
    ],
  )

  const deciding = (verb: string, description: string) => decidable(transactions.command(`${verb} <transaction>`).description(description))
  const about = (verb: string, { transactionNumber, transactionType, currency, amount, description }: Transaction, possible: boolean) => ({
    question: `${verb} ${transactionNumber}: ${transactionType} of ${currency} ${amount}, ${description}?`,
    possible,
    name: transactionNumber,
    columns: fieldColumns,
  })
  const undoing = (verb: "void" | "reverse", description: string) =>
    deciding(verb, description)
      .requiredOption("--reason <text>", "why; it stays in the history")
      .action(async (name: string, given: Deciding & { readonly reason: string }, command: Command) => {
        const contract = await api()
        const transaction = await transactionNamed(call, command, name)
        const asked = { params: { id: transaction.id }, payload: { reason: given.reason } }
        const possible = verb === "void" ? transaction.canVoid : transaction.canReverse
        await decide(command, given, about(verb === "void" ? "Void" : "Reverse", transaction, possible), async () =>
          flat(await call(command, contract, (client) => (verb === "void" ? client.transactions.void(asked) : client.transactions.reverse(asked)))),
        )
      })

  addExamples(
    deciding("post", "post a transaction that another recorded")
      .option("--override <reason>", "level 10: why your own is posted all the same")
      .action(async (name: string, given: Deciding & { readonly override?: string }, command: Command) => {
        const contract = await api()
        const transaction = await transactionNamed(call, command, name)
        const { id, version, canPost, status } = transaction
        const payload = { version, ...(given.override && { overrideReason: given.override }) }
        const possible = canPost || (status === "pending" && given.override !== undefined)
        await notePostingDay(call, command, transaction.transactionDate)
        await decide(command, given, about("Post", transaction, possible), async () =>
          flat(await call(command, contract, (client) => client.transactions.post({ params: { id }, payload }))),
        )
      }),
    [
      { line: "ops transactions post TXN-2026-00012 --dry-run", does: "whether it is allowed" },
      { line: "ops transactions post TXN-2026-00012 --yes", does: "without asking" },
    ],
  )
  addExamples(undoing("void", "take out a transaction that is not posted"), [
    { line: 'ops transactions void TXN-2026-00012 --reason "Entered twice"', does: "asks, then voids it" },
    { line: 'ops transactions void 12 --reason "Entered twice" --yes', does: "without asking" },
  ])
  addExamples(undoing("reverse", "take back a posted transaction by a linked entry"), [
    { line: 'ops transactions reverse TXN-2026-00012 --reason "Wrong site"', does: "asks, then reverses it" },
    { line: 'ops transactions reverse 12 --reason "Wrong site" --dry-run', does: "whether it is allowed" },
  ])
}
