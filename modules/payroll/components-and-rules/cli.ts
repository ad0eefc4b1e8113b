/** `ops payroll components`: additions to the salary, and deductions. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { staffId } from "../cli-common.ts"
import type { payComponents } from "./resource.ts"
import { screen } from "./screen.ts"

/** Adds `components` to `payroll`. */
export const addComponentCommands = (payroll: Command, call: Call): void => {
  addResourceCommands<typeof payComponents>(payroll, call, {
    screen,
    api: async () => (await import("./resource.ts")).PayComponentsApi,
    name: "components",
    under: "payroll",
    description: "allowances, bonuses, deductions and corrections",
    shown: ({ firstName, lastName }) => ({ person: `${firstName ?? ""} ${lastName ?? ""}`.trim() }),
    columns: {
      staffNumber: { title: "Staff", priority: 0 },
      lastName: { key: "person", title: "Name", priority: 1 },
      kind: { priority: 0 },
      name: { title: "What" },
      amount: { priority: 0 },
    },
    list: {
      description: "all payrolls, newest first",
      flags: { staffId: "staff" },
      named: { staffId },
      examples: [
        { line: "ops payroll components list", does: "of everyone" },
        { line: "ops payroll components list --staff FO-004", does: "of one person" },
      ],
    },
    show: { examples: [{ line: "ops payroll components show 12", does: "by its id" }] },
    commands: {
      add: {
        description: "add an amount to or deduct it from monthly pay",
        flags: { staffId: "staff" },
        named: { staffId },
        meanings: {
          staffId: "staff number",
          kind: "what it is",
          name: "name on the payslip",
          amount: "a month; below 0 only in a correction",
          from: "its first day",
          to: "its last day; without one it continues",
        },
        required: ["from"],
        defaults: { currency: "USD" },
        switches: {
          once: { meaning: "only in the month of the first day", gives: {} },
          untaxed: { meaning: "not taxed", gives: { taxable: false } },
        },
        reads: { to: { argument: "<date>", value: ([day], { given: { once, from } }) => (once ? from : day) } },
        question: (_, { kind, name, currency, amount, staff, from }) => `Add ${kind} ${name}, ${currency} ${amount}, for ${staff} from ${from}?`,
        examples: [
          {
            line: "ops payroll components add --staff FO-004 --kind allowance --name Housing --amount 150 --from 2026-10-01",
            does: "each month from October on",
          },
          {
            line: 'ops payroll components add --staff FO-004 --kind correction --name "Overtime of September" --amount 42.50 --from 2026-10-01 --once --yes',
            does: "in the next run",
          },
        ],
      },
      end: {
        description: "set its last day",
        meanings: { to: "the last day" },
        required: ["to"],
        immediate: true,
        examples: [
          { line: "ops payroll components end 12 --to 2026-12-31", does: "until the end of the year" },
          { line: "ops payroll components end 12 --to 2026-10-31 -o json", does: "as data" },
        ],
      },
    },
  })
}
