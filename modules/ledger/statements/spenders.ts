/**
 * Who spent: the person behind the records that entries follow from. The module whose records they are declares it; put
 * together they are the view `spender`, by which the expense report is laid out by person.
 */

/** Rows of the kind of a record, its id, and the person; one row at most for each record. */
export type SpenderSql = string

/** The view of what all modules declare: source_kind, source_id, person_id. */
export const spenderView = (declared: ReadonlyArray<SpenderSql>): string =>
  `create view spender (source_kind, source_id, person_id) as ${declared.map((sql) => `select k::text, i::bigint, p::bigint from (${sql}) as s(k, i, p)`).join(" union all ")}`
