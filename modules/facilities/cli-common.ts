/** What the commands about work orders share: columns, finding an order, checking values. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { WorkOrderAnswer } from "./contract.ts"

export type WorkOrder = typeof WorkOrderAnswer.Type
export const ordersApi = async () => (await import("./contract.ts")).WorkOrdersApi

export const listColumns: ReadonlyArray<TableColumn> = [
  { key: "orderNumber", title: "Order", kind: "text", priority: 0 },
  { key: "requestDate", title: "Date", kind: "date", priority: 2 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "serviceType", title: "Service", kind: "text", priority: 2 },
  { key: "priority", title: "Priority", kind: "text", priority: 1 },
  { key: "status", title: "Status", kind: "text", priority: 0 },
  { key: "assignee", title: "Assigned to", kind: "text", priority: 1 },
  { key: "dueDate", title: "Due", kind: "date", priority: 2 },
  { key: "resolution", title: "Promise", kind: "text", priority: 3 },
  { key: "actualCost", title: "Cost (USD)", kind: "money", priority: 3 },
  { key: "description", title: "Description", kind: "text", priority: 2 },
]
export const fieldColumns: ReadonlyArray<TableColumn> = [
  ...listColumns.map((column) => (column.key === "siteCode" ? { ...column, key: "siteName" } : column)),
  { key: "location", title: "Location", kind: "text" },
  { key: "assetName", title: "Asset", kind: "text" },
  { key: "requestedByName", title: "Requested by", kind: "text" },
  { key: "clientName", title: "Client", kind: "text" },
  { key: "scheduledDate", title: "Scheduled", kind: "date" },
  { key: "responseDue", title: "Response due", kind: "instant" },
  { key: "response", title: "Response", kind: "text" },
  { key: "resolutionDue", title: "Resolution due", kind: "instant" },
  { key: "startedAt", title: "Started", kind: "instant" },
  { key: "completedAt", title: "Completed", kind: "instant" },
  { key: "completedByName", title: "Completed by", kind: "text" },
  { key: "verifiedByName", title: "Verified by", kind: "text" },
  { key: "followUp", title: "Follow-up", kind: "text" },
  { key: "cancelReason", title: "Cancelled", kind: "text" },
]
/** The order with what tables show of its parts. JSON has it whole. */
export const flat = (order: WorkOrder) => ({
  ...order,
  siteCode: order.site.code,
  siteName: order.site.name,
  response: order.sla.response,
  resolution: order.sla.resolution,
  responseDue: order.sla.responseDue,
  resolutionDue: order.sla.resolutionDue,
  followUp: order.followUps.map(({ orderNumber }) => orderNumber).join(", "),
})

/** One of a few values, or an error that names them. */
export const oneOf = <const W extends string>(option: string, given: string, words: ReadonlyArray<W>): W => {
  const found = words.find((word) => word === given)
  if (found) return found
  throw new Exit("usage", `${option} cannot be "${given}".`, { next: `It is one of: ${words.join(", ")}` })
}

/** The order that a person means by its number or its id. */
export const orderNamed = async (call: Call, command: Command, name: string): Promise<WorkOrder> => {
  const contract = await ordersApi()
  if (/^[1-9]\d*$/.test(name)) return call(command, contract, (client) => client.workOrders.one({ params: { id: Number(name) } }))
  const number = name.toUpperCase()
  const found = await call(command, contract, (client) => client.workOrders.list({ query: { q: number, limit: "50" } }))
  const one = found.find(({ orderNumber }) => orderNumber === number)
  if (one) return one
  throw new Exit("refused", `There is no work order ${name} that you may see.`, {
    next: "Give a number like WO-2026-00012, or an id. ops work-orders list shows them.",
  })
}

/** Collects what an option says each time it is given. */
export const collect = (word: string, words: ReadonlyArray<string> | undefined) => [...(words ?? []), word]

/** Prints an order, and what can be done next. */
export const shown = async (command: Command, order: WorkOrder, next?: string) => {
  const { print, printNext } = await import("@ops/platform/terminal/output.ts")
  await print(flat(order), { ...commonOptions(command), columns: fieldColumns })
  if (next) printNext(next)
}
