/** Exit codes of commands. */
export const exitCodes = {
  ok: 0,
  failure: 1,
  usage: 2,
  cancelled: 3,
  notAllowed: 4,
  refused: 5,
  unavailable: 6,
  partial: 7,
  difference: 8,
  interrupted: 130,
} as const

export type Outcome = keyof typeof exitCodes
export type ExitCode = (typeof exitCodes)[Outcome]

/** The meaning of each outcome, as shown in the help. */
export const outcomes: Readonly<Record<Outcome, string>> = {
  ok: "done",
  failure: "failed",
  usage: "usage error",
  cancelled: "cancelled at a prompt",
  notAllowed: "not signed in, or not allowed",
  refused: "refused by a rule (a closed period, a limit, a conflict)",
  unavailable: "server or network failed; safe to repeat",
  partial: "partly done; can be resumed",
  difference: "a difference or tampering was found",
  interrupted: "stopped with Ctrl-C",
}

/** The outcome for an exit code. */
export const outcomeOf = (code: ExitCode): Outcome => (Object.keys(exitCodes) as Outcome[]).find((outcome) => exitCodes[outcome] === code)!

/** Further details of a failure: why it happened, what to do next, and its id in the server's log. */
export interface Circumstances {
  readonly why?: string | undefined
  readonly next?: string | undefined
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

/** Ends a command with an exit code and a message; `next` is the command or step that helps. */
export class Exit extends Error {
  override readonly name = "Exit"
  readonly code: ExitCode
  readonly sentence: string
  readonly why: string | undefined
  readonly next: string | undefined
  readonly requestId: string | undefined

  constructor(outcome: Outcome, sentence: string, { why, next, requestId, cause }: Circumstances = {}) {
    super(sentence, cause === undefined ? undefined : { cause })
    this.code = exitCodes[outcome]
    this.sentence = sentence
    this.why = why
    this.next = next
    this.requestId = requestId
  }
}

/** The exit code for an unsuccessful HTTP status; 0 means no answer at all. */
export const exitCodeOfStatus = (status: number): ExitCode => {
  if (status === 401 || status === 403) return exitCodes.notAllowed
  // too early, timed out, too many requests: the same call may succeed in a moment
  if (status === 0 || status === 408 || status === 425 || status === 429 || status >= 500) return exitCodes.unavailable
  return status >= 400 ? exitCodes.refused : exitCodes.failure
}
