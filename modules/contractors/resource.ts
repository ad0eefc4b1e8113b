/** The resource of contractors: reading, registering and changing. Amounts and hours are decimal strings. */
import { Schema } from "effect"
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { computed, creates, erases, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { siteIfAny } from "@ops/sites/joins.ts"
import { contractorRows, dealsSql, LEADERS, PAYERS, READERS, seesMoney, seesWhole } from "./access.ts"
import { Contractor, contractors as stream } from "./contractor.ts"
import {
  agreeRate,
  changeContractor,
  endContractor,
  eraseContractor,
  nameVendor,
  registerContractor,
  reinstateContractor,
  suspendContractor,
} from "./contractor-commands.ts"
import { availabilities, rateUnits } from "./labels.ts"

/** The number of days before the end of a contract or permit from which it is flagged. */
const soon = 60
const expiringSql = `(r.status <> 'ended' and (coalesce(r.contract_end <= es.today() + ${soon}, false) or coalesce(r.work_permit_expiry <= es.today() + ${soon}, false)))`
const working = `exists (select from contractor_assignment x where x.contractor_id = r.id and (x.status = 'started' or (x.status = 'assigned' and x.start_date <= es.today())))`
const availability = `case when r.status <> 'active' then 'unavailable' when ${working} then 'assigned' else 'available' end`
const termSql = `json_build_object('from', t->>'from', 'unit', t->>'unit', 'amount', es.money((t->>'amount')::bigint), 'reason', t->>'reason')`
const rateNow = `(select t from jsonb_array_elements(r.rates) t where (t->>'from')::date <= es.today() order by t->>'from' desc limit 1)`
const unitSql = (unit: string) => `(select case when t->>'unit' = '${unit}' then es.money((t->>'amount')::bigint) end from (select ${rateNow} as t) n)`
const waitingDays = "(select count(*)::int from contractor_hours h where h.contractor_id = r.id and h.status = 'recorded')"
const billable = `(select min(to_char(h.date, 'YYYY-MM')) from contractor_hours h where h.contractor_id = r.id and h.status = 'approved' and h.date < date_trunc('month', es.today()))`
/** Whether no hours of the billable month are still waiting for approval. */
const decided = `not exists (select from contractor_hours h where h.contractor_id = r.id and h.status = 'recorded' and to_char(h.date, 'YYYY-MM') = ${billable})`
/** Whether there is a day within the contract on which contractor `r` has no assignment. */
const freeDay = `not isempty(datemultirange(daterange(r.contract_start, r.contract_end, '[]')) - coalesce((
  select range_agg(daterange((x->>'startDate')::date, (x->>'endDate')::date, '[]')) from contractor_account t, jsonb_array_elements(t.places) x where t.id = r.id), '{}'))`
const completed = `(select count(*)::int from contractor_assignment x where x.contractor_id = r.id and x.status = 'completed')`
const current = `(select count(*)::int from contractor_assignment x where x.contractor_id = r.id and x.status in ('assigned', 'started'))`
const meanRating = "(select coalesce(round(avg(x.rating) / 100, 2), 0.00) from contractor_assignment x where x.contractor_id = r.id and x.rating is not null)"

const Text = Schema.NullOr(Schema.String)
const Term = Schema.Struct({ from: Schema.String, unit: Schema.Literals(rateUnits), amount: Schema.String, reason: Schema.String })
/** Values for people who may see money, or the complete record; null for others. */
const money = (sql: string) => (who: SignedIn) => (seesMoney(who) ? sql : "null::text")
const rate = (unit: string) => computed(Text, money(unitSql(unit)), { kind: "money" })
const count = (sql: string) => computed(Schema.Int, sql, { kind: "whole" })
const flag = (sql: string | ((who: SignedIn) => string)) => computed(Schema.Boolean, sql, { kind: "flag" })

const terms = {
  fields: {
    name: computed(Schema.String, "r.first_name || ' ' || r.last_name", { label: "Contractor" }),
    department: computed(Schema.Struct({ id: Schema.Int, name: Schema.String }), "json_build_object('id', d.id, 'name', d.name)"),
    availabilityStatus: computed(Schema.Literals(availabilities), availability, { label: "Availability" }),
    /** the contract or the work permit ends within 60 days, or has ended */
    expiring: flag(expiringSql),
    /** the current rate with its unit */
    rate: computed(Schema.NullOr(Term), (who) => (seesMoney(who) ? `(select ${termSql} from (select ${rateNow} as t) n where t is not null)` : "null::json")),
    rates: computed(Schema.NullOr(Schema.Array(Term)), (who) =>
      seesMoney(who) ? `(select coalesce(json_agg(${termSql} order by t->>'from' desc), '[]') from jsonb_array_elements(r.rates) t)` : "null::json",
    ),
    hourlyRate: rate("hour"),
    dailyRate: rate("day"),
    monthlyRate: rate("month"),
    vendorName: computed(Text, money("(select v.name from vendor v where v.id = r.vendor_id)"), { label: "Paid as" }),
    notes: computed(Text, (who) => (seesWhole(who) ? "r.notes" : "null::text")),
    totalProjectsCompleted: count(completed),
    currentProjectsCount: count(current),
    /** the mean of the ratings, from 0.00 to 5.00 */
    rating: computed(Schema.String, `${meanRating}::text`, { label: "Rating" }),
    ratings: count("(select count(*)::int from contractor_assignment x where x.contractor_id = r.id and x.rating is not null)"),
    /** days that wait for approval; approved hours that are not billed */
    waitingDays: computed(Schema.Int, waitingDays, { kind: "whole", label: "Days to approve" }),
    unbilledHours: computed(
      Schema.String,
      "(select es.quantity(coalesce(sum(h.hours), 0)::bigint) from contractor_hours h where h.contractor_id = r.id and h.status = 'approved')",
      { label: "To bill" },
    ),
    /** the oldest past month with approved hours that are not billed */
    billableMonth: computed(Text, billable, { label: "Month to bill" }),
    canAssign: flag((who) => `(${dealsSql(who, `coalesce(r.site_id, ${Number(who.confinedTo ?? 0)})`)} and r.status = 'active' and ${freeDay})`),
    canBill: flag((who) => `(${holds(who, "finance.full")} and r.vendor_id is not null and ${billable} is not null and ${decided})`),
  },
  from: "join department d on d.id = r.department_id",
  dependsOn: ["contractor_assignment", "contractor_hours", "contractor_bill"],
  filters: {
    availability: { sql: availability, words: availabilities, names: { assigned: "At work" } },
    expiring: { sql: expiringSql },
  },
  sorts: { name: "r.last_name", service: "r.service_type", department: "d.name", rating: meanRating },
  search: ["r.first_name || ' ' || r.last_name", "r.skills::text"],
} as const

const leads = { may: LEADERS, scope: "8: own department; 10: all" }
const proven = { ...leads, stepUp: true, method: "PUT" } as const

export const contractors = resource("contractors", stream, {
  path: "/api/contractors",
  noun: ["contractor", "contractors"],
  answer: "Contractor",
  number: "contractorNumber",
  read: {
    may: READERS,
    rows: contractorRows,
    audited: "pay",
    fields: {
      contractValue: PAYERS,
      bankName: PAYERS,
      bankAccount: PAYERS,
      vendorId: PAYERS,
      nationalId: LEADERS,
      workPermitNumber: LEADERS,
      address: LEADERS,
    },
    history: LEADERS,
    historyAudited: "identity",
  },
  hidden: ["rates", "notes", "erasedAt"],
  joins: [terms, siteIfAny(Contractor, "siteId")],
  titles: {
    workPermitExpiry: "Permit until",
    bankAccount: "Account",
    contractorNumber: "Contractor #",
    companyName: "Company",
    serviceType: "Service",
    contractStart: "From",
    contractEnd: "To",
  },
  list: {
    columns: [
      "contractorNumber",
      "name",
      "firstName",
      "lastName",
      "companyName",
      "serviceType",
      "department",
      "site",
      "phone",
      "contractStart",
      "contractEnd",
      "status",
      "availabilityStatus",
      "currency",
      "hourlyRate",
      "dailyRate",
      "monthlyRate",
      "unbilledHours",
      "rating",
    ],
    unexported: ["name", "department", "site", "unbilledHours"],
    filters: ["status", "departmentId", "contractorType", "availability", "expiring"],
    conditions: {
      // has no effect for people who may not see money
      billable: { label: "To bill", where: (who) => (seesMoney(who) ? `(${billable} is not null)::text = any(?::text[])` : "?::text[] is not null") },
    },
    sorts: ["contractorNumber", "name", "service", "department", "status", "contractEnd", "rating"],
    order: "contractorNumber",
    search: ["contractorNumber", "companyName", "serviceType"],
    date: "contractStart",
    site: "siteId",
    file: "Contractors",
  },
  details: [
    "phone",
    "email",
    "nationalId",
    "workPermitNumber",
    "workPermitExpiry",
    "address",
    "bankName",
    "bankAccount",
    "vendorName",
    "waitingDays",
    "billableMonth",
    "certifications",
    "experience",
    "notes",
  ],
  commands: {
    register: creates(registerContractor, leads),
    change: updates(changeContractor, { ...leads, method: "PATCH", path: "" }),
    agreeRate: updates(agreeRate, { ...leads, may: PAYERS, stepUp: true, path: "rates", status: 201 }),
    suspend: updates(suspendContractor, proven),
    reinstate: updates(reinstateContractor, proven),
    end: updates(endContractor, proven),
    nameVendor: updates(nameVendor, { may: ["finance.full"], scope: "all", stepUp: true, method: "PUT", path: "vendor" }),
    erase: erases(eraseContractor, { path: "erase", may: ["system.admin"], scope: "all", duties: "only with an ended contract" }),
  },
})

export const ContractorsApi = contractors.api
