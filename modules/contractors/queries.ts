/** What the lists about contractors are made of, and which of their fields each level sees. */
import { holds, holdsAny } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { filledIn } from "@ops/platform/records/row-columns.ts"
import { personSql } from "@ops/identity/joins.ts"
import { Contractor } from "./contractor.ts"
import { ContractorAssignment } from "./work/contractor-assignment.ts"
import { ContractorBill } from "./bills/contractor-bill.ts"
import { ContractorHours } from "./work/contractor-hours.ts"

const seesAll = (who: SignedIn) => holds(who, "users.manage")
const leadsOne = (who: SignedIn) => !seesAll(who) && holds(who, "users.department")
/** Names, contact, identity and bank as well: level 10, and management of its department. */
const seesWhole = (who: SignedIn) => seesAll(who) || leadsOne(who)
const seesMoney = (who: SignedIn) => seesWhole(who) || holds(who, "finance.full")

/** Whose work a person sees. `c` is the contractor, `d` the department; `site` where the row is. */
const scope = (who: SignedIn, site: string): ReadonlyArray<Condition> => {
  if (seesAll(who) || holds(who, "finance.full")) return []
  const here = who.confinedTo === null ? [] : [{ sql: `(${site})`, values: [who.confinedTo] }]
  if (leadsOne(who)) return [{ sql: "lower(d.name) = lower(?::text)", values: [who.department] }, ...here]
  return here
}
const workingAt = `c.site_id = ? or exists (select from contractor_assignment x where x.contractor_id = c.id and x.site_id = `
/** At the site of the contract, or of an assignment that is not cancelled. */
const contractorScope = (who: SignedIn): ReadonlyArray<Condition> =>
  scope(who, `${workingAt}${Number(who.confinedTo ?? 0)} and x.status <> 'cancelled')${leadsOne(who) ? " or c.site_id is null" : ""}`)

/** Whether the caller manages the work at the site of `r`: the same rule as in the commands. */
const dealsSql = (who: SignedIn, site: string): string => {
  if (who.level >= 10) return "true"
  if (!holdsAny(who, ["team.manage", "users.department"])) return "false"
  const here = who.confinedTo === null ? "true" : `${site} is not distinct from ${Number(who.confinedTo)}::bigint`
  const department = `lower(d.name) = lower('${String(who.department ?? "").replaceAll("'", "''")}')`
  return holds(who, "team.manage") ? here : `(${here} and ${department})`
}
const contractorSql = "json_build_object('id', c.id, 'contractorNumber', c.contractor_number, 'firstName', c.first_name, 'lastName', c.last_name)"
const siteSql = "json_build_object('id', s.id, 'name', s.name, 'code', s.code)"
const nameSql = "c.first_name || ' ' || c.last_name"
const only = (condition: boolean, expression: string, name: string) => `${condition ? expression : "null::text"} as "${name}"`

/** How many days before a contract or a permit ends it is flagged. */
const soon = 60
const expiringSql = `(c.status <> 'ended' and (coalesce(c.contract_end <= es.today() + ${soon}, false) or coalesce(c.work_permit_expiry <= es.today() + ${soon}, false)))`
const working = `exists (select from contractor_assignment x where x.contractor_id = c.id and (x.status = 'started' or (x.status = 'assigned' and x.start_date <= es.today())))`
const availability = `case when c.status <> 'active' then 'unavailable' when ${working} then 'assigned' else 'available' end`
const termSql = `json_build_object('from', t->>'from', 'unit', t->>'unit', 'amount', es.money((t->>'amount')::bigint), 'reason', t->>'reason')`
const rateNow = `(select t from jsonb_array_elements(c.rates) t where (t->>'from')::date <= es.today() order by t->>'from' desc limit 1)`
const unitSql = (unit: string) => `(select case when t->>'unit' = '${unit}' then es.money((t->>'amount')::bigint) end from (select ${rateNow} as t) n)`
const waitingDays = "(select count(*)::int from contractor_hours h where h.contractor_id = c.id and h.status = 'recorded')"
const billable = `(select min(to_char(h.date, 'YYYY-MM')) from contractor_hours h where h.contractor_id = c.id and h.status = 'approved' and h.date < date_trunc('month', es.today()))`
/** Whether the hours of the month that can be billed are all approved. */
const decided = `not exists (select from contractor_hours h where h.contractor_id = c.id and h.status = 'recorded' and to_char(h.date, 'YYYY-MM') = ${billable})`
/** Whether there is a day within the contract on which contractor `c` has no assignment. */
const freeDay = `not isempty(datemultirange(daterange(c.contract_start, c.contract_end, '[]')) - coalesce((
  select range_agg(daterange((x->>'startDate')::date, (x->>'endDate')::date, '[]')) from contractor_account t, jsonb_array_elements(t.places) x where t.id = c.id), '{}'))`
