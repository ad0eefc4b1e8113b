/** Search for contractors. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { Contractor } from "./contractor.ts"
import { contractors } from "./resource.ts"

export const contractorsSearch: ReadonlyArray<SearchSource> = [
  {
    record: Contractor,
    label: "Contractor",
    heading: "Contractors",
    call: "/api/contractors",
    list: contractors.shape,
    alias: "r",
    words: (c) => [`${c}.contractor_number`, `${c}.first_name`, `${c}.last_name`, `${c}.company_name`, `${c}.service_type`],
    number: "r.contractor_number",
    title: "r.first_name || ' ' || r.last_name",
    named: true,
    detail: "concat_ws(', ', r.company_name, r.service_type)",
    site: "s.code",
    screen: "/contractors?open=:id",
  },
]
