/**
 * What is done on a device: for each act, how its signed input is read, which pure command decides it, and which rows that needs. The office decides by
 * this on its database; a device decides provisionally on the rows that it keeps. Pure: it goes to browsers too.
 */
import { Option, Schema } from "effect"
import { payloadOf, inputOf } from "@ops/platform/http/resources/wire.ts"
import type { AnyDeclaredCommand, Command } from "@ops/platform/records/command.ts"
import { type AttachedFile, describedAs } from "@ops/platform/records/field.ts"
import type { KeptKind } from "@ops/platform/records/decide-here.ts"
import type { RecordKind, Row } from "@ops/platform/records/record.ts"
import type { AnyStream } from "@ops/platform/records/stream.ts"
import { clients } from "@ops/clients/client.ts"
import { clientContracts } from "@ops/clients/contracts/client-contract.ts"
import { staffMembers } from "@ops/clients/staff-members/staff-member.ts"
import { holdOrder, photographOrder, raiseOrder, resumeOrder, startOrder } from "@ops/facilities/work-orders/commands.ts"
import { completeOrder } from "@ops/facilities/work-orders/completion.ts"
import { workOrders } from "@ops/facilities/work-orders/work-order.ts"
import { requestExpense } from "@ops/finance/expense-requests/expense-request.ts"
import { siteMealCapacities } from "@ops/meals/capacities/meal-capacity.ts"
import { mealAccounts } from "@ops/meals/head-counts/meal-account.ts"
import { MealsInput } from "@ops/meals/head-counts/meals-input.ts"
import { recordMealsAsSent, staffFeedingRecords } from "@ops/meals/head-counts/staff-feeding.ts"
import { mealAttendances, recordAttendance } from "@ops/meals/meal-sessions/meal-attendance.ts"
import { guests, mealSessions, tallyDiner } from "@ops/meals/meal-sessions/meal-session.ts"
import { tapOnDevice } from "@ops/people/attendance/attendance.ts"
import { companyStaff } from "@ops/people/staff/company-staff.ts"
import { purchaseRequests, raise, receive } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { sites } from "@ops/sites/site.ts"
import { stockItems } from "@ops/stock/items/stock-item.ts"
import { CountInput } from "@ops/stock/levels/count-input.ts"
import { countOfThen } from "@ops/stock/levels/commands.ts"
import { stockLevels } from "@ops/stock/levels/stock-level.ts"

type RowOf<S extends AnyStream> = S extends { readonly record: infer R extends RecordKind } ? Row<R> : never
type Values<S extends AnyStream> = Partial<RowOf<S>>

/** A device keeps all fields but those with a blank value. */
const mostOf = <S extends AnyStream>(stream: S, blanks: Values<S> = {}): KeptKind => ({
  stream,
  fields: stream.record.fields.map(({ name }) => name).filter((name) => !(name in blanks)),
  blanks: { ...blanks },
})
/** It keeps these fields only. */
const only = <S extends AnyStream>(stream: S, fields: ReadonlyArray<keyof RowOf<S> & string>, blanks: Values<S> = {}): KeptKind => ({
  stream,
  fields: ["id", "version", "createdAt", "updatedAt", ...fields],
  blanks: { ...blanks },
})

/** The rows that a device keeps: no price of a meal, no cost of stock or work, no pay, no contact, nothing about anyone's health. */
export const kept = {
  site: only(sites, ["slug", "name", "isActive"]),
  client: only(clients, []),
  client_contract: only(clientContracts, ["siteId", "clientId", "serviceType", "startDate", "endDate"]),
  staff_member: only(staffMembers, ["clientId", "siteId", "hireDate", "endDate", "mealPlan"]),
  // of the company's own people at the site no more than their numbers; people of other sites come in here too
  company_staff: {
    ...only(companyStaff, ["staffNumber", "siteId", "hireDate", "status", "personId"], { firstName: "another", lastName: "person" }),
    isPartial: true,
  },
  meal_session: mostOf(mealSessions, { notes: "", mealCost: 0 }),
  meal_attendance: mostOf(mealAttendances, { notes: "", mealCost: 0 }),
  meal_account: mostOf(mealAccounts),
  site_meal_capacity: mostOf(siteMealCapacities, { notes: "", mealRate: 0 }),
  staff_feeding_record: mostOf(staffFeedingRecords),
  work_order: mostOf(workOrders, { notes: "", estimatedCost: null, actualCost: 0, parts: [], hours: [], completion: null }),
  purchase_request: only(purchaseRequests, ["requestNumber", "siteId", "status", "items", "deliveryLots", "receipts"]),
  stock_item: only(stockItems, ["name", "unit", "category", "costAccount"], { unitCost: 0 }),
  stock_level: mostOf(stockLevels, { value: 0 }),
} satisfies Record<string, KeptKind>
export type KeptName = keyof typeof kept

/** A file of an act: the id of one that was uploaded before, or the SHA-256 of one that follows it. */
export type FileName = number | string
type FileOf = (name: FileName) => AttachedFile | undefined
/** On a device, where only its name is known. */
const notYet: FileOf = (name) => ({ id: 0, name: "", type: "image/", size: 0, sha256: String(name) })

