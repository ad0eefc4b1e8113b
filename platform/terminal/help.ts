import type { Command } from "commander"
import { Exit, exitCodes, outcomes } from "./exit-codes.ts"

/** A complete command line, and what it does. */
export interface Example {
  readonly line: string
  readonly does: string
}

const root = (command: Command): Command => (command.parent ? root(command.parent) : command) as Command

const examplesByCommand = new WeakMap<Command, readonly Example[]>()

/** The examples of a command; empty if there are none. */
export const examplesOf = (command: Command): readonly Example[] => examplesByCommand.get(command) ?? []

/** Adds two to four real examples to a command: `--help` shows them, `-h` only mentions that there are some. */
export const addExamples = (command: Command, examples: readonly Example[]): Command => {
  examplesByCommand.set(command, examples)
  return command.addHelpText("after", () => {
    // `rawArgs`: the words as typed, which the library keeps on the root but does not declare
    const { rawArgs = [] } = root(command) as Command & { readonly rawArgs?: readonly string[] }
    return rawArgs.includes("-h") ? "\nExamples: --help" : `\nExamples:\n${examples.map(({ line, does }) => `  $ ${line}\n      ${does}`).join("\n")}`
  })
}

export const aligned = (pairs: readonly (readonly [string, string])[]) => {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`).join("\n")
}

/** A help page that is not about a single command. */
export interface Topic {
  readonly name: string
  readonly about: string
  readonly text: string
}

/** The topics that every program has. */
export const topics: readonly Topic[] = [
  {
    name: "exit-codes",
    about: "what the exit code of a command means",
    text: aligned(Object.entries(exitCodes).map(([outcome, code]) => [String(code), outcomes[outcome as keyof typeof outcomes]])),
  },
  {
    name: "output",
    about: "formats, fields and streams",
    text: `Data goes to stdout; progress, questions, remarks and failures go to stderr.

${aligned([
  ["-o table", "aligned columns, cut to the screen width (the default in a terminal)"],
  ["-o wide", "the same, without cutting"],
  ["-o plain", "one line per row, tab-separated (the default in a pipe)"],
  ["-o json", 'one object: {"schemaVersion": 1, "data": …}'],
  ["-o ndjson", "one object per line"],
  ["-o csv", "RFC 4180; texts that look like formulas get an apostrophe"],
  ["--fields a,b", "only these fields, in this order, in every format"],
  ["--no-headers", "no head line"],
  ["--expanded", "one field per line, for wide records"],
])}

Money is a decimal string, dates and times are ISO. Tables show times in Africa/Juba unless --tz says otherwise.`,
  },
  {
    name: "past",
    about: "--as-of and --as-at: data as recorded at a time, and facts valid on a day",
    text: `Two options show the past, and they differ where a fact was entered late.

${aligned([
  ["--as-of <time>", "the data as known at that moment. Every list, report and figure accepts it; nothing can be changed with it"],
  ["--as-at <day>", "facts valid on that day as known now: the dates of documents count, not when they were entered"],
])}

A payment of 16 September that is entered on 5 October is missing as of 30 September, and counts as at 30 September.
Both can be given: ops reports aged-receivables --as-at 2026-09-30 --as-of 2026-10-02`,
  },
  {
    name: "environment",
    about: "environment variables",
    text: `${aligned([
      ["OPS_URL", "the server to call"],
      ["OPS_TOKEN", "the token to sign in with"],
      ["OPS_PROFILE", "the profile to use"],
      ["OPS_CONFIG_DIR", "folder of config.json and of the tokens ($XDG_CONFIG_HOME/ops, else ~/.config/ops)"],
      ["NO_COLOR, FORCE_COLOR", "never, or always, colour the output"],
      ["CI, TERM=dumb", "do not prompt and do not redraw"],
      ["INK_SCREEN_READER", "plain lines instead of a moving display"],
    ])}

Flags come before variables, variables before the profile. ops config show --effective shows the source of each value.`,
  },
]

/**
 * Adds `help [words...]` to a program, for a topic, a command at any depth, or the whole program. A topic in `more` replaces the default topic of the
 * same name. Throws `Exit` (usage) for words that name neither.
 */
export const addHelp = (program: Command, more: readonly Topic[] = []): Command => {
  const known = [...topics.filter(({ name }) => more.every((other) => other.name !== name)), ...more]
  program.helpCommand(false)
  program
    .command("help [words...]")
    .description("explain a command or a topic")
    .action((words: readonly string[]) => {
      const topic = words.length === 1 && known.find(({ name }) => name === words[0])
      if (topic) {
        program.configureOutput().writeOut?.(`${topic.text}\n`)
        return
      }
      let command = program
      for (const word of words) {
        const child = command.commands.find((candidate) => candidate.name() === word || candidate.aliases().includes(word))
        if (!child)
          throw new Exit("usage", `There is no help about "${words.join(" ")}".`, {
            next: `${program.name()} help lists the topics.`,
          })
        command = child
      }
      command.outputHelp()
    })
  program.addHelpText("after", `\nTopics:\n${aligned(known.map(({ name, about }) => [`${program.name()} help ${name}`, about]))}`)
  return program
}
