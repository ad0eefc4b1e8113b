/**
 * Kept sums: what rows of a table add up to, kept as rows of a table of its own. Postgres adds what a statement writes to them in the same
 * statement, by triggers; each generation makes its own, and the replay compares them with the rows that they are of.
 */
export interface KeptSum {
  /** the name of its table */
  readonly name: string
  /** the record whose rows `r` are added up */
  readonly of: string
  /** what is joined with each row: of each row it must follow from the row alone */
  readonly join?: string
  /** the columns that name a sum, each an SQL expression that is never null */
  readonly by: Readonly<Record<string, string>>
  /** what is added up, each an SQL expression of a whole number that is never null */
  readonly sums: Readonly<Record<string, string>>
}

/** The view in which the same is added up from the rows. */
export const addedUp = (name: string) => `${name}_added_up`

/** The SQL that makes the sums once the rows are there: the view, the table, and what keeps it. `lines` counts what was added up. */
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
  /** In the order of the keys, as every other writer. What does not change is not written. */
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
    // what adds nothing up any more is gone, as it would be in a new generation
    ...trigger(
      "update",
      "old table as removed new table as added",
      `${add(`${written("added", 1)} union all ${written("removed", -1)}`)}
      if found then delete from ${name} s using ${lines(`(${written("removed", -1)})`)} where ${same} and s.lines = 0; end if;`,
    ),
  ]
}

/** The first day of the month of a day, an SQL expression. */
export const monthOf = (day: string): string => `date_trunc('month', (${day})::timestamp)::date`

export interface Monthly {
  /** selects from the kept sums: their `month` first */
  readonly kept: string
  /** selects the same from the rows: their day first, named `day` */
  readonly rows: string
}
/**
 * Rows for who adds them up: those of a month as their kept sums, dated the first of it. Each of `days`, SQL expressions, may begin something
 * new: a month that begins before it and ends after it is read row by row.
 */
export const monthly = ({ kept, rows }: Monthly, days: ReadonlyArray<string>): string => {
  if (days.length === 0) return `(${kept})`
  // in a query of its own, which is made once
  const divided = days.map((day) => `(select case when ${day} <> ${monthOf(day)} then ${monthOf(day)} else 'infinity'::date end)`)
  const within = divided.map((first) => `day >= ${first} and day < (${first} + interval '1 month')::date`)
  return `(${kept} where ${divided.map((first) => `month <> ${first}`).join(" and ")} union all select * from (${rows}) d where ${within.join(" or ")})`
}
