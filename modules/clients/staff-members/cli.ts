/** `ops diners`: clients' people who are fed, and their badges. */
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { clientIdNamed } from "../client-named.ts"
import type { staffMembers } from "./resource.ts"
import { screen } from "./screen.ts"

const api = async () => (await import("../contract.ts")).ClientsApi
const output = () => import("@ops/platform/terminal/output.ts")

/** Adds the `diners` commands to the program. */
export const addDinerCommands = (program: Command, call: Call): void => {
  const commands = addResourceCommands<typeof staffMembers>(program, call, {
    screen,
    api: async () => (await import("./resource.ts")).StaffMembersApi,
    name: "diners",
    description: "clients' people at our sites, and their badges",
    siteNamed,
    list: {
      description: "list clients' people",
      flags: { clientId: "client" },
      named: { clientId: clientIdNamed },
      examples: [{ line: "ops diners list --client SLB --site US", does: "the people of a client at a site" }],
    },
    show: { description: "one person", examples: [{ line: "ops diners show SM-0001", does: "by staff number" }] },
    commands: {
      loseBadge: {
        verb: "badge-lost",
        question: ({ firstName, lastName }) => `Is the badge of ${firstName} ${lastName} lost? It will no longer be valid.`,
        examples: [{ line: "ops diners badge-lost SM-0001", does: "asks, then makes it invalid" }],
      },
    },
  })
  commands.parent
    .command("badges")
    .description("print badges as PDF, ten to a page; with --issue first for those who have none")
    .option("--site <site>", "of the people of this site")
    .option("--client <client>", "of the people of one client: code, name or id")
    .option("--issue", "issue badges to people of the site who have none")
    .option("--to <file>", "the file; - for standard output", "Badges.pdf")
    .examples(
      { line: "ops diners badges --site US --client SLB --issue", does: "issues missing badges, then prints all of the client's" },
      { line: "ops diners badges --site US --to - | lp", does: "to the printer" },
    )
    .action(async ({ site, client, issue, to }: { site?: string; client?: string; issue?: true; to: string }, command: Command) => {
      const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
      const clientId = client === undefined ? undefined : await clientIdNamed(call, command, client)
      const contract = await api()
      if (issue) {
        if (siteId === undefined) throw new Exit("usage", "--issue needs a site.", { next: "Add --site US." })
        const { issued } = await call(command, contract, (calls) => calls.badges.issueAll({ payload: { siteId, ...(clientId && { clientId }) } }))
        process.stderr.write(`${issued} badges issued.\n`)
      }
      const query = { siteId, ...(clientId !== undefined && { clientId: String(clientId) }) }
      const bytes = await call(command, contract, (calls) => calls.badges.sheet({ query }))
      if (to === "-") return void process.stdout.write(bytes)
      const { writeFile } = await import("node:fs/promises")
      try {
        await writeFile(to, bytes)
      } catch (cause) {
        throw new Exit("failure", `${to} cannot be written.`, { why: cause instanceof Error ? cause.message : String(cause), cause })
      }
      const { print } = await output()
      await print({ file: to, bytes: bytes.length }, commonOptions(command))
    })
}
