/** Tracks what a request has written so far, so that a later failure is reported truthfully. */
import { Context } from "effect"

export interface Written {
  /** a command of the request was recorded */
  recorded: boolean
  /** another command of it was not */
  failed: boolean
  /** unknown whether a command of the request was recorded: the connection was lost before the answer, and the log could not be queried */
  unknown: boolean
  /** the recorded items by display name: "Purchase request PR-2026-0037", or the id */
  readonly names: Array<string>
}

/** Nothing yet. */
export const nothingWritten = (): Written => ({ recorded: false, failed: false, unknown: false, names: [] })

/** The current request, if there is one. */
export const Outcome = Context.Reference<Written | undefined>("@ops/platform/records/Outcome", { defaultValue: () => undefined })

/** The state in one word, as in the header `x-recorded`. */
export const recordedWord = (written: Written | undefined, inDoubt = false): "yes" | "partly" | "no" | "unknown" => {
  if (inDoubt || written?.unknown) return "unknown"
  if (!written?.recorded) return "no"
  return written.failed ? "partly" : "yes"
}

/** Maximum number of items listed; the first ones are enough to find the others. */
const namedAtMost = 5
const named = (names: ReadonlyArray<string>) => `${names.slice(0, namedAtMost).join(", ")}${names.length > namedAtMost ? ", …" : ""}`

const sentences = {
  yes: (names: ReadonlyArray<string>) =>
    `This was recorded${names.length > 0 ? ` (${named(names)})` : ""}, but the answer could not be read back. Reload the page to see it; do not enter it again.`,
  partly: (names: ReadonlyArray<string>) =>
    `Part of this was recorded before it failed${names.length > 0 ? `: ${named(names)}` : ""}. Check the list before you send the rest again.`,
  no: () => "Nothing was written",
  unknown: () => "We do not know whether this was recorded. Check the list, or send it again with the same Idempotency-Key.",
}

/** The same as a sentence; `next` is what to do if nothing was written, `names` what was recorded. */
export const recordedSentence = (word: ReturnType<typeof recordedWord>, next: string, names: ReadonlyArray<string> = []): string =>
  word === "no" ? `${sentences.no()}${next}` : sentences[word](names)
