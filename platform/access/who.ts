/** The person behind a call. */
import { Context } from "effect"
import type { By } from "./actor.ts"

export interface SignedIn extends By {
  readonly person: number
  readonly employeeId: string
  /** the person's own site, if there is one */
  readonly siteId: number | null
  readonly sessionId: number | null
  /** the personal token used for the call, if any */
  readonly tokenId?: number
  /** has confirmed their identity within the last ten minutes, or uses a personal token, whose creation required that; absent means no */
  readonly proven?: boolean
}

export class Who extends Context.Service<Who, SignedIn>()("@ops/platform/access/Who") {}
