/** The SQL of the lists of the company's own people, and who may see which fields. */
import { holds } from "@ops/platform/access/levels.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { CompanyStaff, payOnSql } from "./staff/company-staff.ts"

const seesAll = (who: SignedIn) => holds(who, "users.manage")
const seesDepartment = (who: SignedIn) => !seesAll(who) && holds(who, "users.department")

const ownRecord = (who: SignedIn): string => `p.person_id is not distinct from ${Number(who.person)}::bigint`
const ofOwnDepartment = (who: SignedIn): Condition => ({ sql: `(lower(d.name) = lower(?::text) or ${ownRecord(who)})`, values: [who.department] })

/** The people the signed-in user sees: all; those of the own department or site; else only the own record. `p` is the person, `d` the department. */
export const staffScope = (who: SignedIn): ReadonlyArray<Condition> => {
  if (seesAll(who) || holds(who, "finance.full")) return []
  if (seesDepartment(who)) {
    return [ofOwnDepartment(who), ...(who.confinedTo === null ? [] : [{ sql: `(p.site_id = ? or ${ownRecord(who)})`, values: [who.confinedTo] }])]
  }
  if (holds(who, "team.manage")) return who.confinedTo === null ? [] : [{ sql: `(p.site_id = ? or ${ownRecord(who)})`, values: [who.confinedTo] }]
  return [{ sql: ownRecord(who) }]
}

/** SQL condition for the rows whose whole record the signed-in user may see: the own record, and those of people one leads. */
export const wholeSql = (who: SignedIn): string => (seesAll(who) || seesDepartment(who) ? "true" : ownRecord(who))

/** SQL conditions for the fields that the signed-in user may see. */
const shownOf = (who: SignedIn) => {
  const whole = wholeSql(who)
  return { whole, pay: holds(who, "finance.full") ? "true" : whole }
}

const onLeave = `exists (select from leave_request l where l.staff_id = p.id and l.status in ('approved', 'taken') and es.today() between l.start_date and l.end_date)`
/** People on leave today have the status on_leave. */
export const staffStatusSql = `case when p.status = 'active' and ${onLeave} then 'on_leave' else p.status end`

/** How many days before its expiry a document is listed as expiring. */
const soon = 60
/** Whether a document of the person expires soon, or has expired. */
const expiring = `case when p.status <> 'terminated' and (p.work_permit_expiry <= es.today() + ${soon}
  or exists (select from jsonb_array_elements(p.documents) x where (x->>'expiryDate')::date <= es.today() + ${soon})) then 'true' else 'false' end`

const only = (condition: string, expression: string, name: string) =>
  condition === "true" ? `${expression} as "${name}"` : `case when ${condition} then ${expression} end as "${name}"`
const day = (column: string) => `to_char(p.${column}, 'YYYY-MM-DD')`
const from =
  "company_staff p left join department d on d.id = p.department_id left join company_position o on o.id = p.position_id " +
  "left join site s on s.id = p.site_id left join company_staff b on b.id = p.supervisor_id left join person a on a.id = p.person_id"

const filters = {
  status: staffStatusSql,
  departmentId: "p.department_id",
  positionId: "p.position_id",
  employmentType: "p.employment_type",
  supervisorId: "p.supervisor_id",
}

