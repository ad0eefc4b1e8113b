/** Requests that were submitted without a connection: each is kept in this browser, and sent under its key until the server has it. */
import { newKey } from "@ops/platform/ui/data/api.ts"
import { type Kept, outboxes, type WaitingIn, waitingIn } from "@ops/platform/ui/data/outbox.ts"
import { send } from "../../web/client.ts"

interface Body {
  readonly siteId: number
  readonly priority: "low" | "medium" | "high" | "urgent"
  readonly justification: string
  readonly neededBy?: string
  readonly items: readonly {
    readonly stockItemId?: number
    readonly name?: string
    readonly unit?: string
    readonly quantity: number
    readonly estimatedCost: string
  }[]
}
interface Waiting extends Kept {
  readonly at: string
  readonly body: Body
}

const boxOf = outboxes<unknown, Waiting>((person) => ({
  place: `requests ${person}`,
  most: 1,
  wait: 30_000,
  keepsRefused: true,
  send: ({ body, key }) => send("POST /api/purchase-requests", { body, key }),
}))

/** The requests of a person for the outbox page. */
export const requestsWaiting = (person: string): WaitingIn =>
  waitingIn(boxOf(person), ({ at, body: { siteId, justification } }) => ({ at, what: `Purchase request${justification && `: ${justification}`}`, siteId }))

/** Keeps a request, and sends it as soon as the connection is back. Rejects if this browser cannot keep it. */
export const keepRequest = async (person: string, body: Body) => {
  const box = boxOf(person)
  addEventListener("online", box.drain)
  await box.keep({ key: newKey(), at: new Date().toISOString(), body })
  void box.drain()
}
