/**
 * The hash of an event covers the previous hash in its stream, so that a changed, swapped or removed event is detected. The canonical form is JSON
 * with the keys of every object sorted by code unit and without whitespace (RFC 8785 for our values: text, whole numbers, booleans, null, arrays,
 * objects).
 */
import { hash } from "node:crypto"
import { canonical } from "../canonical.ts"

export const sha256 = (text: string): string => hash("sha256", text)

/** The hash of an event. `head` is the previous hash in its stream ("" for the first event), `commit` the digest of its commit. */
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
  return sha256(`${head}\n${stream}\n${version}\n${type}\n${schemaVersion}\n${occurredAt}\n${commit}\n${canonical(data)}`)
}

/** The part of a commit that its events' hashes cover: who did what, with which command. */
export const commitDigest = (commit: {
  readonly commandId: string
  readonly command: string
  readonly requestHash: string
  readonly actor: string
  readonly correlation: string
  readonly via: string
}): string => sha256(`${commit.commandId}\n${commit.command}\n${commit.requestHash}\n${commit.actor}\n${commit.correlation}\n${commit.via}`)
