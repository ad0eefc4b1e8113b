/** Search for staff by name and number, never by pay. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { CompanyStaff } from "./staff/company-staff.ts"
import { staffList } from "./queries.ts"

export const peopleSearch: ReadonlyArray<SearchSource> = [
  {
    record: CompanyStaff,
    label: "Staff member",
    heading: "Staff",
    call: "/api/hr/staff",
    list: staffList,
    alias: "p",
    words: (p) => [`${p}.staff_number`, `${p}.first_name`, `${p}.last_name`, `${p}.email`],
    number: "p.staff_number",
    title: "p.first_name || ' ' || p.last_name",
    named: true,
    detail: "o.title || ', ' || d.name",
    site: "s.code",
    screen: "/hr?tab=staff&open=:id",
  },
]