/** Whether there is a day of assignment `r` for which hours can still be recorded: they are not settled, nor is its month billed. */
const recordableDay = `exists (select from generate_series(r.started_on, least(es.today(), coalesce(r.completed_on, r.end_date), c.ended_on), interval '1 day') as d(day)
  where not exists (select from contractor_hours h where h.assignment_id = r.id and h.date = d.day and h.status in ('approved', 'billed'))
    and not exists (select from contractor_account t, jsonb_array_elements(t.bills) b
      where t.id = c.id and (b->>'siteId')::bigint = r.site_id and b->>'month' = to_char(d.day, 'YYYY-MM')))`
const completed = `(select count(*)::int from contractor_assignment x where x.contractor_id = c.id and x.status = 'completed')`
const current = `(select count(*)::int from contractor_assignment x where x.contractor_id = c.id and x.status in ('assigned', 'started'))`
const meanRating = "(select coalesce(round(avg(x.rating) / 100, 2), 0.00) from contractor_assignment x where x.contractor_id = c.id and x.rating is not null)"

export const contractorList = (who: SignedIn): ListShape => {
  const [whole, money] = [seesWhole(who), seesMoney(who)]
  const leads = whole ? "c.erased_at is null" : "false"
  const finance = holds(who, "finance.full")
  return {
    select:
      `${Contractor.answer("c", "id", "contractorNumber", "firstName", "lastName", "companyName", "email", "phone", "contractorType", "serviceType", "departmentId", "siteId", "contractStart", "contractEnd", "currency", "paymentTerms", "status", "statusReason", "endedOn", "skills", "certifications", "experience", "workPermitExpiry", "createdBy", "version", "createdAt", "updatedAt")}, ` +
      `json_build_object('id', d.id, 'name', d.name) as department, case when s.id is not null then ${siteSql} end as site, ${availability} as "availabilityStatus", ${expiringSql} as expiring, ` +
      `${money ? `(select ${termSql} from (select ${rateNow} as t) n where t is not null)` : "null::json"} as rate, ` +
      `${money ? `(select coalesce(json_agg(${termSql} order by t->>'from' desc), '[]') from jsonb_array_elements(c.rates) t)` : "null::json"} as rates, ` +
      `${only(money, unitSql("hour"), "hourlyRate")}, ${only(money, unitSql("day"), "dailyRate")}, ${only(money, unitSql("month"), "monthlyRate")}, ` +
      `${only(money, "es.money(c.contract_value)", "contractValue")}, ${only(money, "c.bank_name", "bankName")}, ${only(money, "c.bank_account", "bankAccount")}, ` +
      `${money ? "c.vendor_id" : "null::bigint"} as "vendorId", ${only(money, "(select v.name from vendor v where v.id = c.vendor_id)", "vendorName")}, ` +
      `${only(whole, "c.national_id", "nationalId")}, ${only(whole, "c.work_permit_number", "workPermitNumber")}, ${only(whole, "c.address", "address")}, ${only(whole, "c.notes", "notes")}, ` +
      `${completed} as "totalProjectsCompleted", ${current} as "currentProjectsCount", ${meanRating}::text as rating, ` +
      `(select count(*)::int from contractor_assignment x where x.contractor_id = c.id and x.rating is not null) as ratings, ` +
      `${waitingDays} as "waitingDays", (select es.quantity(coalesce(sum(h.hours), 0)::bigint) from contractor_hours h where h.contractor_id = c.id and h.status = 'approved') as "unbilledHours", ` +
      `${billable} as "billableMonth", ` +
      `(${leads}) as "canChange", (${whole || finance ? "c.erased_at is null and c.status <> 'ended'" : "false"}) as "canAgreeRate", ` +
      `(${leads} and c.status = 'active') as "canSuspend", (${leads} and c.status = 'suspended') as "canReinstate", (${leads} and c.status <> 'ended' and not exists (select from contractor_account t, jsonb_array_elements(t.places) x
        where t.id = c.id and coalesce((x->>'endDate')::date > es.today(), true))) as "canEnd", ` +
      `(${dealsSql(who, "coalesce(c.site_id, " + String(Number(who.confinedTo ?? 0)) + ")")} and c.status = 'active' and ${freeDay}) as "canAssign", ` +
      `(${finance} and c.vendor_id is not null and ${billable} is not null and ${decided}) as "canBill", (${finance} and c.erased_at is null) as "canNameVendor"`,
    from: "contractor c join department d on d.id = c.department_id left join site s on s.id = c.site_id",
    id: "c.id",
    site: "c.site_id",
    date: "c.contract_start",
    where: contractorScope(who),
    filters: {
      status: "c.status",
      departmentId: "c.department_id",
      contractorType: "c.contractor_type",
      availability,
      expiring: expiringSql,
      ...(money && { billable: `(${billable} is not null)` }),
    },
    search: [nameSql, "c.contractor_number", "c.company_name", "c.service_type", "c.skills::text"],
    sorts: {
      contractorNumber: "c.contractor_number",
      name: "c.last_name",
      service: "c.service_type",
      department: "d.name",
      status: "c.status",
      contractEnd: "c.contract_end",
      rating: meanRating,
    },
    order: "contractorNumber",
    file: "Contractors",
    columns: [
      { key: "contractorNumber", title: "Contractor #", kind: "text" },
      { key: "firstName", title: "First name", kind: "text" },
      { key: "lastName", title: "Last name", kind: "text" },
      { key: "companyName", title: "Company", kind: "text" },
      { key: "serviceType", title: "Service", kind: "text" },
      { key: "phone", title: "Phone", kind: "text" },
      { key: "contractStart", title: "From", kind: "date" },
      { key: "contractEnd", title: "To", kind: "date" },
      { key: "status", title: "Status", kind: "text" },
      { key: "availabilityStatus", title: "Availability", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "hourlyRate", title: "Hourly rate", kind: "money" },
      { key: "dailyRate", title: "Daily rate", kind: "money" },
      { key: "monthlyRate", title: "Monthly rate", kind: "money" },
      { key: "rating", title: "Rating", kind: "text" },
    ],
  }
}

