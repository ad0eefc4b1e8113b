import { homedir } from "node:os"
import * as path from "node:path"
import type { Command } from "../command.ts"
import type { Environment } from "../terminal.ts"

/** The possible values by option or argument name: `{ site: () => … }` serves `--site`. */
export type Values = Readonly<Record<string, () => Promise<readonly string[]>>>

/** The name of the option or argument whose value the last word is, if it is one. */
export const asked = (program: Command, words: readonly string[]): string | undefined => {
  let command = program
  let before: string | undefined
  let position = 0
  const option = (flag: string) => command.options.find(({ long, short, required, optional }) => (long === flag || short === flag) && (required || optional))
  for (const word of words.slice(0, -1)) {
    const isValue = before !== undefined && option(before)
    before = word
    if (isValue || word.startsWith("-")) {
      if (isValue) before = undefined
      continue
    }
    const child = command.commands.find((candidate) => candidate.name() === word)
    if (child) command = child
    else position += 1
  }
  const last = words.at(-1) ?? ""
  const flag = /^(--[^=]+)=/.exec(last)?.[1] ?? before
  const named = flag === undefined ? undefined : option(flag)
  if (named) return named.long?.slice(2)
  if (last.startsWith("-")) return undefined
  const argument = command.registeredArguments[position] ?? command.registeredArguments.at(-1)
  return position < command.registeredArguments.length || argument?.variadic ? argument?.name() : undefined
}

/** The functions that the bash script needs from the bash-completion package, for machines without it. */
const bashWords = `type _get_comp_words_by_ref >/dev/null 2>&1 || _get_comp_words_by_ref() {
    words=("\${COMP_WORDS[@]}") cword=$COMP_CWORD cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD - 1]}
}
`

const shells = ["bash", "zsh", "fish", "powershell"]

/**
 * Adds `complete <shell>` to a program, which prints a script to be sourced: `source <(ops complete bash)`. Call it last, with the words of the
 * command line: the command tree is only read, and the completion library only loaded, if they request it. Values that cannot be read are left out:
 * completion never prints an error.
 */
export const addCompletion = async (program: Command, words: readonly string[], values: Values = {}): Promise<void> => {
  if (words[0] !== "complete") {
    program.command("complete").argument("<shell>", shells.join(", ")).description("print the completion script for a shell")
    return
  }
  const { default: tab } = await import("@bomb.sh/tab/commander")
  // the library's own commands inherit the program's settings, so wrong usage there must also reach our error handling
  const tree = tab(program.exitOverride())
  if (words[1] === "bash") process.stdout.write(bashWords)
  if (words[1] !== "--") return
  const name = asked(program, words.slice(2))
  const read = name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
  if (name === undefined || !read) return
  // only values that need no shell quoting: data from a server must not become a command
  const found = (await read().catch(() => [])).filter((value) => /^[\p{L}\p{N}_.,:@%+-]+$/u.test(value))
  const offer = (complete: (value: string, description: string) => void) => {
    for (const value of found) complete(value, "")
  }
  for (const command of [tree, ...tree.commands.values()]) {
    const option = command.options.get(name)
    if (option) Object.assign(option, { handler: offer, isBoolean: false })
    const argument = command.arguments.get(name)
    if (argument) argument.handler = offer
  }
}

const cacheFolder = (env: Environment) => {
  const home = env.XDG_CACHE_HOME
  return path.join(home && path.isAbsolute(home) ? home : path.join(homedir(), ".cache"), "ops")
}

const freshness = 10 * 60 * 1000

/**
 * The values of a list that rarely changes, from a private cache file at most ten minutes old; otherwise they are read and cached. `key` identifies
 * the list and should contain everything it depends on: server, person, list.
 */
export const remembered = async (
  key: string,
  read: () => Promise<readonly string[]>,
  env: Environment,
  now: number = Date.now(),
): Promise<readonly string[]> => {
  const [{ createHash }, { mkdir, readFile, stat, utimes, writeFile }] = await Promise.all([import("node:crypto"), import("node:fs/promises")])
  const file = path.join(cacheFolder(env), `${createHash("sha256").update(key).digest("hex").slice(0, 32)}.txt`)
  const written = await stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
  if (now - written < freshness) return (await readFile(file, "utf8")).split("\n").filter((line) => line !== "")
  const found = await read()
  // a cache that cannot be written only costs time
  await mkdir(cacheFolder(env), { recursive: true, mode: 0o700 })
    .then(() => writeFile(file, found.join("\n"), { mode: 0o600 }))
    .then(() => utimes(file, now / 1000, now / 1000))
    .catch(() => {})
  return found
}
