/** The inbox of a person: what each module reports as waiting for a decision, in one list; what waits for others, and what the person has decided. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import { type InboxDetail, type InboxSource } from "@ops/platform/access/inbox.ts"
import { quoted } from "@ops/platform/text.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import type { Shown } from "./contract.ts"

/** SQL of a path in which `:id` and `:number` are replaced by those of the record. */
const pathSql = (path: string) =>
  path
    .split(/(:[a-zA-Z]+)/)
    .map((part) => (part === ":number" ? "y.number" : part.startsWith(":") ? `x."${part.slice(1)}"` : quoted(part)))
    .join(" || ")

/** SQL of the parameter that makes a call in the place of the inbox record's delegator. */
const behalf = "coalesce('?onBehalfOf=' || i.delegator, '')"
const callSql = ({ method, path, versioned, needsReason }: InboxSource["approve"]) => {
  const call = `'method', ${quoted(method)}, 'path', ${pathSql(path)} || ${behalf}, 'body', ${versioned ? "json_build_object('version', y.version)" : "'{}'::json"}`
  const plain = `json_build_object(${call})`
  return needsReason === undefined ? plain : `case when ${needsReason} then json_build_object(${call}, 'reason', 'required') else ${plain} end`
}

/** A person who has delegated approvals, and the delegate with the rights of that person. */
export interface Delegated {
  readonly delegator: SignedIn
  readonly delegate: SignedIn
}

/** Whether the person has anything to do with a kind in this list. */
const has = (who: SignedIn, shown: Shown, { may, mayRead = may, inLog }: InboxSource) =>
  shown === "mine" || shown === "delegated" ? holdsAny(who, may) : (shown === "others" || inLog !== undefined) && holdsAny(who, [...may, ...mayRead])

/** The latest decision of the person on each record of a kind, from the log. */
const decidedSql = ({ record, approve, reject }: NonNullable<InboxSource["inLog"]>, { actor }: SignedIn) =>
  `(select substr(e.stream, ${record.length + 2})::bigint as id, max(c.recorded_at) as at, (array_agg(c.command order by c.id desc))[1] as command
    from es.commit c join es.event e on e.commit_id = c.id
    where c.actor = ${quoted(actor)} and c.command in (${[approve, reject ?? approve].map(quoted).join(", ")})
      and starts_with(e.stream, ${quoted(`${record}/`)}) and e.position <= es.horizon() group by 1)`

/**
 * The records of one kind, with the columns needed for sorting and filtering; and the displayed columns of one record `i`. The parameters of its
 * scope are appended to `values`.
 */
const partOf = (source: InboxSource, who: SignedIn, shown: Shown, values: Array<unknown>, pair?: Delegated) => {
  const delegator = pair?.delegator.person ?? null
  const { select, from, where = [] } = source.list(who)
  const scope = where.map(({ sql, values: given = [] }) => {
    let n = 0
    return sql.replaceAll("?", () => `$${values.push(given[n++])}`)
  })
  const {
    number,
    title,
    requestedBy,
    requestedByName,
    siteId,
    siteName,
    amount = "null",
    currency = "null",
    version = "null",
    since,
    rule,
  } = source.row(pair?.delegate ?? who)
  const { reject, inLog } = source
  const rejects =
    reject && holdsAny(who, reject.may ?? source.may)
      ? `json_build_object('method', ${quoted(reject.method)}, 'path', ${pathSql(reject.path)} || ${behalf}, 'reason', ${quoted(reject.reason)})`
      : "null::json"
  return {
    waiting:
      shown === "decided" && inLog
        ? `select ${quoted(source.kind)}, x.id, (${siteId})::bigint, to_char(d.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      case when ${inLog.rejected ?? `d.command <> ${quoted(inLog.approve)}`} then 'rejected' else 'approved' end, null::bigint
      from ${decidedSql(inLog, who)} d join (select ${select} from ${from} ${scope.length > 0 ? `where ${scope.map((test) => `(${test})`).join(" and ")}` : ""}) x on x.id = d.id
      where (${requestedBy})::bigint is distinct from ${Number(who.person)}`
        : `select ${quoted(source.kind)}, x.id, (${siteId})::bigint, (${since})::text, null, ${delegator}::bigint
      from (select ${select} from ${from} where ${[...scope, source.waiting].map((test) => `(${test})`).join(" and ")}) x
      where ${shown === "mine" ? source.can(who) : holdsAny(who, source.may) ? `(${source.can(who)}) is not true` : "true"}`,
    shown: `select ${quoted(source.label)}, y.*, ${pathSql(source.screen)}, ${callSql(source.approve)}, ${rejects}
      from (select ${select} from ${from}) x,
        lateral (select (${number})::text as number, (${title})::text as title, (${requestedBy})::bigint as requested_by, (${requestedByName})::text as requested_by_name,
          (${siteName})::text as site_name, (${amount})::text as amount, (${currency})::text as currency, (${version})::int as version, (${rule})::text as rule) y
      where i.kind = ${quoted(source.kind)} and x.id = i.id and i.delegator is not distinct from ${delegator}::bigint`,
  }
}

const noneWaiting =
  "select null::text as kind, null::bigint as id, null::bigint as site_id, null::text as since, null::text as decision, null::bigint as delegator where false"
