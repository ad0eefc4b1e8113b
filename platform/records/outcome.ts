/** What a request has written so far, so that whatever fails later is answered truthfully. */
import { Context } from "effect"

export interface Written {
  /** a command of the request was recorded */
  recorded: boolean
  /** another command of it was not */
  failed: boolean
  /** nothing tells whether a command of it was recorded: the connection was lost before the answer, and the log could not be asked */
  unknown: boolean
  /** what was recorded, as people know it: "Purchase request PR-2026-0037", or its id */
  readonly names: Array<string>
}

/** Nothing yet. */
export const nothingWritten = (): Written => ({ recorded: false, failed: false, unknown: false, names: [] })

/** The request around, if there is one. */
export const Outcome = Context.Reference<Written | undefined>("@ops/platform/records/Outcome", { defaultValue: () => undefined })

/** What is known, in one word, as the header `x-recorded` has it. */
export const recordedWord = (written: Written | undefined, inDoubt = false): "yes" | "partly" | "no" | "unknown" => {
  if (inDoubt || written?.unknown) return "unknown"
  if (!written?.recorded) return "no"
  return written.failed ? "partly" : "yes"
}

/** The first of many are enough to find them. */
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

/** The same as a sentence; `next` is what to do where nothing was written, `names` what was recorded. */
export const recordedSentence = (word: ReturnType<typeof recordedWord>, next: string, names: ReadonlyArray<string> = []): string =>
  word === "no" ? `${sentences.no()}${next}` : sentences[word](names)
