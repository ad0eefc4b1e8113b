/**
 * The afternoon of a newcomer: the files of this folder become the records of an empty installation, then the first meal is served, billed and
 * paid. Each change has a key of its own, so that running it again changes nothing. It prints how long each step took.
 */
import { readFileSync } from "node:fs"
import { connect } from "@ops/client"

const office = connect({ url: process.env["OFFICE_URL"]!, token: process.env["OFFICE_TOKEN"]! })
/** A person of finance, who drafts the opening balances: amounts above the limit of finance are posted by level 10, and not by who drafted them. */
const finance = process.env["FINANCE_TOKEN"] ? connect({ url: process.env["OFFICE_URL"]!, token: process.env["FINANCE_TOKEN"] }) : undefined
const today = new Date().toLocaleDateString("sv", { timeZone: "Africa/Juba" })

/** A key of a change, made of what it is about. */
const keyOf = (...words: ReadonlyArray<string | number>) => words.join("-").replace(/[^\w.:-]+/g, "_")

type Row = Readonly<Record<string, string>>
const rowsOf = (file: string): ReadonlyArray<Row> => {
  const [head = "", ...lines] = readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n")
  return lines.map((line) => {
    const cells = line.split(",")
    return Object.fromEntries(head.split(",").map((name, n) => [name, cells[n] ?? ""]))
  })
}
const filled = (row: Row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ""))

const step = async <A>(what: string, doing: () => Promise<A>): Promise<A> => {
  const began = performance.now()
  const made = await doing()
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${what}`)
  return made
}

const sites = await office.ask("GET /api/sites")
const siteOf = (code: string) => sites.find((site) => site.code === code)!.id

/** What `ops import` does: all rows are checked, then all are written. */
const imported = (what: string) =>
  step(`import ${what}.csv`, async () => {
    const { fields } = await office.ask("GET /api/imports/:what", { what })
    const fieldOf = (header: string) =>
      fields.find((field) => [field.name, field.label, ...(field.headers ?? [])].some((word) => word.toLowerCase() === header.toLowerCase()))
    const rows = rowsOf(`${what}.csv`).map((row, n) => ({
      line: n + 2,
      values: Object.fromEntries(Object.entries(filled(row)).map(([header, value]) => [fieldOf(header)?.name ?? header, value])),
    }))
    const checked = await office.send("POST /api/imports/:what/check", { what, body: { rows } })
    const refused = checked.rows.filter(({ status }) => status === "refused")
    if (refused.length > 0) throw new Error(refused.map(({ line, reason }) => `${what}.csv, line ${line}: ${reason}`).join("\n"))
    return office.send("POST /api/imports/:what", { what, body: { rows, digest: checked.digest } })
  })

for (const what of ["departments", "positions", "staff", "vendors", "assets", "clients", "contracts", "staff-members"]) await imported(what)

const [client] = await office.ask("GET /api/clients")

await step("items and opening stock", async () => {
  for (const { openingQuantity, ...item } of rowsOf("stock-items.csv")) {
    const { id } = await office.send("POST /api/stock/items", {
      key: keyOf("item", item["name"]!),
      body: item as { name: string; category: "other"; unit: string },
    })
    await office.send("POST /api/stock/movements", {
      key: keyOf("opening", id),
      body: { kind: "opening", siteId: siteOf("US"), stockItemId: id, quantity: openingQuantity! },
    })
  }
})

await step(finance ? "opening balances" : "opening balances, for another person to post", async () => {
  const lines = rowsOf("opening-balances.csv").map(({ account, debit, credit }) => ({
    account: account!,
    siteId: siteOf("JU"),
    description: "Opening balance",
    ...(debit ? { debitAmount: debit } : { creditAmount: credit! }),
  }))
  const draft = await (finance ?? office).send("POST /api/journal-drafts", {
    key: "opening-balances",
    body: { entryDate: today, description: "Opening balances", currency: "USD", lines },
  })
  if (finance) await office.send("POST /api/journal-drafts/:id/post", { id: draft.id, key: "post-opening-balances", body: null })
})

await step("first meal", async () => {
  const session = await office.send("POST /api/meal-sessions", {
    key: `meal-${today}`,
    body: { sessionDate: today, mealType: "lunch", siteId: siteOf("US"), clientId: client!.id },
  })
  const people = await office.ask("GET /api/staff-members", { query: { clientId: client!.id } })
  await office.send("POST /api/meal-attendance/bulk", {
    key: `diners-${today}`,
    body: { mealSessionId: session.id, staffMemberIds: people.map(({ id }) => id) },
  })
  await office.send("PATCH /api/meal-sessions/:id/complete", { id: session.id, key: `close-${today}`, body: null })
})

await step("first bill and its payment", async () => {
  // meals are billed when their days are over: the first bill is for a service
  const lines = [{ description: "Mobilisation of the kitchen", quantity: 1, unitPrice: "1200.00" }]
  const about = {
    siteId: siteOf("US"),
    billingPeriod: today.slice(0, 7),
    periodStart: today,
    periodEnd: today,
    clientName: client!.companyName,
    dueDate: today,
  }
  const bill = { ...about, staffCount: 0, totalAmount: "0.00", lines }
  const invoice = await office.send("POST /api/invoices/generate", { key: `bill-${today}`, body: bill })
  await office.send("POST /api/invoices/:id/send", { id: invoice.id, key: `send-${today}`, body: { to: "accounts@nile-basin.example" } })
  await office.send("POST /api/payments", {
    key: `payment-${today}`,
    body: { clientId: client!.id, amount: invoice.totalAmount, currency: "USD", method: "bank_transfer", date: today },
  })
})
