import { PassThrough } from "node:stream"
import type { Environment, Sink, Terminal } from "../terminal.ts"

/** A terminal for tests: not a TTY unless configured so; it records what was written. */
export const recordingTerminal = ({
  tty = false,
  columns,
  input = "",
  env = {},
}: {
  readonly tty?: boolean
  readonly columns?: number
  readonly input?: string
  readonly env?: Environment
} = {}): Terminal & { readonly out: () => string; readonly err: () => string } => {
  const recorder = (): { sink: Sink; text: () => string } => {
    const stream = new PassThrough()
    let text = ""
    stream.on("data", (chunk) => (text += chunk))
    return {
      sink: Object.assign(stream, { isTTY: tty, ...(columns === undefined ? {} : { columns }) }),
      text: () => text,
    }
  }
  const [stdout, stderr] = [recorder(), recorder()]
  const stdin = Object.assign(new PassThrough(), { isTTY: tty })
  stdin.end(input)
  return { stdin, stdout: stdout.sink, stderr: stderr.sink, env, out: stdout.text, err: stderr.text }
}
