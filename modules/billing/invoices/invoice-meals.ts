/** The meals of a contract and period, as an invoice from the form bills them. */
import { Effect } from "effect"
import { Database, type DatabaseError } from "@ops/platform/database/database.ts"
import { invalid, type Rejection } from "@ops/platform/records/command.ts"
import type { Row } from "@ops/platform/records/record.ts"
import { ClientContract } from "@ops/clients/contracts/client-contract.ts"
import { TaxCode, taxRateAt } from "@ops/ledger/taxes/tax-code.ts"
import { billOf } from "../meal-billing/bill.ts"
import { type MealsBilled, salesTax } from "./invoice-generation.ts"
import type { Period } from "./invoice-period.ts"
import { replacedSql } from "../queries.ts"
import { slotsOf } from "../meal-billing/slots.ts"

/** The bill of the meals by the contract, or null if no meal of the period is to be billed. Refused without a tax rate on its last day. */
export const mealsOf = (contractId: number, { from, to }: Period): Effect.Effect<MealsBilled | null, DatabaseError | Rejection, Database> =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const [contract] = (yield* statement(`select ${ClientContract.state("c")} from client_contract c where c.id = $1`, [contractId])) as [
      Row<typeof ClientContract>,
    ]
    const taxCode = contract.taxCode || salesTax
    const [tax] = (yield* statement(`select ${TaxCode.state("t")} from tax_code t where t.code = $1`, [taxCode])) as [Row<typeof TaxCode>?]
    const taxRate = tax && taxRateAt(tax, to)
    if (taxRate === undefined) return yield* Effect.fail(invalid(`There is no tax ${taxCode} for ${to}`))
    const slots = yield* slotsOf(contractId, from, to)
    const bill = billOf(contract, slots, taxRate)
    if (bill.total === 0) return null
    const [replaced] = yield* statement(replacedSql, [contractId, from, to])
    const [project = null, ...others] = new Set(slots.map(({ projectId }) => projectId))
    return {
      contractId,
      currency: contract.currency,
      projectId: others.length === 0 ? project : null,
      lines: bill.lines,
      taxes: bill.taxes,
      subtotalAmount: bill.subtotal,
      taxAmount: bill.tax,
      totalAmount: bill.total,
      taxCode,
      mealsServed: bill.served,
      mealsMissed: bill.missed,
      replaces: replaced?.id ?? null,
      problems: bill.problems,
      obstacles: bill.obstacles,
      signed: bill.signed,
    }
  })
