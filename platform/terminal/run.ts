import { type Command, CommanderError } from "./command.ts"
import { type ExitCode, exitCodes } from "./exit-codes.ts"
import { endAtOnce } from "./progress/interrupt.ts"
import { isReading } from "./reading.ts"
import { type Terminal, terminal as processTerminal } from "./terminal.ts"

/** A mistyped or missing read-only command is never corrected to one that changes something. */
export const withSafeSuggestions = (message: string) =>
  message.replace(/\n\(Did you mean (?:one of )?(.+)\?\)/, (suggestion, names: string) => {
    const typed = /unknown command '([^']+)'/.exec(message)?.[1]
    if (typed === undefined || !isReading(typed)) return suggestion
    const reading = names.split(", ").filter(isReading)
    return reading.length === 0 ? "" : `\n(Did you mean ${reading.join(", ")}?)`
  })

/** Turns usage errors into exceptions in the whole tree, so that they are reported like every other failure. */
const throwing = (command: Command, parents: readonly string[] = []) => {
  const words = [...parents, command.name()]
  command
    .exitOverride()
    .showHelpAfterError(`Next:  ${words.join(" ")} --help`)
    .configureOutput({ outputError: (message, write) => write(withSafeSuggestions(message).replace(/^error: /, "Error: ")) })
  for (const child of command.commands) throwing(child, words)
}

/**
 * Runs a program and sets the exit code of the process: usage errors are 2, any other failure is printed on stderr and mapped, Ctrl-C is 130. A
 * reader that closes the pipe early (`ops … | head`) is not a failure.
 */
export const run = async (program: Command, words: readonly string[] = process.argv.slice(2), terminal: Terminal = processTerminal): Promise<ExitCode> => {
  throwing(program)
  // remains registered: the last write may fail after the program is done
  terminal.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(exitCodes.ok)
    throw error
  })
  process.on("SIGINT", endAtOnce)
  let code: ExitCode = exitCodes.ok
  try {
    await program.parseAsync([...words], { from: "user" })
  } catch (error) {
    // the parser has already printed the error; requested help is not an error
    if (error instanceof CommanderError) code = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage
    else {
      const { printFailure } = await import("./errors.ts")
      code = printFailure(error, { debug: words.includes("--debug") }, terminal)
    }
  } finally {
    process.off("SIGINT", endAtOnce)
  }
  process.exitCode = code
  return code
}
