/** What the lists of petty cash are made of. Visibility and permissions follow the same rules as the commands. */
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { reversalSql } from "@ops/ledger/reversals/queries.ts"
import { personSql } from "@ops/identity/joins.ts"
import { entryNumberSql } from "@ops/ledger/joins.ts"
import { limitSql } from "../expense-requests/queries.ts"
import { PettyCashFloat, PettyCashMovement } from "./float.ts"
import { PettyCashRequest } from "./request.ts"
import { FLOAT_COUNTERS, PETTY_CASH_DECIDERS } from "./labels.ts"

const nameSql = (column: string) => `(select p.first_name || ' ' || p.last_name from person p where p.id = ${column})`
/** Whether a person decides on requests for petty cash. */
export const decidesPettyCash = (who: SignedIn): boolean => who.level >= 6 && !who.simulated && holdsAny(who, PETTY_CASH_DECIDERS)
export const pettyCashLimitSql = (level: number) => limitSql(level, "petty_cash_policy")

const requestScope = (who: SignedIn, own: string, keeps: string): ReadonlyArray<Condition> => {
  const all = [
    ...(who.confinedTo === null ? [] : [`r.site_id = ${Number(who.confinedTo)}`]),
    ...(who.level < 6 ? ["false"] : []),
    ...(who.level === 8 ? ["r.department = ?"] : []),
  ]
  return all.length === 0 ? [] : [{ sql: `(${own} or ${keeps} or (${all.join(" and ")}))`, values: who.level === 8 ? [who.department] : [] }]
}

export const pettyCashList = (who: SignedIn): ListShape => {
  const person = Number(who.person)
  const own = `coalesce(r.requested_by = ${person}, false)`
  const limit = pettyCashLimitSql(who.level)
  const mayDecide = decidesPettyCash(who)
  const finance = holds(who, "payments.process")
  // requests that the person's float can pay, and those it has paid
  const keeps = `exists(select from petty_cash_float k where k.custodian_id = ${person}
    and (k.id = r.float_id or (r.status = 'approved' and k.site_id = r.site_id and k.currency = r.currency)))`
  const pays = who.simulated ? "false" : finance ? "true" : keeps
  return {
    select:
      `${PettyCashRequest.answer("r", "id", "requestNumber", "requestedBy", "siteId", "amount", "currency", "amountUsd", "category", "purpose", "notes", "requestDate", "status", "approvedBy", "approvedDate", "overrideReason", "rejectedBy", "rejectionReason", "floatId", "disbursedBy", "disbursedDate", "disbursementEntryId", "spent", "returned", "receipts", "retiredBy", "retiredDate", "retirementEntryId", "version", "createdAt", "updatedAt")}, ` +
      `s.name as "siteName", s.code as "siteCode", f.name as "floatName", ${personSql("r.requested_by")} as "requestedByUser", ${personSql("r.approved_by")} as "approvedByUser", ` +
      `${personSql("r.rejected_by")} as "rejectedByUser", ${personSql("r.disbursed_by")} as "disbursedByUser", ${personSql("r.retired_by")} as "retiredByUser", ` +
      `${entryNumberSql("r.disbursement_entry_id")} as "disbursementEntryNumber", ${entryNumberSql("r.retirement_entry_id")} as "retirementEntryNumber", ` +
      `${mayDecide ? `(r.status = 'pending' and not ${own} and coalesce(r.amount_usd <= ${limit}, false))` : "false"} as "canApprove", ` +
      `${mayDecide ? `(r.status = 'pending' and not ${own})` : "false"} as "canReject", ` +
      `(r.status = 'approved' and not ${own} and r.approved_by is distinct from ${person} and ${pays}) as "canDisburse", ` +
      `(r.status = 'disbursed' and not ${own} and ${pays}) as "canRetire", ` +
      reversalSql(
        who,
        "payments.process",
        `r.status in ('disbursed', 'retired') and not ${own}`,
        "case r.status when 'retired' then r.retired_by else r.disbursed_by end",
      ),
    from: "petty_cash_request r left join site s on s.id = r.site_id left join petty_cash_float f on f.id = r.float_id",
    id: "r.id",
    site: "r.site_id",
    date: "r.request_date",
    where: requestScope(who, own, keeps),
    filters: { status: "r.status", category: "r.category", currency: "r.currency", floatId: "r.float_id" },
    search: ["r.request_number", "r.purpose", "r.notes", "s.name", nameSql("r.requested_by")],
    sorts: {
      id: "r.id",
      requestDate: "r.request_date",
      requestNumber: "r.request_number",
      requestedBy: nameSql("r.requested_by"),
      site: "s.name",
      amount: "r.amount_usd",
      category: "r.category",
      purpose: "r.purpose",
      status: "r.status",
      createdAt: "r.created_at",
    },
    order: "-id",
    file: "Petty cash requests",
    columns: [
      { key: "requestNumber", title: "Request #", kind: "text" },
      { key: "requestDate", title: "Date", kind: "date" },
      { key: "siteName", title: "Site", kind: "text" },
      { key: "category", title: "Category", kind: "text" },
      { key: "purpose", title: "Purpose", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "amount", title: "Amount", kind: "money" },
      { key: "status", title: "Status", kind: "text" },
      { key: "floatName", title: "Float", kind: "text" },
      { key: "disbursedDate", title: "Paid out", kind: "date" },
      { key: "spent", title: "Spent", kind: "money" },
      { key: "returned", title: "Given back", kind: "money" },
      { key: "retiredDate", title: "Retired", kind: "date" },
    ],
  }
}