/** The company's own people. Pay, bank, identity and family fields are null if the user may not see them. */
export const staffList = (who: SignedIn): ListShape => {
  const { whole, pay } = shownOf(who)
  const leads = seesAll(who) || seesDepartment(who)
  const others = `p.person_id is distinct from ${Number(who.person)}::bigint and p.erased_at is null`
  const below = `(a.id is null or not a.is_active or a.access_level < ${Number(who.level)})`
  const may = (condition: string, also = leads) => (also ? `(${others} and ${condition})` : "false")
  return {
    select:
      `${CompanyStaff.answer("p", "id", "staffNumber", "firstName", "lastName", "email", "phone", "positionId", "departmentId", "siteId", "supervisorId", "employmentType", "hireDate", "terminationDate", "suspendedAt", "personId", "createdBy", "version", "createdAt", "updatedAt")}, ` +
      `${staffStatusSql} as status, p.person_id::text as "userId", ` +
      "json_build_object('id', d.id, 'name', d.name) as department, json_build_object('id', o.id, 'title', o.title) as position, " +
      `case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'code', s.code) end as site, ` +
      `case when b.id is not null then json_build_object('id', b.id, 'name', b.first_name || ' ' || b.last_name) end as supervisor, ` +
      `${only(pay, `es.money(${payOnSql("p", "salary")}::bigint)`, "salary")}, ${only(pay, payOnSql("p", "currency"), "currency")}, ` +
      `${only(pay, "p.bank_name", "bankName")}, ${only(pay, "p.bank_account", "bankAccount")}, ` +
      `${only(whole, "p.national_id", "nationalId")}, ${only(whole, day("date_of_birth"), "dateOfBirth")}, ${only(whole, "p.gender", "gender")}, ` +
      `${only(whole, "p.address", "address")}, ${only(whole, "p.emergency_contact", "emergencyContact")}, ${only(whole, "p.emergency_phone", "emergencyPhone")}, ` +
      `${only(whole, "p.suspension_reason", "suspensionReason")}, ` +
      `${may("true")} as "canChange", ${may(`p.status = 'active' and ${below}`)} as "canSuspend", ` +
      `${may(`(p.status = 'inactive' or (p.status = 'terminated' and ${seesAll(who)})) and (a.id is null or a.access_level < ${Number(who.level)})`)} as "canReinstate", ` +
      `${may(`p.status <> 'terminated' and ${below}`)} as "canTerminate", ` +
      `${may("p.status <> 'terminated'", leads || holds(who, "finance.full"))} as "canChangePay"`,
    from,
    id: "p.id",
    site: "p.site_id",
    where: staffScope(who),
    // no filter on documents for users who may not see them
    filters: whole === "true" ? { ...filters, expiring } : filters,
    search: ["p.first_name || ' ' || p.last_name", "p.staff_number", "p.email", "o.title", "d.name"],
    sorts: {
      lastName: "p.last_name",
      firstName: "p.first_name",
      staffNumber: "p.staff_number",
      department: "d.name",
      position: "o.title",
      status: staffStatusSql,
      hireDate: "p.hire_date",
      ...(pay === "true" && { salary: `${payOnSql("p", "salary")}::bigint` }),
    },
    order: "staffNumber",
    file: "Staff",
    columns: [
      { key: "staffNumber", title: "Staff #", kind: "text" },
      { key: "firstName", title: "First name", kind: "text" },
      { key: "lastName", title: "Last name", kind: "text" },
      { key: "email", title: "E-mail", kind: "text" },
      { key: "phone", title: "Phone", kind: "text" },
      { key: "employmentType", title: "Employment", kind: "text" },
      { key: "hireDate", title: "Hire date", kind: "date" },
      { key: "status", title: "Status", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "salary", title: "Salary", kind: "money" },
    ],
  }
}

/** One person with the fields that only the profile shows: pay history, documents and their expiry. */
export const staffProfile = (who: SignedIn): ListShape => {
  const { whole, pay } = shownOf(who)
  const list = staffList(who)
  const terms = `(select coalesce(json_agg(json_build_object('from', t->>'from', 'salary', es.money((t->>'salary')::bigint), 'currency', t->>'currency',
    'reason', t->>'reason') order by t->>'from' desc), '[]') from jsonb_array_elements(p.pay) t)`
  return {
    ...list,
    select:
      `${list.select}, ${only(pay, terms, "pay")}, ${only(whole, "p.passport_number", "passportNumber")}, ${only(whole, "p.work_permit_number", "workPermitNumber")}, ` +
      `${only(whole, day("work_permit_expiry"), "workPermitExpiry")}, ${only(whole, "p.documents", "documents")}, ${only(whole, "p.notes", "notes")}, ` +
      `${only(whole, "p.termination_reason", "terminationReason")}, ${CompanyStaff.answer("p", "pinSetAt", "pinLockedUntil")}, ` +
      `case when a.id is not null then json_build_object('id', a.id, 'employeeId', a.employee_id, 'isActive', a.is_active) end as account`,
  }
}

/** The same people in the format of payroll: numbers, titles and pay as text. */
export const employeeList = (who: SignedIn): ListShape => {
  const all = seesAll(who) || holds(who, "finance.full")
  const { whole } = shownOf(who)
  return {
    select:
      `p.id, p.person_id::text as "userId", p.staff_number as "employeeNumber", p.first_name as "firstName", p.last_name as "lastName", p.email, p.phone, ` +
      `${only(whole, "p.address", "address")}, o.title as position, d.name as department, p.site_id as "siteId", p.employment_type as "employmentType", ` +
      `${day("hire_date")} as "startDate", ${day("termination_date")} as "endDate", es.money(${payOnSql("p", "salary")}::bigint) as "baseSalary", ` +
      `${payOnSql("p", "currency")} as currency, 'monthly' as "payFrequency", p.bank_account as "bankAccount", null::text as "taxId", ` +
      `${staffStatusSql} as status, p.status = 'active' as "isActive"`,
    from,
    id: "p.id",
    site: "p.site_id",
    where: all ? [] : staffScope(who),
    filters,
    search: ["p.first_name || ' ' || p.last_name", "p.staff_number"],
    sorts: { employeeNumber: "p.staff_number", lastName: "p.last_name", startDate: "p.hire_date", baseSalary: `${payOnSql("p", "salary")}::bigint` },
    order: "employeeNumber",
    file: "Employees",
    columns: [
      { key: "employeeNumber", title: "Employee #", kind: "text" },
      { key: "firstName", title: "First name", kind: "text" },
      { key: "lastName", title: "Last name", kind: "text" },
      { key: "position", title: "Position", kind: "text" },
      { key: "department", title: "Department", kind: "text" },
      { key: "currency", title: "Currency", kind: "text" },
      { key: "baseSalary", title: "Base salary", kind: "money" },
      { key: "status", title: "Status", kind: "text" },
    ],
  }
}
