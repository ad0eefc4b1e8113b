/** `ops tax payments`: recorded by one person, approved by another, paid by a person who did not approve it. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { notePostingDay } from "../../periods/posting-day-terminal.ts"
import { addReversing } from "../../reversals/terminal.ts"
import { reportNamed } from "../named.ts"
import type { taxPayments } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds `payments` to `tax`. */
export const addTaxPayments = (tax: Command, call: Call): void => {
  const commands = addResourceCommands<typeof taxPayments>(tax, call, {
    screen,
    api: async () => (await import("./resource.ts")).TaxPaymentsApi,
    name: "tax payments",
    description: "payments of filed reports",
    byHand: ["reverse"],
    list: { examples: [{ line: "ops tax payments list --status pending", does: "payments awaiting approval" }] },
    commands: {
      record: {
        flags: { taxReportId: "report", paymentMethod: "method" },
        named: { taxReportId: async (call, command, name) => (await reportNamed(call, command, name)).id },
        meanings: {
          taxReportId: "the number of the report, or its id",
          paymentAmount: "amount; defaults to the open balance",
          paymentDate: "the day; today, if not given",
          referenceNumber: "reference number",
        },
        note: (command, _, { paymentDate }) => notePostingDay(call, command, paymentDate === undefined ? undefined : String(paymentDate)),
        examples: [
          { line: "ops tax payments record --report TAX-2026-001", does: "asks, then records payment of the open balance" },
          { line: "ops tax payments record --report TAX-2026-001 --amount 120.50 --yes", does: "part of it, without asking" },
        ],
      },
      pay: {
        meanings: { paidDate: "the day; today, if not given", reference: "reference number" },
        note: (command, _, { paidDate }) => notePostingDay(call, command, paidDate === undefined ? undefined : String(paidDate)),
      },
    },
  })
  addReversing<typeof taxPayments>(commands, {
    argument: "<payment>",
    description: "reverse a tax payment: the tax is owed again",
    example: "ops tax payments reverse TXP-2026-0001",
    nameOf: ({ paymentNumber }) => paymentNumber,
  })
}
