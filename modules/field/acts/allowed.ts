/** What may be done on a device: to record what happened. No approval, no payment, no price, nothing about people, nothing that asks for a new proof. */
import { Effect, Schema } from "effect"
import type { Database, DatabaseError } from "@ops/platform/database/database.ts"
import type { Command } from "@ops/platform/records/command.ts"
import { guests, tallyDiner } from "@ops/meals/meal-sessions/meal-session.ts"
import { recordAttendance } from "@ops/meals/meal-sessions/meal-attendance.ts"
import { signing } from "../signed-days/queries.ts"
import { mostDrawn } from "@ops/platform/access/day-sheet.ts"

interface Allowed {
  /** the command, given what the device has signed and what must be known before it is decided */
  readonly command: (input: unknown) => Effect.Effect<Command<unknown>, DatabaseError, Database>
  readonly accepts: (input: unknown) => boolean
  /** decided alone, after everything that happened before it */
  readonly inOrder: boolean
}

// what is not its input is never given to it
const allow = <Input>(command: Command<Input>, input: Schema.Codec<Input>): readonly [string, Allowed] => [
  command.name,
  { command: () => Effect.succeed(command as Command<unknown>), accepts: Schema.is(input), inOrder: false },
]
/** An act whose command must know more than it asks for itself. */
const allowKnowing = <Input>(
  name: string,
  command: (input: Input) => Effect.Effect<Command<Input>, DatabaseError, Database>,
  input: Schema.Codec<Input>,
): readonly [string, Allowed] => [
  name,
  { command: (given) => Effect.map(command(given as Input), (made) => made as Command<unknown>), accepts: Schema.is(input), inOrder: true },
]

const Id = Schema.Int.check(Schema.isGreaterThan(0))
const Words = Schema.String.check(Schema.isMaxLength(500))

export const allowed: ReadonlyMap<string, Allowed> = new Map([
  allow(tallyDiner, Schema.Struct({ id: Id, kind: Schema.Literals(guests), count: Schema.Literals([1, -1]) })),
  allow(recordAttendance, Schema.Struct({ mealSessionId: Id, staffMemberId: Id, attended: Schema.Boolean, reason: Words, notes: Words })),
  allowKnowing(
    "signed_day.sign",
    signing,
    Schema.Struct({
      text: Schema.String,
      signedBy: Schema.String.check(Schema.isMaxLength(80)),
      role: Schema.String.check(Schema.isMaxLength(80)),
      drawing: Schema.String.check(Schema.isMaxLength(mostDrawn)),
      disputes: Schema.Array(Schema.Struct({ sessionId: Id, reason: Words })),
    }),
  ),
])
