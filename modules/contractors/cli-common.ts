/** What the commands about contractors share: finding the contractor that is named, amounts, and what lists can be asked for. */
import type { Command } from "commander"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import type { ContractorAnswer } from "./contract.ts"

export const contractorsApi = async () => (await import("./contract.ts")).ContractorsApi
export const workApi = async () => (await import("./work/contract.ts")).ContractorWorkApi

/** The contractor that is meant by number or id. */
export const contractorNamed = async (call: Call, command: Command, name: string): Promise<typeof ContractorAnswer.Type> => {
  const contract = await contractorsApi()
  if (/^[1-9]\d*$/.test(name)) return call(command, contract, (client) => client.contractors.one({ params: { id: Number(name) } }))
  const number = name.toUpperCase()
  const found = await call(command, contract, (client) => client.contractors.list({ query: { q: number, limit: "1000" } }))
  const one = found.find(({ contractorNumber }) => contractorNumber.toUpperCase() === number)
  if (one) return one
  throw new Exit("refused", `There is no contractor ${number} that you may see.`, {
    next: "Give a number like CON-0001, or an id. ops contractors list shows them.",
  })
}

export const todayInJuba = async () => (await import("@ops/platform/calendar.ts")).dateOf(new Date())
