/** The sites of each kind of record's rows, in SQL: for the live stream, and for tests that compare visible rows with permitted ones. */
import { model } from "../modules.ts"

/** Kinds whose rows belong to the site of another record, or to several sites: SQL over the row `r` that returns the ids of its sites. */
const through: Readonly<Record<string, string>> = {
  attendance: "select s.site_id from company_staff s where s.id = r.staff_id",
  leave_request: "select s.site_id from company_staff s where s.id = r.staff_id",
  // visible at the place of work, and at the person's home site
  staff_assignment: "select r.site_id union select s.site_id from company_staff s where s.id = r.staff_id",
  meal_attendance: "select m.site_id from meal_session m where m.id = r.meal_session_id",
  pay_component: "select s.site_id from company_staff s where s.id = r.staff_id",
  final_settlement: "select s.site_id from company_staff s where s.id = r.id",
  petty_cash_movement: "select f.site_id from petty_cash_float f where f.id = r.float_id",
  construction_schedule: "select p.site_id from construction_project p where p.id = r.id",
  project_budget: "select p.site_id from construction_project p where p.id = r.id",
  project_contract: "select p.site_id from construction_project p where p.id = r.id",
  budget_change: "select p.site_id from construction_project p where p.id = r.project_id",
  project_cost: "select p.site_id from construction_project p where p.id = r.project_id",
  commitment: "select p.site_id from construction_project p where p.id = r.project_id",
  certificate: "select p.site_id from construction_project p where p.id = r.project_id",
  journal_entry: "select l.site_id from journal_line l where l.journal_entry_id = r.id and l.site_id is not null",
  journal_draft: `select x."siteId" from jsonb_to_recordset(r.lines) as x("siteId" bigint) where x."siteId" is not null`,
  payment: `select i.site_id from jsonb_array_elements(r.allocations) x join invoice i on i.id = (x->>'invoiceId')::bigint`,
  payment_run: `select b.site_id from jsonb_to_recordset(r.items) as i("payableId" bigint) join payable b on b.id = i."payableId"`,
  mail: `select i.site_id from invoice i where r.about_kind = 'invoice' and i.id = r.about_id union select p.site_id from purchase_request p
    where r.about_kind = 'purchase_request' and p.id = r.about_id union select w.site_id from work_order w where r.about_kind = 'work_order' and w.id = r.about_id`,
}

const own = new Map(
  model.streams.flatMap(({ record }) =>
    record.fields.some(({ column }) => column === "site_id") ? [[record.kind, "select r.site_id where r.site_id is not null"]] : [],
  ),
)

/** SQL that returns the sites of a row `r`, by kind of record; kinds without sites are missing. */
export const sitesOfRow: ReadonlyMap<string, string> = new Map([...own, ...Object.entries(through)])

/** SQL for whether a row `r` has sites, none of which is `site`. */
export const isForeign = (kind: string, site: number) => `exists(${sitesOfRow.get(kind)}) and ${site} not in (${sitesOfRow.get(kind)})`
