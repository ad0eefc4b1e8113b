/** The person behind a call. */
import { Context } from "effect"
import type { By } from "./actor.ts"

export interface SignedIn extends By {
  readonly person: number
  readonly employeeId: string
  /** the person's own site, if there is one */
  readonly siteId: number | null
  readonly sessionId: number | null
  /** the personal token of the call, where it is made with one */
  readonly tokenId?: number
  /** has confirmed their identity within the last ten minutes, or holds a personal token, which was made so; absent means no */
  readonly proven?: boolean
}

export class Who extends Context.Service<Who, SignedIn>()("@ops/platform/access/Who") {}
