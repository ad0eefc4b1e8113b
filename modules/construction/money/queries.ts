/** The SQL of the lists for project budgets and billing. Level 6 sees its own site. Lists of one project take its id. */
import { type Permission, holds, holdsAny } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { filledIn } from "@ops/platform/records/row-columns.ts"
import { personSql } from "@ops/identity/joins.ts"
import { Certificate } from "../billing/certificate.ts"
import { ProjectContract } from "../billing/contract-terms.ts"
import { BUILDERS, PLANNERS } from "./labels.ts"
import { BudgetChange } from "../budget/project-budget.ts"
import { ProjectCost } from "../budget/project-cost.ts"

const codeSql = `json_build_object('id', k.id, 'code', k.code, 'name', k.name)`
const numberSql = (column: string) => `(select j.entry_number from journal_entry j where j.id = ${column})`

/** The projects `p` that a person may see; only one of them if given. */
const scope = ({ confinedTo }: SignedIn, projectId?: number): ReadonlyArray<Condition> => [
  ...(confinedTo === null ? [] : [{ sql: "p.site_id = ?", values: [confinedTo] }]),
  ...(projectId === undefined ? [] : [{ sql: "p.id = ?", values: [projectId] }]),
]
const project = `p.id as "projectId", p.project_number as "projectNumber", p.name as "projectName", p.site_id as "siteId"`

/** The projects whose budgets and costs a person may see. */
export const budgetList = (who: SignedIn): ListShape => {
  const may = (permissions: ReadonlyArray<Permission>) => (holdsAny(who, permissions) ? "true" : "false")
  return {
    select: `p.id, ${project}, p.status, p.currency, es.money(p.budget) as budget, coalesce(b.version, 0)::int as version,
      (select coalesce(json_agg(json_build_object('costCode', ${codeSql}, 'original', es.money(r.original), 'changes', es.money(r.changes), 'budget', es.money(r.budget),
          'committed', es.money(r.committed), 'actual', es.money(r.actual), 'estimated', es.money(r.estimated), 'toComplete', es.money(r.to_complete),
          'forecast', es.money(r.forecast), 'variance', es.money(r.variance)) order by k.code), '[]')
        from construction_cost_report r join cost_code k on k.id = r.cost_code_id where r.project_id = p.id) as lines,
      json_build_object('original', es.money(t.original), 'changes', es.money(t.changes), 'budget', es.money(t.budget), 'committed', es.money(t.committed),
        'actual', es.money(t.actual), 'toComplete', es.money(t.to_complete), 'forecast', es.money(t.forecast), 'variance', es.money(t.variance)) as total,
      es.money(coalesce(p.budget, 0) - t.budget) as unassigned,
      (p.status <> 'cancelled' and not exists (select from jsonb_array_elements(b.lines) x where (x->>'changes')::bigint <> 0) and ${may(PLANNERS)}) as "canSet",
      (p.status not in ('cancelled', 'completed') and ${may(BUILDERS)}) as "canChange",
      (p.status <> 'cancelled' and ${may(BUILDERS)}) as "canCharge",
      (p.status <> 'cancelled' and ${may(["finance.full"])}) as "canMove"`,
    from: `construction_project p left join project_budget b on b.id = p.id cross join lateral (
      select coalesce(sum(r.original), 0)::bigint as original, coalesce(sum(r.changes), 0)::bigint as changes, coalesce(sum(r.budget), 0)::bigint as budget,
        coalesce(sum(r.committed), 0)::bigint as committed, coalesce(sum(r.actual), 0)::bigint as actual, coalesce(sum(r.to_complete), 0)::bigint as to_complete,
        coalesce(sum(r.forecast), 0)::bigint as forecast, coalesce(sum(r.variance), 0)::bigint as variance
      from construction_cost_report r where r.project_id = p.id) t`,
    id: "p.id",
    site: "p.site_id",
    where: scope(who),
    filters: { status: "p.status" },
    search: ["p.project_number", "p.name"],
    sorts: { name: "p.name", budget: "p.budget", projectNumber: "p.project_number" },
    order: "projectNumber",
    file: "Budgets of projects",
    columns: [
      { key: "projectNumber", title: "Project #", kind: "text" },
      { key: "projectName", title: "Project", kind: "text" },
      { key: "budget", title: "Budget", kind: "money" },
      { key: "unassigned", title: "On no code", kind: "money" },
    ],
  }
}

