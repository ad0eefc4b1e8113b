/**
 * Spenders: the person behind the records that entries are derived from. The module that owns the records declares the SQL; together they form the view
 * `spender`, which the expense report by person uses.
 */

/** Rows of a record's kind, its id, and the person; at most one row per record. */
export type SpenderSql = string

/** The view over the declarations of all modules: source_kind, source_id, person_id. */
export const spenderView = (declared: ReadonlyArray<SpenderSql>): string =>
  `create view spender (source_kind, source_id, person_id) as ${declared.map((sql) => `select k::text, i::bigint, p::bigint from (${sql}) as s(k, i, p)`).join(" union all ")}`
