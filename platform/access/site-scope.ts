/** Which sites' rows a person sees and changes: the one rule behind `By.confinedTo`. */

/** Stands for the site of a person who is confined to a site but has none. It is no site's id, so no row matches it. */
export const NO_SITE = -1

/** What a person without a site is answered where one site is needed. */
export const siteMissing = "You have no site yet. Ask your administrator for a site, or for all sites"

/** Whether a level works at one site: levels up to 6. The company-wide levels (7, 10, and 8 without a site) need none. */
export const needsSite = (level: number) => level <= 6

/** The site a person is confined to; null if all sites are open. Level 8 is confined where it has a site of its own. */
export const siteScope = (person: { readonly accessLevel: number; readonly siteId: number | null; readonly allSites: boolean }): number | null => {
  if (person.allSites) return null
  if (needsSite(person.accessLevel)) return person.siteId ?? NO_SITE
  return person.accessLevel === 8 ? person.siteId : null
}
