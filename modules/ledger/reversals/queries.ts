/** SQL for the fields that every reversible document has in its answer. */
import { type Permission, holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"

/** How something was reversed, as JSON: takes the SQL of the kind, reason, date, person and journal entry. */
export const reversalJson = (of: { readonly kind: string; readonly reason: string; readonly date: string; readonly by: string; readonly entry: string }) =>
  `json_build_object('kind', ${of.kind}, 'reason', ${of.reason}, 'date', ${of.date}, ` +
  `'by', (select p.first_name || ' ' || p.last_name from person p where p.id = ${of.by}), 'journalEntryId', ${of.entry}, ` +
  `'journalEntryNumber', (select j.entry_number from journal_entry j where j.id = ${of.entry}))`
const ofRow = {
  kind: "r.reversal_kind",
  reason: "r.reversal_reason",
  date: "to_char(r.reversal_date, 'YYYY-MM-DD')",
  by: "r.reversed_by",
  entry: "r.reversal_entry_id",
}

/** The `reversal` field of row `r`. */
export const reversalOfRow = `case when r.reversal_date is not null then ${reversalJson(ofRow)} end`

/**
 * SQL: whether this person may reverse row `r`. `standing` is the condition under which there is something to reverse; the person in `doneBy` may not reverse
 * it.
 */
export const mayReverse = (who: SignedIn, permission: Permission, standing: string, doneBy?: string): string => {
  const may = holds(who, "finance.full") && holds(who, permission) && !who.simulated
  const apart = doneBy === undefined ? "" : ` and ${doneBy} is distinct from ${Number(who.person)}`
  return may ? `(${standing}${apart})` : "false"
}