const workFrom = "join contractor c on c.id = r.contractor_id join department d on d.id = c.department_id join site s on s.id = r.site_id"
const anyHours = "exists (select from contractor_hours h where h.assignment_id = r.id and h.status <> 'rejected')"
const workColumns = [
  { key: "contractorNumber", title: "Contractor #", kind: "text" },
  { key: "name", title: "Contractor", kind: "text" },
  { key: "siteName", title: "Site", kind: "text" },
] as const

export const contractorAssignmentList = (who: SignedIn): ListShape => {
  const may = dealsSql(who, "r.site_id")
  return {
    select:
      `${ContractorAssignment.answer("r", "id", "contractorId", "projectId", "workOrderId", "siteId", "assignmentType", "task", "startDate", "endDate", "startedOn", "completedOn", "estimatedHours", "status", "ratingNote", "cancelReason", "notes", "assignedBy", "version", "createdAt", "updatedAt")}, ` +
      `es.money(r.rating) as rating, (select es.quantity(coalesce(sum(h.hours), 0)::bigint) from contractor_hours h where h.assignment_id = r.id and h.status <> 'rejected') as "actualHours", ` +
      `${contractorSql} as contractor, ${nameSql} as name, c.contractor_number as "contractorNumber", ${siteSql} as site, s.name as "siteName", ` +
      `(select j.project_name from project j where j.id = r.project_id) as "projectName", ${personSql("r.assigned_by")} as "assignedByUser", ` +
      `(${may} and r.status = 'assigned' and r.start_date <= es.today() and c.status = 'active') as "canStart", (${may} and r.status = 'started') as "canComplete", ` +
      `(${may} and (r.status = 'assigned' or (r.status = 'started' and not ${anyHours}))) as "canCancel", ` +
      `(${may} and r.status in ('started', 'completed') and c.status <> 'suspended' and ${recordableDay}) as "canRecord", (${may} and r.status = 'completed') as "canRate"`,
    from: `contractor_assignment r ${workFrom}`,
    id: "r.id",
    site: "r.site_id",
    date: "r.start_date",
    where: scope(who, "r.site_id = ?"),
    filters: { status: "r.status", contractorId: "r.contractor_id", assignmentType: "r.assignment_type", projectId: "r.project_id" },
    search: [nameSql, "c.contractor_number", "r.task", "s.name"],
    sorts: { startDate: "r.start_date", endDate: "r.end_date", contractor: "c.last_name", site: "s.name", task: "r.task", status: "r.status" },
    order: "-startDate,contractor",
    file: "Contractor assignments",
    columns: [
      ...workColumns,
      { key: "task", title: "Task", kind: "text" },
      { key: "projectName", title: "Project", kind: "text" },
      { key: "startDate", title: "From", kind: "date" },
      { key: "endDate", title: "To", kind: "date" },
      { key: "actualHours", title: "Hours", kind: "text" },
      { key: "status", title: "Status", kind: "text" },
      { key: "rating", title: "Rating", kind: "text" },
    ],
  }
}

