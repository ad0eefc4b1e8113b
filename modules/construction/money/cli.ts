/** `ops construction budget`, `charge`, `orders` …: the costs of projects. */
import type { Command } from "@ops/platform/terminal/command.ts"
import { centsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, type Paging, printList, printWith } from "@ops/platform/terminal/lists.ts"
import { addReverseCommand } from "@ops/ledger/reversals/terminal.ts"
import { asking, onlyTyped, projectNamed, wholeOf } from "../cli-common.ts"
import { addBillingCommands } from "../billing/cli.ts"
import { amounts, day, gather, list, pairOf, text } from "./cli-common.ts"
import { costKindNames } from "./labels.ts"

const codesApi = async () => (await import("../cost-codes/resource.ts")).CostCodesApi
const budgetApi = async () => (await import("../budget/contract.ts")).ConstructionBudgetApi

const budgetColumns = [
  text("projectNumber", "Project #"),
  text("projectName", "Project"),
  ...amounts(["budget", "Budget (USD)", 0], ["unassigned", "On no code (USD)", 1]),
]
const lineColumns = [
  text("code", "Code"),
  text("name", "Cost code", 1),
  ...amounts(
    ["original", "Budget (USD)", 1],
    ["changes", "Changes (USD)", 2],
    ["committed", "Committed (USD)", 1],
    ["actual", "Actual (USD)", 0],
    ["toComplete", "To complete (USD)", 1],
    ["forecast", "Forecast (USD)", 0],
    ["variance", "Variance (USD)", 0],
  ),
]
const changeColumns = [
  text("changeNumber", "Change #"),
  text("reason", "Reason", 1),
  ...amounts(["total", "Budget (USD)", 0], ["contractAmount", "Contract (USD)", 1]),
  text("status", "Status"),
]
const costColumns = [
  { key: "id", title: "Id", kind: "integer" as const, priority: 1 },
  day("date", "Date"),
  text("code", "Code"),
  text("from", "From", 1),
  text("description", "Description", 1),
  ...amounts(["amount", "Amount (USD)", 0]),
  text("journalEntryNumber", "Entry", 2),
]
const orderColumns = [
  text("requestNumber", "Request #"),
  text("code", "Code"),
  text("status", "Status", 1),
  ...amounts(["ordered", "Ordered (USD)", 1], ["billed", "Billed (USD)", 1], ["committed", "Committed (USD)", 0]),
]

const withCode = <Row extends { readonly costCode: { readonly code: string; readonly name: string } }>(row: Row) => ({
  ...row,
  code: row.costCode.code,
  name: row.costCode.name,
})

