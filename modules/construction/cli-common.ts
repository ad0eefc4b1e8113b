/** Shared by the construction commands: their calls, finding a project by name, and parsing options. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Effect } from "effect"
import type { HttpApi, HttpApiClient, HttpApiGroup } from "effect/http-api"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { finderOf } from "@ops/platform/terminal/resource-commands.ts"
import type { construction } from "./projects/resource.ts"
import { screen } from "./projects/screen.ts"

export type Project = (typeof construction)["Row"]

export const constructionApi = async () => (await import("./projects/resource.ts")).ConstructionApi

/** Makes calls of one contract. */
export const asking =
  <G extends HttpApiGroup.Constraint>(call: Call, api: () => Promise<HttpApi.HttpApi<"ops", G>>) =>
  async <A, E>(command: Command, use: (client: HttpApiClient.Client<G>) => Effect.Effect<A, E>): Promise<A> =>
    call(command, await api(), use)

/** Finds a project by its number or id. */
export const projectNamed = (call: Call, command: Command, name: string): Promise<Project> =>
  finderOf<typeof construction>(call, { screen, api: constructionApi, name: "construction" })(name, command)

/** Parses a whole number on the command line. */
export const wholeOf = (option: string, text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Exit("usage", `${option} cannot be "${text}".`, { next: "Give a whole number." })
}
/** The options that were given; others are omitted. */
export const onlyTyped = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as { readonly [K in keyof T]?: Exclude<T[K], undefined> }
