/** Facts of a closed month that came later: posted on the first open day, and dated on their own. */

/**
 * What lies between the balance that was posted by the end of day `day` and the balance of all facts up to it: an SQL condition on
 * journal lines `l`, and the factor with which each line counts.
 */
export const lateFacts = (day: string) => ({
  where: `l.effective_date <> l.entry_date and (l.effective_date <= ${day}) <> (l.entry_date <= ${day})`,
  sign: `(case when l.effective_date <= ${day} then 1 else -1 end)`,
})
