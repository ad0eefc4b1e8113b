/** `ops help environment`: the environment variables of this program and of the server. */
import { aligned, type Topic, topics } from "@ops/platform/terminal/help.ts"
import { variables } from "@ops/platform/variables.ts"

const own = topics.find(({ name }) => name === "environment")!

export const environment: Topic = {
  ...own,
  text: `${own.text}

The server, and every command that uses the database of this machine, reads:

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
Relative paths start at the installation folder. ops doctor shows each value and its source.`,
}
