/** A call that an enrolled device signs and keeps instead, while it has no connection. Loaded then only. */
import { fieldActOf } from "../../access/field-calls.ts"
import { ApiError, KeptHere } from "../data/api.ts"
import { keptAnswer } from "../data/kept-answers.ts"
import { dropFiles, keptFile } from "../files/kept-files.ts"
import { doHere, isDoubtful, provisional } from "./device-outbox.ts"
import type { ActFile } from "./device-store.ts"

const hex = async (file: Blob) =>
  [...new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()))].map((byte) => byte.toString(16).padStart(2, "0")).join("")

/** Throws `KeptHere` where it is kept; nothing where the call needs a connection. Files that the form has kept go with the act, which has their SHA-256. */
export const keepCall = async (person: number, method: string, path: string, body: unknown): Promise<void> => {
  const known = fieldActOf(method, path, body)
  if (!known) return
  const { act, what, input, about, record } = known
  const [files, kept]: [ActFile[], number[]] = [[], []]
  const signed = async (id: unknown) => {
    if (typeof id !== "number" || id >= 0) return id
    const file = await keptFile(id)
    if (!file) throw new ApiError(0, "A photo is no longer on this device. Remove it from the form, and take it again.", true)
    const digest = await hex(file)
    files.push({ digest, file })
    kept.push(id)
    return digest
  }
  for (const name of known.files) input[name] = await (Array.isArray(input[name]) ? Promise.all(input[name].map(signed)) : signed(input[name]))
  const shown = record && (await keptAnswer({ path: record, address: record }).catch(() => undefined))?.answer
  const word = about && ((shown ?? input) as Readonly<Record<string, unknown>>)[about]
  const name = typeof word === "string" && word !== "" ? `${what}, ${word.slice(0, 80)}` : what
  const done = await doHere({ person, act, input, what: name, name, files })
  if (kept.length > 0) void dropFiles(kept).catch(() => undefined)
  const said = [`${what}: kept on this device. It is sent when there is a connection`, provisional(done)].filter(Boolean).join(". ")
  throw new KeptHere(said, isDoubtful(done))
}
