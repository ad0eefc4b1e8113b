/** Search for sites. */
import type { SearchSource } from "@ops/platform/http/search-source.ts"
import { Site } from "./site.ts"

export const sitesSearch: ReadonlyArray<SearchSource> = [
  {
    record: Site,
    label: "Site",
    heading: "Sites",
    call: "/api/sites",
    list: () => ({ from: "site s", id: "s.id" }),
    alias: "s",
    words: (s) => [`${s}.code`, `${s}.name`, `${s}.label`, `${s}.location`],
    number: "s.code",
    title: "s.name",
    named: true,
    detail: "s.label",
    site: "s.code",
    // opening the site makes it the working site
    screen: "/?site=:id",
  },
]
