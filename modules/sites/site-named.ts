/** Finds a site for the command line. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"

/** The site with this code, slug, name or id. */
export const siteWith = async (call: Call, command: Command, name: string) => {
  const { SitesApi } = await import("./resource.ts")
  const sites = await call(command, SitesApi, (client) => client.sites.list({ query: {} }))
  const small = name.toLowerCase()
  const site = sites.find((site) => [String(site.id), site.code, site.slug, site.name].some((word) => word.toLowerCase() === small))
  if (site) return site
  throw new Exit("usage", `There is no site "${name}".`, { next: `Name one of: ${sites.map(({ code }) => code).join(", ")}` })
}

/** The id of the site with this code, slug, name or id. */
export const siteNamed = async (call: Call, command: Command, name: string): Promise<number> => (await siteWith(call, command, name)).id
