/** `ops accounts`, `ops journal`, `ops rates` and `ops taxes`: reading the books and entering rates. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, type Paging, printList, readList, tellRest } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addAccountCommands } from "./accounts/cli.ts"
import { addJournalCommands } from "./journal-entries/cli.ts"
import { addRateChanges } from "./exchange-rates/cli.ts"

const rateColumns: ReadonlyArray<TableColumn> = [
  { key: "type", title: "Type", kind: "text", priority: 1 },
  { key: "from", title: "From", kind: "date", priority: 0 },
  { key: "rate", title: "SSP per USD", kind: "money", priority: 0 },
  { key: "source", title: "Source", kind: "text", priority: 2 },
]
const taxColumns: ReadonlyArray<TableColumn> = [
  { key: "code", title: "Code", kind: "text", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 1 },
  { key: "from", title: "From", kind: "date", priority: 0 },
  { key: "rate", title: "Percent", kind: "money", currency: null, priority: 0 },
  { key: "source", title: "Source", kind: "text", priority: 2 },
]

const api = async () => (await import("./contract.ts")).LedgerApi
const output = () => import("@ops/platform/terminal/output.ts")
const today = async () => (await import("@ops/platform/calendar.ts")).dateOf(new Date())

interface Setting {
  readonly from?: string
  readonly source?: string
  readonly yes?: boolean
}

const setRate = async (
  call: Call,
  rate: string,
  { from, source, type, yes }: Setting & { readonly type: "official" | "parallel" | "contract" },
  command: Command,
) => {
  const { parseMoney } = await import("@ops/platform/money.ts")
  const cents = parseMoney(rate)
  if (cents === undefined) throw new Exit("usage", `"${rate}" is not a rate.`, { next: "Give SSP per USD, such as 1350.50." })
  const day = from ?? (await today())
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(`Enter the ${type} rate of ${rate} SSP per dollar from ${day}?`, { yes })
  const payload = { type, from: day, rate: cents, ...(source && { source }) }
  const entered = await call(command, await api(), (client) => client.ledger.enterRate({ payload }))
  const { print } = await output()
  await print(entered, { ...commonOptions(command), columns: rateColumns })
}

const setTax = async (call: Call, code: string, percent: string, { from, source, yes }: Setting, command: Command) => {
  const { parseMoney } = await import("@ops/platform/money.ts")
  const rate = parseMoney(percent)
  if (rate === undefined) throw new Exit("usage", `"${percent}" is not a percentage.`, { next: "Give one such as 18 or 17.50." })
  const day = from ?? (await today())
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(`Set ${code} to ${percent}% from ${day}? Bills for earlier periods keep their rate.`, { yes })
  const payload = { from: day, rate, ...(source && { source }) }
  const tax = await call(command, await api(), (client) => client.ledger.setTaxRate({ params: { code }, payload }))
  const { print } = await output()
  const { name, rates, proposals } = tax
  if (proposals.some(({ from }) => from === day)) {
    process.stderr.write(`Proposed: it applies once another person confirms it, with: ops taxes confirm ${tax.code} ${day}\n`)
  }
  await print(
    rates.map((rate) => ({ code: tax.code, name, ...rate })),
    { ...commonOptions(command), columns: taxColumns },
  )
}

const decideTax = async (call: Call, code: string, from: string, { yes, reason }: { readonly yes?: boolean; readonly reason?: string }, command: Command) => {
  const { confirm } = await import("@ops/platform/terminal/confirm.ts")
  await confirm(`${reason === undefined ? "Confirm" : "Reject"} the rate of ${code} from ${from}?`, { yes: yes ?? false })
  const params = { code, from }
  const tax = await call(command, await api(), (client) =>
    reason === undefined ? client.ledger.confirmTaxRate({ params }) : client.ledger.rejectTaxRate({ params, payload: { reason } }),
  )
  const { print } = await output()
  await print(
    tax.rates.map((rate) => ({ code: tax.code, name: tax.name, ...rate })),
    { ...commonOptions(command), columns: taxColumns },
  )
}

/** Adds `accounts`, `journal`, `rates` and `taxes` to the program. */
export const addLedgerCommands = (program: Command, call: Call): void => {
  addAccountCommands(program, call)
  addJournalCommands(program, call)
  const rates = program.command("rates").description("exchange rates: SSP per USD")
  paged(rates.command("list").description("rates, newest first").option("--type <words>", "official, parallel or contract"))
    .examples({ line: "ops rates list --type official", does: "rates used in the ledger" })
    .action(async ({ type, limit, all }, command: Command) => {
      const contract = await api()
      await printList(command, { limit, all }, rateColumns, (page) =>
        call(command, contract, (client) => client.ledger.rates({ query: { type, ...page }, responseMode: "decoded-and-response" })),
      )
    })
  rates
    .command("set <rate>")
    .description("enter the rate of the dollar from a given day")
    .option("--from <day>", "from this day; today, if not given")
    .addOption(new Option("--type <type>", "which rate").choices(["official", "parallel", "contract"]).default("official"))
    .option("--source <text>", "source")
    .option("--yes", "do not ask")
    .examples(
      { line: 'ops rates set 1350.50 --source "Bank of South Sudan"', does: "asks, then enters today's official rate" },
      { line: "ops rates set 6000 --type parallel --from 2026-11-01 --yes", does: "without asking" },
    )
    .action((rate: string, given, command: Command) => setRate(call, rate, given, command))

  addRateChanges(rates, call)
  const taxes = program.command("taxes").description("taxes and their rates")
  paged(taxes.command("list").description("rates with their start dates"))
    .examples({ line: "ops taxes list", does: "all of them" })
    .action(async ({ limit, all }: Paging, command: Command) => {
      const contract = await api()
      const { rows: taxes, total } = await readList(command, { limit, all }, (page) =>
        call(command, contract, (client) => client.ledger.taxes({ query: page, responseMode: "decoded-and-response" })),
      )
      const { print } = await output()
      const rows = taxes.flatMap(({ code, name, rates }) => rates.map((rate) => ({ code, name, ...rate })))
      await print(rows, { ...commonOptions(command), columns: taxColumns })
      tellRest(taxes.length, total)
      for (const { code, proposals } of taxes) {
        for (const { from, rate, canConfirm } of proposals) {
          process.stderr.write(
            `${code} ${rate}% from ${from} is proposed${canConfirm ? `: ops taxes confirm ${code} ${from}` : " and waits for another person"}\n`,
          )
        }
      }
    })
  taxes
    .command("set <code> <percent>")
    .description("set the rate of a tax from a date")
    .option("--from <day>", "from this day; today, if not given")
    .option("--source <text>", "the law or notice it comes from")
    .option("--yes", "do not ask")
    .examples({
      line: 'ops taxes set SALES 20 --from 2027-01-01 --source "Finance Act 2027"',
      does: "asks, then sets it, or proposes it if figures would change",
    })
    .action((code: string, percent: string, given: Setting, command: Command) => setTax(call, code, percent, given, command))
  taxes
    .command("confirm <code> <from>")
    .description("confirm a rate that another person has proposed")
    .option("--yes", "do not ask")
    .examples({ line: "ops taxes confirm SALES 2026-11-01", does: "asks, then confirms it" })
    .action((code: string, from: string, { yes }: { yes?: boolean }, command: Command) => decideTax(call, code, from, { yes: yes ?? false }, command))
  taxes
    .command("reject <code> <from>")
    .description("reject a proposed rate, or withdraw your own")
    .requiredOption("--reason <text>", "why")
    .option("--yes", "do not ask")
    .examples({ line: 'ops taxes reject SALES 2026-11-01 --reason "Not in force yet"', does: "asks, then rejects it" })
    .action((code: string, from: string, { yes, reason }: { yes?: boolean; reason: string }, command: Command) =>
      decideTax(call, code, from, { yes: yes ?? false, reason }, command),
    )
}
