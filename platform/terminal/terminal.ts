import { styleText } from "node:util"

/** A writable stream that may be a terminal. */
export type Sink = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }

export type Environment = Readonly<Record<string, string | undefined>>

/** The streams and the environment of a command: data goes to `stdout`, everything else to `stderr`. */
export interface Terminal {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly stdout: Sink
  readonly stderr: Sink
  readonly env: Environment
}

/** The terminal of this process. */
export const terminal: Terminal = {
  // opened only when something is read
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
}

const isSet = (value: string | undefined) => value !== undefined && value !== "" && value !== "0" && value !== "false"

const isPlain = (env: Environment) => isSet(env.CI) || env.TERM === "dumb"

/** Whether questions can be asked: the session must be interactive. */
export const canAsk = ({ stdin, stderr, env }: Terminal) => !!stdin.isTTY && !!stderr.isTTY && !isPlain(env)

/** Whether lines already written may be redrawn. Plain lines suit screen readers better. */
export const canRedraw = ({ stdout, stderr, env }: Terminal) => !!stdout.isTTY && !!stderr.isTTY && !isPlain(env) && !isSet(env.INK_SCREEN_READER)

/** Whether to use colour on this stream. FORCE_COLOR takes precedence, then NO_COLOR, then TERM. */
export const hasColour = ({ isTTY }: Sink, env: Environment) =>
  env.FORCE_COLOR !== undefined ? env.FORCE_COLOR === "" || isSet(env.FORCE_COLOR) : !env.NO_COLOR && env.TERM !== "dumb" && !!isTTY

export type Style = "bold" | "dim" | "red" | "green" | "yellow" | "cyan"

/** Colours text for a stream, or returns it unchanged if colour is off. */
export const painter = (sink: Sink, env: Environment) => {
  const coloured = hasColour(sink, env)
  return (style: Style, text: string) => (coloured ? styleText(style, text, { validateStream: false }) : text)
}

/**
 * External text with its control characters made visible, so that data can neither control the terminal nor reverse the text: an escape becomes ␛, a
 * line break ␊. Characters in `keep` are left unchanged.
 */
export const visible = (text: string, keep = "") =>
  text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => {
    const code = character.codePointAt(0)!
    if (keep.includes(character)) return character
    if (code < 0x20) return String.fromCodePoint(0x2400 + code)
    return code === 0x7f ? "␡" : `<${code.toString(16).toUpperCase().padStart(4, "0")}>`
  })
