/** What may be done on a device: to record what happened. No approval, no payment, no price, nothing about people, nothing that asks for a new proof. */
import { Effect, Option, Schema } from "effect"
import { mostDrawn } from "@ops/platform/access/day-sheet.ts"
import { fieldCalls } from "@ops/platform/access/field-calls.ts"
import type { Permission } from "@ops/platform/access/levels.ts"
import { OPERATIONS, type Rule } from "@ops/platform/access/rule.ts"
import type { Database, DatabaseError } from "@ops/platform/database/database.ts"
import type { AnyResource } from "@ops/platform/http/resources/resource.ts"
import { inputOf, payloadOf } from "@ops/platform/http/resources/wire.ts"
import type { Command } from "@ops/platform/records/command.ts"
import { describedAs } from "@ops/platform/records/field.ts"
import { workOrders } from "@ops/facilities/work-orders/resource.ts"
import { expenseRequests } from "@ops/finance/expense-requests/resource.ts"
import { MealsInput } from "@ops/meals/contract.ts"
import { recordMealsAsSent } from "@ops/meals/head-counts/staff-feeding.ts"
import { recordAttendance } from "@ops/meals/meal-sessions/meal-attendance.ts"
import { guests, tallyDiner } from "@ops/meals/meal-sessions/meal-session.ts"
import { countedAt } from "@ops/meals/queries.ts"
import { tapOnDevice } from "@ops/people/attendance/attendance.ts"
import { purchaseRequests } from "@ops/procurement/purchase-requests/resource.ts"
import { CountInput } from "@ops/stock/contract.ts"
import { countOfThen } from "@ops/stock/levels/commands.ts"
import { movedSince } from "@ops/stock/queries.ts"
import { signing } from "../signed-days/queries.ts"

/** A command with its input, ready to be decided. */
interface Prepared {
  readonly command: Command<unknown>
  readonly input: unknown
}
interface Allowed {
  /** who may, where the command leaves that to the rule of its call */
  readonly may: Rule["may"]
  /** undefined where the device has signed no input of it; `at` is when it happened */
  readonly prepare: (signed: unknown, at: string) => Effect.Effect<Prepared | undefined, DatabaseError, Database>
  /** decided alone, after everything that happened before it */
  readonly inOrder: boolean
}
const anyone: ReadonlyArray<Permission> = ["profile.view"]

/** An act whose signed input is read by a schema. What is not its input is never given to it. */
const allow = <Input, Encoded>(
  name: string,
  schema: Schema.Codec<Input, Encoded>,
  prepare: (input: Input, at: string) => Effect.Effect<Command<Input>, DatabaseError, Database>,
  { may = anyone, inOrder = false }: Partial<Pick<Allowed, "may" | "inOrder">> = {},
): readonly [string, Allowed] => {
  const read = Schema.decodeUnknownOption(schema)
  return [
    name,
    {
      may,
      inOrder,
      prepare: (signed, at) =>
        Option.match(read(signed), {
          onNone: () => Effect.succeed(undefined),
          onSome: (input) => Effect.map(prepare(input, at), (command) => ({ command: command as Command<unknown>, input })),
        }),
    },
  ]
}
const plain = <Input>(command: Command<Input>, schema: Schema.Codec<Input>) => allow(command.name, schema, () => Effect.succeed(command))

const named: ReadonlySet<string> = new Set(fieldCalls.map(({ act }) => act))
/** Files travel with a connection only: what is signed has none. */
const withoutFiles = (fields: Schema.Struct.Fields) => {
  const none: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(fields)) {
    const { kind } = describedAs(schema)
    if (kind === "files") none[name] = []
    if (kind === "file") none[name] = null
  }
  return none
}
/** The commands of a resource that `fieldCalls` names, given the payload of their call. */
const callsOf = ({ commands }: AnyResource): ReadonlyArray<readonly [string, Allowed]> =>
  Object.values(commands)
    .filter(({ command }) => named.has(command.name))
    .map(({ command, access: { may } }) => {
      const { fields } = command
      const [asInput, none] = [inputOf(fields), withoutFiles(fields)]
      const read = Schema.decodeUnknownOption(payloadOf(fields))
      const prepare: Allowed["prepare"] = (signed) =>
        Effect.succeed(
          Option.getOrUndefined(Option.map(read(signed), (given) => ({ command: command as Command<unknown>, input: asInput({ ...given, ...none }) }))),
        )
      return [command.name, { may, inOrder: true, prepare }]
    })

const Id = Schema.Int.check(Schema.isGreaterThan(0))
const Words = Schema.String.check(Schema.isMaxLength(500))
const Name = Schema.String.check(Schema.isMaxLength(80))

export const allowed: ReadonlyMap<string, Allowed> = new Map([
  plain(tallyDiner, Schema.Struct({ id: Id, kind: Schema.Literals(guests), count: Schema.Literals([1, -1]) })),
  plain(recordAttendance, Schema.Struct({ mealSessionId: Id, staffMemberId: Id, attended: Schema.Boolean, reason: Words, notes: Words })),
  plain(tapOnDevice, Schema.Struct({ siteId: Id, staffNumber: Name })),
  allow(
    "signed_day.sign",
    Schema.Struct({
      text: Schema.String,
      signedBy: Name,
      role: Name,
      drawing: Schema.String.check(Schema.isMaxLength(mostDrawn)),
      disputes: Schema.Array(Schema.Struct({ sessionId: Id, reason: Words })),
    }),
    (input) => signing(input),
    { inOrder: true },
  ),
  allow("staff_feeding.record", MealsInput, ({ siteId }) => Effect.map(countedAt(siteId, null), ([known, at]) => recordMealsAsSent(known, at)), {
    may: OPERATIONS,
    inOrder: true,
  }),
  allow("stock_level.count_site", CountInput, ({ siteId, lines }, at) => Effect.map(movedSince(siteId, lines, at), countOfThen), {
    may: ["inventory.manage", "department.manage"],
    inOrder: true,
  }),
  ...callsOf(workOrders),
  ...callsOf(purchaseRequests),
  ...callsOf(expenseRequests),
])