export interface DeviceAct {
  readonly name: string
  /** its input, from what was signed; undefined if it is no such input, or one of its files is not what it must be */
  readonly read: (signed: unknown, fileOf?: FileOf) => unknown
  /** the files that it names */
  readonly filesIn: (signed: unknown) => ReadonlyArray<FileName>
  /** the command that decides it, on the rows that a device keeps of these kinds */
  readonly command: (rows: RowsOf) => Command<unknown>
  /** the input of the command on a record of which nothing has been entered yet; undefined where the command is not one on a record of its kind */
  readonly asked?: (id: number) => unknown
  readonly needs: ReadonlyArray<KeptName>
  /** what its input consists of, where a resource declares it */
  readonly fields: Schema.Struct.Fields
}
/** The ids of the rows of a kind that a device keeps. */
export type RowsOf = (kind: KeptName) => ReadonlyArray<number>

const act = <Input, Encoded>(
  command: Command<Input> | ((rows: RowsOf) => Command<Input>),
  schema: Schema.Codec<Input, Encoded>,
  ...needs: ReadonlyArray<KeptName>
): DeviceAct => {
  const read = Schema.decodeUnknownOption(schema)
  const of = (rows: RowsOf) => (typeof command === "function" ? command(rows) : command) as Command<unknown>
  return { name: of(() => []).name, read: (signed) => Option.getOrUndefined(read(signed)), filesIn: () => [], command: of, needs, fields: {} }
}
/** The payload of the command's call, whose files are named instead of uploaded. */
const call = (command: AnyDeclaredCommand, ...needs: ReadonlyArray<KeptName>): DeviceAct => {
  const files = Object.entries(command.fields).flatMap(([name, schema]) => {
    const { kind, pictures = false } = describedAs(schema)
    return kind === "files" || kind === "file" ? [{ name, pictures, names: Schema.decodeUnknownOption(kind === "file" ? oneName : manyNames) }] : []
  })
  const read = Schema.decodeUnknownOption(payloadOf(command.fields))
  const asInput = inputOf(command.fields)
  const namesIn = (signed: unknown) => files.map((each) => ({ ...each, names: Option.getOrUndefined(each.names((signed as Input | null)?.[each.name])) }))
  return {
    name: command.name,
    filesIn: (signed) => namesIn(signed).flatMap(({ names }) => (Array.isArray(names) ? names : (names ?? [])) as ReadonlyArray<FileName>),
    read: (signed, fileOf = notYet) => {
      const given: Record<string, unknown> = { ...(signed as object | null) }
      const attached: Record<string, unknown> = {}
      for (const { name, names, pictures } of namesIn(signed)) {
        if (names === undefined && given[name] !== undefined) return undefined
        // the payload has ids of files; what takes their place is not read
        given[name] = Array.isArray(names) ? names.map(() => 1) : names && 1
        const found = [names ?? []].flat().map(fileOf)
        if (found.some((file) => !file || (pictures && !file.type.startsWith("image/")))) return undefined
        if (names !== undefined && names !== null) attached[name] = Array.isArray(names) ? found : found[0]
      }
      return Option.getOrUndefined(Option.map(read(given), (payload) => asInput({ ...payload, ...attached })))
    },
    command: () => command,
    ...("id" in command.fields && { asked: (id: number) => asInput({ id }) }),
    needs,
    fields: command.fields,
  }
}
type Input = Readonly<Record<string, unknown>>
const FileNamed = Schema.Union([Schema.Int.check(Schema.isGreaterThan(0)), Schema.String.check(Schema.isPattern(/^[\da-f]{64}$/))])
const oneName = Schema.NullOr(FileNamed)
const manyNames = Schema.NullOr(Schema.Array(FileNamed).check(Schema.isMaxLength(20)))

const Id = Schema.Int.check(Schema.isGreaterThan(0))
const Words = Schema.String.check(Schema.isMaxLength(500))
const orders = ["work_order", "company_staff"] as const
const stock = ["site", "stock_item", "stock_level"] as const

export const deviceActs: ReadonlyMap<string, DeviceAct> = new Map(
  [
    act(
      recordAttendance,
      Schema.Struct({ mealSessionId: Id, staffMemberId: Id, attended: Schema.Boolean, reason: Words, notes: Words }),
      ...(["meal_session", "staff_member", "meal_attendance", "meal_account"] as const),
    ),
    act(tallyDiner, Schema.Struct({ id: Id, kind: Schema.Literals(guests), count: Schema.Literals([1, -1]) }), "meal_session"),
    act(tapOnDevice, Schema.Struct({ siteId: Id, staffNumber: Schema.String.check(Schema.isMaxLength(80)) }), "site", "company_staff"),
    act(
      (rows) => recordMealsAsSent(rows("client_contract"), { windows: rows("site_meal_capacity") }),
      MealsInput,
      ...(["site", "client", "client_contract", "site_meal_capacity", "staff_feeding_record", "meal_account"] as const),
    ),
    act(() => countOfThen([]), CountInput, ...stock),
    call(raiseOrder, "site"),
    call(startOrder, ...orders),
    call(holdOrder, ...orders),
    call(resumeOrder, ...orders),
    call(photographOrder, "work_order"),
    call(completeOrder, ...orders, ...stock),
    call(raise, "site", "stock_item"),
    call(receive, "purchase_request", "stock_item"),
    call(requestExpense, "site"),
  ].map((each) => [each.name, each]),
)
