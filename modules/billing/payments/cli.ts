/** `ops payments`: payments by clients. */
import type { Command } from "@ops/platform/terminal/command.ts"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import { addReversing } from "@ops/ledger/reversals/terminal.ts"
import { clientIdNamed } from "@ops/clients/client-named.ts"
import { invoiceNamed } from "../invoices/cli.ts"
import type { payments } from "./resource.ts"
import { screen } from "./screen.ts"

const accountColumns: ReadonlyArray<TableColumn> = [
  { key: "clientName", title: "Client", kind: "text" },
  { key: "currency", title: "Currency", kind: "text" },
  { key: "open", title: "Owes", kind: "money" },
  { key: "credit", title: "Credit", kind: "money" },
]

/** Adds `payments` to the program. */
export const addPaymentCommands = (program: Command, call: Call): void => {
  const commands = addResourceCommands<typeof payments>(program, call, {
    screen,
    api: async () => (await import("./resource.ts")).PaymentsApi,
    name: "payments",
    description: "money received from clients",
    list: {
      flags: { clientId: "client" },
      named: { clientId: clientIdNamed },
      examples: [{ line: "ops payments list --client SLB", does: "a client's payments" }],
    },
    columns: { invoices: { priority: 3 }, unallocated: { priority: 2 } },
  })
  commands.parent
    .command("record")
    .description("record money received; the oldest invoices are settled first unless they are named")
    .requiredOption("--client <name>", "who paid: code, name or id")
    .requiredOption("--amount <amount>", "how much: 1250.00")
    .option("--currency <code>", "USD or SSP", "USD")
    .option("--method <word>", "cash, bank_transfer, check or credit_card", "bank_transfer")
    .option("--date <day>", "when; today if not given")
    .option("--reference <text>", "the bank's or the payer's reference")
    .option("--invoice <number=amount>", "what goes to which invoice; may be given again", (one: string, all: ReadonlyArray<string> = []) => [...all, one])
    .option("--rate <rate>", "agreed SSP per USD, to settle named invoices in the other currency")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops payments record --client SLB --amount 12500.00 --reference TT-8841", does: "for the oldest invoices" },
      { line: "ops payments record --client SLB --amount 500 --invoice INV-2026-00012=500 --yes", does: "for one invoice, without asking" },
      {
        line: "ops payments record --client SLB --currency SSP --amount 712500 --invoice INV-2026-00012=500 --rate 1425",
        does: "USD 500.00 of an invoice, paid in SSP",
      },
    )
    .action(async (given, command: Command) => {
      const { parseMoney } = await import("@ops/platform/money.ts")
      const amount = parseMoney(given.amount)
      if (amount === undefined) throw new Exit("usage", `--amount cannot be "${given.amount}".`, { next: "Give one like 1250.00." })
      const clientId = await clientIdNamed(call, command, given.client)
      const allocations = []
      for (const text of (given.invoice ?? []) as ReadonlyArray<string>) {
        const [, name, part] = /^([\w-]+)=(.+)$/.exec(text) ?? []
        const cents = part === undefined ? undefined : parseMoney(part)
        if (name === undefined || cents === undefined)
          throw new Exit("usage", `--invoice cannot be "${text}".`, { next: "Give one like INV-2026-00012=500.00." })
        allocations.push({ invoiceId: (await invoiceNamed(call, command, name)).id, amount: cents })
      }
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await notePostingDay(call, command, given.date)
      await confirm(`Record ${given.currency} ${given.amount} from ${given.client}?`, given)
      const payload = {
        clientId,
        amount,
        currency: given.currency,
        method: given.method,
        ...(given.date && { date: given.date }),
        ...(given.reference && { reference: given.reference }),
        ...(allocations.length > 0 && { allocations }),
        ...(given.rate && { exchangeRate: await centsOf("--rate", given.rate) }),
      }
      const payment = await commands.ask(command, (calls) => calls.receive({ payload }))
      const { print, printNext } = await import("@ops/platform/terminal/output.ts")
      await print(payment, { ...commonOptions(command), columns: commands.columns })
      printNext("ops invoices list --status open")
    })
  commands.parent
    .command("convert-credit")
    .description("convert a client's credit to the other currency, to settle invoices with it or to reverse a payment")
    .requiredOption("--client <name>", "whose credit: code, name or id")
    .requiredOption("--amount <amount>", "amount to convert: 1250.00")
    .option("--currency <code>", "currency of the credit: USD or SSP", "SSP")
    .option("--rate <rate>", "SSP per USD, as agreed; the official rate of today, if not given")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops payments convert-credit --client SLB --amount 712500", does: "SSP to USD at the official rate of today" },
      { line: "ops payments convert-credit --client SLB --currency USD --amount 500 --rate 1500 --yes", does: "back to SSP, at an agreed rate" },
    )
    .action(async (given, command: Command) => {
      const amount = await centsOf("--amount", given.amount)
      const clientId = await clientIdNamed(call, command, given.client)
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(`Convert credit of ${given.currency} ${given.amount} of ${given.client}?`, given)
      const payload = { clientId, amount, currency: given.currency, ...(given.rate && { exchangeRate: await centsOf("--rate", given.rate) }) }
      const { open, credit, clientName } = await commands.ask(command, (calls) => calls.convert({ payload }))
      const { print, printNext } = await import("@ops/platform/terminal/output.ts")
      const rows = (["USD", "SSP"] as const).map((currency) => ({ clientName, currency, open: open[currency], credit: credit[currency] }))
      await print(rows, { ...commonOptions(command), columns: accountColumns })
      printNext("ops invoices list --status open")
    })

  addReversing<typeof payments>(commands, {
    argument: "<payment>",
    description: "reverse a payment that bounced or was recorded in error: its invoices are reopened",
    example: "ops payments reverse RCT-2026-0003",
    nameOf: ({ paymentNumber }) => paymentNumber,
  })
}
