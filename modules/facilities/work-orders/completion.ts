/**
 * Completes an order with its checklist, parts from the store, hours, photos and the client's signature, in one
 * command. Failed lines of the checklist become a follow-up order.
 */
import type { Schema } from "effect"
import { command, type By, conflict, invalid, permitted, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { label, Lines, Literals, Optional, Picture, Pictures, Quantity, Ref, Text, Whole, withDefault } from "@ops/platform/records/field.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { issueFrom, worthTaken } from "@ops/stock/levels/commands.ts"
import { hoursCosted } from "./order-postings.ts"
import { measure } from "../service-levels/sla.ts"
import { orderFrom, orderOf, requireResource, requireAssignee } from "./commands.ts"
import { type CheckLine, WorkOrderCompleted, type WorkOrderRow, workOrders } from "./work-order.ts"
import { checkResults } from "./labels.ts"

const most = { parts: 50, hours: 50 }

const given = {
  id: Ref("work_order"),
  /** results by the number of the line, from 1 */
  checklist: withDefault([], Lines({ line: Whole, result: Optional(Literals(...checkResults)), note: withDefault("", Text(500)) })),
  parts: withDefault([], Lines({ stockItemId: label("Part", Ref("stock_item")), quantity: Quantity })),
  hours: withDefault(
    [],
    Lines({ staffId: Optional(label("Staff member", Ref("company_staff"))), contractorId: Optional(Ref("contractor")), minutes: label("Hours", Whole) }),
  ),
  photos: withDefault([], Pictures),
  signature: withDefault(null, Optional(Picture)),
  signedBy: withDefault("", Text(200)),
  rating: withDefault(null, Optional(Whole)),
  remarks: withDefault("", Text()),
}
type Given = Schema.Struct.Type<typeof given>

export const completeOrder = command("work_order.complete", "Complete a work order: checklist, parts from stock, hours, photos", given, function* (input, by) {
  const order = yield* orderOf(input.id, by)
  yield* requireAssignee(order, by)
  if (order.status === "completed" && order.completedBy === by.person) return unchanged(order.id)
  if (order.status === "on_hold") throw conflict(`${order.orderNumber} is on hold. Resume it first`)
  if (order.status === "pending" || order.status === "assigned") throw conflict(`Work on ${order.orderNumber} has not started. Start it first`)
  if (order.status !== "in_progress") throw conflict(`${order.orderNumber} is ${order.status} already`)
  yield* permitted()
  const checklist = checked(order, input.checklist)
  const { signature, signedBy, rating, remarks } = input
  if (order.signatureRequired && signature === null) throw invalid("This order needs the client's signature. Let them sign before you complete it")
  if (signature !== null && signedBy === "") throw invalid("Say who signed")
  if (rating !== null && !(Number.isInteger(rating) && rating >= 1 && rating <= 5)) throw invalid("Rating must be from 1 to 5")
  if (order.photos.length + input.photos.length > 40) throw invalid("An order can have 40 photos at most")
  if (input.hours.length > most.hours) throw invalid(`Hours of ${most.hours} people at most`)
  for (const { staffId, contractorId } of input.hours) {
    const isOfOrder = staffId === order.assignedTo && contractorId === order.contractorId
    if (!isOfOrder) yield* requireResource({ assignedTo: staffId, contractorId }, by)
  }
  const hours = yield* hoursCosted(input.hours, by.today)
  const { parts, issued } = yield* partsOf(order, input.parts, by)
  const { resolution } = measure({ ...order, completedAt: by.at }, by.at)
  const completed = WorkOrderCompleted({
    completedBy: by.person,
    checklist,
    parts,
    hours,
    photos: input.photos.map((photo) => ({ ...photo, taken: "after" as const })),
    completion: { signature, signedBy, rating, remarks },
    resolutionMet: resolution === "none" ? null : resolution === "met",
  })
  return [workOrders.at(order.id, completed), ...issued, ...(yield* followUp(order, checklist, by))]
})
export type CompletionInput = Parameters<typeof completeOrder.decide>[0]

/** The checklist with its results. Rejects completion while a required line is open. */
const checked = (order: WorkOrderRow, found: Given["checklist"]): ReadonlyArray<CheckLine> => {
  const strange = found.find(({ line }) => order.checklist[line - 1] === undefined)
  if (strange) throw invalid(`The checklist of ${order.orderNumber} has no line ${strange.line}`)
  const lines = order.checklist.map((line, n) => {
    const said = found.findLast((each) => each.line === n + 1)
    return said ? { ...line, result: said.result, note: said.note } : line
  })
  const open = lines.findIndex(({ required, result }) => required && result === null)
  if (open >= 0) throw invalid(`Line ${open + 1} of the checklist is open: ${lines[open]!.line}. Mark it as ok, failed or not applicable`)
  return lines
}

/** The parts with their stock value, and the changes that issue them. Lines of the same item become one issue. */
function* partsOf(
  order: WorkOrderRow,
  given: Given["parts"],
  by: By,
): CommandGenerator<{ readonly parts: WorkOrderRow["parts"]; readonly issued: ReadonlyArray<Change> }> {
  const wanted = new Map<number, number>()
  for (const { stockItemId, quantity } of given) {
    if (!(quantity > 0)) throw invalid("Quantity must be greater than 0")
    wanted.set(stockItemId, (wanted.get(stockItemId) ?? 0) + quantity)
  }
  if (wanted.size > most.parts) throw invalid(`An order can use ${most.parts} different parts at most`)
  const parts: Array<WorkOrderRow["parts"][number]> = []
  const issued: Array<Change> = []
  for (const [stockItemId, quantity] of wanted) {
    const changes = yield* issueFrom(
      order.siteId,
      stockItemId,
      quantity,
      { note: order.orderNumber, source: { kind: "work_order", id: order.id }, account: "5300" },
      by,
    )
    parts.push({ stockItemId, quantity, value: worthTaken(changes) })
    issued.push(...changes)
  }
  return { parts, issued }
}

/** Failed lines become a new order at the same place, with the same priority. */
function* followUp(order: WorkOrderRow, checklist: ReadonlyArray<CheckLine>, by: By): CommandGenerator<ReadonlyArray<Change>> {
  const failed = checklist.filter(({ result }) => result === "failed")
  if (failed.length === 0) return []
  const { siteId, location, assetId, serviceType, priority, clientId, contractId, billable } = order
  const lines = failed.map(({ line, note }) => `- ${line}${note ? `: ${note}` : ""}`)
  const description = [`Failed at ${order.orderNumber}:`, ...lines].join("\n").slice(0, 2000)
  const made = yield* orderFrom(
    { siteId, location, assetId, serviceType, priority, clientId, contractId, billable, description },
    { origin: "follow_up", followUpOf: order.id },
    by,
  )
  return made.changes
}
