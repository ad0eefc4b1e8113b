/** The inbox of a person: what each module reports as waiting for a decision, in one list. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import { type InboxDetail, type InboxSource } from "@ops/platform/access/inbox.ts"
import { quoted } from "@ops/platform/text.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"

/** SQL of a path in which `:id` and `:number` are replaced by those of the record. */
const pathSql = (path: string) =>
  path
    .split(/(:[a-zA-Z]+)/)
    .map((part) => (part === ":number" ? "y.number" : part.startsWith(":") ? `x."${part.slice(1)}"` : quoted(part)))
    .join(" || ")

const callSql = ({ method, path, versioned, needsReason }: InboxSource["approve"]) => {
  const call = `'method', ${quoted(method)}, 'path', ${pathSql(path)}, 'body', ${versioned ? "json_build_object('version', y.version)" : "'{}'::json"}`
  const plain = `json_build_object(${call})`
  return needsReason === undefined ? plain : `case when ${needsReason} then json_build_object(${call}, 'reason', 'required') else ${plain} end`
}

/**
 * The waiting records of one kind, with the columns needed for sorting and filtering; and the displayed columns of one record `i`. The parameters of its
 * scope are appended to `values`.
 */
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

/** SQL over the row of a record of a kind, by its id in `i`. */
const ofRecord = (source: InboxSource, who: SignedIn, sql: string) => {
  const { select, from } = source.list(who)
  return `(select ${sql} from (select ${select} from ${from}) x where x.id = i.id)`
}

const noDetail = { reason: "null", items: "'[]'::json", budget: "null::json", facts: {}, files: "'[]'::json" } satisfies InboxDetail
const detailSql = (source: InboxSource, who: SignedIn) => {
  const { reason, items, budget, facts, files } = { ...noDetail, ...source.detail?.(who) }
  const shown = Object.entries(facts).map(([label, text]) => `(${quoted(label)}, (${text})::text)`)
  const list = shown.length === 0 ? "'[]'::json" : `(select coalesce(json_agg(f), '[]') from (values ${shown.join(", ")}) as f(label, text) where f.text <> '')`
  const history = source.history === undefined ? "null" : source.history.split(":id").map(quoted).join(" || i.id || ")
  return ofRecord(
    source,
    who,
    `json_build_object('reason', nullif((${reason})::text, ''), 'items', ${items}, 'budget', ${budget}, 'facts', ${list}, 'files', ${files}, 'history', ${history})`,
  )
}

/** What is unusual about each record, computed only for the rows of a page. */
const unusualSql = (sources: ReadonlyArray<InboxSource>, who: SignedIn) => {
  const cases = sources.flatMap((source) =>
    source.unusual === undefined
      ? []
      : [`when ${quoted(source.kind)} then ${ofRecord(source, who, `(select coalesce(json_agg(u), '[]') from (${source.unusual}) u)`)}`],
  )
  return cases.length === 0 ? "'[]'::json" : `case i.kind ${cases.join(" ")} else '[]'::json end`
}

/** One waiting record of a kind, with the details besides those in the list. */
export const approvalRecord = (source: InboxSource, who: SignedIn, id: number) => {
  const { select, from, with: waiting } = approvalList([source], who)
  const values = [...(waiting?.values ?? []), id]
  return {
    text: `with inbox as (${waiting?.sql}) select (select row_to_json(r)::text from (select ${select}, ${detailSql(source, who)} as detail) r) as body
      from ${from} where i.id = $${values.length}::bigint`,
    values,
  }
}

/** What a person may decide now, oldest first. */
export const approvalList = (sources: ReadonlyArray<InboxSource>, who: SignedIn): ListShape => {
  const values: Array<unknown> = []
  const parts = sources.filter(({ may }) => holdsAny(who, may)).map((source) => partOf(source, who, values))
  return {
    select: `i.kind, t.label, i.id, t.number, t.title, t.requested_by as "requestedBy", t.requested_by_name as "requestedByName",
      (select p.email from person p where p.id = t.requested_by) as "requestedByEmail", i.site_id as "siteId",
      t.site_name as "siteName", t.amount, t.currency, i.since, t.rule, t.path, t.approve, t.reject, ${unusualSql(
        sources.filter(({ may }) => holdsAny(who, may)),
        who,
      )} as unusual`,
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
