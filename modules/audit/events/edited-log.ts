/** The answer of a command if the log itself was edited: the rows may then be right, and must not be rebuilt from it. */
import type { Finding } from "@ops/platform/event-store/diagnosis.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { count } from "@ops/platform/text.ts"

/** Whether a finding concerns events; differing seals or notes do not affect the rows. */
const isOfEvents = ({ deed }: Finding) => deed !== "seal" && deed !== "restored"

/** The failure of a command that depends on the log; undefined if its events are unchanged. */
export const editedLog = (found: ReadonlyArray<Finding & { readonly record?: string }>, about: string): Exit | undefined => {
  const edited = found.filter(isOfEvents)
  const first = edited.find(({ deed }) => deed !== "rehashed") ?? edited[0]
  if (!first) return undefined
  const name = first.record ?? first.stream
  return new Exit(
    "difference",
    `The log was edited: ${count(edited.length, "place")}. The first: at event ${first.position}${name ? ` (${name})` : ""}, ${first.text}.`,
    {
      why: about,
      next: "Keep the database, its logs and the seal notes unchanged for an investigation. To list every place: ops audit verify",
    },
  )
}
