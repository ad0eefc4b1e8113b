/** SQL: when a record's latest change arrived that was made on a device, as text; null for others, whose time is that of the fact. `row` is its alias. */
export const recordedAtSql = (kind: string, row: string) =>
  `(select to_char(c.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from es.event e join es.commit c on c.id = e.commit_id
    where e.stream = '${kind}/' || ${row}.id and e.version = ${row}.version and c.via = 'device')`
