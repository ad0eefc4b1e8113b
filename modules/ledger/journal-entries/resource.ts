/** How journal entries are reached, read and reversed; and how a person sends one for another to post. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { FINANCE } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { created } from "@ops/platform/http/contract.ts"
import type { Condition } from "@ops/platform/http/list-query.ts"
import { computed, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { personSql, User } from "@ops/identity/joins.ts"
import { reversalCall } from "../reversals/contract.ts"
import { journalDrafts } from "../journal-drafts/resource.ts"
import { JournalBatchAnswer, JournalBatchInput, JournalEntryInput } from "./contract.ts"
import { journalEntries as stream, reverseEntry, rows } from "./journal-entry.ts"

/** An entry as a person restricted to a site sees it: the lines of the site; those of other sites are combined into one line with their net amount. */
const entryParts = (confinedTo: number | null) => {
  const isMixed =
    confinedTo === null
      ? "false"
      : `exists(select from journal_line f where f.journal_entry_id = r.id and f.site_id is not null and f.site_id <> ${Number(confinedTo)})`
  /** the lines of the site; lines without a site too, unless the entry also has lines of other sites: they would reveal the amount of those */
  const isShown = confinedTo === null ? "true" : `coalesce(l.site_id = ${Number(confinedTo)}, not ${isMixed})`
  const others = `(select sum(l.debit - l.credit)::bigint as net, sum(l.debit_usd - l.credit_usd)::bigint as net_usd from journal_line l where l.journal_entry_id = r.id and not ${isShown})`
  const shown = `select l.line as n, json_build_object('accountId', l.account_id, 'accountNumber', a.account_number, 'accountName', a.account_name,
      'debitAmount', es.money(l.debit), 'creditAmount', es.money(l.credit), 'debitUsd', es.money(l.debit_usd), 'creditUsd', es.money(l.credit_usd),
      'description', l.description, 'siteId', l.site_id, 'clientId', l.client_id) as x
    from journal_line l join account a on a.id = l.account_id where l.journal_entry_id = r.id and ${isShown}`
  const rest = `select 32767, json_build_object('accountId', null, 'accountNumber', '', 'accountName', 'Other sites', 'debitAmount', es.money(greatest(o.net, 0)),
      'creditAmount', es.money(greatest(-o.net, 0)), 'debitUsd', es.money(greatest(o.net_usd, 0)), 'creditUsd', es.money(greatest(-o.net_usd, 0)),
      'description', '', 'siteId', null, 'clientId', null) from ${others} o where ${isMixed}`
  const total = (side: "debit" | "credit") =>
    `(case when ${isMixed} then (select coalesce(sum(l.${side}), 0) from journal_line l where l.journal_entry_id = r.id and ${isShown})
      + (select greatest(${side === "debit" ? "" : "-"}o.net, 0) from ${others} o) else r.total_${side} end)::bigint`
  return {
    isMixed,
    isShown,
    lines: `(select coalesce(json_agg(y.x order by y.n), '[]') from (${confinedTo === null ? shown : `${shown} union all ${rest}`}) y)`,
    totalDebit: confinedTo === null ? "r.total_debit" : total("debit"),
    totalCredit: confinedTo === null ? "r.total_credit" : total("credit"),
  }
}

/** For a person restricted to a site, excludes entries that also have lines of other sites: their events must not be shown in full. */
export const whollyOfSite = ({ confinedTo }: Pick<SignedIn, "confinedTo">): ReadonlyArray<Condition> =>
  confinedTo === null ? [] : [{ sql: `not ${entryParts(confinedTo).isMixed}` }]

const JournalLine = Schema.Struct({
  /** null on the one line that combines the lines of sites that the person does not see */
  accountId: Schema.NullOr(Schema.Int),
  accountNumber: Schema.String,
  accountName: Schema.String,
  debitAmount: Schema.String,
  creditAmount: Schema.String,
  debitUsd: Schema.String,
  creditUsd: Schema.String,
  description: Schema.String,
  siteId: Schema.NullOr(Schema.Int),
  clientId: Schema.NullOr(Schema.Int),
})
const Id = Schema.NullOr(Schema.Int)
const parts = <T>(schema: Schema.Codec<T>, of: (parts: ReturnType<typeof entryParts>) => string, label: string, kind: "money" | "json" = "json") =>
  computed(schema, (who) => of(entryParts(who.confinedTo)), { kind, label })
