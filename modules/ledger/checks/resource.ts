/** How stated balances are reached, read and withdrawn. */
import { Schema } from "effect"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { balanceAssertions as stream, stateBalance, withdrawBalance } from "./assertion.ts"

const writes = { may: ["finance.full", "payments.process"], scope: "all" } as const

const clientOf = {
  fields: { clientName: computed(Schema.NullOr(Schema.String), "c.name", { label: "Client" }) },
  from: "left join party c on c.id = r.client_id",
  dependsOn: ["client"],
} as const

export const balanceAssertions = resource("balanceAssertions", stream, {
  path: "/api/ledger/assertions",
  noun: ["stated balance", "stated balances"],
  answer: "StatedBalance",
  area: "ties",
  read: { may: FINANCE, rows: everyRow(), history: false },
  joins: [clientOf],
  titles: { amount: "Holds" },
  list: {
    columns: ["accountNumber", "clientName", "date", "currency", "amount", "source", "status"],
    filters: ["status", "accountNumber", "clientId"],
    sorts: ["date", "accountNumber", "amount"],
    order: "-date",
    search: ["accountNumber", "source"],
    date: "date",
    file: "Stated balances",
  },
  details: ["reason"],
  commands: { state: creates(stateBalance, writes), withdraw: updates(withdrawBalance, writes) },
})

export const BalanceAssertionsApi = balanceAssertions.api
