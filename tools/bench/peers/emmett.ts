/** The best comparable event store for Postgres in TypeScript: its plain append, and its rebuild of a projection. */
import { getPostgreSQLEventStore, pongoSingleStreamProjection, rebuildPostgreSQLProjections } from "@event-driven-io/emmett-postgresql"

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

interface Item {
  readonly id: number
  readonly [field: string]: unknown
}
type Request = {
  readonly items: ReadonlyArray<Item>
  readonly estimatedTotal: number
  readonly status: string
}
type Raised =
  | { readonly type: "PurchaseRequestRaised"; readonly data: Readonly<Record<string, unknown>> }
  | { readonly type: "PurchaseItemAdded"; readonly data: { readonly estimatedCost: number; readonly quantity: number } }
  | { readonly type: "PurchaseRequestApproved"; readonly data: Readonly<Record<string, unknown>> }

/** The purchase requests of a log that was copied into its tables, as its documents; `rebuild` builds them again. */
export const withEmmettLog = async <A>(url: string, use: (rebuild: () => Promise<unknown>) => Promise<A>): Promise<A> => {
  const store = getPostgreSQLEventStore(url)
  const item = ({ id, ...data }: Item) => ({ id, ...data, received: 0, damaged: 0 })
  const projection = pongoSingleStreamProjection<Request, Raised>({
    collectionName: "purchase_requests",
    canHandle: ["PurchaseRequestRaised", "PurchaseItemAdded", "PurchaseRequestApproved"],
    evolve: (before: Request | null, { type, data }: Raised): Request => {
      const request = before ?? { items: [], estimatedTotal: 0, status: "draft" }
      if (type === "PurchaseRequestRaised") return { ...data, status: "draft", items: [], estimatedTotal: 0 }
      if (type === "PurchaseRequestApproved") return { ...request, ...data, status: "approved" }
      const items = [...request.items, item({ id: request.items.length + 1, ...data })]
      return { ...request, items, estimatedTotal: request.estimatedTotal + data.estimatedCost * data.quantity }
    },
  })
  try {
    await store.schema.migrate()
    return await use(async () => {
      const consumer = rebuildPostgreSQLProjections({ connectionString: url, projections: [{ projection, startFrom: "BEGINNING" }] })
      try {
        await consumer.start()
      } finally {
        await consumer.close()
      }
    })
  } finally {
    await store.close()
  }
}