const money = (side: "totalDebit" | "totalCredit", label: string) => parts(Schema.String, (of) => `es.money(${of[side]})`, label, "money")

const shown = {
  fields: {
    lines: parts(Schema.Array(JournalLine), ({ lines }) => lines, "Lines"),
    totalDebit: money("totalDebit", "Total"),
    totalCredit: money("totalCredit", "Total credit"),
    /** SSP per dollar; 1.00 for USD */
    rate: computed(Schema.String, "es.money(r.rate)", { label: "SSP per USD" }),
    // the author of a manual entry is on its draft; the entry itself has the person who posted it
    createdBy: computed(Id, "coalesce(d.created_by, r.created_by)"),
    createdByUser: computed(User, personSql("coalesce(d.created_by, r.created_by)"), { label: "By" }),
    /** who posted a manual entry that another person wrote; null for an entry derived from a document */
    approvedBy: computed(Id, "d.approved_by"),
    approvedByUser: computed(User, personSql("d.approved_by"), { label: "Posted by" }),
    /** the draft that it was posted from */
    draftId: computed(Id, "d.id"),
    draftNumber: computed(Schema.NullOr(Schema.String), "d.draft_number", { label: "Was draft" }),
  },
  from: "left join journal_draft d on d.journal_entry_id = r.id",
  dependsOn: ["account"],
} as const

const writes = { may: ["finance.full"], scope: "all" } as const

export const journalEntries = resource("journalEntries", stream, {
  path: "/api/journal-entries",
  noun: ["journal entry", "journal entries"],
  answer: "JournalEntry",
  number: "entryNumber",
  area: "ledger",
  read: { may: FINANCE, rows, history: false },
  hidden: ["lines", "totalDebit", "totalCredit", "rate", "createdBy"],
  joins: [shown],
  titles: {
    entryDate: "Date",
    effectiveDate: "Original date",
    lateReason: "Reason for posting to a closing month",
    sourceKind: "Follows from",
    sourceId: "Its id",
    entryNumber: "Entry",
  },
  list: {
    columns: ["entryNumber", "entryDate", "effectiveDate", "description", "sourceKind", "reference", "currency", "totalDebit", "status"],
    unexported: ["sourceKind"],
    filters: ["status", "sourceKind", "sourceId", "currency"],
    conditions: {
      account: {
        label: "Account",
        where: ({ confinedTo }) =>
          `exists(select from journal_line l join account a on a.id = l.account_id where l.journal_entry_id = r.id and ${entryParts(confinedTo).isShown}
            and a.account_number = any(?::text[]))`,
      },
    },
    sorts: ["entryNumber", "entryDate", "totalDebit", "createdAt"],
    order: "-entryDate,-entryNumber",
    search: ["entryNumber", "description", "reference"],
    date: "entryDate",
    file: "Journal",
  },
  details: [
    "entryDate",
    "effectiveDate",
    "lateReason",
    "sourceKind",
    "sourceId",
    "reference",
    "rate",
    "reverses",
    "reversedBy",
    "draftNumber",
    "approvedByUser",
    "createdByUser",
  ],
  commands: {
    reverse: updates(reverseEntry, {
      ...writes,
      duties: "once, by someone other than the person who posted it; what follows from a document is reversed with the document",
      stepUp: true,
      status: 201,
    }),
  },
  more: [
    reversalCall("/api/journal-entries", writes, ["journal_entry"]),
    // what a person writes is a draft: another person posts it
    call.post("post", "/api/journal-entries", "Post a journal entry", journalDrafts.schema.pipe(created), {
      payload: JournalEntryInput,
      ...writes,
      duties: "a draft; another person posts it",
    }),
    call.post("postBatch", "/api/journal-entries/batch", "Post several journal entries", JournalBatchAnswer.pipe(created), {
      payload: JournalBatchInput,
      ...writes,
      duties: "drafts; another person posts them; all of them or none",
    }),
  ],
})

export const JournalEntriesApi = journalEntries.api
