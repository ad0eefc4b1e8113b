/** `ops transactions`: recording money in, money out and transfers; posting and reversing. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import { addReverseCommand } from "@ops/ledger/reversals/terminal.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { transactions } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds `transactions` to the program. */
export const addTransactionCommands = (program: Command, call: Call): void => {
  const { parent, columns, find, ask } = addResourceCommands<typeof transactions>(program, call, {
    screen,
    api: async () => (await import("./resource.ts")).TransactionsApi,
    description: "money received, paid or transferred",
    siteNamed,
    byHand: ["reverse"],
    list: {
      description: "list transactions, newest first",
      flags: { paymentMethod: "method" },
      next: ({ canPost, transactionNumber }) => (canPost ? `ops transactions post ${transactionNumber} --dry-run` : undefined),
      examples: [
        { line: "ops transactions list --status pending", does: "transactions to post" },
        { line: "ops transactions list --type income --from 2026-10-01 --sort -amount", does: "money received since October, largest first" },
      ],
    },
    commands: {
      record: {
        description: "record a transaction; another person posts it",
        flags: { paymentMethod: "method", toAccount: "to", referenceNumber: "reference", attachments: "receipt" },
        meanings: {
          transactionNumber: "your own number; sent again with the same content it is the same transaction",
          amount: "how much",
          currency: "of the amount",
          transactionType: "type of transaction",
          category: "in your own words; ops expenses categories shows those that have an account",
          description: "what it was",
          paymentMethod: "cash, or the bank",
          toAccount: "of a transfer: 1000 cash, 1010 bank USD or 1020 bank SSP",
          referenceNumber: "reference number",
        },
        question: ({ description }, { type, currency, amount }) => `Record ${type} of ${currency} ${amount}: ${description}?`,
        note: (command, _, { transactionDate }) => notePostingDay(call, command, String(transactionDate)),
        examples: [
          { line: 'ops transactions record --amount 45 --category fuel --site US --description "Diesel" --reference R-118', does: "asks, then records it" },
          {
            line: 'ops transactions record --type transfer --amount 6000 --category "cash float" --method bank_transfer --site JU --description "Cash drawn" --yes',
            does: "from the bank to cash, without asking",
          },
        ],
      },
      post: { note: (command, { transactionDate }) => notePostingDay(call, command, transactionDate) },
    },
  })
  addReverseCommand<(typeof transactions)["Row"]>(parent, {
    argument: "<transaction>",
    description: "reverse a transaction that is posted",
    columns,
    kinds: ["error"],
    example: "ops transactions reverse TXN-2026-00012",
    nameOf: ({ transactionNumber, description }) => `${transactionNumber}, ${description}`,
    find,
    preview: ({ id }, command) => ask(command, (calls) => calls.reversal({ params: { id } })),
    reverse: ({ id }, { reason }, command) => ask(command, (calls) => calls.reverse({ params: { id }, payload: { reason } })),
  })
}
