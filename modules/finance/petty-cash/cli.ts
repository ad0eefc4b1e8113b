/** `ops petty-cash`: requesting, deciding, paying out of a float and retiring; and the floats themselves. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { addReversing, flatReversal } from "@ops/ledger/reversals/terminal.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { addFloatCommands, floatFinder } from "../petty-cash-floats/cli.ts"
import type { pettyCash } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds `petty-cash` to the program. */
export const addPettyCashCommands = (program: Command, call: Call): void => {
  const floatId = async (call: Call, command: Command, name: string) => (await floatFinder(call)(name, command)).id
  const dated = (command: Command, _: object, { date }: Readonly<Record<string, unknown>>) =>
    notePostingDay(call, command, date === undefined ? undefined : String(date))
  const made = addResourceCommands<typeof pettyCash>(program, call, {
    screen,
    api: async () => (await import("./resource.ts")).PettyCashApi,
    name: "petty-cash",
    description: "petty cash: request, approve, pay out of a float, accept receipts",
    siteNamed,
    shown: flatReversal,
    columns: { requestNumber: { title: "Request" }, requestDate: { priority: 1 }, currency: { priority: 1 } },
    list: {
      description: "list petty cash requests, newest first",
      named: { floatId },
      next: ({ canApprove, requestNumber }) => (canApprove ? `ops petty-cash approve ${requestNumber} --dry-run` : undefined),
      examples: [
        { line: "ops petty-cash list --status pending", does: "requests awaiting a decision" },
        { line: "ops petty-cash list --status disbursed", does: "cash advances outstanding" },
      ],
    },
    commands: {
      request: {
        meanings: {
          amount: "how much",
          currency: "of the amount",
          category: "category",
          purpose: "what it is for",
          siteId: "for which site: its code, name or id; your own if not given",
          notes: "anything else",
        },
        question: ({ category, purpose }, { currency, amount }) => `Request ${currency} ${amount} petty cash for ${category}: ${purpose}?`,
        examples: [
          {
            line: 'ops petty-cash request --amount 45 --category transport --purpose "Motorbike to the airstrip"',
            does: "asks, then requests it in your name",
          },
          {
            line: 'ops petty-cash request --amount 39000 --currency SSP --category meals --purpose "Herbs" --site US --yes',
            does: "in pounds, without asking",
          },
        ],
      },
      reject: { meanings: { reason: "why; who asked for it reads it" } },
      disburse: {
        named: { floatId },
        meanings: { floatId: "float: name or id", date: "the day it was paid; today if not given" },
        note: dated,
        examples: [
          { line: 'ops petty-cash disburse PC-2026-0012 --float "Juba office"', does: "asks, then pays it out" },
          { line: "ops petty-cash disburse PC-2026-0012 --float 3 --dry-run", does: "whether it is allowed" },
        ],
      },
      retire: {
        flags: { receipts: "receipt" },
        meanings: { spent: "how much, by the receipts; the rest goes back to the float", date: "the day it was handed in; today if not given" },
        note: dated,
        examples: [
          { line: "ops petty-cash retire PC-2026-0012 --spent 38.50 --receipt slip.jpg", does: "asks, then posts it; the rest is back in the float" },
          { line: "ops petty-cash retire PC-2026-0012 --spent 0 --yes", does: "all the cash was returned" },
        ],
      },
    },
    byHand: ["reverse"],
  })
  addReversing<typeof pettyCash>(made, {
    argument: "<request>",
    description: "reverse the retirement of a request, or its payout: the advance is reopened, or the cash returns to the float",
    example: "ops petty-cash reverse PC-2026-0012",
    nameOf: ({ requestNumber, status }) => `the ${status === "retired" ? "retirement" : "payout"} of ${requestNumber}`,
  })
  addFloatCommands(made.parent, call)
}
