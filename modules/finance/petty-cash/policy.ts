/** Company policy on petty cash, by date: the highest amount that a level may approve. Cents, USD. */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { command, forbidden, findById } from "@ops/platform/records/command.ts"
import { BusinessDate, Money, Parts, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { formatMoney } from "@ops/platform/money.ts"

const Limit = Schema.Struct({ from: BusinessDate, level: Schema.Int, upTo: Schema.Int })

/** Approval limits of petty cash: one record, id 1. A level without a row approves nothing; level 10 may exceed its limit with a reason. */
export const PettyCashPolicy = record("petty_cash_policy", { limits: Parts(Limit) }, { label: "Petty cash policy", title: "'Petty cash approval limits'" })
export const PettyCashLimitSet = event(
  "PettyCashLimitSet",
  1,
  { from: BusinessDate, level: Whole, upTo: Money },
  ({ level, upTo, from }) => `Level ${level} approves petty cash up to USD ${formatMoney(upTo)} from ${from}`,
)
export const pettyCashPolicies = stream(PettyCashPolicy, PettyCashLimitSet).fold({
  PettyCashLimitSet: (policy, limit) => ({ limits: [...(policy?.limits ?? []), limit] }),
})

export const setPettyCashLimit = command("petty_cash_policy.set", function* (limit: Parameters<typeof PettyCashLimitSet>[0], by) {
  if (by.person !== null && !holds(by, "settings.system")) throw forbidden("Only people who manage the settings can change approval limits")
  yield* findById(pettyCashPolicies, 1)
  return [pettyCashPolicies.at(1, PettyCashLimitSet(limit))]
})
