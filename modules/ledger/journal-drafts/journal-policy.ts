/** Company policy on manual journal entries, by date: the highest amount that a person of a level may post for another person. */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { command, type By, forbidden, findById, type CommandGenerator } from "@ops/platform/records/command.ts"
import { BusinessDate, Money, Parts, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

const Limit = Schema.Struct({ from: BusinessDate, level: Schema.Int, upTo: Schema.Int })

/** One record, id 1. Cents of USD. Level 10 has no limit; a level without a row may not post entries written by others. */
export const JournalPolicy = record("journal_policy", { limits: Parts(Limit) }, { label: "Journal policy", title: "'Posting limits of journal entries'" })
export const JournalLimitSet = event(
  "JournalLimitSet",
  1,
  { from: BusinessDate, level: Whole, upTo: Money },
  ({ level, upTo, from }) => `Level ${level} posts journal entries up to USD ${formatMoney(upTo)} from ${from}`,
)
export const journalPolicies = stream(JournalPolicy, JournalLimitSet).fold({
  JournalLimitSet: (policy, limit) => ({ limits: [...(policy?.limits ?? []), limit] }),
})

/** The limit of a level on a date: the latest one in effect. Undefined if there is none. */
export const limitOn = (
  policy: { readonly limits: ReadonlyArray<{ readonly from: string; readonly level: number; readonly upTo: number }> } | undefined,
  level: number,
  date: string,
): number | undefined => {
  const held = (policy?.limits ?? []).filter((limit) => limit.level === Math.min(level, 10) && limit.from <= date)
  return held.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0)).at(-1)?.upTo
}

export const setJournalLimit = command("journal_policy.set", function* (limit: Parameters<typeof JournalLimitSet>[0], by) {
  if (by.person !== null && !holds(by, "settings.system")) throw forbidden("Only people who manage the settings can change posting limits")
  yield* findById(journalPolicies, 1)
  return [journalPolicies.at(1, JournalLimitSet(limit))]
})

/** Refuses an entry worth more than the person may post. */
export function* requireWithinLimit(worthUsd: number, by: By): CommandGenerator<void> {
  if (by.person === null || by.level >= 10) return
  const limit = limitOn(yield* findById(journalPolicies, 1), by.level, by.today) ?? 0
  if (worthUsd > limit) throw forbidden(`You can post journal entries up to USD ${formatMoney(limit)}. Ask a level 10 user to post this one`)
}