export const changeList = (who: SignedIn, projectId?: number): ListShape => {
  const decides = holdsAny(who, PLANNERS) && !who.simulated
  return {
    select: `${BudgetChange.answer("c", "id", "changeNumber", "reason", "total", "contractAmount", "status", "requestedBy", "decidedBy", "decidedAt", "decisionNote", "version", "createdAt")}, ${project},
      (select coalesce(json_agg(json_build_object('costCode', ${codeSql}, 'amount', es.money(x.amount)) order by k.code), '[]')
        from jsonb_to_recordset(c.lines) as x("costCodeId" bigint, amount bigint) join cost_code k on k.id = x."costCodeId") as lines,
      ${personSql("c.requested_by")} as "requestedByUser", ${personSql("c.decided_by")} as "decidedByUser",
      ${decides ? `(c.status = 'pending' and c.requested_by is distinct from ${Number(who.person)})` : "false"} as "canDecide"`,
    from: "budget_change c join construction_project p on p.id = c.project_id",
    id: "c.id",
    site: "p.site_id",
    where: scope(who, projectId),
    filters: { status: "c.status" },
    search: ["c.change_number", "c.reason"],
    sorts: { createdAt: "c.created_at", changeNumber: "c.change_number", total: "c.total", status: "c.status" },
    order: "-createdAt",
    file: "Budget changes",
    columns: [
      { key: "changeNumber", title: "Change #", kind: "text" },
      { key: "reason", title: "Reason", kind: "text" },
      { key: "total", title: "Budget", kind: "money" },
      { key: "contractAmount", title: "Contract", kind: "money" },
      { key: "status", title: "Status", kind: "text" },
    ],
  }
}

export const costList = (who: SignedIn, projectId?: number): ListShape => ({
  select: `${ProjectCost.answer("c", "id", "kind", "date", "description", "amount", "quantity", "sourceKind", "sourceId", "takenBackDate", "takenBackReason", "chargedBy", "version", "createdAt")}, ${project},
    ${codeSql} as "costCode", ${numberSql("c.journal_entry_id")} as "journalEntryNumber", ${personSql("c.charged_by")} as "chargedByUser",
    (c.taken_back_date is null and ${holdsAny(who, BUILDERS)}) as "canRecode",
    (c.taken_back_date is null and (c.kind = 'labour' and ${holdsAny(who, BUILDERS)} or c.kind = 'moved' and ${holds(who, "finance.full")})) as "canTakeBack"`,
  from: "project_cost c join construction_project p on p.id = c.project_id join cost_code k on k.id = c.cost_code_id",
  base: "project_cost c",
  filled: filledIn(ProjectCost, "c"),
  id: "c.id",
  site: "p.site_id",
  date: "c.date",
  where: scope(who, projectId),
  filters: { kind: "c.kind", costCodeId: "c.cost_code_id" },
  search: ["c.description", "k.name", "k.code"],
  sorts: { date: "c.date", amount: "c.amount", costCode: "k.code", kind: "c.kind", id: "c.id" },
  order: "-date,-id",
  file: "Costs of the project",
  columns: [
    { key: "date", title: "Date", kind: "date" },
    { key: "kind", title: "From", kind: "text" },
    { key: "description", title: "Description", kind: "text" },
    { key: "amount", title: "Amount", kind: "money" },
    { key: "journalEntryNumber", title: "Entry", kind: "text" },
  ],
})

