/** The resource of journal drafts: reading and decisions. One person writes, another posts. */
import { Schema } from "effect"
import { call } from "@ops/platform/http/call-group.ts"
import { holds } from "@ops/platform/access/levels.ts"
import { FINANCE } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { created } from "@ops/platform/http/contract.ts"
import { computed, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { JournalEntryInput } from "../journal-entries/contract.ts"
import { discardDraft, JournalDraft, journalDrafts as stream, postDraft, rows } from "./journal-draft.ts"

/** The lines of a draft that the caller may see; those of other sites are combined into one line with their net amount. */
const draftParts = (confinedTo: number | null) => {
  const columns = `account text, debit bigint, credit bigint, description text, "siteId" bigint`
  const all = `(select * from rows from (jsonb_to_recordset(r.lines) as (${columns})) with ordinality as z(account, debit, credit, description, "siteId", n))`
  if (confinedTo === null) return all
  const own = Number(confinedTo)
  const isMixed = `exists(select from ${all} f where f."siteId" is not null and f."siteId" <> ${own})`
  const isShown = `coalesce(z."siteId" = ${own}, not ${isMixed})`
  return `(select z.* from ${all} z where ${isShown} union all
    select null, greatest(o.net, 0), greatest(-o.net, 0), '', null, 32767 from (select coalesce(sum(z.debit - z.credit), 0)::bigint as net from ${all} z where not ${isShown}) o
    where ${isMixed})`
}
const linesSql = (
  parts: string,
) => `(select coalesce(json_agg(json_build_object('accountNumber', coalesce(x.account, ''), 'accountName', coalesce(a.account_name, 'Other sites'),
    'debitAmount', es.money(x.debit), 'creditAmount', es.money(x.credit), 'description', x.description, 'siteId', x."siteId") order by x.n), '[]')
  from ${parts} x left join account a on a.account_number = x.account)`

/** The total of draft `d` in cents of USD, at the official rate of its day; null before the first rate. */
const wholeSql = `(select coalesce(sum((w->>'debit')::bigint), 0) from jsonb_array_elements(r.lines) w)`
const worthSql = `case when r.currency = 'USD' then ${wholeSql} else (select round(${wholeSql} * 100.0 / x.rate) from exchange_rate e
    cross join jsonb_to_recordset(e.rates) as x("from" date, rate bigint) where e.type = 'official' and x."from" <= r.entry_date order by x."from" desc limit 1) end`
/** Whether a draft is within the posting limit of a level today. */
const withinLimit = (level: number) =>
  level >= 10
    ? "true"
    : `coalesce(${worthSql} <= (select (l->>'upTo')::bigint from journal_policy p, jsonb_array_elements(p.limits) with ordinality as y(l, n)
        where p.id = 1 and (l->>'level')::int = ${Number(level)} and (l->>'from')::date <= es.today() order by l->>'from' desc, n desc limit 1), false)`

const Line = Schema.Struct({
  accountNumber: Schema.String,
  accountName: Schema.String,
  debitAmount: Schema.String,
  creditAmount: Schema.String,
  description: Schema.String,
  siteId: Schema.NullOr(Schema.Int),
})
const sum = (side: "debit" | "credit") => (who: SignedIn) => `(select sum(x.${side})::bigint from ${draftParts(who.confinedTo)} x)`
const money = (side: "debit" | "credit", label: string) => computed(Schema.String, (who) => `es.money(${sum(side)(who)})`, { kind: "money", label })
const isFinance = (who: SignedIn) => holds(who, "finance.full")

const shown = {
  fields: {
    lines: computed(Schema.Array(Line), (who) => linesSql(draftParts(who.confinedTo)), { kind: "json" }),
    totalDebit: money("debit", "Debit"),
    totalCredit: money("credit", "Credit"),
    isBalanced: computed(Schema.Boolean, (who) => `(${sum("debit")(who)} = ${sum("credit")(who)})`),
    /** the number of the entry that was posted from it */
    entryNumber: computed(Schema.NullOr(Schema.String), "j.entry_number", { label: "Entry" }),
    canChange: computed(Schema.Boolean, (who) =>
      isFinance(who) ? `(r.status = 'draft' and r.created_by is not distinct from ${Number(who.person)})` : "false",
    ),
  },
  from: "left join journal_entry j on j.id = r.journal_entry_id",
  dependsOn: ["journal_entry", "account"],
  search: ["j.entry_number"],
} as const

const writes = { may: ["finance.full"], scope: "all" } as const
const path = "/api/journal-drafts"

export const journalDrafts = resource("journalDrafts", stream, {
  path,
  noun: ["journal draft", "journal drafts"],
  answer: "JournalDraft",
  number: "draftNumber",
  read: { may: FINANCE, rows },
  hidden: ["lines"],
  joins: [shown, userJoin(JournalDraft, "createdBy", "approvedBy")],
  titles: {
    entryDate: "Date",
    reason: "Reason for posting to a closing month",
    createdByUser: "Written by",
    approvedByUser: "Posted by",
    postedAt: "Posted",
    discardReason: "Discarded because",
    draftNumber: "Draft",
  },
  list: {
    columns: ["draftNumber", "entryDate", "description", "reference", "createdByUser", "currency", "totalDebit", "totalCredit", "status", "entryNumber"],
    unexported: ["createdByUser"],
    filters: ["status", "currency", "createdBy", "journalEntryId"],
    sorts: ["draftNumber", "entryDate", "totalDebit", "status", "createdAt"],
    order: "-draftNumber",
    search: ["draftNumber", "description", "reference"],
    date: "entryDate",
    file: "Journal drafts",
  },
  details: ["entryDate", "reference", "reason", "createdByUser", "approvedByUser", "postedAt", "entryNumber", "discardReason"],
  commands: {
    discard: updates(discardDraft, writes),
    post: updates(postDraft, {
      ...writes,
      duties: "not the author; within your own limit; level 10 without limit",
      stepUp: true,
      versioned: true,
      // the inbox counts these rows
      hint: (who) =>
        isFinance(who) && !who.simulated
          ? `(r.status = 'draft' and r.created_by is distinct from ${Number(who.person)} and ${withinLimit(who.level)})`
          : "false",
    }),
  },
  more: (draft) => [
    call.post("write", path, "Write a draft of a journal entry", draft.pipe(created), { payload: JournalEntryInput, ...writes }),
    call.put("change", `${path}/:id`, "Change a draft of a journal entry", draft, { payload: JournalEntryInput, ...writes, duties: "only the author" }),
  ],
})

export const JournalDraftsApi = journalDrafts.api
