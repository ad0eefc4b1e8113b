/** The definition of a report tab, each part with its SQL. */
import { booksCutAt } from "@ops/ledger/journal-entries/lines.ts"
import type { Permission } from "@ops/platform/access/levels.ts"

export type ColumnKind = "text" | "integer" | "decimal" | "money" | "date"

interface Guarded {
  /** shown only to people who may see money */
  readonly money?: true
  /** any one of these permissions is required, in addition to those of the tab */
  readonly may?: ReadonlyArray<Permission>
}
export interface ReportFigure extends Guarded {
  readonly key: string
  readonly label: string
  /** USD, %, hours, days, or the name of what is counted */
  readonly unit: string
  /** a scalar expression; null if there is nothing to count */
  readonly sql: string
  /** the figure that explains it; its parameters are the site of the report and, unless it is a current value, its days */
  readonly figure?: {
    readonly name: string
    readonly parameters?: Readonly<Record<string, string>>
    readonly may?: ReadonlyArray<Permission>
    readonly takesDays?: false
  }
}
export interface ReportTable extends Guarded {
  readonly key: string
  readonly title: string
  readonly columns: ReadonlyArray<{ readonly key: string; readonly title: string; readonly kind: ColumnKind; readonly money?: true }>
  /** a query with a column for each key */
  readonly sql: string
  /** a bar chart: the columns of label and value, the unit, and whether to draw the average */
  readonly chart?: { readonly label: string; readonly value: string; readonly unit: string; readonly average?: boolean }
}
export interface ReportShape {
  /** common table expressions that several parts use: `slots as materialized (…)` */
  readonly with: ReadonlyArray<string>
  readonly figures: ReadonlyArray<ReportFigure>
  readonly tables: ReadonlyArray<ReportTable>
}

export const atSite = (column: string) => `($3::bigint is null or ${column} = $3)`
export const between = (date: string) => `${date} between $1::date and $2::date`
/** The first day of the step that contains a date. */
export const stepStart = (date: string) => `to_char(greatest(date_trunc($4::text, ${date}::timestamp)::date, $1::date), 'YYYY-MM-DD')`
/** Every step of the period, as `step`: a step without data has a row too. Future days have none. */
export const stepsSql = `steps as (select distinct ${stepStart("d")} as step from generate_series($1::date::timestamp, least($2::date, es.today())::timestamp, interval '1 day') d)`
/** A share in percent with one decimal; null if the whole is zero. */
export const share = (part: string, whole: string) => `round(100.0 * (${part}) / nullif(${whole}, 0), 1)::float8`
/** The day on which open items are counted: the last day of the period, or today if that is in the future. */
export const lastDay = "(select least($2::date, es.today()))"
/** Instants within the period, as a range that an index finds. */
export const during = (instant: string) =>
  `${instant} >= ($1::date::timestamp at time zone 'Africa/Juba') and ${instant} < (($2::date + 1)::timestamp at time zone 'Africa/Juba')`
/** The Juba day of an instant. */
export const dayOf = (instant: string) => `(${instant} at time zone 'Africa/Juba')::date`
/** The postings to profit and loss accounts, by account, site and step: debits less credits, cents of USD. */
export const booksSql = `books as materialized (
  select a.account_number, a.account_name, a.account_type, l.site_id, ${stepStart("l.entry_date")} as step, sum(l.debit_usd - l.credit_usd)::bigint as amount
  from (select account_id, site_id, entry_date, debit_usd, credit_usd from ${booksCutAt("$1::date", "($2::date + 1)")} l where $4::text = 'month'
      union all select account_id, site_id, entry_date, debit_usd, credit_usd from journal_line where $4::text <> 'month') l
    join account a on a.id = l.account_id and a.account_type in ('income', 'expense')
  where ${between("l.entry_date")} and ${atSite("l.site_id")} group by 1, 2, 3, 4, 5)`
