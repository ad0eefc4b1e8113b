/** How commands call the product: over HTTP as the signed-in person, or in process. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Effect } from "effect/Effect"
import type { HttpApi, HttpApiClient, HttpApiGroup } from "effect/http-api"
import type { Call, Credential } from "@ops/platform/terminal/call.ts"
import { Exit as Ended } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { effective } from "@ops/platform/terminal/profile/profile.ts"
import { readOnly } from "@ops/platform/terminal/reading.ts"
import type { Connection, Reached } from "./transport.ts"
import { PlainApi, plainly } from "./plain-api.ts"
import { ours, transport } from "./transport.ts"

let local: Promise<Connection> | undefined

const connect = async (command: Command, anonymous: boolean): Promise<Reached> => {
  const given = command.opts<{ local?: boolean; as?: string }>()
  if (given.local) {
    if (given.as === undefined) throw new Ended("usage", "--local requires the acting person.", { next: "Add --as EMPLOYEE_ID" })
    local ??= import("./local.ts").then(({ connectLocally }) => connectLocally(given.as!, commonOptions(command).verbose))
    return local
  }
  if (given.as !== undefined) throw new Ended("usage", "--as works only with --local.", { next: "Sign in as that person: ops login --profile NAME" })
  const { url, token, profile, mayWrite } = await effective(commonOptions(command), process.env)
  readOnly(!mayWrite || commonOptions(command).asOf !== undefined)
  if (!token.value && !anonymous) {
    const usual = url.from === `profile ${profile.value}` || url.from === "default"
    throw new Ended("notAllowed", `You are not signed in at ${url.value}.`, { next: usual ? "ops login" : `ops login --url ${url.value}` })
  }
  return { url: new URL(url.value).origin, token: token.value, ask: transport.ask }
}

/** Closes everything that calls have opened, at the end of the program. */
export const disconnect = async (): Promise<void> => {
  const opened = local
  local = undefined
  await opened?.then(
    ({ close }) => close(),
    () => undefined,
  )
}

/** Makes a plain call if that suffices. Also returns the server's answer, so that the full client can handle what this cannot read. */
const readPlainly = async <Client>(
  { url, token, ask }: Reached,
  command: Command,
  api: PlainApi,
  use: (client: Client) => unknown,
  credential?: Credential,
) => {
  const { verbose, asOf } = commonOptions(command)
  const asked = verbose || credential !== undefined ? undefined : plainly(api, use)
  if (!asked || !token) return undefined
  if (asOf !== undefined) asked.query.set("asOf", asOf)
  const query = String(asked.query)
  const answering = ask(`${url}${asked.path}${query && `?${query}`}`, { headers: { ...ours, authorization: `Bearer ${token()}` } })
  try {
    const { status, headers, json } = await answering
    const isJson = headers.get("content-type")?.startsWith("application/json")
    if (status === 200 && isJson) return { value: asked.read(await json(), Object.fromEntries(headers)), answering }
  } catch {
    // the full client determines the error
  }
  return { answering }
}

export const call: Call = async <Id extends string, Groups extends HttpApiGroup.Constraint, A, E>(
  command: Command,
  api: HttpApi.HttpApi<Id, Groups>,
  use: (client: HttpApiClient.Client<Groups>) => Effect<A, E>,
  credential?: Credential,
): Promise<A> => {
  const reached = await connect(command, credential !== undefined)
  if (!(api instanceof PlainApi)) return (await import("./contract-client.ts")).callWhole(reached, command, api, use, credential)
  const plain = await readPlainly(reached, command, api, use, credential)
  if (plain && "value" in plain) return plain.value as A
  // the received answer is reused, and not requested again
  const ask = plain ? () => plain.answering : reached.ask
  const [{ callWhole }, contract] = await Promise.all([import("./contract-client.ts"), api.whole()])
  return callWhole({ ...reached, ask }, command, contract as HttpApi.HttpApi<Id, Groups>, use, credential)
}
