/** The sites whose rows a person may see and change: the single rule behind `By.confinedTo`. */

/** The site of a person who is confined to a site but has none. No site has this id, so no row matches it. */
export const NO_SITE = -1

/** The message for a person without a site where one is required. */
export const siteMissing = "You have no site yet. Ask your administrator for access to a site, or to all sites"

/** Whether a level works at one site: levels up to 6. The company-wide levels (7, 10, and 8 without a site) need none. */
export const needsSite = (level: number) => level <= 6

/** The site a person is confined to; null if all sites are open. Level 8 is confined if the person has a site. */
export const siteScope = (person: { readonly accessLevel: number; readonly siteId: number | null; readonly allSites: boolean }): number | null => {
  if (person.allSites) return null
  if (needsSite(person.accessLevel)) return person.siteId ?? NO_SITE
  return person.accessLevel === 8 ? person.siteId : null
}
