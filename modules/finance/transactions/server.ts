import { resourceLive } from "@ops/platform/http/resources/server.ts"
import { transactions } from "./resource.ts"

export const TransactionsLive = resourceLive(transactions)
