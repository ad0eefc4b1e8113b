/**
 * Kept sums: totals over the rows of a table, stored as rows of a separate table. Postgres triggers update them in the statement that writes the
 * rows; each generation builds its own, and the replay compares them with the rows they are computed from.
 */
export interface KeptSum {
  /** the name of the sums' table */
  readonly name: string
  /** the record whose rows `r` are added up */
  readonly of: string
  /** joined with each row; the result must depend on that row alone */
  readonly join?: string
  /** the columns that identify a sum, each a non-null SQL expression */
  readonly by: Readonly<Record<string, string>>
  /** the totals, each a non-null SQL expression of a whole number */
  readonly sums: Readonly<Record<string, string>>
}

/** The view that computes the same totals from the rows. */
export const addedUp = (name: string) => `${name}_added_up`

/**
 * The SQL that creates the sums once the rows are there: the view, the table, and the triggers that maintain it. `lines` counts the rows added up.
 */
export const keptSum = ({ name, of, join = "", by, sums }: KeptSum): ReadonlyArray<string> => {
  const keys = Object.keys(by)
  const names = ["lines", ...Object.keys(sums)]
  const keyList = keys.join(", ")
  const each = Object.entries({ ...by, sign: "r.sign::bigint", ...Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, `r.sign * (${sum})`])) })
  const lines = (rows: string) => `(select ${each.map(([name, expression]) => `${expression} as ${name}`).join(", ")} from ${rows} r ${join}) x`
  const totals = (rows: string) =>
    `select ${keyList}, sum(sign) as lines, ${Object.keys(sums)
      .map((name) => `sum(${name}) as ${name}`)
      .join(", ")} from ${lines(rows)} group by ${keyList}`
  const written = (table: string, sign: number) => `select ${sign} as sign, * from ${table}`
  /** In key order, like every other writer, and only for sums that change. */
  const add = (rows: string) => `insert into ${name} ${totals(`(${rows})`)} having ${names
    .map((name) => `sum(${name === "lines" ? "sign" : name}) <> 0`)
    .join(" or ")} order by ${keyList}
    on conflict (${keyList}) do update set ${names.map((column) => `${column} = ${name}.${column} + excluded.${column}`).join(", ")};`
  const trigger = (what: "insert" | "update", tables: string, body: string) => [
    `create function ${name}_${what}() returns trigger language plpgsql as $$ begin
      if current_schema() is distinct from tg_table_schema then perform set_config('search_path', tg_table_schema || ', es, public', true); end if;
      ${body} return null; end $$`,
    `create trigger ${name}_${what} after ${what} on ${of} referencing ${tables} for each statement execute function ${name}_${what}()`,
  ]
  const same = keys.map((key) => `s.${key} = x.${key}`).join(" and ")
  return [
    `create view ${addedUp(name)} as ${totals(`(${written(of, 1)})`)}`,
    `create table ${name} with (fillfactor = 70) as select * from ${addedUp(name)}`,
    `alter table ${name} add primary key (${keyList})`,
    ...trigger("insert", "new table as added", add(written("added", 1))),
    // a sum without rows is deleted, as it would be missing from a new generation
    ...trigger(
      "update",
      "old table as removed new table as added",
      `${add(`${written("added", 1)} union all ${written("removed", -1)}`)}
      if found then delete from ${name} s using ${lines(`(${written("removed", -1)})`)} where ${same} and s.lines = 0; end if;`,
    ),
  ]
}

/** The first day of the month that contains a day, an SQL expression. */
export const monthOf = (day: string): string => `date_trunc('month', (${day})::timestamp)::date`

export interface Monthly {
  /** a select from the kept sums, with their `month` as the first column */
  readonly kept: string
  /** the same select from the rows, with their day, named `day`, as the first column */
  readonly rows: string
}
/**
 * Rows to be added up: whole months as kept sums dated the first of the month. Each SQL expression in `days` may start a new period: a month that
 * begins before such a day and ends after it is read row by row.
 */
export const monthly = ({ kept, rows }: Monthly, days: ReadonlyArray<string>): string => {
  if (days.length === 0) return `(${kept})`
  // as a subquery, which is evaluated once
  const divided = days.map((day) => `(select case when ${day} <> ${monthOf(day)} then ${monthOf(day)} else 'infinity'::date end)`)
  const within = divided.map((first) => `day >= ${first} and day < (${first} + interval '1 month')::date`)
  return `(${kept} where ${divided.map((first) => `month <> ${first}`).join(" and ")} union all select * from (${rows}) d where ${within.join(" or ")})`
}
