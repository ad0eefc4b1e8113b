/** What canteens check before a month is closed. */
import type { ClosingCheck } from "@ops/ledger/periods/closing.ts"

export const mealsChecks: ReadonlyArray<ClosingCheck> = [
  {
    key: "open-sessions",
    step: "count",
    title: "All meal sessions are closed",
    command: "ops meals sessions --status active --from {from} --to {to}",
    sql: `select initcap(m.meal_type) || ' of ' || to_char(m.session_date, 'YYYY-MM-DD') || ' at ' || s.name as text, '/meal-tracking-enhanced?tab=sessions&open=' || m.id as path
      from meal_session m join site s on s.id = m.site_id where m.session_date between $1::date and $2::date and m.status = 'active' order by m.session_date, m.id`,
  },
  {
    key: "exceptions",
    step: "count",
    title: "All exceptions at meals are decided",
    command: "ops meals sessions --from {from} --to {to}",
    sql: `select p.first_name || ' ' || p.last_name || ', ' || m.meal_type || ' of ' || to_char(m.session_date, 'YYYY-MM-DD') as text, '/meal-tracking-enhanced?tab=attendance' as path
      from meal_attendance a join meal_session m on m.id = a.meal_session_id join staff_member p on p.id = a.staff_member_id
      where m.session_date between $1::date and $2::date and a.attended and a.exception is not null and a.allowed is null order by m.session_date, a.id`,
  },
  {
    key: "signatures",
    step: "count",
    title: "All meals are signed that need the client's signature, and no dispute is open",
    command: "ops signed-days list --from {from} --to {to}",
    sql: `select initcap(m.meal_type) || ' of ' || to_char(m.session_date, 'YYYY-MM-DD') || ' at ' || s.name || case m.signature when 'disputed' then ': disputed' else ': not signed' end as text,
        '/meal-tracking-enhanced?tab=sessions&open=' || m.id as path
      from meal_session m join site s on s.id = m.site_id join client_contract c on c.id = m.contract_id
      where m.session_date between $1::date and $2::date and m.status = 'completed' and (m.signature = 'disputed' or m.signature is null
        and (select (t->>'required')::boolean from jsonb_array_elements(c.signatures) t where (t->>'from')::date <= m.session_date order by t->>'from' desc limit 1))
      order by m.session_date, m.id`,
  },
]
