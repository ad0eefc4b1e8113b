/**
 * `ops rehearse`: a second installation that begins with the log of this one up to a given time, for training or for trying out a tariff or a policy
 * on real data. It has its own folder, database and seal key, sends no mail, and can be deleted with one command.
 */
import type { Command } from "@ops/platform/terminal/command.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"

const columns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "Rehearsal", kind: "text" },
  { key: "at", title: "Begins after", kind: "instant" },
  { key: "position", title: "Position", kind: "integer" },
  { key: "state", title: "State", kind: "text" },
  { key: "folder", title: "Folder", kind: "text", priority: 5 },
]

const portOf = (text: string) => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new Exit("usage", `--port cannot be "${text}".`, { next: "Give a whole number from 0 (any free port) to 65535." })
}

const start = async (name: string | undefined, given: { readonly port: string }, command: Command) => {
  const { asOf } = commonOptions(command)
  const port = portOf(given.port)
  const { begun, prepare, serve } = await import("./rehearsal-work.ts")
  const known = await begun(name ?? asOf)
  if (known && asOf !== undefined && known.asOf !== asOf) {
    throw new Exit("refused", `The rehearsal "${known.name}" starts after ${known.asOf}, not ${asOf}.`, {
      next: `Give another name, or ops rehearse remove ${known.name}`,
    })
  }
  if (!known && asOf === undefined) {
    throw new Exit("usage", name === undefined ? "A start date is required." : `There is no rehearsal "${name}".`, {
      next: "Give the date it starts from: ops rehearse start --as-of 2026-06-30. ops rehearse list shows the existing ones.",
    })
  }
  process.exitCode = await serve(known ?? (await prepare(name ?? asOf!, asOf!)), port)
}

const list = async (command: Command) => {
  const [{ rehearsals }, { print }] = await Promise.all([import("./rehearsal-work.ts"), import("@ops/platform/terminal/output.ts")])
  await print(await rehearsals(), { ...commonOptions(command), columns })
}

const remove = async (name: string, { yes }: { readonly yes?: boolean }) => {
  const [{ begun, discard }, { confirm }] = await Promise.all([import("./rehearsal-work.ts"), import("@ops/platform/terminal/confirm.ts")])
  const known = await begun(name)
  if (!known) throw new Exit("refused", `There is no rehearsal "${name}".`, { next: "ops rehearse list" })
  await confirm(`Delete the rehearsal "${name}" and everything done in it?`, { yes })
  await discard(known)
}

/** Adds `rehearse` to the program. */
export const addRehearseCommand = (program: Command): void => {
  const rehearse = program.command("rehearse").description("a copy of this installation as of a past date, for training and trials")
  rehearse
    .command("start [name]", { isDefault: true })
    .description("run a rehearsal until Ctrl-C: a new one with --as-of, or an existing one by name")
    .option("--port <port>", "port it listens on, at 127.0.0.1", "3100")
    .examples(
      { line: "ops rehearse --as-of 2026-06-30", does: "the company as of the end of that day; mails are saved as files" },
      { line: "ops rehearse start training --as-of 2026-06-30", does: "under a name" },
      { line: "ops rehearse start training", does: "resumes it" },
    )
    .action((name: string | undefined, given, command: Command) => start(name, given, command))
  rehearse
    .command("list")
    .description("the rehearsals of this installation")
    .examples({ line: "ops rehearse list", does: "the start date of each, and whether it is running" })
    .action((_, command: Command) => list(command))
  rehearse
    .command("remove <name>")
    .description("delete a rehearsal and everything done in it")
    .option("--yes", "without asking")
    .examples({ line: "ops rehearse remove training --yes", does: "its folder, database and mails; the installation itself is not touched" })
    .action((name: string, given) => remove(name, given))
}
