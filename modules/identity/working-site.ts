/** The site a person works with: the default of forms and the filter of lists that have sites. The record's id is the person's. */
import { command, forbidden, get, invalid, findById, unchanged } from "@ops/platform/records/command.ts"
import { Optional, Ref } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { sites } from "@ops/sites/site.ts"

const WorkingSite = record(
  "working_site",
  {
    /** null: all sites */
    siteId: Optional(Ref("site")),
  },
  { label: "Working site", title: "(select p.first_name || ' ' || p.last_name from person p where p.id = working_site.id)" },
)

export const WorkingSiteChosen = event(
  "WorkingSiteChosen",
  1,
  { siteId: Optional(Ref("site")) },
  ({ siteId }, title) => `Working site: ${siteId === null ? "all sites" : title("site", siteId)}`,
)

export const workingSites = stream(WorkingSite, WorkingSiteChosen).fold({ WorkingSiteChosen: (_, chosen) => chosen })

/** Selects the site a person works with, null for all sites. People limited to one site have no choice. */
export const chooseWorkingSite = command("working_site.choose", function* ({ siteId }: { readonly siteId: number | null }, by) {
  if (by.person === null) throw invalid("Sign in to choose a working site")
  if (by.confinedTo !== null) throw forbidden("You work at one site, so there is no other to choose")
  const known = yield* findById(workingSites, by.person)
  if (known?.siteId === siteId) return unchanged(by.person)
  if (siteId !== null) {
    const site = yield* get(sites, siteId)
    if (!site.isActive) throw invalid(`${site.name} is closed. Choose another site`)
  }
  return [workingSites.at(by.person, WorkingSiteChosen({ siteId }))]
})
