/** The best event store for Postgres in TypeScript that there is to compare with: its plain append, no projections. */
import { getPostgreSQLEventStore } from "@event-driven-io/emmett-postgresql"

/** Runs `use` with a function that appends one event to a new stream. */
export const withEmmett = async <A>(url: string, use: (append: () => Promise<unknown>) => Promise<A>): Promise<A> => {
  const store = getPostgreSQLEventStore(url)
  let streams = 0
  try {
    await store.schema.migrate()
    return await use(() => {
      const n = ++streams
      return store.appendToStream(`purchase_request-${n}`, [
        {
          type: "PurchaseRequestRaised",
          data: {
            requestNumber: `PR-2026-${n}`,
            siteId: (n % 3) + 1,
            requestedBy: null,
            priority: "high",
            justification: "Rice, oil and onions for the week",
            requestDate: "2026-11-21",
            copiedFrom: null,
          },
        },
      ])
    })
  } finally {
    await store.close()
  }
}
