/** What the commands about construction share: finding the project that is named, and cents of an amount. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import type { ConstructionProjectAnswer } from "./contract.ts"

export type Project = typeof ConstructionProjectAnswer.Type

export const constructionApi = async () => (await import("./contract.ts")).ConstructionApi

/** The project that a person means by its number or its id. */
export const projectNamed = async (call: Call, command: Command, name: string): Promise<Project> => {
  const contract = await constructionApi()
  if (/^[1-9]\d*$/.test(name)) return call(command, contract, (client) => client.construction.one({ params: { id: Number(name) } }))
  const number = name.toUpperCase()
  if (!/^PRJ-\d{4}-\d+$/.test(number)) {
    throw new Exit("usage", `"${name}" is neither the number nor the id of a construction project.`, { next: "Give one like PRJ-2026-0001, or 12." })
  }
  const found = await call(command, contract, (client) => client.construction.list({ query: { q: number, limit: "1000" } }))
  const project = found.find(({ projectNumber }) => projectNumber === number)
  if (project) return project
  throw new Exit("refused", `There is no construction project ${number} that you may see.`, { next: "ops construction list" })
}

/** A whole number on the command line. */
export const wholeOf = (option: string, text: string): number => {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new Exit("usage", `${option} cannot be "${text}".`, { next: "Give a whole number." })
}
