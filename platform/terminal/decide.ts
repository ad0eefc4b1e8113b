/** How a command decides on a record: with `--dry-run` it tells whether it could, else it asks unless `--yes` was given. */
import { type Command, Option } from "commander"
import { Exit } from "./exit-codes.ts"
import { commonOptions } from "./options.ts"
import type { TableColumn } from "./output.ts"

export interface Deciding {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** Gives a command `--yes` and `--dry-run`, as every decision on a record has them. */
export const decidable = (command: Command): Command =>
  command.option("--yes", "do not ask").addOption(new Option("--dry-run", "only show whether you could").conflicts("yes"))

/** Says whether something could be done (`--dry-run`), or asks, does it, and shows what came of it. */
export const decide = async <Row extends object>(
  command: Command,
  given: Deciding,
  about: {
    readonly question: string
    readonly possible: boolean
    /** why it is not possible, where the server says it */
    readonly why?: string
    readonly name: string
    readonly columns: ReadonlyArray<TableColumn>
  },
  work: () => Promise<Row>,
) => {
  const { print } = await import("./output.ts")
  const options = commonOptions(command)
  if (given.dryRun) {
    const told = { name: about.name, what: about.question.replace(/\?$/, ""), possible: about.possible }
    const columns = (["name", "what", "possible"] as const).map((key) => ({ key, title: key[0]!.toUpperCase() + key.slice(1), kind: "text" as const }))
    await print(told, { ...options, columns })
    if (!about.possible)
      throw new Exit("refused", `You cannot do this to ${about.name} now${about.why === undefined ? "" : `: ${about.why}`}; nothing was done.`)
    return
  }
  const { confirm } = await import("./confirm.ts")
  await confirm(about.question, given)
  await print(await work(), { ...options, columns: about.columns })
}
