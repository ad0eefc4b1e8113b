import { opsProgram } from "./program.ts"

/** The output of `ops --help` on terminals of these widths. */
export const helpAt = async (widths: ReadonlyArray<number>): Promise<ReadonlyArray<readonly [width: number, text: string]>> => {
  const { program } = await opsProgram([])
  return widths.map((width) => {
    let text = ""
    program.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => width })
    program.outputHelp()
    return [width, text] as const
  })
}
