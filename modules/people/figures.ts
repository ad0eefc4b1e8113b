/** The figures of people: how many work here, how many are present today, and a person's pay. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Effect } from "effect"
import { col } from "@ops/platform/database/statement.ts"
import { FINANCE, STAFF } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { figure, listedAt, partsBy, said } from "@ops/platform/records/explain.ts"
import { attendanceScope, dayRows, placed, usualDay } from "./attendance/queries.ts"
import { StaffProfileAnswer } from "./contract.ts"
import { leaveFigures } from "./leave/figures.ts"
import { staffProfile, staffScope, staffStatusSql } from "./queries.ts"

const person = ({ id, title }: { readonly id: number; readonly title: string }) => ({
  stream: `company_staff/${id}`,
  title,
  value: null,
  path: `/hr?open=${id}`,
})
const atSite = (siteId: number | undefined) => (siteId === undefined ? [] : [{ sql: "p.site_id = ?", values: [siteId] }])
const name = "p.first_name || ' ' || p.last_name || ', ' || p.staff_number"

const totalStaff = figure("people.totalStaff", {
  label: "People who work here",
  unit: "people",
  takes: ["siteId"],
  may: STAFF,
  explain: ({ siteId }, who) =>
    Effect.gen(function* () {
      const values: Array<unknown> = []
      const where = placed([...staffScope(who), ...atSite(siteId), { sql: `${staffStatusSql} <> 'terminated'` }], values)
      const records = yield* partsBy(
        "people",
        { id: col.whole, title: col.text },
        `select p.id, ${name} as title, 1 as amount from company_staff p join department d on d.id = p.department_id ${where} order by p.staff_number`,
        values,
        person,
      )
      return { value: records.sum, records, formula: `People whose employment has not ended, including suspended people: ${said(records.sum, "people")}` }
    }),
})

const counted = (which: string, siteId: number | undefined, who: SignedIn) => {
  const values: Array<unknown> = [usualDay]
  const where = placed([...attendanceScope(who), ...atSite(siteId)], values)
  const rows = dayRows("es.today()::text", "$1::text", where)
  return partsBy(
    "people",
    { id: col.whole, title: col.text },
    `${rows} select p.id, ${name} || ', ' || coalesce(replace(t.status, '_', ' '), 'not seen') as title, 1 as amount
     from there t join company_staff p on p.id = t.id where ${which} order by p.staff_number`,
    values,
    person,
  )
}
const READERS: ReadonlyArray<Permission> = ["team.manage", "department.manage", "access.monitor"]

const presentToday = figure("people.presentToday", {
  label: "Present today",
  unit: "people",
  takes: ["siteId"],
  may: READERS,
  explain: ({ siteId }, who) =>
    Effect.gen(function* () {
      const records = yield* counted("t.status in ('present', 'late', 'half_day')", siteId, who)
      return { value: records.sum, records, formula: `Recorded today as present, late or half a day: ${said(records.sum, "people")}` }
    }),
})

const absentToday = figure("people.absentToday", {
  label: "Absent today",
  unit: "people",
  takes: ["siteId"],
  may: READERS,
  explain: ({ siteId }, who) =>
    Effect.gen(function* () {
      const recorded = yield* counted("t.status = 'absent'", siteId, who)
      const records = yield* counted("t.status = 'absent' or (t.status is null and t.expected and t.over)", siteId, who)
      const [away, missing] = [Number(recorded.sum), Number(records.sum) - Number(recorded.sum)]
      return {
        value: records.sum,
        records,
        inputs: [
          { label: "Recorded as absent", value: away },
          { label: "Expected, and not seen by the end of the shift", value: missing },
        ],
        formula: `${away} recorded as absent + ${missing} expected and not seen by the end of the shift = ${said(records.sum, "people")}`,
      }
    }),
})

const salary = figure("staff.salary", {
  label: "Monthly salary",
  unit: "USD",
  needs: ["id"],
  may: [...STAFF, ...FINANCE],
  document: { pattern: /^FO-\d{3,}$/i, sql: "select id from company_staff where staff_number = $1" },
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const of = yield* listedAt(StaffProfileAnswer, staffProfile(who), id, "Staff member")
      const terms = of.pay ?? []
      const held = terms.find(({ from }) => from <= who.today) ?? terms.at(-1)
      const unit = of.currency ?? "USD"
      return {
        value: of.salary,
        unit,
        formula: held
          ? `Monthly salary of ${of.firstName} ${of.lastName} since ${held.from}: ${said(held.salary, held.currency)}. ${held.reason}`
          : "You cannot see this person's pay",
        terms: terms.map((term) => ({ label: term.reason, value: term.salary, unit: term.currency, from: term.from })),
        records: [{ stream: `company_staff/${id}`, title: of.staffNumber, value: of.salary, unit, path: `/hr?open=${id}&part=pay` }],
      }
    }),
})

export const peopleFigures = [totalStaff, presentToday, absentToday, salary, ...leaveFigures]
