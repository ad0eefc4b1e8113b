/** The inbox of a person: what each module says waits for a decision, in one list. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import { type InboxSource, quoted } from "@ops/platform/access/inbox.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"

/** SQL of a path in which `:id` and `:number` are the record's. */
const pathSql = (path: string) =>
  path
    .split(/(:[a-zA-Z]+)/)
    .map((part) => (part === ":number" ? "y.number" : part.startsWith(":") ? `x."${part.slice(1)}"` : quoted(part)))
    .join(" || ")

const callSql = ({ method, path, versioned }: InboxSource["approve"]) =>
  `json_build_object('method', ${quoted(method)}, 'path', ${pathSql(path)}, 'body', ${versioned ? "json_build_object('version', y.version)" : "'{}'::json"})`

/** What waits of one kind, by what it is listed; and what is shown of one, `i`. The values of its scope go to the end of `values`. */
const partOf = (source: InboxSource, who: SignedIn, values: Array<unknown>) => {
  const { select, from, where = [] } = source.list(who)
  const scope = where.map(({ sql, values: given = [] }) => {
    let n = 0
    return sql.replaceAll("?", () => `$${values.push(given[n++])}`)
  })
  const { number, title, requestedBy, requestedByName, siteId, siteName, amount = "null", currency = "null", version = "null", since, rule } = source.row(who)
  const { reject } = source
  const rejects =
    reject && holdsAny(who, reject.may ?? source.may)
      ? `json_build_object('method', ${quoted(reject.method)}, 'path', ${pathSql(reject.path)}, 'reason', ${quoted(reject.reason)})`
      : "null::json"
  return {
    waiting: `select ${quoted(source.kind)}, x.id, (${siteId})::bigint, (${since})::text
      from (select ${select} from ${from} where ${[...scope, source.waiting].map((test) => `(${test})`).join(" and ")}) x where ${source.can(who)}`,
    shown: `select ${quoted(source.label)}, y.*, ${pathSql(source.screen)}, ${callSql(source.approve)}, ${rejects}
      from (select ${select} from ${from}) x,
        lateral (select (${number})::text as number, (${title})::text as title, (${requestedBy})::bigint as requested_by, (${requestedByName})::text as requested_by_name,
          (${siteName})::text as site_name, (${amount})::text as amount, (${currency})::text as currency, (${version})::int as version, (${rule})::text as rule) y
      where i.kind = ${quoted(source.kind)} and x.id = i.id`,
  }
}

const noneWaiting = "select null::text as kind, null::bigint as id, null::bigint as site_id, null::text as since where false"
const noneShown = `select null::text as label, null::text as number, null::text as title, null::bigint as requested_by, null::text as requested_by_name,
  null::text as site_name, null::text as amount, null::text as currency, null::int as version, null::text as rule, null::text as path, null::json as approve,
  null::json as reject where false`

/** What a person may decide now, what waits longest first. */
export const approvalList = (sources: ReadonlyArray<InboxSource>, who: SignedIn): ListShape => {
  const values: Array<unknown> = []
  const parts = sources.filter(({ may }) => holdsAny(who, may)).map((source) => partOf(source, who, values))
  return {
    select: `i.kind, t.label, i.id, t.number, t.title, t.requested_by as "requestedBy", t.requested_by_name as "requestedByName", i.site_id as "siteId",
      t.site_name as "siteName", t.amount, t.currency, i.since, t.rule, t.path, t.approve, t.reject`,
    with: { name: "inbox", sql: [noneWaiting, ...parts.map(({ waiting }) => waiting)].join(" union all "), values },
    from: `inbox i cross join lateral (${[noneShown, ...parts.map(({ shown }) => shown)].join(" union all ")}) t`,
    base: "inbox i",
    id: "i.kind, i.id",
    site: "i.site_id",
    date: "(i.since::timestamptz at time zone 'Africa/Juba')::date",
    filters: { kind: "i.kind" },
    search: ["t.number", "t.title", "t.requested_by_name", "t.site_name"],
    sorts: {
      since: "i.since",
      kind: "t.label",
      number: "t.number",
      title: "t.title",
      requestedBy: "t.requested_by_name",
      site: "t.site_name",
      amount: "t.amount::numeric",
    },
    order: "since",
    file: "Approvals",
    columns: [
      { key: "label", title: "What", kind: "text" },
      { key: "number", title: "Number", kind: "text" },
      { key: "title", title: "About", kind: "text" },
      { key: "requestedByName", title: "Requested by", kind: "text" },
      { key: "siteName", title: "Site", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "amount", title: "Amount", kind: "money" },
      { key: "since", title: "Waiting since", kind: "instant" },
      { key: "rule", title: "Rule", kind: "text" },
    ],
  }
}