export const contractorHoursList = (who: SignedIn): ListShape => ({
  select:
    `${ContractorHours.answer("r", "id", "assignmentId", "contractorId", "siteId", "date", "hours", "note", "status", "recordedBy", "approvedBy", "rejectionReason", "billId", "version", "createdAt", "updatedAt")}, ` +
    `${contractorSql} as contractor, ${nameSql} as name, c.contractor_number as "contractorNumber", ${siteSql} as site, s.name as "siteName", ` +
    `(select x.task from contractor_assignment x where x.id = r.assignment_id) as task, (select b.bill_number from contractor_bill b where b.id = r.bill_id) as bill, ` +
    `${personSql("r.recorded_by")} as "recordedByUser", ${personSql("r.approved_by")} as "approvedByUser", ` +
    `(${dealsSql(who, "r.site_id")} and r.status = 'recorded' and r.recorded_by is distinct from ${Number(who.person)}::bigint) as "canDecide"`,
  from: `contractor_hours r ${workFrom}`,
  base: "contractor_hours r",
  filled: filledIn(ContractorHours, "r"),
  id: "r.id",
  site: "r.site_id",
  date: "r.date",
  where: scope(who, "r.site_id = ?"),
  filters: { status: "r.status", contractorId: "r.contractor_id", assignmentId: "r.assignment_id" },
  search: [nameSql, "c.contractor_number", "r.note"],
  sorts: { date: "r.date", contractor: "c.last_name", site: "s.name", hours: "r.hours", status: "r.status" },
  order: "-date,contractor",
  file: "Contractor hours",
  columns: [
    ...workColumns,
    { key: "date", title: "Date", kind: "date" },
    { key: "hours", title: "Hours", kind: "text" },
    { key: "status", title: "Status", kind: "text" },
    { key: "note", title: "Note", kind: "text" },
    { key: "bill", title: "Bill", kind: "text" },
  ],
})

const billLinesSql = `(select coalesce(json_agg(json_build_object('description', l.description, 'unit', l.unit, 'quantity', es.quantity(l.quantity),
    'rate', es.money(l.rate), 'amount', es.money(l.amount))), '[]')
  from jsonb_to_recordset(r.lines) as l(description text, unit text, quantity bigint, rate bigint, amount bigint))`

export const contractorBillList = (who: SignedIn): ListShape => ({
  select:
    `${ContractorBill.answer("r", "id", "number", "contractorId", "siteId", "date", "dueDate", "currency", "amount", "status", "withdrawnReason", "payableId", "billNumber", "createdBy", "version", "createdAt", "updatedAt")}, ` +
    `to_char(r.date, 'YYYY-MM') as month, ${contractorSql} as contractor, ${nameSql} as name, c.contractor_number as "contractorNumber", ${siteSql} as site, s.name as "siteName", ` +
    `${billLinesSql} as lines, jsonb_array_length(r.hours) as days, (select es.quantity(coalesce(sum(h.hours), 0)::bigint) from jsonb_to_recordset(r.hours) as h(hours bigint)) as hours, ` +
    `p.status as "payableStatus", (p.posted_date is not null) as "payableApproved", ${personSql("r.created_by")} as "createdByUser"`,
  from: `contractor_bill r ${workFrom} join payable p on p.id = r.payable_id`,
  base: "contractor_bill r",
  filled: filledIn(ContractorBill, "r"),
  id: "r.id",
  site: "r.site_id",
  date: "r.date",
  where: scope(who, "r.site_id = ?"),
  filters: { status: "r.status", contractorId: "r.contractor_id" },
  search: ["r.number", "r.bill_number", nameSql],
  sorts: { date: "r.date", number: "r.number", contractor: "c.last_name", amount: "r.amount", status: "r.status" },
  order: "-date,number",
  file: "Contractor bills",
  columns: [
    { key: "number", title: "Number", kind: "text" },
    { key: "billNumber", title: "Bill #", kind: "text" },
    ...workColumns,
    { key: "month", title: "Month", kind: "text" },
    { key: "dueDate", title: "Due", kind: "date" },
    { key: "currency", title: "Currency", kind: "text" },
    { key: "amount", title: "Amount", kind: "money" },
    { key: "status", title: "Status", kind: "text" },
  ],
})
