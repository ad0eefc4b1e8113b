/** `ops help environment`: the environment variables of this program and of the server. */
import { aligned, type Topic, topics } from "@ops/platform/terminal/help.ts"
import { variables } from "@ops/platform/variables.ts"

const own = topics.find(({ name }) => name === "environment")!

export const environment: Topic = {
  ...own,
  text: `${own.text}

The server, and every command that works on the database of this machine, read:

${aligned(
  Object.entries(variables).map(([name, declared]) => {
    const needed = "inProduction" in declared ? "; production needs it" : ""
    return [name, `${declared.about} (${declared.absent}${needed})`] as const
  }),
)}

Each secret may be given as a file instead: ${Object.entries(variables)
    .filter(([, declared]) => "secret" in declared)
    .map(([name]) => `${name}_FILE`)
    .join(", ")}.
Relative paths start at the folder of the installation. ops doctor shows each value, and where it comes from.`,
}
