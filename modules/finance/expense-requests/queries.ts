/** Who decides on spending, and up to which amount; SQL for lists and counts. */
import { holdsAny, type Permission } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"

/** Permissions to decide on expense requests of others. */
export const DECIDERS: ReadonlyArray<Permission> = ["finance.full", "approval.departmental", "approval.override"]

/** Whether a person decides on the spending of others. */
export const decides = (who: SignedIn): boolean => who.level >= 7 && !who.simulated && holdsAny(who, DECIDERS)
/** Whether a person decides on a record `r` that another person recorded. */
export const decidesOnRecorded = (who: SignedIn) => (decides(who) ? `(r.status = 'pending' and r.recorded_by is distinct from ${Number(who.person)})` : "false")

/** The highest amount that a level approves alone today, by a policy with dated limits; cents of USD, null if it approves nothing. */
export const limitSql = (level: number, policy = "expense_policy") =>
  `(select (l->>'upTo')::bigint from ${policy} a, jsonb_array_elements(a.limits) with ordinality as x(l, n)
    where a.id = 1 and (l->>'level')::int = ${Math.min(level, 10)} and (l->>'from')::date <= es.today() order by l->>'from' desc, n desc limit 1)`
