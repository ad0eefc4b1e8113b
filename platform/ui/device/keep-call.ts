/** A call that an enrolled device signs and keeps instead, while it has no connection. Loaded then only. */
import { fieldActOf } from "../../access/field-calls.ts"
import { KeptHere } from "../data/api.ts"
import { doHere, isDoubtful, provisional } from "./device-outbox.ts"

/** Throws `KeptHere` where it is kept; nothing where the call needs a connection. */
export const keepCall = async (person: number, method: string, path: string, body: unknown): Promise<void> => {
  const known = fieldActOf(method, path, body)
  if (!known) return
  const { act, what, input } = known
  const kept = await doHere({ person, act, input, what, name: what })
  const said = [`${what}: kept on this device. It is sent when there is a connection`, provisional(kept)].filter(Boolean).join(". ")
  throw new KeptHere(said, isDoubtful(kept))
}
