import { Effect } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { isDate } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { type RequestOf, resourceLive, withDecisions } from "@ops/platform/http/resources/server.ts"
import { conflict, forbidden, invalid } from "@ops/platform/records/command.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { ClientContract } from "@ops/clients/contracts/client-contract.ts"
import { slotsOf } from "../meal-billing/slots.ts"
import { lateAmount, type Proposing, proposeLateMeal } from "./late-meal.ts"
import { lateMeals } from "./resource.ts"

const { execute } = answering(lateMeals.stream, lateMeals.shape, withDecisions(lateMeals))

const contractAtSql = sql(
  { id: col.whole },
  `select c.id from client_contract c where c.site_id = $1 and c.client_id = $2 and c.service_type = 'catering' and c.start_date <= $3::date
   and (c.end_date is null or c.end_date >= $3::date) order by c.start_date desc, c.id desc limit 1`,
)
const contractSql = sql(stateColumns(ClientContract), `select ${ClientContract.state("k")} from client_contract k where k.id = $1`)
const billSql = sql(
  { invoiceId: col.whole, isIssued: col.flag },
  `select i.id as "invoiceId", i.status not in ('draft', 'discarded') as "isIssued" from meal_account a
   cross join jsonb_to_recordset(a.billed) as b("from" date, "to" date, "invoiceId" bigint) join invoice i on i.id = b."invoiceId"
   where a.id = $1 and $2::date between b."from" and b."to"`,
)
const earlierSql = sql(
  { heads: col.whole },
  `select coalesce(sum(heads), 0)::bigint as heads from late_meal where contract_id = $1 and date = $2::date and meal_type = $3 and status <> 'declined'`,
)

type Fact = Pick<Proposing, "contractId" | "date" | "mealType" | "heads" | "reason" | "fieldActId">

/**
 * Computes the proposal for a reported late meal: the bill that includes the meal, and the difference to that bill. Refused (409) if the meal is not billed.
 */
export const proposalOf = ({ contractId, date, mealType, heads, ...fact }: Fact) =>
  Effect.gen(function* () {
    const [bill] = yield* statement(billSql, [contractId, date])
    if (!bill) return yield* Effect.fail(conflict("This meal is not billed yet. Record it with its session or head-count, with a reason"))
    if (!bill.isIssued) return yield* Effect.fail(conflict("This meal is on a draft. Discard the draft, record the meal, and bill it again"))
    const [contract] = yield* statement(contractSql, [contractId])
    const [{ heads: earlier }] = (yield* statement(earlierSql, [contractId, date, mealType])) as [{ readonly heads: number }]
    const slot = (yield* slotsOf(contractId, date, date)).find((each) => each.mealType === mealType)
    const served = (slot?.served ?? 0) + earlier
    const { rate, amount } = lateAmount(contract!, { date, planned: slot?.planned ?? 0, served }, heads)
    return { ...fact, contractId, date, mealType, heads, served, rate, amount, invoiceId: bill.invoiceId } satisfies Proposing
  })

export const LateMealsLive = resourceLive(lateMeals, {
  propose: ({ payload: { siteId, clientId, ...fact } }: RequestOf<typeof lateMeals, "propose">) =>
    Effect.gen(function* () {
      const { confinedTo } = yield* Who
      if (confinedTo !== null && confinedTo !== siteId) return yield* Effect.fail(forbidden("You work at another site"))
      if (!isDate(fact.date)) return yield* Effect.fail(invalid("Date must be a day such as 2026-10-31"))
      const [contract] = yield* statement(contractAtSql, [siteId, clientId, fact.date])
      if (!contract) return yield* Effect.fail(invalid("This client has no contract for catering at this site on that day"))
      return yield* execute(proposeLateMeal, yield* proposalOf({ ...fact, contractId: contract.id, fieldActId: null }), 201)
    }),
})