export const commitmentList = (who: SignedIn, projectId?: number): ListShape => ({
  select: `c.id, ${project}, ${codeSql} as "costCode", c.purchase_request_id as "purchaseRequestId", v.request_number as "requestNumber", v.status,
    (select q.justification from purchase_request q where q.id = c.purchase_request_id) as description,
    (select w.name from vendor w join purchase_request q on q.vendor_id = w.id where q.id = c.purchase_request_id) as "vendorName",
    es.money(v.ordered) as ordered, es.money(v.billed) as billed, es.money(v.committed) as committed, c.is_closed as "isClosed", c.closed_note as "closedNote",
    (not c.is_closed and ${holdsAny(who, BUILDERS)}) as "canClose", c.version`,
  from: "commitment c join construction_commitment v on v.id = c.id join construction_project p on p.id = c.project_id join cost_code k on k.id = c.cost_code_id",
  id: "c.id",
  site: "p.site_id",
  where: scope(who, projectId),
  filters: { status: "v.status", costCodeId: "c.cost_code_id" },
  search: ["v.request_number", "k.name"],
  sorts: { requestNumber: "v.request_number", committed: "v.committed", ordered: "v.ordered", costCode: "k.code" },
  order: "-requestNumber",
  file: "Commitments of the project",
  columns: [
    { key: "requestNumber", title: "Request #", kind: "text" },
    { key: "vendorName", title: "Supplier", kind: "text" },
    { key: "ordered", title: "Ordered", kind: "money" },
    { key: "billed", title: "Billed", kind: "money" },
    { key: "committed", title: "Committed", kind: "money" },
  ],
})

const boqLine = `id int, item text, description text, unit text, quantity bigint, rate bigint, amount bigint, "costCodeId" bigint, certified bigint`
/** The value of a line's certified quantity, as `doneAmount` computes it. */
const doneSql = `case when x.certified = x.quantity then x.amount else (x.certified * x.rate * 2 + 1000) / 2000 end`

/** A project with its contract, if it has one. */
export const contractList = (who: SignedIn): ListShape => {
  const finance = holds(who, "invoices.manage") && !who.simulated
  const retained = "(t.retained_amount - t.released_amount)"
  const due = "(p.actual_end_date + t.defect_days::int)"
  // as `dueRetention` computes it
  const half = "greatest((t.retained_amount + 1) / 2 - t.released_amount, 0)"
  const releasable = `(case when p.status <> 'completed' or p.actual_end_date is null then 0 when ${due} <= es.today() then ${retained} else ${half} end)`
  return {
    select: `p.id, ${project}, p.status, (t.id is not null) as agreed, ${ProjectContract.answer("t", "clientId", "reference", "signedDate", "agreedValue", "advanceAmount", "defectDays", "taxCode", "variations", "contractValue", "openClaimId", "certifiedAmount", "advancePaid", "recoveredAmount")},
      (select c.company_name from client c where c.id = t.client_id) as "clientName", (t.retention_rate / 100.0)::numeric(5, 2)::text as "retentionRate", (t.recovery_rate / 100.0)::numeric(5, 2)::text as "recoveryRate",
      es.money(${retained}) as retained, es.money(t.advance_paid - t.recovered_amount) as "advanceOpen", es.money(t.contract_value - t.certified_amount) as "notCertified",
      (select es.money(coalesce(sum(c.billed), 0)::bigint) from certificate c where c.project_id = p.id and c.status = 'certified') as billed,
      to_char(${due}, 'YYYY-MM-DD') as "retentionDue", to_char(p.actual_end_date, 'YYYY-MM-DD') as "halfDue", es.money(${half}) as "halfRetained", es.money(${releasable}) as releasable, coalesce(t.version, 0)::int as version,
      (select coalesce(json_agg(json_build_object('id', x.id, 'item', x.item, 'description', x.description, 'unit', x.unit, 'quantity', es.quantity(x.quantity), 'rate', es.money(x.rate),
          'amount', es.money(x.amount), 'certifiedQuantity', es.quantity(x.certified), 'certified', es.money(${doneSql}),
          'costCode', case when k.id is null then null else ${codeSql} end) order by x.n), '[]')
        from (select x.*, row_number() over () as n from jsonb_to_recordset(t.lines) as x(${boqLine})) x left join cost_code k on k.id = x."costCodeId") as lines,
      (p.status <> 'cancelled' and ${holdsAny(who, PLANNERS)}) as "canAgree",
      (t.id is not null and t.open_claim_id is null and p.status <> 'cancelled' and ${holdsAny(who, PLANNERS)}) as "canSetBoq",
      (t.id is not null and jsonb_array_length(t.lines) > 0 and t.open_claim_id is null and t.released_amount = 0 and t.certified_amount < t.contract_value
        and p.status not in ('planning', 'cancelled') and ${holdsAny(who, BUILDERS)}) as "canClaim",
      (t.id is not null and t.advance_amount > 0 and t.advance_paid = 0 and ${finance}) as "canBillAdvance",
      (t.id is not null and t.open_claim_id is null and ${releasable} > 0 and ${finance}) as "canRelease"`,
    from: "construction_project p left join project_contract t on t.id = p.id",
    id: "p.id",
    site: "p.site_id",
    where: scope(who),
    sorts: { name: "p.name" },
    order: "name",
  }
}

