/** A command of the terminal, with its examples. */
import * as commander from "commander"
import { addExamples, type Example } from "./help.ts"

export { Argument, CommanderError, Option } from "commander"

export class Command extends commander.Command {
  declare readonly commands: ReadonlyArray<Command>
  declare parent: Command | null
  override createCommand(name?: string): Command {
    return new Command(name)
  }
  /** Two to four real command lines: `--help` shows them, `-h` only mentions that there are some. */
  examples(...examples: ReadonlyArray<Example>): this {
    addExamples(this, examples)
    return this
  }
}
