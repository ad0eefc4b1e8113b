/** `ops payroll payslips|payslip|rules|components`: people's pay, and how it is calculated. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { api, output, periodNamed } from "../cli-common.ts"
import { paged, type Paging, printList } from "@ops/platform/terminal/lists.ts"
import { addComponentCommands } from "../components-and-rules/cli.ts"

const text = (key: string, title: string, priority: number): TableColumn => ({ key, title, kind: "text", priority })
const money = (key: string, title: string, priority: number): TableColumn => ({ key, title, kind: "money", priority })

const slipColumns: ReadonlyArray<TableColumn> = [
  text("id", "Payslip", 1),
  text("periodName", "Period", 1),
  text("staffNumber", "Staff", 0),
  text("name", "Name", 1),
  text("currency", "Currency", 1),
  money("basicSalary", "Basic", 2),
  money("overtime", "Overtime", 3),
  money("grossPay", "Gross", 1),
  money("tax", "Tax", 2),
  money("socialSecurity", "NSIF", 2),
  money("otherDeductions", "Other", 3),
  money("netPay", "Net", 0),
  text("paymentStatus", "Payment", 2),
]
const howColumns: ReadonlyArray<TableColumn> = [text("line", "Line", 0), text("formula", "How", 1), money("amount", "Amount", 0)]
const ruleColumns: ReadonlyArray<TableColumn> = [
  text("id", "Rule", 1),
  text("kind", "Kind", 0),
  { key: "from", title: "From", kind: "date", priority: 0 },
  text("method", "Method", 1),
  text("law", "What holds", 0),
  text("source", "Source", 2),
]
const percent = (text: string) => text.replace(/\.?0+$/, "")
const lawOf = (rule: {
  readonly kind: string
  readonly bands: ReadonlyArray<{ readonly upTo: number | null; readonly rate: number }>
  readonly employeePercent: string
  readonly employerPercent: string
  readonly weekdayRate: string
  readonly restRate: string
}) => {
  if (rule.kind === "pit") return rule.bands.map(({ upTo, rate }) => `${upTo === null ? "above" : `to ${upTo}`} ${rate / 100}%`).join(", ")
  if (rule.kind === "overtime") return `${percent(rule.weekdayRate)} on working days, ${percent(rule.restRate)} on rest days`
  return `employee ${percent(rule.employeePercent)}%, employer ${percent(rule.employerPercent)}%`
}

interface Listing extends Paging {
  readonly period?: string
  readonly mine?: boolean
  readonly q?: string
  readonly currency?: string
}

export const addPayslipCommands = (payroll: Command, call: Call): void => {
  paged(
    payroll
      .command("payslips")
      .description("payslips: your own, or those of a payroll")
      .option("--period <month>", "of this payroll")
      .option("--mine", "only your own")
      .option("--q <text>", "with this text in name, number or position")
      .option("--currency <word>", "in USD or SSP"),
  )
    .examples(
      { line: "ops payroll payslips --mine", does: "your own, newest first" },
      { line: "ops payroll payslips --period 2026-10 -o csv > payslips.csv", does: "a month's payslips, as a file" },
    )
    .action(async ({ period, mine, limit, all, ...query }: Listing, command: Command) => {
      const contract = await api()
      const periodId = period === undefined ? {} : { periodId: String((await periodNamed(call, command, period)).id) }
      const asked = { ...query, ...periodId, ...(mine && { mine: "true" as const }) }
      await printList(
        command,
        { limit, all },
        slipColumns,
        (page) => call(command, contract, (client) => client.payroll.payslips({ query: { ...asked, ...page }, responseMode: "decoded-and-response" })),
        (row) => ({ ...row, name: `${row.firstName ?? ""} ${row.lastName ?? ""}`.trim() }),
      )
    })
  payroll
    .command("payslip <id>")
    .description("one payslip, with the calculation of each figure")
    .option("--pdf <file>", "write it as a PDF; - is the standard output")
    .examples({ line: "ops payroll payslip 41", does: "line by line" }, { line: "ops payroll payslip 41 --pdf october.pdf", does: "as a PDF" })
    .action(async (name: string, { pdf }: { pdf?: string }, command: Command) => {
      if (!/^[1-9]\d{0,14}$/.test(name)) throw new Exit("usage", `There is no payslip "${name}".`, { next: "Give its number: ops payroll payslips" })
      const contract = await api()
      const id = Number(name)
      if (pdf !== undefined) {
        const bytes = await call(command, contract, (client) => client.payroll.payslipPdf({ params: { id } }))
        if (pdf === "-") return void process.stdout.write(bytes)
        const { writeFile } = await import("node:fs/promises")
        await writeFile(pdf, bytes, { mode: 0o600 }).catch((error: Error) => {
          throw new Exit("failure", `${pdf} cannot be written: ${error.message}`)
        })
        return void process.stderr.write(`Payslip ${id} is in ${pdf}\n`)
      }
      const slip = await call(command, contract, (client) => client.payroll.payslip({ params: { id } }))
      const { print } = await output()
      const options = commonOptions(command)
      if (options.format === "json" || options.format === "ndjson") return print(slip, options)
      await print(slip.how, { ...options, currency: slip.currency, columns: howColumns })
      for (const remark of slip.remarks) process.stderr.write(`${remark}\n`)
    })
  paged(payroll.command("rules").description("payroll rules with their start dates"))
    .examples({ line: "ops payroll rules", does: "all of them" }, { line: "ops payroll rules -o json", does: "with their bands" })
    .action(async ({ limit, all }: Paging, command: Command) => {
      const contract = await api()
      await printList(
        command,
        { limit, all },
        ruleColumns,
        (page) => call(command, contract, (client) => client.payroll.rules({ query: page, responseMode: "decoded-and-response" })),
        (rule) => ({ ...rule, law: lawOf(rule) }),
      )
    })
  addComponentCommands(payroll, call)
}
