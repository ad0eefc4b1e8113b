/** `ops bank`: import a bank's statements, match their lines with the books, and reconcile a day. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { count } from "@ops/platform/text.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { bankAccounts, LineProposals, StandingAnswer } from "./accounts/resource.ts"
import { screen as accountScreen } from "./accounts/screen.ts"
import type { bankLines } from "./lines/resource.ts"
import { screen as lineScreen } from "./lines/screen.ts"
import type { bankStatements } from "./statements/resource.ts"
import { screen as statementScreen } from "./statements/screen.ts"

type Account = (typeof bankAccounts)["Row"]
type BankLine = (typeof bankLines)["Row"]
type Proposal = (typeof LineProposals.Type)["proposals"][number]
interface Done {
  readonly dryRun?: boolean
  readonly yes?: boolean
}

const accountsApi = async () => (await import("./accounts/resource.ts")).BankAccountsApi
const statementsApi = async () => (await import("./statements/resource.ts")).BankStatementsApi
const linesApi = async () => (await import("./lines/resource.ts")).BankLinesApi
const output = () => import("@ops/platform/terminal/output.ts")
const confirmed = async (question: string, { yes }: Done) => (await import("@ops/platform/terminal/confirm.ts")).confirm(question, { yes })
const dryRun = () => new Option("--dry-run", "only show what would happen").conflicts("yes")

const importColumns: ReadonlyArray<TableColumn> = [
  { key: "statementNumber", title: "Statement", kind: "text" },
  { key: "from", title: "From", kind: "date" },
  { key: "to", title: "To", kind: "date" },
  { key: "opening", title: "Opening", kind: "money" },
  { key: "added", title: "New lines", kind: "integer" },
  { key: "repeated", title: "Imported before", kind: "integer" },
  { key: "closing", title: "Closing", kind: "money" },
]
const proposalColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Line", kind: "integer", priority: 0 },
  { key: "date", title: "Date", kind: "date", priority: 0 },
  { key: "amount", title: "Amount", kind: "money", priority: 0 },
  { key: "text", title: "Text", kind: "text", priority: 1 },
  { key: "n", title: "No.", kind: "integer", priority: 0 },
  { key: "title", title: "Proposal", kind: "text", priority: 0 },
  { key: "certain", title: "Certain", kind: "text", priority: 0 },
  { key: "reasons", title: "Why", kind: "text", priority: 2 },
]
const statusColumns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "Account", kind: "text", priority: 0 },
  { key: "currency", title: "Currency", kind: "text", priority: 1 },
  { key: "books", title: "Books", kind: "money", priority: 0 },
  { key: "inTransit", title: "In transit", kind: "money", priority: 1 },
  { key: "bank", title: "Bank", kind: "money", priority: 0 },
  { key: "openLines", title: "Open lines", kind: "integer", priority: 0 },
  { key: "state", title: "State", kind: "text", priority: 0 },
]

/** Adds `bank` to the program. */
export const addBankCommands = (program: Command, call: Call): void => {
  const bank = program.command("bank").description("bank statements: import them, match their lines, reconcile accounts")
  const accounts = addResourceCommands<typeof bankAccounts>(bank, call, {
    screen: accountScreen,
    api: accountsApi,
    name: "accounts",
    under: "bank",
    description: "bank and cash accounts to reconcile at each month-end",
    siteNamed,
    commands: {
      open: {
        meanings: {
          bankNumber: "account number or IBAN in the bank's files",
          from: "first day to reconcile",
          opening: "balance on the day before",
        },
        examples: [
          {
            line: 'ops bank accounts open --name "Equity USD" --account 1010 --currency USD --reconciled-from 2026-10-01 --balance-before-that-day 182340.10',
            does: "asks, then every month-end from October on must be reconciled",
          },
        ],
      },
      keepLayout: {
        verb: "layout",
        description: "save the column layout of the bank's CSV or XLSX files",
        examples: [
          {
            line: 'ops bank accounts layout "Equity USD" --name Equity --date-column Date --text-column Narration --column-of-money-in Credit --column-of-money-out Debit --balance-column Balance',
            does: "asks, then uses it for files from today",
          },
        ],
      },
      keepRule: {
        verb: "rule",
        description: "save a rule that sets the category of lines with certain words",
        examples: [
          {
            line: 'ops bank accounts rule "Equity USD" --words "LEDGER FEE" --money out --category "Bank charges" --site JO',
            does: "asks, then proposes such lines by the rule",
          },
        ],
      },
      endRule: { verb: "end-rule", examples: [{ line: 'ops bank accounts end-rule "Equity USD" --rule 2', does: "asks, then ends the rule today" }] },
    },
  })
  /** A filter by account, as people name it. */
  const named = { accountId: async (_: Call, command: Command, text: string) => (await accounts.find(text, command)).id }
  addResourceCommands<typeof bankStatements>(bank, call, { screen: statementScreen, api: statementsApi, name: "statements", under: "bank", list: { named } })
  addResourceCommands<typeof bankLines>(bank, call, {
    screen: lineScreen,
    api: linesApi,
    name: "lines",
    under: "bank",
    siteNamed,
    byHand: ["match", "settle", "pay"],
    list: { named, examples: [{ line: "ops bank lines list --status open -o csv > open.csv", does: "unmatched lines, as a file" }] },
    commands: {
      draft: {
        flags: { remember: "remember", transfer: "transfer" },
        meanings: {
          category: "such as bank charges",
          description: "what it is; the words of the line if not given",
          remember: "also save a rule for lines with these words",
        },
        examples: [{ line: 'ops bank lines draft 12 --category "Bank charges" --site JO', does: "asks, then drafts it for another person to post" }],
      },
      offset: { flags: { otherId: "other" }, examples: [{ line: "ops bank lines offset 12 --other 15", does: "asks, then matches a line with its reversal" }] },
      undo: { examples: [{ line: 'ops bank lines undo 12 --reason "Another payment"', does: "asks, then reopens the line and its entries" }] },
    },
  })

  /** The named account, or the only one. */
  const accountNamed = async (command: Command, name: string | undefined): Promise<Account> => {
    if (name !== undefined) return accounts.find(name, command)
    const contract = await accountsApi()
    const all = await call(command, contract, (client) => client.bankAccounts.list({ query: { kind: "bank" } }))
    if (all.length === 1) return all[0]!
    throw new Exit("usage", all.length === 0 ? "There is no bank account yet." : "There are several bank accounts: choose one.", {
      next: all.length === 0 ? "ops bank accounts open --help" : `Give --account with one of: ${all.map(({ name }) => name).join(", ")}`,
    })
  }

  const imported = async (file: string, given: Done & { account?: string; layout?: string; opening?: string; closing?: string }, command: Command) => {
    const [{ readFile }, { basename }, { buffer }, { readBankFile }, { sent }, { FileFault }, { centsOf }, { layoutOn }, { dateOf }] = await Promise.all([
      import("node:fs/promises"),
      import("node:path"),
      import("node:stream/consumers"),
      import("./web/files/read-bank-file.ts"),
      import("./web/files/sending.ts"),
      import("@ops/platform/imports/table.ts"),
      import("@ops/platform/terminal/amounts.ts"),
      import("./web/files/layout.ts"),
      import("@ops/platform/calendar.ts"),
    ])
    const account = await accountNamed(command, given.account)
    const bytes = await (file === "-" ? buffer(process.stdin) : readFile(file)).catch((cause: Error) => {
      throw new Exit("usage", `${file} cannot be read.`, { why: cause.message, cause })
    })
    const names = [...new Set(account.layouts.map(({ name }) => name))]
    const name = given.layout ?? (names.length === 1 ? names[0] : undefined)
    const layout = name === undefined ? undefined : layoutOn(account, name, dateOf(new Date()))
    if (given.layout !== undefined && !layout)
      throw new Exit("usage", `${account.name} has no layout "${given.layout}".`, {
        next: names.length > 0 ? `It has ${names.join(", ")}` : "ops bank accounts layout --help",
      })
    const read = await readBankFile(bytes, layout).catch((error: unknown) => {
      if (!(error instanceof FileFault)) throw error
      throw new Exit("usage", `${error.message}.`, { next: "ops bank accounts layout --help, if the bank's table has other columns" })
    })
    const money = async (option: string, text: string | undefined) => (text === undefined ? undefined : centsOf(option, text))
    const payload = sent(read, {
      accountId: account.id,
      fileName: file === "-" ? "standard input" : basename(file),
      layout: name ?? null,
      opening: await money("--opening", given.opening),
      closing: await money("--closing", given.closing),
    })
    const contract = await statementsApi()
    const checked = await call(command, contract, (client) => client.bankStatements.check({ payload }))
    const { print, printNext } = await output()
    const options = { ...commonOptions(command), columns: importColumns }
    const already = checked.repeated > 0 ? `, ${checked.repeated} imported before` : ""
    if (given.dryRun || (checked.added === 0 && checked.closing === null)) {
      await print(checked, options)
      process.stderr.write(
        checked.added === 0 && checked.closing === null
          ? "Everything was imported before; nothing was changed.\n"
          : `${count(checked.added, "line")} would be imported${already}; nothing was written.\n`,
      )
      return
    }
    await confirmed(`Import ${count(checked.added, "line")} of ${account.name}, ${checked.from} to ${checked.to}${already}?`, given)
    await print(await call(command, contract, (client) => client.bankStatements.import({ payload })), options)
    printNext(`ops bank match --account "${account.name}"`)
  }
  bank
    .command("import <file>")
    .description("import a statement: OFX, MT940, CAMT.053, or the bank's own CSV or XLSX; a line is imported once, however often it comes")
    .option("--account <name>", "the bank account; the only one, if not given")
    .option("--layout <name>", "for a CSV or XLSX file: the layout of the bank")
    .option("--opening <decimal>", "opening balance, if the file has none")
    .option("--closing <decimal>", "closing balance, if the file has none")
    .addOption(dryRun())
    .option("--yes", "do not ask")
    .examples(
      { line: "ops bank import october.sta --dry-run", does: "preview of an MT940 file" },
      { line: 'ops bank import october.csv --account "Equity USD" --layout Equity', does: "asks, then imports the bank's table" },
    )
    .action(imported)

  /** Applies a proposal to a line. */
  const accept = async (command: Command, { id, version }: Pick<BankLine, "id" | "version">, proposal: Proposal) => {
    const contract = await linesApi()
    const { parseMoney } = await import("@ops/platform/money.ts")
    const cents = (amount: string) => parseMoney(amount)!
    const params = { id }
    return call(command, contract, ({ bankLines }) => {
      switch (proposal.kind) {
        case "entries":
          return bankLines.match({
            params,
            payload: { version, entries: proposal.entries!.map(({ id: entryId, amount }) => ({ entryId, amount: cents(amount) })) },
          })
        case "invoices": {
          const invoices = proposal.invoices!.map(({ id: invoiceId, amount }) => ({ invoiceId, amount: cents(amount) }))
          return bankLines.settle({ params, payload: { version, invoices, fee: proposal.fee ? cents(proposal.fee) : null } })
        }
        case "bills":
          return bankLines.pay({
            params,
            payload: { version, bills: proposal.bills!.map(({ id: payableId, amount }) => ({ payableId, amount: cents(amount) })) },
          })
        case "offset":
          return bankLines.offset({ params, payload: { version, otherId: proposal.lineId! } })
        case "draft":
          if (proposal.siteId === null)
            throw new Exit("refused", "A draft needs a site.", {
              next: `ops bank lines draft ${id} --category "${proposal.category}" --site <code>`,
            })
          return bankLines.draft({ params, payload: { version, category: proposal.category!, siteId: proposal.siteId! } })
      }
    })
  }

  const match = async (given: Done & { account?: string; line?: string; proposal: string }, command: Command) => {
    const account = await accountNamed(command, given.account)
    const contract = await linesApi()
    const { readList } = await import("@ops/platform/terminal/lists.ts")
    const { rows: open } = await readList(command, { limit: undefined, all: true }, (page) =>
      call(command, contract, (client) =>
        client.bankLines.list({ query: { accountId: String(account.id), status: "open", sort: "date", ...page }, responseMode: "decoded-and-response" }),
      ),
    )
    const proposed = await call(command, await accountsApi(), (client) => client.bankAccounts.proposals({ params: { id: account.id } }))
    const proposalsOf = new Map(proposed.map(({ lineId, proposals }) => [lineId, proposals]))
    const { print, printNext } = await output()
    const options = { ...commonOptions(command), columns: proposalColumns }
    const shown = (line: BankLine, all: ReadonlyArray<Proposal>): ReadonlyArray<object> => {
      const { id, date, amount } = line
      const own = { id, date, amount, currency: account.currency, text: [line.counterparty, line.text].filter(Boolean).join(": ") }
      return all.length === 0
        ? [
            {
              ...own,
              n: null,
              title: line.made.length > 0 ? `Recorded as ${line.made.map(({ number, status }) => `${number}, ${status}`).join("; ")}` : null,
              certain: null,
              reasons: null,
            },
          ]
        : all.map((proposal, n) => ({
            ...own,
            n: n + 1,
            title: proposal.title,
            certain: proposal.certain ? "yes" : null,
            reasons: proposal.reasons.join("; "),
          }))
    }
    if (given.line !== undefined) {
      const line = open.find(({ id }) => String(id) === given.line)
      if (!line) throw new Exit("refused", `${account.name} has no open line ${given.line}.`, { next: "ops bank lines list --status open" })
      const all = proposalsOf.get(line.id) ?? []
      const chosen = all[Number(given.proposal) - 1]
      if (!chosen) throw new Exit("refused", `Line ${line.id} has no proposal ${given.proposal}.`, { next: `ops bank lines draft ${line.id} --help` })
      await print(shown(line, all), options)
      if (given.dryRun) return
      await confirmed(`Confirm for line ${line.id}: ${chosen.title}?`, given)
      const done = await accept(command, line, chosen)
      await print(done, { ...commonOptions(command), columns: lineScreen.columns })
      return
    }
    const certain = open.flatMap((line) => {
      const [best] = proposalsOf.get(line.id) ?? []
      return best?.certain ? [{ line, best }] : []
    })
    await print(
      open.flatMap((line) => shown(line, (proposalsOf.get(line.id) ?? []).slice(0, 1))),
      options,
    )
    const proposals = open.filter(({ id }) => (proposalsOf.get(id) ?? []).length > 0).length
    process.stderr.write(`${count(open.length, "open line")}, ${proposals} with a proposal, ${certain.length} certain.\n`)
    if (given.dryRun || certain.length === 0) {
      if (open.length > 0) printNext(`ops bank match --line ${open.find(({ id }) => !certain.some(({ line }) => line.id === id))?.id ?? open[0]!.id}`)
      return
    }
    await confirmed(`Confirm the ${count(certain.length, "certain match", "certain matches")}?`, given)
    for (const { line, best } of certain) await accept(command, line, best)
    process.stderr.write(`${count(certain.length, "line")} matched, ${open.length - certain.length} left.\n`)
  }
  bank
    .command("match")
    .description("show match proposals for the open lines of an account, and confirm the certain ones or a single one")
    .option("--account <name>", "the bank account; the only one, if not given")
    .option("--line <id>", "only this line, with all its proposals")
    .option("--proposal <no>", "number of the proposal", "1")
    .addOption(dryRun())
    .option("--yes", "do not ask")
    .examples(
      { line: "ops bank match --dry-run", does: "each open line with its most likely proposal, and the reason" },
      { line: "ops bank match --yes", does: "confirms the proposals that are certain" },
      { line: "ops bank match --line 12 --proposal 2", does: "asks, then confirms the second proposal of a line" },
    )
    .action(match)

  const status = async ({ date }: { date?: string }, command: Command) => {
    const contract = await accountsApi()
    const all = await call(command, contract, (client) => client.bankAccounts.list({ query: { limit: "1000" } }))
    const rows: Array<typeof StandingAnswer.Type & { readonly name: string; readonly state: string }> = []
    for (const { id, name } of all) {
      const standing = await call(command, contract, (client) => client.bankAccounts.standing({ params: { id }, query: { ...(date && { date }) } }))
      rows.push({ ...standing, name, state: standing.reconciled ? "reconciled" : (standing.fault ?? "to reconcile") })
    }
    const { print } = await output()
    await print(rows, { ...commonOptions(command), columns: statusColumns })
    const left = rows.filter(({ reconciled }) => !reconciled)
    if (left.length === 0) return
    const day = rows[0]!.date
    throw new Exit("difference", `${left.map(({ name }) => name).join(", ")} ${left.length === 1 ? "is" : "are"} not reconciled on ${day}.`, {
      next: left[0]!.fault === null ? `ops bank reconcile "${left[0]!.name}" --date ${day}` : `ops bank match --account "${left[0]!.name}"`,
    })
  }
  bank
    .command("status")
    .description("the balances of each account on a day: books, in transit, bank; exit 8 if one is not reconciled")
    .option("--date <day>", "at the end of this day; today, if not given")
    .examples(
      { line: "ops bank status --date 2026-10-31", does: "the reconciliation of October" },
      { line: "ops bank status -o json", does: "as of today, for a program" },
    )
    .action(status)

  const reconcile = async (name: string, { date, balance: text, ...given }: Done & { date: string; balance?: string }, command: Command) => {
    const account = await accounts.find(name, command)
    const contract = await accountsApi()
    const params = { id: account.id }
    const standing = await call(command, contract, (client) => client.bankAccounts.standing({ params, query: { date } }))
    const { print } = await output()
    await print({ ...standing, name: account.name, state: standing.fault ?? "can be reconciled" }, { ...commonOptions(command), columns: statusColumns })
    if (given.dryRun) {
      if (standing.fault !== null) throw new Exit("refused", `${standing.fault}.`)
      return
    }
    const balance = text === undefined ? undefined : await (await import("@ops/platform/terminal/amounts.ts")).centsOf("--balance", text)
    await confirmed(`Reconcile ${account.name} on ${date}, ${account.currency} ${text ?? standing.bank ?? ""}?`, given)
    const done = await call(command, contract, (client) =>
      client.bankAccounts.reconcile({ params, payload: { date, ...(balance !== undefined && { balance }) } }),
    )
    await print(done, { ...commonOptions(command), columns: accounts.columns })
  }
  bank
    .command("reconcile <account>")
    .description("reconcile the end of a day: the ledger is checked against that balance from then")
    .requiredOption("--date <day>", "the day, such as the last of a month")
    .option("--balance <decimal>", "balance of the statement or count; defaults to the imported statements")
    .addOption(dryRun())
    .option("--yes", "do not ask")
    .examples(
      { line: 'ops bank reconcile "Equity USD" --date 2026-10-31', does: "asks, then reconciles October" },
      { line: "ops bank reconcile Cash --date 2026-10-31 --balance 4210.00 --yes", does: "a cash count" },
    )
    .action(reconcile)
}
