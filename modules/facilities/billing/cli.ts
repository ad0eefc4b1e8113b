/** `ops work-orders to-bill`, `bill` and `issue-bill`, and the possible assignees: `ops work-orders assignees`. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { printWith } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { serviceTypes } from "../work-orders/labels.ts"

const openColumns: ReadonlyArray<TableColumn> = [
  { key: "clientName", title: "Client", kind: "text", priority: 0 },
  { key: "siteName", title: "Site", kind: "text", priority: 1 },
  { key: "orderNumber", title: "Order", kind: "text", priority: 0 },
  { key: "completedDate", title: "Completed", kind: "date", priority: 1 },
  { key: "hours", title: "Hours", kind: "text", priority: 2 },
  { key: "labour", title: "Labour", kind: "money", priority: 2 },
  { key: "parts", title: "Parts", kind: "money", priority: 2 },
  { key: "credit", title: "Credit", kind: "money", priority: 1 },
  { key: "amount", title: "Amount", kind: "money", priority: 0 },
  { key: "currency", title: "Currency", kind: "text", priority: 0 },
]
const billColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Id", kind: "integer", priority: 0 },
  { key: "invoiceNumber", title: "Invoice", kind: "text", priority: 0 },
  { key: "clientName", title: "Client", kind: "text", priority: 0 },
  { key: "siteName", title: "Site", kind: "text", priority: 1 },
  { key: "orders", title: "Orders", kind: "integer", priority: 1 },
  { key: "facilitiesAmount", title: "Before tax", kind: "money", priority: 1 },
  { key: "totalAmount", title: "Total", kind: "money", priority: 0 },
  { key: "currency", title: "Currency", kind: "text", priority: 0 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
]
const workerColumns: ReadonlyArray<TableColumn> = [
  { key: "number", title: "Number", kind: "text", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 0 },
  { key: "does", title: "Position or service", kind: "text", priority: 1 },
  { key: "siteName", title: "Site", kind: "text", priority: 1 },
  { key: "skilled", title: "Fits", kind: "text", priority: 0 },
  { key: "onShift", title: "On shift", kind: "text", priority: 0 },
  { key: "openOrders", title: "Open", kind: "integer", priority: 0 },
  { key: "why", title: "Why not", kind: "text", priority: 1 },
]

const billingApi = async () => (await import("./contract.ts")).FacilitiesBillingApi
const output = () => import("@ops/platform/terminal/output.ts")
const yesNo = (is: boolean) => (is ? "yes" : "no")

const monthGiven = (month: string | undefined) => {
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month)) {
    throw new Exit("usage", `"${month}" is not a month.`, { next: "Give a month such as 2026-10." })
  }
  return month
}

const printRows = async (command: Command, rows: ReadonlyArray<object>, columns: ReadonlyArray<TableColumn>) => {
  const { print } = await output()
  await print(rows, { ...commonOptions(command), columns })
}

/** Adds these commands to `work-orders`. */
export const addFacilitiesBillingCommands = (orders: Command, call: Call): void => {
  const siteIdOf = async (command: Command, site: string | undefined) => (site === undefined ? undefined : String(await siteNamed(call, command, site)))

  orders
    .command("to-bill")
    .description("verified billable work not yet invoiced")
    .option("--month <month>", "up to the end of this month, such as 2026-10; this month if not given")
    .option("--site <code>", "of one site: its code, name or id")
    .examples(
      { line: "ops work-orders to-bill --month 2026-10", does: "a preview of October's bills" },
      { line: "ops work-orders to-bill --site US -o csv", does: "of one site, for a spreadsheet" },
    )
    .action(async (given: { month?: string; site?: string }, command: Command) => {
      const [month, siteId] = [monthGiven(given.month), await siteIdOf(command, given.site)]
      const query = { ...(month && { month }), ...(siteId && { siteId }) }
      const { open } = await call(command, await billingApi(), (client) => client.facilitiesBilling.month({ query }))
      const rows = open.flatMap(({ orders: waiting, clientName, siteName, currency }) => waiting.map((order) => ({ ...order, clientName, siteName, currency })))
      await printRows(command, rows, openColumns)
    })

  orders
    .command("bill <client>")
    .description("draft the invoice of a client's verified orders at a site; <client> is the name or the id")
    .requiredOption("--site <code>", "the site's code, name or id")
    .requiredOption("--month <month>", "orders completed up to the end of this month, such as 2026-10")
    .option("--issue", "issue it immediately: it is numbered and posted")
    .examples(
      { line: "ops work-orders bill SLB --site US --month 2026-10", does: "a draft for review" },
      { line: "ops work-orders bill SLB --site US --month 2026-10 --issue", does: "drafted and issued" },
    )
    .action(async (name: string, given: { site: string; month: string; issue?: boolean }, command: Command) => {
      const [month, siteId, contract] = [monthGiven(given.month)!, (await siteIdOf(command, given.site))!, await billingApi()]
      const { open } = await call(command, contract, (client) => client.facilitiesBilling.month({ query: { month, siteId } }))
      const found = open.find(({ clientId, clientName }) => String(clientId) === name || clientName.toLowerCase() === name.toLowerCase())
      if (!found) {
        throw new Exit("refused", `${name} has nothing to bill there up to the end of ${month}.`, {
          next: `ops work-orders to-bill --month ${month} shows what waits.`,
        })
      }
      const payload = { month, clientId: found.clientId, siteId }
      const draft = await call(command, contract, (client) => client.facilitiesBilling.bill({ payload }))
      const made = given.issue ? await call(command, contract, (client) => client.facilitiesBilling.issue({ params: { id: draft.id } })) : draft
      await printWith(command, made, billColumns, {})
    })

  orders
    .command("issue-bill <id>")
    .description("issue a draft of work orders, by the invoice's id")
    .examples({ line: "ops work-orders issue-bill 11", does: "it is numbered and posted" })
    .action(async (id: string, _: object, command: Command) => {
      if (!/^[1-9]\d*$/.test(id)) throw new Exit("usage", `"${id}" is not an id.`, { next: "ops work-orders to-bill shows the drafts with their ids." })
      const made = await call(command, await billingApi(), (client) => client.facilitiesBilling.issue({ params: { id: Number(id) } }))
      await printWith(command, made, billColumns, {})
    })

  orders
    .command("assignees")
    .description("people who could do an order: skill, location, shift, leave and workload")
    .option("--site <code>", "where: the site's code, name or id")
    .addOption(new Option("--service <word>", "which service").choices(serviceTypes))
    .option("--at <when>", "a day, or an instant such as 2026-11-21T08:00:00Z; now if not given")
    .option("--everyone", "also people in other kinds of work")
    .examples({ line: "ops work-orders assignees --site US --service sewage", does: "suitable people, available ones first" })
    .action(async (given: { site?: string; service?: (typeof serviceTypes)[number]; at?: string; everyone?: boolean }, command: Command) => {
      const { AssigneesApi } = await import("../assignees/contract.ts")
      const siteId = await siteIdOf(command, given.site)
      const query = {
        ...(siteId && { siteId }),
        ...(given.service && { serviceType: given.service }),
        ...(given.at && { at: given.at }),
        ...(given.everyone && { everyone: "true" as const }),
      }
      const { people, contractors } = await call(command, AssigneesApi, (client) => client.assignees.board({ query }))
      await printRows(
        command,
        [
          ...people.map((row) => ({ ...row, number: row.staffNumber, does: row.position, skilled: yesNo(row.skilled), onShift: yesNo(row.onShift) })),
          ...contractors.map((row) => ({
            ...row,
            number: row.contractorNumber,
            does: row.serviceType,
            skilled: yesNo(row.skilled),
            onShift: "-",
            why: null,
          })),
        ],
        workerColumns,
      )
    })
}
