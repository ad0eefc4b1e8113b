/** Finds the contract for a meal: the client's catering contract at the site, in force on the day. */
import { get, invalid, type CommandGenerator } from "@ops/platform/records/command.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { type ClientContract, clientContracts, inForce, termAt } from "@ops/clients/contracts/client-contract.ts"

type Contract = Row<typeof ClientContract>

/** Cents per meal if no contract sets a rate. */
export const defaultRate = 6000

/**
 * The client fed at a site on a day, and the contract; null without one. `known` holds the ids of candidate contracts;
 * each is checked here. If no client is named, it is the only one with a contract; rejected (422) if there are several
 * or none.
 */
export function* cateringOf(
  known: ReadonlyArray<number>,
  where: { readonly siteId: number; readonly date: string; readonly clientId: number | null },
): CommandGenerator<{ readonly clientId: number; readonly contract: Contract | null }> {
  const contracts = yield* contractsAt(known, where.siteId, where.date)
  const clientId = where.clientId ?? soleClient(contracts)
  if (clientId === undefined) throw invalid("Client is required")
  return { clientId, contract: contracts.find((contract) => contract.clientId === clientId) ?? null }
}

/** The catering contracts in force at a site on a day, newest first. */
export function* contractsAt(known: ReadonlyArray<number>, siteId: number, date: string): CommandGenerator<ReadonlyArray<Contract>> {
  const contracts: Array<Contract> = []
  for (const id of known) {
    const contract = yield* get(clientContracts, id)
    if (contract.siteId === siteId && contract.serviceType === "catering" && inForce(contract, date)) contracts.push(contract)
  }
  return contracts.sort((a, b) => b.startDate.localeCompare(a.startDate) || b.id - a.id)
}

/** The client of all these contracts; undefined if there is none, or more than one. */
export const soleClient = (contracts: ReadonlyArray<Contract>): number | undefined =>
  contracts.every(({ clientId }) => clientId === contracts[0]!.clientId) ? contracts[0]?.clientId : undefined

/** Cents per meal on a day, and the currency. */
export const mealPrice = (contract: Contract | null, date: string) => ({
  mealCost: (contract && termAt(contract.rates, date)?.rate) ?? defaultRate,
  currency: contract?.currency ?? ("USD" as const),
})
