/**
 * The hash of an event covers the hash before it in its stream, so that a changed, swapped or removed event shows.
 * The canonical form: JSON with the keys of every object sorted by code unit, no blanks (RFC 8785 for our values:
 * text, whole numbers, booleans, null, arrays, objects).
 */
import { hash } from "node:crypto"

export const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(",")}]`
  if (value !== null && typeof value === "object") {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
    return `{${members.join(",")}}`
  }
  return JSON.stringify(value) ?? "null"
}

export const sha256 = (text: string): string => hash("sha256", text)

/** The hash of an event on `head`, the hash before it ("" for the first). `commit` is the digest of its commit. */
export const eventHash = (
  head: string,
  event: {
    readonly stream: string
    readonly version: number
    readonly type: string
    readonly schemaVersion: number
    readonly occurredAt: string
    readonly data: unknown
  },
  commit: string,
): string => {
  const { stream, version, type, schemaVersion, occurredAt, data } = event
  return sha256([head, stream, version, type, schemaVersion, occurredAt, commit, canonical(data)].join("\n"))
}

/** What an event's hash says about its commit: who did what, by which command. */
export const commitDigest = (commit: {
  readonly commandId: string
  readonly command: string
  readonly requestHash: string
  readonly actor: string
  readonly correlation: string
  readonly via: string
}): string => sha256([commit.commandId, commit.command, commit.requestHash, commit.actor, commit.correlation, commit.via].join("\n"))
