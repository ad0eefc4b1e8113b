/** `ops invoices`: reading, sending and crediting invoices. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { paged, printList } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { clientIdNamed } from "@ops/clients/client-named.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { InvoiceAnswer, InvoiceLineAnswer } from "./contract.ts"

type Line = typeof InvoiceLineAnswer.Type
type Invoice = typeof InvoiceAnswer.Type

const listColumns: ReadonlyArray<TableColumn> = [
  { key: "number", title: "Invoice", kind: "text", priority: 0 },
  { key: "issueDate", title: "Date", kind: "date", priority: 2 },
  { key: "siteCode", title: "Site", kind: "text", priority: 2 },
  { key: "clientName", title: "Client", kind: "text", priority: 1 },
  { key: "billingPeriod", title: "Period", kind: "text", priority: 2 },
  { key: "state", title: "Status", kind: "text", priority: 0 },
  { key: "dueDate", title: "Due", kind: "date", priority: 3 },
  { key: "currency", title: "Currency", kind: "text", priority: 1 },
  { key: "totalAmount", title: "Total", kind: "money", priority: 0 },
  { key: "openAmount", title: "Open", kind: "money", priority: 1 },
]
const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns.map((column) => (column.key === "siteCode" ? { ...column, key: "siteName" } : column)),
  { key: "kind", title: "Kind", kind: "text" },
  { key: "subtotalAmount", title: "Net", kind: "money" },
  { key: "taxAmount", title: "Tax", kind: "money" },
  { key: "paidAmount", title: "Paid", kind: "money" },
  { key: "creditedAmount", title: "Credited", kind: "money" },
  { key: "mealsServed", title: "Meals served", kind: "integer" },
  { key: "creditOfNumber", title: "Credits", kind: "text" },
  { key: "overrideReason", title: "Override", kind: "text" },
  { key: "clientEmail", title: "Mail goes to", kind: "text" },
  { key: "mailStatus", title: "Last mail", kind: "text" },
  { key: "sentAt", title: "Sent", kind: "instant" },
  { key: "notes", title: "Notes", kind: "text" },
]
const lineColumns: ReadonlyArray<TableColumn> = [
  { key: "line", title: "Line", kind: "integer", priority: 1 },
  { key: "description", title: "Description", kind: "text", priority: 0 },
  { key: "quantity", title: "Quantity", kind: "integer", priority: 1 },
  { key: "unitPrice", title: "Price", kind: "money", priority: 2 },
  { key: "amount", title: "Amount", kind: "money", priority: 0 },
  { key: "taxRate", title: "Tax %", kind: "text", priority: 3 },
]
const settlementColumns: ReadonlyArray<TableColumn> = [
  { key: "document", title: "Settled by", kind: "text", priority: 0 },
  { key: "date", title: "Date", kind: "date", priority: 1 },
  { key: "amount", title: "Amount", kind: "money", priority: 0 },
]
const api = async () => (await import("../contract.ts")).BillingApi
const output = () => import("@ops/platform/terminal/output.ts")
const isData = (format: string | undefined) => format === "json" || format === "ndjson"

/** The columns of an invoice for tables. JSON output has all fields. */
const flat = (invoice: Line) => ({
  ...invoice,
  number: invoice.invoiceNumber ?? `Draft ${invoice.id}`,
  siteCode: invoice.site.code,
  siteName: invoice.site.name,
  state: invoice.overdue ? `${invoice.status}, overdue` : invoice.status,
})

/** Finds an invoice by its number or id. */
export const invoiceNamed = async (call: Call, command: Command, name: string): Promise<Invoice> => {
  const contract = await api()
  const one = (id: number) => call(command, contract, (client) => client.invoices.one({ params: { id } }))
  if (/^[1-9]\d*$/.test(name)) return one(Number(name))
  const number = name.toUpperCase()
  if (!/^(INV|CN)-\d{4}-\d+$/.test(number)) {
    throw new Exit("usage", `"${name}" is neither the number nor the id of an invoice.`, { next: "Give one like INV-2026-00001, or 12." })
  }
  const found = await call(command, contract, (client) => client.invoices.list({ query: { q: number, limit: "1000" } }))
  const invoice = found.find(({ invoiceNumber }) => invoiceNumber === number)
  if (invoice) return one(invoice.id)
  throw new Exit("refused", `There is no invoice ${number} that you may see.`, { next: "ops invoices list" })
}

