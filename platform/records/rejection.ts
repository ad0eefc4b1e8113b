/** Held: it can be done later. Billed, signed: it changes what a client was billed, or has signed, already. */
export type RejectionCode = "held" | "billed" | "signed"

/** Why a command was not done, in one sentence a person can act on. Nothing was written. */
export class Rejection extends Error {
  readonly _tag = "Rejection"
  readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429 | 503
  /** which rejection it is, for a caller that can do something about it */
  readonly code: RejectionCode | undefined
  constructor(status: Rejection["status"], sentence: string, code?: RejectionCode) {
    super(sentence)
    this.status = status
    this.code = code
  }
}
/** The state of things does not allow it: the request is approved already, the form is stale. */
export const conflict = (sentence: string, code?: RejectionCode) => new Rejection(409, sentence, code)
/** What was asked breaks a rule. */
export const invalid = (sentence: string) => new Rejection(422, sentence)
/** The person may not do it. */
export const forbidden = (sentence: string) => new Rejection(403, sentence)
export const notFound = (sentence: string) => new Rejection(404, sentence)