const certificateLine = `"lineId" int, item text, description text, unit text, quantity bigint, previous bigint, "toDate" bigint, rate bigint, amount bigint`
export const certificateList = (who: SignedIn, projectId?: number): ListShape => ({
  select: `${Certificate.answer("c", "id", "certificateNumber", "kind", "sequence", "periodTo", "certifiedToDate", "certified", "retention", "recovered", "billed", "note", "status", "claimedBy", "decidedBy", "decidedAt", "decisionNote", "issueDate", "invoiceId", "creditNoteId", "voidedDate", "version", "createdAt")}, ${project},
    (select coalesce(json_agg(json_build_object('lineId', x."lineId", 'item', x.item, 'description', x.description, 'unit', x.unit, 'quantity', es.quantity(x.quantity),
        'previous', es.quantity(x.previous), 'toDate', es.quantity(x."toDate"), 'rate', es.money(x.rate), 'amount', es.money(x.amount)) order by x.n), '[]')
      from (select x.*, row_number() over () as n from jsonb_to_recordset(c.lines) as x(${certificateLine})) x) as lines,
    i.invoice_number as "invoiceNumber", es.money(i.total_amount) as "invoiceTotal", i.status as "invoiceStatus",
    ${numberSql("c.journal_entry_id")} as "journalEntryNumber", (select n.invoice_number from invoice n where n.id = c.credit_note_id) as "creditNoteNumber",
    ${personSql("c.claimed_by")} as "claimedByUser", ${personSql("c.decided_by")} as "decidedByUser",
    ${holds(who, "invoices.manage") && !who.simulated ? `(c.status = 'claimed' and c.claimed_by is distinct from ${Number(who.person)})` : "false"} as "canCertify"`,
  from: "certificate c join construction_project p on p.id = c.project_id left join invoice i on i.id = c.invoice_id",
  base: "certificate c",
  filled: filledIn(Certificate, "c"),
  id: "c.id",
  site: "p.site_id",
  date: "c.period_to",
  where: scope(who, projectId),
  filters: { status: "c.status", kind: "c.kind" },
  search: ["c.certificate_number", "i.invoice_number", "c.note"],
  sorts: { id: "c.id", certificateNumber: "c.certificate_number", periodTo: "c.period_to", certified: "c.certified", billed: "c.billed", status: "c.status" },
  order: "-id",
  file: "Certificates",
  columns: [
    { key: "certificateNumber", title: "Certificate #", kind: "text" },
    { key: "kind", title: "Kind", kind: "text" },
    { key: "periodTo", title: "Work up to", kind: "date" },
    { key: "certified", title: "Certified", kind: "money" },
    { key: "retention", title: "Retention", kind: "money" },
    { key: "recovered", title: "Advance recovered", kind: "money" },
    { key: "billed", title: "Billed", kind: "money" },
    { key: "status", title: "Status", kind: "text" },
    { key: "invoiceNumber", title: "Invoice", kind: "text" },
  ],
})
