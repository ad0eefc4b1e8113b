/** `ops expenses`: request, decide, pay, and set the account of a category. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { notePostingDay } from "@ops/ledger/periods/posting-day-terminal.ts"
import { addReversing, flatReversal } from "@ops/ledger/reversals/terminal.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { addExpenseCategoryCommands } from "../expense-categories/cli.ts"
import type { expenseRequests } from "./resource.ts"
import { screen } from "./screen.ts"

type Request = (typeof expenseRequests)["Row"]

const flat = (request: Request) => ({
  requestedByUser: request.onBehalfOfUser ?? request.requestedByUser,
  approvals: request.approvals.map(({ byName, overrideReason }) => `${byName ?? "the system"}${overrideReason ? ` (${overrideReason})` : ""}`).join(", "),
  ...flatReversal(request),
})

/** Adds `expenses` to the program. */
export const addExpenseCommands = (program: Command, call: Call): void => {
  const made = addResourceCommands<typeof expenseRequests>(program, call, {
    screen,
    api: async () => (await import("./resource.ts")).ExpenseRequestsApi,
    name: "expenses",
    description: "expense requests: request, approve, pay",
    siteNamed,
    shown: flat,
    columns: { requestNumber: { title: "Request", priority: 0 }, requestDate: { priority: 1 }, description: { priority: 3 } },
    list: {
      description: "list expense requests, newest first",
      switches: { mine: { meaning: "only yours, requested by you or for you", gives: { mine: "true" } } },
      next: ({ canApprove, requestNumber }) => (canApprove ? `ops expenses approve ${requestNumber} --dry-run` : undefined),
      examples: [
        { line: "ops expenses list --status pending", does: "requests awaiting a decision" },
        { line: "ops expenses list --from 2026-10-01 --to 2026-10-31 -o csv > october.csv", does: "a month, as a file" },
      ],
    },
    commands: {
      request: {
        flags: { businessPurpose: "purpose", paymentMethod: "method", receipts: "receipt" },
        defaults: { paymentMethod: "cash" },
        meanings: {
          amount: "how much",
          currency: "of the amount",
          category: "category",
          description: "what it is for",
          businessPurpose: "business purpose",
          paymentMethod: "payment method",
          priority: "priority",
          requestedBy: "id of the person it is for, if not you",
          notes: "anything else",
        },
        question: ({ category, description }, { currency, amount }) => `Request ${currency} ${amount} for ${category}: ${description}?`,
        examples: [
          {
            line: 'ops expenses request --amount 120.50 --category transport --site US --description "Truck hire" --purpose "Fetch the dry store"',
            does: "asks, then requests it in your name",
          },
          {
            line: 'ops expenses request --amount 84 --category fuel --site US --description "Diesel" --purpose "Generator" --receipt slip.jpg voucher.pdf',
            does: "with receipts",
          },
        ],
      },
      reject: { meanings: { reason: "why; who asked for it reads it" } },
      addReceipts: { verb: "attach", flags: { receipts: "receipt" } },
      pay: {
        flags: { paidDate: "date", paymentMethod: "method", paymentReference: "reference" },
        meanings: {
          paidDate: "the day it was paid; today if not given",
          paymentMethod: "payment method, if different from the request",
          paymentReference: "the number of the voucher or transfer",
        },
        note: (command, _, { paidDate }) => notePostingDay(call, command, paidDate === undefined ? undefined : String(paidDate)),
        examples: [
          { line: "ops expenses pay EXP-2026-0012 --reference PV-0031", does: "asks, then pays by the requested method" },
          { line: "ops expenses pay EXP-2026-0012 --method bank_transfer --date 2026-11-20 --yes", does: "by bank transfer, dated yesterday" },
        ],
      },
    },
    byHand: ["reverse"],
  })
  addReversing<typeof expenseRequests>(made, {
    argument: "<request>",
    description: "reverse the payment of a request; one that the bank returned can be paid again",
    example: "ops expenses reverse EXP-2026-0012",
    nameOf: ({ requestNumber }) => `the payment of ${requestNumber}`,
  })
  addExpenseCategoryCommands(made.parent, call)
}