const noneShown = `select null::text as label, null::text as number, null::text as title, null::bigint as requested_by, null::text as requested_by_name,
  null::text as site_name, null::text as amount, null::text as currency, null::int as version, null::text as rule, null::text as path, null::json as approve,
  null::json as reject where false`

/** SQL over the row of a record of a kind, by its id in `i`. */
const ofRecord = (source: InboxSource, who: SignedIn, sql: string) => {
  const { select, from } = source.list(who)
  return `(select ${sql} from (select ${select} from ${from}) x where x.id = i.id)`
}

const noDetail = { reason: "null", items: "'[]'::json", budget: "null::json", facts: {}, files: "'[]'::json", trends: "" } satisfies InboxDetail
const detailSql = (source: InboxSource, who: SignedIn) => {
  const { reason, items, budget, facts, files, trends } = { ...noDetail, ...source.detail?.(who) }
  const shown = Object.entries(facts).map(([label, text]) => `(${quoted(label)}, (${text})::text)`)
  const list = shown.length === 0 ? "'[]'::json" : `(select coalesce(json_agg(f), '[]') from (values ${shown.join(", ")}) as f(label, text) where f.text <> '')`
  const history = source.history === undefined ? "null" : source.history.split(":id").map(quoted).join(" || i.id || ")
  const charts = trends === "" ? "'[]'::json" : `(select coalesce(json_agg(t), '[]') from (${trends}) t where json_array_length(t.values) > 2)`
  return ofRecord(
    source,
    who,
    `json_build_object('reason', nullif((${reason})::text, ''), 'items', ${items}, 'budget', ${budget}, 'facts', ${list}, 'files', ${files}, 'trends', ${charts}, 'history', ${history})`,
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
export const approvalRecord = (source: InboxSource, who: SignedIn, id: number, shown: Shown = "mine", delegated: ReadonlyArray<Delegated> = []) => {
  const { select, from, with: waiting } = approvalList([source], who, shown, { delegated })
  const values = [...(waiting?.values ?? []), id]
  return {
    text: `with inbox as (${waiting?.sql}) select (select row_to_json(r)::text from (select ${select}, ${detailSql(source, who)} as detail) r) as body
      from ${from} where i.id = $${values.length}::bigint`,
    values,
  }
}

/** The kinds and ids of what a person may decide now. */
export const waitingFor = (sources: ReadonlyArray<InboxSource>, who: SignedIn) => {
  const { with: waiting } = approvalList(sources, who)
  return { text: `with inbox as (${waiting?.sql}) select kind || '/' || id as key from inbox`, values: waiting?.values ?? [] }
}

/**
 * What a person may decide in the place of another: what the other may decide, unless the person may not (their own requests, a duty already exercised).
 * What they may decide anyway is left out. Undefined if the kind is decided in person, or the delegator has nothing to do with it.
 */
const delegatedPart = (source: InboxSource, who: SignedIn, pair: Delegated, values: Array<unknown>) => {
  const { delegator, delegate } = pair
  if (source.inPerson || !has(delegator, "mine", source)) return undefined
  const { waiting, shown } = partOf(source, delegator, "mine", values, pair)
  const ids = (of: SignedIn) => `(select id from (${partOf(source, of, "mine", values).waiting}) w(kind, id, site_id, since, decision, delegator))`
  const own = has(who, "mine", source) ? ` and w.id not in ${ids(who)}` : ""
  return { waiting: `select * from (${waiting}) w(kind, id, site_id, since, decision, delegator) where w.id in ${ids(delegate)}${own}`, shown }
}

interface Besides {
  /** who may decide what waits for others, by kind/id */
  readonly deciders?: Readonly<Record<string, string>>
  /** those who have delegated to the person */
  readonly delegated?: ReadonlyArray<Delegated>
}

/** What a person may decide now, oldest first; or another list of the inbox. */
export const approvalList = (
  sources: ReadonlyArray<InboxSource>,
  who: SignedIn,
  shown: Shown = "mine",
  { deciders = {}, delegated = [] }: Besides = {},
): ListShape => {
  const values: Array<unknown> = []
  const own = shown === "delegated" ? sources : sources.filter((source) => has(who, shown, source))
  const parts =
    shown === "delegated"
      ? delegated.flatMap((pair) => sources.flatMap((source) => delegatedPart(source, who, pair, values) ?? []))
      : own.map((source) => partOf(source, who, shown, values))
  const union = [noneWaiting, ...parts.map(({ waiting }) => waiting)].join(" union all ")
  const waitsFor = shown === "others" ? `($${values.push(JSON.stringify(deciders))}::text::jsonb)->>(i.kind || '/' || i.id)` : "null::text"
  return {
    select: `i.kind, t.label, i.id, t.number, t.title, t.requested_by as "requestedBy", t.requested_by_name as "requestedByName",
      (select p.email from person p where p.id = t.requested_by) as "requestedByEmail",
      (select concat_ws(' ', p.first_name, p.last_name) from person p where p.id = i.delegator) as "onBehalfOfName", i.site_id as "siteId",
      t.site_name as "siteName", t.amount, t.currency, i.since, t.rule, t.path, t.approve, t.reject, ${shown === "decided" ? "'[]'::json" : unusualSql(own, who)} as unusual, ${waitsFor} as "waitsFor", i.decision`,
    with: { name: "inbox", sql: shown === "delegated" ? `select distinct on (kind, id) * from (${union}) u order by kind, id, delegator` : union, values },
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
    order: shown === "decided" ? "-since" : "since",
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
