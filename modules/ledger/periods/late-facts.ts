/** Late entries: transactions of a closed month that are posted on the first open day and keep their own effective date. */

import { isLate } from "../journal-entries/lines.ts"

/**
 * The difference between the balance posted by the end of day `day` and the balance of all entries effective by then: an SQL condition on journal lines `l`,
 * and the sign with which each line counts.
 */
export const lateFacts = (day: string) => ({
  where: `${isLate("l.")} and (l.effective_date <= ${day}) <> (l.entry_date <= ${day})`,
  sign: `(case when l.effective_date <= ${day} then 1 else -1 end)`,
})
