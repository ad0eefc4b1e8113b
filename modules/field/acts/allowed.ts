/** What may be done on a device: to record what happened. No approval, no payment, no price, nothing about people, nothing that asks for a new proof. */
import { Schema } from "effect"
import type { Command } from "@ops/platform/records/command.ts"
import { guests, tallyDiner } from "@ops/meals/meal-sessions/meal-session.ts"
import { recordAttendance } from "@ops/meals/meal-sessions/meal-attendance.ts"

interface Allowed {
  /** the command, given what the device has signed; undefined where that is no input of it */
  readonly command: Command<unknown>
  readonly accepts: (input: unknown) => boolean
}

const allow = <Input>(command: Command<Input>, input: Schema.Codec<Input>): readonly [string, Allowed] => [
  command.name,
  // what is not its input is never given to it
  { command: command as Command<unknown>, accepts: Schema.is(input) },
]

const Id = Schema.Int.check(Schema.isGreaterThan(0))
const Words = Schema.String.check(Schema.isMaxLength(500))

export const allowed: ReadonlyMap<string, Allowed> = new Map([
  allow(tallyDiner, Schema.Struct({ id: Id, kind: Schema.Literals(guests), count: Schema.Literals([1, -1]) })),
  allow(recordAttendance, Schema.Struct({ mealSessionId: Id, staffMemberId: Id, attended: Schema.Boolean, reason: Words, notes: Words })),
])