/** Adds the commands for project budgets and costs. */
export const addMoneyCommands = (construction: Command, call: Call): void => {
  const ask = asking(call, budgetApi)
  const codes = asking(call, codesApi)
  const idOf = async (command: Command, name: string) => ({ id: (await projectNamed(call, command, name)).id })
  const codesOf = (command: Command) => codes(command, ({ costCodes }) => costCodes.list({ query: { limit: "1000" } }))
  const codeNamed = async (command: Command, name: string) => {
    const found = (await codesOf(command)).find(({ code }) => code.toUpperCase() === name.toUpperCase())
    if (found) return found.id
    throw new Exit("usage", `There is no cost code "${name}".`, { next: "ops construction codes" })
  }
  const amountsOf = async (command: Command, given: ReadonlyArray<string>) => {
    const lines: Array<{ readonly costCodeId: number; readonly amount: number }> = []
    for (const each of given) {
      const [code, amount] = pairOf("--code", each)
      lines.push({ costCodeId: await codeNamed(command, code), amount: await centsOf("--code", amount) })
    }
    return lines
  }

  paged(construction.command("codes").description("the cost codes that group costs"))
    .examples({ line: "ops construction codes", does: "all of them" })
    .action(async ({ limit, all }: Paging, command: Command) => {
      await printList(command, { limit, all }, [text("code", "Code"), text("name", "Name")], (page) =>
        codes(command, ({ costCodes }) => costCodes.list({ query: page, responseMode: "decoded-and-response" })),
      )
    })
  construction
    .command("budget <project>")
    .description("the budget and costs of a project, by cost code; --code sets the budget of codes")
    .option("--code <code=amount>", "the budget of a code, in USD; again for each. Codes that are not named have none", gather)
    .examples(
      { line: "ops construction budget PRJ-2026-0001", does: "budget, changes, committed, actual, to complete, forecast, variance" },
      { line: "ops construction budget PRJ-2026-0001 --code 02=34000 --code 03=52000", does: "sets it" },
    )
    .action(async (name: string, { code = [] }: { code?: ReadonlyArray<string> }, command: Command) => {
      const params = await idOf(command, name)
      const lines = await amountsOf(command, code)
      const report =
        lines.length === 0
          ? await ask(command, ({ constructionBudget }) => constructionBudget.budget({ params }))
          : await ask(command, ({ constructionBudget }) => constructionBudget.setBudget({ params, payload: { lines } }))
      await printWith(command, report, budgetColumns, { lines: [[...report.lines.map(withCode), { code: "", name: "Total", ...report.total }], lineColumns] })
    })
  construction
    .command("estimate <project> <code> <amount>")
    .description("what is still to be spent on a cost code beside what is ordered; none: what is left of the budget")
    .option("--note <text>", "why")
    .examples({ line: 'ops construction estimate PRJ-2026-0001 04 27000 --note "Sheeting went up"', does: "changes the forecast" })
    .action(async (name: string, code: string, amount: string, { note }: { note?: string }, command: Command) => {
      const params = await idOf(command, name)
      const toComplete = amount === "none" ? null : await centsOf("amount", amount)
      const payload = { costCodeId: await codeNamed(command, code), toComplete, ...onlyTyped({ note }) }
      const report = await ask(command, ({ constructionBudget }) => constructionBudget.estimate({ params, payload }))
      await list(command, report.lines.map(withCode), lineColumns)
    })
  paged(
    construction
      .command("changes <project>")
      .description("changes of the budget; --reason asks for one, which another approves (ops approvals)")
      .option("--code <code=amount>", "by how much a code changes, in USD; again for each", gather)
      .option("--contract <amount>", "change to the contract value")
      .option("--reason <text>", "why"),
  )
    .examples(
      { line: "ops construction changes PRJ-2026-0001", does: "variation requests and their outcome" },
      { line: 'ops construction changes PRJ-2026-0001 --code 02=4500 --contract 4000 --reason "Rock"', does: "asks for one" },
    )
    .action(async (name: string, { limit, all, ...given }: Paging & { code?: ReadonlyArray<string>; contract?: string; reason?: string }, command: Command) => {
      const params = await idOf(command, name)
      if (given.reason === undefined) {
        if (given.code || given.contract) throw new Exit("usage", "A change needs a reason.", { next: "Add --reason." })
        await printList(command, { limit, all }, changeColumns, (page) =>
          ask(command, ({ constructionBudget }) => constructionBudget.changes({ params, query: page, responseMode: "decoded-and-response" })),
        )
        return
      }
      const contractAmount = given.contract === undefined ? null : await centsOf("--contract", given.contract)
      const payload = { reason: given.reason, lines: await amountsOf(command, given.code ?? []), contractAmount }
      await list(command, [await ask(command, ({ constructionBudget }) => constructionBudget.askChange({ params, payload }))], changeColumns)
    })
  paged(construction.command("costs <project>").description("costs charged to a project"))
    .examples({ line: "ops construction costs PRJ-2026-0001 -o csv", does: "as a file" })
    .action(async (name: string, { limit, all }: Paging, command: Command) => {
      const params = await idOf(command, name)
      await printList(
        command,
        { limit, all },
        costColumns,
        (page) => ask(command, ({ constructionBudget }) => constructionBudget.costs({ params, query: page, responseMode: "decoded-and-response" })),
        (row) => ({ ...withCode(row), from: costKindNames[row.kind] }),
      )
    })
  addReverseCommand(construction, {
    verb: "reverse-cost",
    argument: "<cost>",
    description: "reverse labour or a moved cost of a project: its entry is reversed today",
    columns: costColumns,
    example: "ops construction reverse-cost 12",
    kinds: ["error"],
    find: async (id) => ({ id: wholeOf("<cost>", id), version: 0 }),
    nameOf: ({ id }) => `cost ${id}`,
    preview: ({ id }, command) => ask(command, ({ constructionBudget }) => constructionBudget.reversal({ params: { id } })),
    reverse: async ({ id }, { reason }, command) => {
      const cost = await ask(command, ({ constructionBudget }) => constructionBudget.takeBack({ params: { id }, payload: { reason } }))
      return { ...withCode(cost), from: costKindNames[cost.kind] }
    },
  })
  construction
    .command("charge <project> <code>")
    .description("charge a cost to a project: --item from stock, --staff hours, --bill a line of a bill, --account from the books")
    .option("--item <id>", "goods of the site's store, by the item's id; with --quantity")
    .option("--quantity <number>", "of the goods")
    .option("--staff <id>", "one of our people, by id; with --hours")
    .option("--hours <number>", "how many hours")
    .option("--bill <id>", "an approved bill with a line on 5400, by its id")
    .option("--line <number>", "which of its lines on 5400", "1")
    .option("--account <number>", "the account of expenses that has the cost now; with --amount and --note")
    .option("--amount <usd>", "how much")
    .option("--date <date>", "of hours and moved costs; today if not given")
    .option("--note <text>", "what it was")
    .examples(
      { line: "ops construction charge PRJ-2026-0001 09 --staff 18 --hours 8", does: "a day's work, at that day's pay rate" },
      { line: "ops construction charge PRJ-2026-0001 03 --bill 41", does: "the first bill line on 5400" },
    )
    .action(async (name: string, code: string, given: Readonly<Record<string, string | undefined>>, command: Command) => {
      const params = await idOf(command, name)
      const costCodeId = await codeNamed(command, code)
      const { item, quantity, staff, hours, bill, line = "1", account, amount, date, note } = given
      const chosen = [item, staff, bill, account].filter((each) => each !== undefined)
      if (chosen.length !== 1) throw new Exit("usage", "Name where the cost comes from.", { next: "One of --item, --staff, --bill and --account." })
      const more = onlyTyped({ note, date })
      const { parseQuantity } = await import("@ops/platform/quantity.ts")
      const many = (option: string, value = "") => {
        const parsed = parseQuantity(value)
        if (parsed === undefined) throw new Exit("usage", `${option} cannot be "${value}".`, { next: "Give a number with at most three decimals." })
        return parsed
      }
      const of = async () => {
        if (item !== undefined)
          return { kind: "stock" as const, stockItemId: wholeOf("--item", item), quantity: many("--quantity", quantity), ...onlyTyped({ note }) }
        if (staff !== undefined) return { kind: "labour" as const, staffId: wholeOf("--staff", staff), hours: many("--hours", hours), ...more }
        if (bill !== undefined) return { kind: "bill" as const, payableId: wholeOf("--bill", bill), line: wholeOf("--line", line) }
        const moved = { account: account!, amount: await centsOf("--amount", amount ?? ""), description: note ?? "" }
        return { kind: "moved" as const, ...moved, ...onlyTyped({ date }) }
      }
      const payload = { ...(await of()), costCodeId }
      const cost = await ask(command, ({ constructionBudget }) => constructionBudget.charge({ params, payload }))
      await list(command, [{ ...withCode(cost), from: costKindNames[cost.kind] }], costColumns)
    })
  paged(
    construction
      .command("orders <project>")
      .description("purchase requests that are for a project; --request adds one")
      .option("--request <id>", "a purchase request, by its id; with --code")
      .option("--code <code>", "the cost code"),
  )
    .examples({ line: "ops construction orders PRJ-2026-0001 --request 12 --code 04", does: "its items are committed once it is approved" })
    .action(async (name: string, { request, code, limit, all }: Paging & { request?: string; code?: string }, command: Command) => {
      const params = await idOf(command, name)
      if (request === undefined) {
        await printList(
          command,
          { limit, all },
          orderColumns,
          (page) => ask(command, ({ constructionBudget }) => constructionBudget.commitments({ params, query: page, responseMode: "decoded-and-response" })),
          withCode,
        )
        return
      }
      if (code === undefined) throw new Exit("usage", "Name the cost code.", { next: "Add --code." })
      const payload = { purchaseRequestId: wholeOf("--request", request), costCodeId: await codeNamed(command, code) }
      await list(command, [withCode(await ask(command, ({ constructionBudget }) => constructionBudget.commit({ params, payload })))], orderColumns)
    })
  addBillingCommands(construction, call)
}
