import { readFile, stat } from "node:fs/promises"
import type { Readable, Writable } from "node:stream"
import { text as readAll } from "node:stream/consumers"
import * as Redacted from "effect/Redacted"
import { withGroupedAmounts } from "./amounts.ts"
import { Exit } from "./exit-codes.ts"
import { canAsk, type Terminal, terminal as processTerminal, visible } from "./terminal.ts"

const cancelled = () => new Exit("cancelled", "Cancelled; nothing was done.")

/** Prompts on stderr with a library that is loaded only now. Esc, Ctrl-C and a closed terminal cancel. */
const ask = async <A>(
  { stdin, stderr }: Terminal,
  question: (prompts: typeof import("@clack/prompts"), where: { input: Readable; output: Writable; signal: AbortSignal }) => Promise<A | symbol>,
): Promise<A> => {
  const prompts = await import("@clack/prompts")
  const gone = new AbortController()
  const leave = () => gone.abort()
  stdin.once("end", leave)
  try {
    // the library's types require Node's classes where interfaces suffice
    const answer = await question(prompts, { input: stdin as Readable, output: stderr as Writable, signal: gone.signal })
    if (prompts.isCancel(answer)) throw cancelled()
    return answer as A
  } finally {
    stdin.off("end", leave)
  }
}

/**
 * Asks for confirmation of a change, y/N; `--yes` confirms in advance. Throws `Exit`: cancelled for any answer but yes, usage if there is no
 * interactive terminal.
 */
export const confirm = async (
  question: string,
  { yes = false }: { readonly yes?: boolean | undefined } = {},
  terminal: Terminal = processTerminal,
): Promise<void> => {
  if (yes) return
  const message = withGroupedAmounts(question)
  if (!canAsk(terminal)) throw new Exit("usage", `Confirmation required: ${message}`, { next: "Repeat the command with --yes." })
  const isAgreed = await ask<boolean>(terminal, (prompts, where) => prompts.confirm({ ...where, message: visible(message), initialValue: false }))
  if (!isAgreed) throw cancelled()
}

/**
 * Asks for confirmation of a severe change: the person types `expected`, such as the name of the period; `--confirm VALUE` gives it in advance.
 * Throws `Exit`: cancelled, or usage if the flag is wrong or there is no interactive terminal.
 */
export const confirmByTyping = async (
  question: string,
  expected: string,
  { confirm: given }: { readonly confirm?: string | undefined } = {},
  terminal: Terminal = processTerminal,
): Promise<void> => {
  const next = `Repeat the command with --confirm ${expected}`
  if (given === expected) return
  if (given !== undefined) throw new Exit("usage", `--confirm ${visible(given)} does not name what is to be changed.`, { next })
  const asked = withGroupedAmounts(question)
  if (!canAsk(terminal)) throw new Exit("usage", `Confirmation required: ${asked}`, { next })
  await ask<string>(terminal, (prompts, where) =>
    prompts.text({
      ...where,
      message: `${visible(asked)} Type ${visible(expected)} to go on.`,
      validate: (typed) => (typed === expected ? undefined : `Type ${visible(expected)}, or press Esc to cancel.`),
    }),
  )
}

/** Removes the line end that editors and `echo` add; a secret must not be empty. */
const secret = (text: string, source: string) => {
  const value = text.replace(/\r?\n$/, "")
  if (value === "") throw new Exit("usage", `There is nothing in ${source}.`)
  return Redacted.make(value)
}

/**
 * Reads a password or token: from the file named by `--token-file` (`-` is standard input), otherwise from a hidden prompt. Never from a flag, which
 * would show in the process list and the shell's history. Throws `Exit`: cancelled, or usage if there is neither a file nor an interactive terminal.
 */
export const readSecret = async (
  question: string,
  { file }: { readonly file?: string | undefined } = {},
  terminal: Terminal = processTerminal,
): Promise<Redacted.Redacted<string>> => {
  if (file === "-") return secret(await readAll(terminal.stdin), "standard input")
  if (file !== undefined) {
    const content = await readFile(file, "utf8").catch((cause: Error) => {
      throw new Exit("usage", `${file} cannot be read.`, { why: cause.message, cause })
    })
    if (process.platform !== "win32" && (await stat(file)).mode & 0o077) terminal.stderr.write(`Others can read ${file}: chmod 600 ${file}\n`)
    return secret(content, file)
  }
  if (!canAsk(terminal))
    throw new Exit("usage", `Input required: ${question}`, {
      next: "Use --token-file PATH, or --token-file - for standard input.",
    })
  const typed = await ask<string>(terminal, (prompts, where) =>
    prompts.password({
      ...where,
      message: visible(question),
      validate: (value) => (value ? undefined : "Type it, or press Esc to cancel."),
    }),
  )
  return Redacted.make(typed)
}
