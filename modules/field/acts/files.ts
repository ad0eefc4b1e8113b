/**
 * The files of acts, which follow them: an act has the SHA-256 of each in its signed text, so whoever sends exactly these bytes needs no session. The act
 * is held until its files are there.
 */
import { createHash } from "node:crypto"
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { filesNamed, storeFile } from "@ops/platform/documents/attachment.ts"
import { invalid, notFound } from "@ops/platform/records/command.ts"

const awaitingSql = sql(
  { person: col.whole, device: col.whole },
  `select acted_by as person, min(device_id) as device from field_act where status in ('received', 'held') and position($1 in text) > 0 group by acted_by`,
)

/** Who waits for the file with this SHA-256; refused (404) before its bytes are read if no one does. */
export const awaiting = (digest: string) =>
  Effect.flatMap(/^[\da-f]{64}$/.test(digest) ? statement(awaitingSql, [digest]) : Effect.succeed([]), (people) =>
    people.length > 0 ? Effect.succeed(people) : Effect.fail(notFound("No record of a device waits for this file")),
  )

/** Stores a file for each person whose act has it, once. */
export const takeAwaited = (digest: string, name: string, bytes: Uint8Array, people: ReadonlyArray<{ readonly person: number }>) =>
  Effect.gen(function* () {
    if (createHash("sha256").update(bytes).digest("hex") !== digest) return yield* Effect.fail(invalid("This is not the file that was signed. Send it again"))
    for (const { person } of people) {
      if ((yield* filesNamed([digest], person)).size > 0) continue
      yield* storeFile(name, bytes, person, true)
    }
  })