/** The open advances of a float. */
const outSql = `(select coalesce(sum(r.amount), 0)::bigint from petty_cash_request r where r.float_id = f.id and r.status = 'disbursed')`

const floatScope = (who: SignedIn): ReadonlyArray<Condition> => {
  const keeps = `f.custodian_id = ${Number(who.person)}`
  if (who.level < 6) return [{ sql: keeps }]
  return who.confinedTo === null ? [] : [{ sql: `(${keeps} or f.site_id = ?)`, values: [who.confinedTo] }]
}

export const floatList = (who: SignedIn): ListShape => {
  const notKept = `f.custodian_id is distinct from ${Number(who.person)}`
  const finance = holds(who, "payments.process")
  return {
    select:
      `${PettyCashFloat.answer("f", "id", "name", "siteId", "currency", "custodianId", "limit", "balance", "lastMovedOn", "lastCountedOn", "version", "createdAt", "updatedAt")}, ` +
      `s.name as "siteName", s.code as "siteCode", ${personSql("f.custodian_id")} as custodian, es.money(${outSql}) as "out", ` +
      `${finance && !who.simulated ? `(${notKept} and f.balance < f."limit")` : "false"} as "canTopUp", ` +
      `${holdsAny(who, FLOAT_COUNTERS) && !who.simulated ? `(${notKept})` : "false"} as "canCount", ` +
      `${who.simulated ? "false" : `(f.balance > 0${finance ? "" : ` and not (${notKept})`})`} as "canDisburse"`,
    from: "petty_cash_float f join site s on s.id = f.site_id",
    id: "f.id",
    site: "f.site_id",
    where: floatScope(who),
    filters: { currency: "f.currency" },
    search: ["f.name", "s.name", nameSql("f.custodian_id")],
    sorts: {
      name: "f.name",
      site: "s.name",
      custodian: nameSql("f.custodian_id"),
      balance: "f.balance",
      limit: `f."limit"`,
      lastCountedOn: "f.last_counted_on",
    },
    order: "name",
    file: "Petty cash floats",
    columns: [
      { key: "name", title: "Float", kind: "text" },
      { key: "siteName", title: "Site", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "limit", title: "Limit", kind: "money" },
      { key: "balance", title: "Balance", kind: "money" },
      { key: "out", title: "Out with people", kind: "money" },
      { key: "lastCountedOn", title: "Counted", kind: "date" },
    ],
  }
}

/** The cash book of a float, which the person must see. */
export const movementList = (floatId: number): ListShape => ({
  select:
    `${PettyCashMovement.answer("m", "id", "floatId", "kind", "date", "amount", "balance", "requestId", "reason", "reference", "journalEntryId", "createdAt")}, ` +
    `(select q.purpose from petty_cash_request q where q.id = m.request_id) as purpose, ${personSql("m.moved_by")} as "movedByUser", ${entryNumberSql("m.journal_entry_id")} as "journalEntryNumber"`,
  from: "petty_cash_movement m",
  id: "m.id",
  date: "m.date",
  where: [{ sql: "m.float_id = ?", values: [floatId] }],
  filters: { kind: "m.kind" },
  search: ["m.reference", "m.reason"],
  sorts: { date: "m.date", amount: "m.amount" },
  order: "-date",
  file: "Cash book",
  columns: [
    { key: "date", title: "Date", kind: "date" },
    { key: "kind", title: "What", kind: "text" },
    { key: "reference", title: "Reference", kind: "text" },
    { key: "purpose", title: "Purpose", kind: "text" },
    { key: "amount", title: "Amount", kind: "money" },
    { key: "balance", title: "Balance", kind: "money" },
    { key: "reason", title: "Reason", kind: "text" },
    { key: "journalEntryNumber", title: "Entry", kind: "text" },
  ],
})
