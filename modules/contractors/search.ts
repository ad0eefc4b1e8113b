/** Contractors as people look for them. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { Contractor } from "./contractor.ts"
import { contractorList } from "./queries.ts"

export const contractorsSearch: ReadonlyArray<SearchSource> = [
  {
    record: Contractor,
    label: "Contractor",
    heading: "Contractors",
    call: "/api/contractors",
    list: contractorList,
    alias: "c",
    words: (c) => [`${c}.contractor_number`, `${c}.first_name`, `${c}.last_name`, `${c}.company_name`, `${c}.service_type`],
    number: "c.contractor_number",
    title: "c.first_name || ' ' || c.last_name",
    named: true,
    detail: "concat_ws(', ', c.company_name, c.service_type)",
    site: "s.code",
    screen: "/contractors?open=:id",
  },
]
