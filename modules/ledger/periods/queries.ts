/** The SQL of the list of months. */
import type { ListShape } from "@ops/platform/http/list-query.ts"

const person = (column: string) =>
  `(select json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name) from person p where p.id = ${column})`

/** Every close of month `f`, oldest first, the current one last. */
const versions = `(select coalesce(json_agg(json_build_object('version', v.version, 'closedByUser', ${person("v.closed_by")}, 'closedAt', v.closed_at,
      'overrides', v.overrides, 'pack', v.pack, 'supersededAt', v.reopened_at, 'reopenedByUser', ${person("v.reopened_by")},
      'reopeningReason', v.reason) order by v.version), '[]')
    from rows from (jsonb_to_recordset(coalesce(f.closings, '[]') || case when f.status = 'closed' then jsonb_build_array(jsonb_build_object('closedBy', f.closed_by,
        'closedAt', to_char(f.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'overrides', f.overrides, 'pack', f.pack)) else '[]' end)
      as ("closedBy" bigint, "closedAt" text, overrides jsonb, pack jsonb, "reopenedAt" text, "reopenedBy" bigint, reason text))
      with ordinality as v(closed_by, closed_at, overrides, pack, reopened_at, reopened_by, reason, version))`

/** The months with postings, each found through the index on dates. */
const monthsSql = `select to_char(d, 'YYYY-MM') as period
    from generate_series(date_trunc('month', (select min(entry_date) from journal_entry)::timestamp), (select max(entry_date) from journal_entry)::timestamp, interval '1 month') d
    where exists(select from journal_entry j where j.entry_date >= d::date and j.entry_date < (d + interval '1 month')::date)`

/** The months with postings or a record, latest first. */
export const periodList: ListShape = {
  select: `m.id, m.period, trim(to_char((m.period || '-01')::date, 'Month')) || to_char((m.period || '-01')::date, ' YYYY') as title, coalesce(f.status, 'open') as status,
    coalesce(f.reason, '') as reason, coalesce(f.overrides, '[]') as overrides, ${person("f.closed_by")} as "closedByUser",
    coalesce(f.pack, '[]') as pack, to_char(f.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "closedAt", ${person("f.reopening_asked_by")} as "reopeningAskedByUser",
    f.reopening_reason as "reopeningReason", ${versions} as versions`,
  from: `(select replace(period, '-', '')::bigint as id, period from (${monthsSql}
    union select period from fiscal_period union select to_char(es.today(), 'YYYY-MM')) x) m left join fiscal_period f on f.id = m.id`,
  id: "m.id",
  filters: { status: "coalesce(f.status, 'open')" },
  search: ["m.period"],
  sorts: { period: "m.period" },
  order: "-period",
}
