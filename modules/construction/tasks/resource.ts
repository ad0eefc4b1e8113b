/**
 * Resources of tasks: staff, contractors, equipment. A resource has one record for all projects, which every assignment reads and writes, so that it is never
 * booked twice on a day.
 */
import { Schema } from "effect"
import { contractors } from "@ops/contractors/contractor.ts"
import { assets } from "@ops/facilities/assets/asset.ts"
import { companyStaff } from "@ops/people/staff/company-staff.ts"
import { leaveAccounts } from "@ops/people/leave/leave-account.ts"
import { type By, find, get, getHere, invalid, findById, newId, type CommandGenerator } from "@ops/platform/records/command.ts"
import { Line, Literals, Optional, Parts, Text, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import { resourceKinds, type ResourceKind } from "../labels.ts"
import { staffHere } from "@ops/people/assignments/staff-assignment.ts"
import { contractorHere } from "@ops/contractors/contractor-account.ts"

const booking = { projectId: Schema.Int, taskId: Schema.Int, from: Schema.String, to: Schema.String }
const Booking = Schema.Struct(booking)
export type Booking = typeof Booking.Type

const identity = {
  /** staff/7, contractor/3, asset/12, equipment/excavator 1 */
  key: Line(),
  kind: Literals(...resourceKinds),
  /** for staff and contractors the id of the record; for equipment the id of the asset, if it is in the register */
  refId: Optional(Whole),
  /** for equipment that is not in the register; the others take the name of their record */
  name: Text(200),
}
export const ConstructionResource = record(
  "construction_resource",
  { ...identity, bookings: Parts(Booking) },
  { label: "Resource", title: "key", unique: [{ fields: ["key"], sentence: "This resource already exists" }] },
)

export const ResourceBooked = event("ResourceBooked", 1, { ...identity, ...booking }, ({ from, to }) => `Booked from ${from} to ${to}`)
export const ResourceFreed = event("ResourceFreed", 1, { projectId: Schema.Int, taskId: Schema.Int }, () => "Free again")

const without = (bookings: ReadonlyArray<Booking>, projectId: number, taskId: number) =>
  bookings.filter((each) => each.projectId !== projectId || each.taskId !== taskId)

export const constructionResources = stream(ConstructionResource, ResourceBooked, ResourceFreed).fold({
  ResourceBooked: (row, { projectId, taskId, from, to, ...identity }) => ({
    ...identity,
    bookings: [...without(row?.bookings ?? [], projectId, taskId), { projectId, taskId, from, to }],
  }),
  ResourceFreed: (row, { projectId, taskId }) => ({ ...row, bookings: without(row.bookings, projectId, taskId) }),
})

/** The resource of an assignment: a person by record id; equipment by name and, if it is in the register, by asset. */
export interface ResourceNamed {
  readonly kind: ResourceKind
  readonly refId: number | null
  readonly name: string
}

/** The key of a resource; refused if it has neither an id nor a name. */
export const resourceKey = ({ kind, refId, name }: ResourceNamed): string => {
  if (refId !== null) return `${kind === "equipment" ? "asset" : kind}/${refId}`
  if (kind !== "equipment" || name === "") throw invalid(kind === "equipment" ? "Name the equipment" : "Choose the person")
  return `equipment/${name.toLowerCase()}`
}

/** Refuses a person or an asset of another site as not found. */
export function* requireResource({ kind, refId }: ResourceNamed, by: By): CommandGenerator<void> {
  if (refId === null) return
  if (kind === "equipment") yield* getHere(assets, refId, by)
  else if (kind === "contractor") yield* contractorHere(refId, by)
  else yield* staffHere(refId, by)
}

/** Its display name; refused if the person does not work for the company on those days, or the asset cannot be used. */
function* nameFor({ kind, refId, name }: ResourceNamed, { from, to }: Pick<Booking, "from" | "to">): CommandGenerator<string> {
  if (refId === null) return name
  if (kind === "equipment") {
    const asset = yield* get(assets, refId)
    const called = `${asset.assetNumber} ${asset.name}`
    if (!asset.isActive) throw invalid(`${called} is retired. Choose another`)
    if (asset.status === "down") throw invalid(`${called} is out of use. Choose another, or have it repaired first`)
    return called
  }
  if (kind === "contractor") {
    const contractor = yield* get(contractors, refId)
    const called = `${contractor.firstName} ${contractor.lastName}`
    if (contractor.status !== "active") throw invalid(`${called} is not an active contractor`)
    if (contractor.contractEnd !== null && contractor.contractEnd < to) throw invalid(`The contract of ${called} ends on ${contractor.contractEnd}`)
    return called
  }
  const staff = yield* get(companyStaff, refId)
  const called = `${staff.firstName} ${staff.lastName}`
  if (staff.status !== "active") throw invalid(`${called} does not currently work here`)
  if (staff.terminationDate !== null && staff.terminationDate < to) throw invalid(`${called} leaves on ${staff.terminationDate}`)
  const away = (yield* findById(leaveAccounts, refId))?.absences.find(({ granted, startDate, endDate }) => granted && startDate <= to && endDate >= from)
  if (away) throw invalid(`${called} is on leave from ${away.startDate} to ${away.endDate}. Choose another person, or other days`)
  return called
}

/** The booking of a resource on another task that overlaps these days. */
export const clashOf = (bookings: ReadonlyArray<Booking>, asked: Booking): Booking | undefined =>
  without(bookings, asked.projectId, asked.taskId).find(({ from, to }) => from <= asked.to && to >= asked.from)

/** The change that books a resource for these days; refused if it is booked elsewhere on one of them. `where` describes a booking. */
export function* book(named: ResourceNamed, asked: Booking, where: (booking: Booking) => CommandGenerator<string>): CommandGenerator<Change> {
  const key = resourceKey(named)
  const called = yield* nameFor(named, asked)
  const known = yield* find(constructionResources, { key })
  const clash = clashOf(known?.bookings ?? [], asked)
  if (clash) throw invalid(`${called} is on ${yield* where(clash)} from ${clash.from} to ${clash.to}. Choose other days or another resource`)
  const { kind, refId } = named
  const name = refId === null ? (known?.name ?? named.name) : ""
  return constructionResources.at(known?.id ?? (yield* newId(constructionResources)), ResourceBooked({ key, kind, refId, name, ...asked }))
}

/** The change that releases a resource from a task; none if it was not assigned. */
export function* free(key: string, projectId: number, taskId: number): CommandGenerator<ReadonlyArray<Change>> {
  const known = yield* find(constructionResources, { key })
  const isBooked = known?.bookings.some((each) => each.projectId === projectId && each.taskId === taskId)
  return known && isBooked ? [constructionResources.at(known.id, ResourceFreed({ projectId, taskId }))] : []
}
