/**
 * The commands allowed on a device: those that record what happened. No approvals, payments or prices, no changes to
 * people, and nothing that requires a new proof of identity.
 */
import { Schema } from "effect"
import type { Command } from "@ops/platform/records/command.ts"
import { guests, tallyDiner } from "@ops/meals/meal-sessions/meal-session.ts"
import { recordAttendance } from "@ops/meals/meal-sessions/meal-attendance.ts"

interface Allowed {
  /** the command for the signed input; `accepts` checks that input */
  readonly command: Command<unknown>
  readonly accepts: (input: unknown) => boolean
}

const allow = <Input>(command: Command<Input>, input: Schema.Codec<Input>): readonly [string, Allowed] => [
  command.name,
  // input that the command does not accept is never passed to it
  { command: command as Command<unknown>, accepts: Schema.is(input) },
]

const Id = Schema.Int.check(Schema.isGreaterThan(0))
const Words = Schema.String.check(Schema.isMaxLength(500))

export const allowed: ReadonlyMap<string, Allowed> = new Map([
  allow(tallyDiner, Schema.Struct({ id: Id, kind: Schema.Literals(guests), count: Schema.Literals([1, -1]) })),
  allow(recordAttendance, Schema.Struct({ mealSessionId: Id, staffMemberId: Id, attended: Schema.Boolean, reason: Words, notes: Words })),
])
