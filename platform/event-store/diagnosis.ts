/** Diagnoses how altered events were tampered with, from the fingerprints of their parts that seals keep. */
import { crc32 } from "node:zlib"
import { type Entry, type LogCommit, type LogEvent, type Part, parts, printsOf } from "./leaf.ts"

export type Deed = "edited" | "rehashed" | "deleted" | "cut" | "inserted" | "swapped" | "moved" | "range" | "seal" | "restored"

/** A place in the log that is not as it was written. */
export interface Finding {
  /** the event's position; for a seal, the last position that it covers */
  readonly position: number
  readonly stream: string | null
  readonly deed: Deed
  /** a sentence that does not name the position */
  readonly text: string
  readonly seal: number | null
}

export interface Damage {
  readonly position: number
  readonly event: LogEvent | undefined
  readonly commit: LogCommit | undefined
  readonly prints: Entry["prints"] | undefined
  /** the stored hash matches the stored content */
  readonly fits: boolean
  readonly sealed: boolean
  readonly leafHolds: boolean
}

const words: Readonly<Record<Part, string>> = { ...(Object.fromEntries(parts.map((part) => [part, part])) as Record<Part, string>), type: "type or version" }

/**
 * Explains what was done at each damaged place, up to position `end`, in a log with these streams. Damage that merely follows from another place is
 * not reported again.
 */
export const diagnose = (damages: ReadonlyArray<Damage>, end: number, streams: Iterable<string>): ReadonlyArray<Finding> => {
  const keyOf = ({ stream, type, data }: Entry["prints"]) => `${stream} ${type} ${data}`
  const places = new Map(damages.flatMap(({ prints, position }) => (prints ? [[keyOf(prints), position] as const] : [])))
  // a deleted event is identified by the fingerprint of its stream
  const gone = new Set(damages.flatMap(({ event, prints }) => (event ? [] : [prints!.stream])))
  const names = new Map<number, string>()
  if (gone.size > 0) for (const stream of streams) if (gone.has(crc32(stream))) names.set(crc32(stream), stream)
  /** current positions of the events found at damaged places */
  const found = new Map(damages.flatMap(({ event, commit, position }) => (event ? [[keyOf(printsOf(event, commit)), position] as const] : [])))
  /** fingerprints of the streams that were tampered with */
  const broken = new Set<number>()
  const moved = new Set<number>()
  const findings: Array<Finding> = []
  const tell = (position: number, stream: string | null, deed: Deed, text: string) => {
    findings.push({ position, stream, deed, text, seal: null })
  }
  const missing = damages.filter(({ event }) => !event)
  const tail = missing.filter(({ position }) => position > end)
  let isTailTold = false
  let isShifted = false
  let rehashed: { count: number; first: Damage } | undefined

  for (const one of damages) {
    const { position, event, commit, prints, fits, sealed, leafHolds } = one
    if (moved.has(position)) continue
    if (!event) {
      broken.add(prints!.stream)
      if (position > end) {
        if (!isTailTold)
          tell(
            position,
            null,
            "cut",
            `the end of the log was cut off: ${tail.length} sealed ${tail.length === 1 ? "event is" : "events are"} missing from here on`,
          )
        isTailTold = true
      } else tell(position, names.get(prints!.stream) ?? null, "deleted", "this event was deleted")
      continue
    }
    const print = crc32(event.stream)
    const now = printsOf(event, commit)
    const origin = sealed ? places.get(keyOf(now)) : undefined
    if (origin !== undefined && origin !== position) {
      broken.add(print)
      if (prints) broken.add(prints.stream)
      if (prints && found.get(keyOf(prints)) === origin) {
        moved.add(origin)
        tell(position, event.stream, "swapped", `the events at positions ${position} and ${origin} were swapped`)
      } else if (!isShifted) {
        isShifted = true
        tell(position, event.stream, "moved", `this event was moved here from position ${origin}`)
      }
      continue
    }
    // the event sealed at this place is now elsewhere, and the event now here was at no sealed place
    if (sealed && prints && found.has(keyOf(prints)) && now.stream !== prints.stream) {
      isShifted = true // the events after it were only shifted to make room
      broken.add(print)
      tell(position, event.stream, "inserted", "this event was inserted, and those after it were moved on to make room")
      continue
    }
    if (sealed && !prints) {
      broken.add(print)
      tell(position, event.stream, "inserted", "this event was inserted: no seal knows it, though it stands before sealed ones")
      continue
    }
    if (!sealed) {
      if (!broken.has(print)) {
        tell(
          position,
          event.stream,
          "edited",
          commit ? "this event, its commit or the one before it in its stream was edited: its hash does not follow" : "its commit is missing",
        )
      }
      broken.add(print)
      continue
    }
    const changed = parts.filter((part) => part !== "hash" && now[part] !== prints![part])
    if (!commit) tell(position, event.stream, "edited", "its commit was deleted")
    else if (changed.length > 0) {
      const forged = now.hash !== prints!.hash && fits
      tell(position, event.stream, "edited", `its ${changed.map((part) => words[part]).join(", its ")} was edited${forged ? ", and its hash made to fit" : ""}`)
    } else if (now.hash !== prints!.hash) {
      if (fits) {
        rehashed ??= { count: 0, first: one }
        rehashed.count++
        if (broken.has(print)) continue
      }
      tell(position, event.stream, fits ? "rehashed" : "edited", fits ? "its hash was recomputed" : "its hash was edited")
    } else if (!broken.has(print)) {
      tell(position, event.stream, "edited", leafHolds ? "its hash does not follow from the event before it in its stream" : "it was edited")
    }
    broken.add(print)
  }
  if (rehashed)
    tell(rehashed.first.position, rehashed.first.event!.stream, "rehashed", `from here on ${rehashed.count} hashes were recalculated to hide a change`)
  return findings
}
