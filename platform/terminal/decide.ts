/** How a command decides on a record: with `--dry-run` it reports whether it could, otherwise it asks for confirmation unless `--yes` is given. */
import { type Command, Option } from "./command.ts"
import { Exit } from "./exit-codes.ts"
import { commonOptions } from "./options.ts"
import type { TableColumn } from "./output.ts"

export interface Deciding {
  readonly yes?: boolean
  readonly dryRun?: boolean
}

/** Adds `--yes` and `--dry-run` to a command, as for every decision on a record. */
export const decidable = (command: Command): Command =>
  command.option("--yes", "do not ask").addOption(new Option("--dry-run", "only show whether you can do it").conflicts("yes"))

/** Reports whether the action is possible (`--dry-run`), or asks for confirmation, performs it, and shows the result. */
export const decide = async <Row extends object>(
  command: Command,
  given: Deciding,
  about: {
    readonly question: string
    readonly possible: boolean
    /** why it is not possible, if the server states a reason */
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
