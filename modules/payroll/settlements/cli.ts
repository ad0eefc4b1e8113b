/** `ops payroll settlement`: the final settlement of a person who leaves, booked into the payroll of the month or reversed. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { output, staffId } from "../cli-common.ts"
import type { SettlementAnswer } from "./contract.ts"
import { endings } from "../labels.ts"

const columns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "What", kind: "text", priority: 0 },
  { key: "formula", title: "How", kind: "text", priority: 1 },
  { key: "currency", title: "Currency", kind: "text", priority: 0 },
  { key: "amount", title: "Amount", kind: "money", priority: 0 },
]

const show = async (command: Command, settlement: typeof SettlementAnswer.Type) => {
  const { print } = await output()
  const options = commonOptions(command)
  if (options.format === "json" || options.format === "ndjson") return print(settlement, options)
  const { currency, lines, total, name, staffNumber, lastDay, serviceMonths, payroll, payOn, status, remarks, reason } = settlement
  await print([...lines.map((line) => ({ ...line, currency })), { name: "Total", formula: "before tax and social insurance", currency, amount: total }], {
    ...options,
    columns,
  })
  const told = status === "booked" ? "Booked, and paid" : "Would be paid"
  process.stderr.write(`${staffNumber} ${name}, last day ${lastDay}, ${reason.replace("_", " ")}, ${serviceMonths} months of service\n`)
  process.stderr.write(`${told} with ${payroll ? `${payroll.periodName} (${payroll.status})` : `the payroll of ${payOn}, still to be created`}\n`)
  for (const remark of remarks) process.stderr.write(`${remark}\n`)
}

interface Given {
  readonly date?: string
  readonly reason?: (typeof endings)[number]
  readonly noticeWorked?: boolean
  readonly book?: boolean
  readonly reverse?: string
  readonly yes?: boolean
}

/** Adds `settlement` to the commands of payroll. */
export const addSettlementCommand = (payroll: Command, call: Call): void => {
  payroll
    .command("settlement <staff>")
    .description("final settlement: unused leave, notice, severance")
    .option("--date <date>", "preview with this last day, for a person still employed; today if not given")
    .addOption(new Option("--reason <word>", "why the employment ends; resigned if not given").choices(endings))
    .option("--notice-worked", "the notice period was worked, so it is not paid out")
    .option("--book", "pay it with the month's payroll, and pay out leave")
    .option("--reverse <why>", "reverse a booked settlement while that payroll is a draft")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops payroll settlement FO-012 --date 2026-12-31 --reason redundant", does: "previews it; nothing is saved" },
      { line: "ops payroll settlement FO-012 --reason redundant --book", does: "asks, then books it for a person who has left" },
      { line: 'ops payroll settlement FO-012 --reverse "Resigned" --yes', does: "reverses it without asking" },
    )
    .action(async (name: string, { date, reason, noticeWorked, book, reverse, yes }: Given, command: Command) => {
      if (book && reverse !== undefined) throw new Exit("usage", "It cannot be booked and reversed at the same time.", { next: "Give --book or --reverse." })
      if (book && reason === undefined) throw new Exit("usage", "Why does the employment end?", { next: `Give --reason ${endings.join(", ")}.` })
      const contract = (await import("./contract.ts")).SettlementApi
      const params = { id: await staffId(call, command, name) }
      const query = { date, reason, ...(noticeWorked && { noticeWorked: "true" as const }) }
      const now = await call(command, contract, (client) => client.settlement.settlement({ params, query }))
      if (!book && reverse === undefined) return show(command, now)
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      if (reverse !== undefined) {
        await confirm(`Reverse the settlement of ${now.name}, ${now.currency} ${now.total}?`, { yes })
        return show(command, await call(command, contract, (client) => client.settlement.reverse({ params, payload: { reason: reverse } })))
      }
      if (now.status === "open" && now.obstacle !== null) throw new Exit("refused", `${now.obstacle}.`, { next: `ops payroll settlement ${name}` })
      await confirm(`Settle ${now.name}, ${now.currency} ${now.total}, last day ${now.lastDay}?`, { yes })
      const payload = { reason: reason!, noticeWorked: noticeWorked ?? false }
      await show(command, await call(command, contract, (client) => client.settlement.book({ params, payload })))
    })
}
