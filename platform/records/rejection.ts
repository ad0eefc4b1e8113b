/** Held: it can be done later. Billed, signed: it changes what a client was billed, or has signed, already. */
export type RejectionCode = "held" | "billed" | "signed"

/** Why a command was not performed, in one sentence that a person can act on. Nothing was written. */
export class Rejection extends Error {
  readonly _tag = "Rejection"
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503
  /** identifies the rejection to callers that can react to it */
  readonly code: RejectionCode | undefined
  constructor(status: Rejection["status"], sentence: string, code?: RejectionCode) {
    // it says why, not where: its stack would take longer to collect than most decisions take
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(sentence)
    Error.stackTraceLimit = stackTraceLimit
    this.status = status
    this.code = code
  }
}
/** The current state does not allow it: the request is already approved, the form is stale. */
export const conflict = (sentence: string, code?: RejectionCode) => new Rejection(409, sentence, code)
/** The request breaks a rule. */
export const invalid = (sentence: string) => new Rejection(422, sentence)
/** The person may not do it. */
export const forbidden = (sentence: string) => new Rejection(403, sentence)
export const notFound = (sentence: string) => new Rejection(404, sentence)
