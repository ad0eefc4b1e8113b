/** `ops sites`: the company's sites. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import type { sites } from "./resource.ts"
import { screen } from "./screen.ts"
import { siteWith } from "./site-named.ts"

const code = { argument: "<text>", value: ([typed]: ReadonlyArray<string>) => typed?.toUpperCase() }
const meanings = {
  name: "its name",
  label: "short name in lists",
  client: "client at the site",
  location: "where it is",
  capacity: "capacity: people it can house and feed",
}

// on screen the name comes first
const columns = ["code", "name", "client", "location", "capacity", "isActive"].flatMap((key) => screen.columns.filter((column) => column.key === key))

/** Adds the `sites` commands to the program. */
export const addSitesCommands = (program: Command, call: Call): void => {
  addResourceCommands<typeof sites>(program, call, {
    screen: { ...screen, columns },
    api: async () => (await import("./resource.ts")).SitesApi,
    description: "the company's sites",
    find: (name, command) => siteWith(call, command, name),
    list: { description: "every site", examples: [{ line: "ops sites list -o csv", does: "as CSV" }] },
    show: { examples: [{ line: "ops sites show US", does: "by code, name or id" }] },
    columns: { id: { title: "Site", priority: 2 }, code: { priority: 0 }, client: { priority: 1 }, capacity: { priority: 1 }, isActive: { priority: 1 } },
    commands: {
      open: {
        verb: "add",
        description: "open a site with a code of two to four letters",
        arguments: ["code"],
        meanings,
        reads: { code },
        question: ({ name, code }) => `Open the site ${name} (${code})?`,
        examples: [{ line: 'ops sites add BE --name "Bentiu camp" --client SLB --capacity 220', does: "asks, then opens it" }],
      },
      change: {
        description: 'change the details of a site; "" empties a field',
        meanings: { ...meanings, code: "its letters" },
        reads: { code },
        question: ({ code }, given) =>
          `Change ${screen.commands.change.fields.flatMap(({ name }) => (name in given ? [name] : [])).join(", ")} of site ${code}?`,
        examples: [{ line: "ops sites change US --capacity 260", does: "asks, then changes it" }],
      },
      close: {
        description: "close a site: it can no longer be chosen",
        meanings: { reason: "the reason, kept in the log" },
        question: ({ code }) => `Close site ${code}?`,
        examples: [{ line: 'ops sites close PA --reason "Contract ended"', does: "asks, then closes it" }],
      },
      reopen: {
        description: "reopen a closed site",
        question: ({ code }) => `Open site ${code} again?`,
        examples: [{ line: "ops sites reopen PA", does: "asks, then opens it" }],
      },
    },
  })
}