const shown = async (command: Command, invoice: Invoice) => {
  const { print } = await output()
  const options = commonOptions(command)
  if (isData(options.format)) {
    const { html: _, ...rest } = invoice
    return print(rest, options)
  }
  await print(flat(invoice), { ...options, columns: fieldColumns })
  if (options.fields || options.format === "csv") return
  const part = async (rows: ReadonlyArray<object>, columns: ReadonlyArray<TableColumn>) => {
    if (rows.length === 0) return
    process.stdout.write("\n")
    await print(rows, { ...options, currency: invoice.currency, expanded: false, columns })
  }
  await part(invoice.lines, lineColumns)
  const paid = invoice.payments.map(({ paymentNumber, date, amount }) => ({ document: paymentNumber, date, amount }))
  const credited = invoice.creditNotes.map(({ invoiceNumber, issueDate, totalAmount }) => ({ document: invoiceNumber, date: issueDate, amount: totalAmount }))
  await part([...paid, ...credited], settlementColumns)
}

/** Adds `invoices` to the program. */
export const addInvoiceCommands = (program: Command, call: Call): void => {
  const invoices = program.command("invoices").description("invoices and credit notes")

  paged(
    invoices
      .command("list")
      .description("list invoices, newest first")
      .option("--status <words>", "draft, issued, sent, part_paid, paid, credited, discarded, open or overdue; several with commas")
      .option("--kind <words>", "meal, service, construction or credit_note")
      .option("--site <code>", "of one site: its code, name or id")
      .option("--client <name>", "of one client: its code, name or id")
      .option("--from <day>", "issued on or after this day")
      .option("--to <day>", "issued on or before this day")
      .option("--q <text>", "with this text in number, period, client or site")
      .option("--sort <order>", "issueDate, dueDate, totalAmount, openAmount …; a minus sign before it reverses the order"),
  )
    .examples(
      { line: "ops invoices list --status overdue", does: "overdue invoices" },
      { line: "ops invoices list --client SLB --from 2026-10-01 -o csv > slb.csv", does: "one client's invoices, as a file" },
    )
    .action(async ({ site, client, limit, all, ...asked }, command: Command) => {
      const contract = await api()
      const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
      const clientId = client === undefined ? undefined : String(await clientIdNamed(call, command, client))
      const query = { ...asked, siteId, clientId }
      const rows = await printList(
        command,
        { limit, all },
        listColumns,
        (page) => call(command, contract, (client) => client.invoices.list({ query: { ...query, ...page }, responseMode: "decoded-and-response" })),
        flat,
      )
      const { printNext } = await output()
      const unsent = rows.find(({ status, canSend }) => status === "issued" && canSend)
      if (unsent) printNext(`ops invoices send ${unsent.invoiceNumber}`)
    })

  invoices
    .command("show <invoice>")
    .description("one invoice with its lines, payments and credit notes")
    .examples({ line: "ops invoices show INV-2026-00012", does: "by its number" }, { line: "ops invoices show 12 -o json", does: "by its id, for a program" })
    .action(async (name: string, _, command: Command) => shown(command, await invoiceNamed(call, command, name)))

  invoices
    .command("send <invoice>")
    .description("e-mail an invoice to its client with the PDF attached")
    .option("--cc <addresses>", "copies, separated by commas; to the client's or our own domain")
    .option("--subject <text>", "instead of the standard subject")
    .option("--message <text>", "instead of the standard message")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops invoices send INV-2026-00012", does: "asks, then queues the mail" },
      { line: "ops invoices send INV-2026-00012 --cc camp@client.example --yes", does: "without asking, with a copy to another address" },
    )
    .action(async (name: string, { cc, subject, message, yes }, command: Command) => {
      const invoice = await invoiceNamed(call, command, name)
      if (invoice.cancelledBy) {
        const { invoiceNumber } = invoice.cancelledBy
        throw new Exit("refused", `${flat(invoice).number} was cancelled by ${invoiceNumber}.`, { next: `ops invoices send ${invoiceNumber}` })
      }
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(
        `Send ${flat(invoice).number} over ${invoice.currency} ${invoice.totalAmount} to ${invoice.clientEmail ?? "no one (the client has no address)"}?`,
        { yes },
      )
      const payload = { ...(cc && { cc }), ...(subject && { subject }), ...(message && { message }) }
      const sent = await call(command, await api(), (client) => client.invoices.send({ params: { id: invoice.id }, payload }))
      const { print, printNext } = await output()
      await print(flat(sent), { ...commonOptions(command), columns: listColumns })
      printNext("ops mails list --status queued,failed")
    })

  invoices
    .command("pdf <invoice>")
    .description("write the PDF of an invoice into a file")
    .option("--to <file>", "the file; - for standard output; NUMBER.pdf in this folder if not given")
    .examples({ line: "ops invoices pdf INV-2026-00012", does: "into INV-2026-00012.pdf" }, { line: "ops invoices pdf 12 --to - | lp", does: "to the printer" })
    .action(async (name: string, { to }: { to?: string }, command: Command) => {
      const invoice = await invoiceNamed(call, command, name)
      const bytes = await call(command, await api(), (client) => client.invoices.download({ params: { id: invoice.id } }))
      if (to === "-") {
        process.stdout.write(bytes)
        return
      }
      const file = to ?? `${flat(invoice).number}.pdf`
      const { writeFile } = await import("node:fs/promises")
      try {
        await writeFile(file, bytes)
      } catch (cause) {
        throw new Exit("failure", `${file} cannot be written.`, { why: cause instanceof Error ? cause.message : String(cause), cause })
      }
      const { print } = await output()
      await print({ file, bytes: bytes.length }, commonOptions(command))
    })

  invoices
    .command("credit <invoice>")
    .description("credit an invoice, in full or in part, with a credit note dated today")
    .requiredOption("--reason <text>", "why; printed on the credit note")
    .option("--line <line[=amount]>", "a line by its position, in full or an amount before tax; repeatable", (one: string, all: ReadonlyArray<string> = []) => [
      ...all,
      one,
    ])
    .option("--confirm <number>", "the invoice number, to confirm without a prompt")
    .examples(
      { line: 'ops invoices credit INV-2026-00012 --reason "Wrong client"', does: "in full, after asking" },
      { line: 'ops invoices credit INV-2026-00012 --line 1=150.00 --reason "Late delivery" --confirm INV-2026-00012', does: "part of line 1, without asking" },
    )
    .action(async (name: string, { reason, line = [], confirm }: { reason: string; line?: ReadonlyArray<string>; confirm?: string }, command: Command) => {
      const { parseMoney } = await import("@ops/platform/money.ts")
      const lines = line.map((text) => {
        const [, place, amount] = /^([1-9]\d{0,3})(?:=(\d{1,13}(?:\.\d{1,2})?))?$/.exec(text) ?? []
        if (place === undefined) throw new Exit("usage", `--line cannot be "${text}".`, { next: "Give a line such as 2, or 2=150.00." })
        const cents = amount === undefined ? null : (parseMoney(amount) ?? null)
        return { line: Number(place), amount: cents }
      })
      const invoice = await invoiceNamed(call, command, name)
      const { number } = flat(invoice)
      const { confirmByTyping } = await import("@ops/platform/terminal/confirm.ts")
      const what = lines.length === 0 ? "what is left" : `line ${lines.map((each) => each.line).join(", ")}`
      await confirmByTyping(`Credit ${what} of ${number}, ${invoice.currency} ${invoice.totalAmount}, for ${invoice.clientName}?`, number, {
        ...(confirm !== undefined && { confirm }),
      })
      const payload = { reason, ...(lines.length > 0 && { lines }) }
      const note = await call(command, await api(), (client) => client.invoices.credit({ params: { id: invoice.id }, payload }))
      await shown(command, note)
      const { printNext } = await output()
      printNext(`ops invoices send ${note.invoiceNumber}`)
    })
}
