import { type Circumstances, Exit, type ExitCode, exitCodeOfStatus, exitCodes, outcomeOf, outcomes } from "./exit-codes.ts"
import { painter, type Terminal, terminal as processTerminal, visible } from "./terminal.ts"

/** A failure as shown to a person. */
export interface Failure extends Circumstances {
  readonly code: ExitCode
  readonly sentence: string
}

/** Any thrown value, read field by field; errors of the API, of Node and of Effect have some of these. */
interface Thrown {
  readonly name?: unknown
  readonly code?: unknown
  readonly status?: unknown
  readonly sentence?: unknown
  readonly detail?: unknown
  readonly message?: unknown
  readonly why?: unknown
  readonly next?: unknown
  readonly requestId?: unknown
  readonly cause?: unknown
  readonly reason?: { readonly _tag?: unknown }
  readonly response?: { readonly status?: unknown; readonly headers?: Readonly<Record<string, unknown>> }
}

const text = (...values: readonly unknown[]) => values.find((value): value is string => typeof value === "string" && value !== "")

/** The chain of causes, guarded against cycles. */
const causes = (error: unknown, seen: readonly Thrown[] = []): readonly Thrown[] =>
  typeof error === "object" && error !== null && !seen.includes(error) ? causes((error as Thrown).cause, [...seen, error]) : seen

/** The HTTP status of an error: its own, its response's, or the one its contract declares. */
const statusOf = (thrown: Thrown): number | undefined => {
  const contract = thrown.constructor as {
    readonly ast?: { readonly annotations?: { readonly httpApiStatus?: unknown } }
  }
  return [thrown.status, thrown.response?.status, contract.ast?.annotations?.httpApiStatus].find((value) => typeof value === "number")
}

const networkCodes = /^(ECONN|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_|EPIPE|UND_ERR|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/

const isNetwork = (chain: readonly Thrown[]) =>
  chain.some(
    ({ code, reason, message }) => (typeof code === "string" && networkCodes.test(code)) || reason?._tag === "TransportError" || message === "fetch failed",
  )

const remedies: Partial<Record<ExitCode, (status: number | undefined) => string | undefined>> = {
  [exitCodes.notAllowed]: (status) => (status === 401 ? "ops login" : undefined),
  [exitCodes.unavailable]: () => "Check the address and the connection. If the command changes something, check whether it was recorded before you repeat it.",
}

/** Converts any thrown value into a message for the user and an exit code. */
export const failureOf = (error: unknown): Failure => {
  if (error instanceof Exit) return error
  const chain = causes(error)
  const thrown: Thrown = chain[0] ?? { message: String(error) }
  const status = statusOf(thrown)
  const requestId = text(thrown.requestId, thrown.response?.headers?.["x-request-id"])
  const told = { why: text(thrown.why), requestId, cause: error }
  if (status === undefined && isNetwork(chain)) {
    const root = chain.findLast(({ message }) => text(message))
    return {
      ...told,
      code: exitCodes.unavailable,
      sentence: "The server cannot be reached.",
      why: text(root?.message),
      next: remedies[exitCodes.unavailable]!(0),
    }
  }
  const code = status === undefined ? exitCodes.failure : exitCodeOfStatus(status)
  return {
    ...told,
    code,
    sentence: text(thrown.sentence, thrown.detail, thrown.message, thrown.name) ?? "Something went wrong.",
    next: text(thrown.next) ?? remedies[code]?.(status),
  }
}

/**
 * Prints a failure on stderr: what happened, why, what to do, then the code and the server's request id; `debug` adds the stack with all causes.
 * Returns the exit code.
 */
export const printFailure = (error: unknown, { debug = false }: { readonly debug?: boolean } = {}, terminal: Terminal = processTerminal): ExitCode => {
  const { code, sentence, why, next, requestId } = failureOf(error)
  const paint = painter(terminal.stderr, terminal.env)
  const lines = [
    `${paint("red", "Error:")} ${visible(sentence, "\n")}`,
    ...(why ? [`Why:   ${visible(why, "\n")}`] : []),
    ...(next ? [`Next:  ${visible(next)}`] : []),
    paint("dim", `Code ${code}: ${outcomes[outcomeOf(code)]}${requestId ? `. Request ${visible(requestId)}` : ""}`),
  ]
  if (debug) {
    const chain = causes(error)
    const stacks = chain.length ? chain.map((cause) => text((cause as Error).stack, cause.message) ?? JSON.stringify(cause)) : [String(error)]
    lines.push(visible(stacks.join("\nCaused by "), "\n"))
  }
  terminal.stderr.write(lines.map((line) => `${line}\n`).join(""))
  return code
}
