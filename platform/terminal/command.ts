/** A command of the terminal, with its examples. */
import * as commander from "commander"
import { addExamples, type Example } from "./help.ts"

export { Argument, CommanderError, Option } from "commander"

/** The heading in the help of the options that every command has. */
export const commonGroup = "Common options:"

export class Command extends commander.Command {
  declare readonly commands: ReadonlyArray<Command>
  declare parent: Command | null
  override createCommand(name?: string): Command {
    return new Command(name)
  }
  /** Runs `act` with the arguments, the command's own options, and the command. Options of every command are read by `commonOptions`. */
  override action(act: Parameters<commander.Command["action"]>[0]): this {
    return super.action((...given) => {
      const [options, command] = given.slice(-2) as [Readonly<Record<string, unknown>>, Command]
      const common = new Set(command.options.filter(({ helpGroupHeading }) => helpGroupHeading === commonGroup).map((option) => option.attributeName()))
      const own = Object.fromEntries(Object.entries(options).filter(([name]) => !common.has(name)))
      return act.call(this, ...(given.slice(0, -2) as ReadonlyArray<unknown>), own, command)
    })
  }
  /** Two to four real command lines: `--help` shows them, `-h` only mentions that there are some. */
  examples(...examples: ReadonlyArray<Example>): this {
    addExamples(this, examples)
    return this
  }
}
