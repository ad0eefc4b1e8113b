/** What may be done on a device: to record what happened. No approval, no payment, no price, nothing about people, nothing that asks for a new proof. */
import { Effect, Option, Schema } from "effect"
import { mostDrawn } from "@ops/platform/access/day-sheet.ts"
import { fieldCalls } from "@ops/platform/access/field-calls.ts"
import type { Permission } from "@ops/platform/access/levels.ts"
import { OPERATIONS, type Rule } from "@ops/platform/access/rule.ts"
import type { Database, DatabaseError } from "@ops/platform/database/database.ts"
import { filesNamed } from "@ops/platform/documents/attachment.ts"
import type { AnyResource } from "@ops/platform/http/resources/resource.ts"
import type { Command } from "@ops/platform/records/command.ts"
import { workOrders } from "@ops/facilities/work-orders/resource.ts"
import { expenseRequests } from "@ops/finance/expense-requests/resource.ts"
import { MealsInput } from "@ops/meals/head-counts/meals-input.ts"
import { recordMealsAsSent } from "@ops/meals/head-counts/staff-feeding.ts"
import { countedAt } from "@ops/meals/queries.ts"
import { purchaseRequests } from "@ops/procurement/purchase-requests/resource.ts"
import { CountInput } from "@ops/stock/levels/count-input.ts"
import { countOfThen } from "@ops/stock/levels/commands.ts"
import { movedSince } from "@ops/stock/queries.ts"
import { signing } from "../signed-days/queries.ts"
import { deviceActs } from "./device-acts.ts"

/** A command with its input, ready to be decided; or the number of its files that have not arrived. */
type Prepared = { readonly command: Command<unknown>; readonly input: unknown } | { readonly awaits: number }
interface Allowed {
  /** who may, where the command leaves that to the rule of its call */
  readonly may: Rule["may"]
  /** undefined where the device has signed no input of it; `at` is when it happened, and `person` whose files it has */
  readonly prepare: (signed: unknown, at: string, person: number) => Effect.Effect<Prepared | undefined, DatabaseError, Database>
  /** decided alone, after everything that happened before it */
  readonly inOrder: boolean
}
const anyone: ReadonlyArray<Permission> = ["profile.view"]
const called: ReadonlySet<string> = new Set(fieldCalls.map(({ act }) => act))
const rulesOf = ({ commands }: AnyResource) => Object.values(commands).map(({ command, access: { may } }) => [command.name, may] as const)
const permitted = new Map<string, Rule["may"]>([
  ["staff_feeding.record", OPERATIONS],
  ["stock_level.count_site", ["inventory.manage", "department.manage"]],
  ...rulesOf(workOrders),
  ...rulesOf(purchaseRequests),
  ...rulesOf(expenseRequests),
])
const asAllowed = (name: string, prepare: Allowed["prepare"], inOrder = called.has(name)) =>
  [name, { may: permitted.get(name) ?? anyone, prepare, inOrder }] as const

/** An act that is decided on more than the rows that its command asks for. */
const withMore = <Input, Encoded>(
  name: string,
  schema: Schema.Codec<Input, Encoded>,
  prepare: (input: Input, at: string) => Effect.Effect<Command<Input>, DatabaseError, Database>,
  inOrder?: boolean,
) => {
  const read = Schema.decodeUnknownOption(schema)
  return asAllowed(
    name,
    (signed, at) =>
      Option.match(read(signed), {
        onNone: () => Effect.succeed(undefined),
        onSome: (input) => Effect.map(prepare(input, at), (command) => ({ command: command as Command<unknown>, input })),
      }),
    inOrder,
  )
}

const Id = Schema.Int.check(Schema.isGreaterThan(0))
const Words = Schema.String.check(Schema.isMaxLength(500))
const Name = Schema.String.check(Schema.isMaxLength(80))

export const allowed: ReadonlyMap<string, Allowed> = new Map<string, Allowed>([
  ...[...deviceActs.values()].map(({ name, read, filesIn, command }) =>
    asAllowed(name, (signed, _, person) => {
      const names = filesIn(signed)
      const decided = (files: Parameters<typeof read>[1]) => {
        const input = read(signed, files)
        return input === undefined ? undefined : { command: command(() => []), input }
      }
      if (names.length === 0) return Effect.succeed(decided(undefined))
      return Effect.map(filesNamed(names, person), (files) => {
        const awaits = new Set(names.filter((each) => typeof each === "string" && !files.has(each))).size
        return awaits > 0 ? { awaits } : decided((each) => files.get(each))
      })
    }),
  ),
  withMore(
    "signed_day.sign",
    Schema.Struct({
      text: Schema.String,
      signedBy: Name,
      role: Name,
      drawing: Schema.String.check(Schema.isMaxLength(mostDrawn)),
      disputes: Schema.Array(Schema.Struct({ sessionId: Id, reason: Words })),
    }),
    (input) => signing(input),
    true,
  ),
  withMore("staff_feeding.record", MealsInput, ({ siteId }) => Effect.map(countedAt(siteId, null), ([known, at]) => recordMealsAsSent(known, at))),
  withMore("stock_level.count_site", CountInput, ({ siteId, lines }, at) => Effect.map(movedSince(siteId, lines, at), countOfThen)),
])
