/** The resource of accounts: reading and commands. A balance is the sum of the account's lines, in USD, on its normal side. */
import { Schema } from "effect"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { booksCutAt } from "../journal-entries/lines.ts"
import { accounts as stream, closeAccount, openAccount, renameAccount } from "./account.ts"

const cents = "coalesce(case when r.account_type in ('asset', 'expense') then b.net else -b.net end, 0)::bigint"
const balance = {
  fields: { balance: computed(Schema.NullOr(Schema.String), `es.money(${cents})`, { kind: "money", label: "Balance (USD)" }) },
  from: `left join (select l.account_id, sum(l.debit_usd - l.credit_usd) as net from ${booksCutAt()} l group by l.account_id) b on b.account_id = r.id`,
  dependsOn: ["journal_entry"],
  sorts: { balance: cents },
} as const
const writes = { may: ["finance.full"], scope: "all" } as const

export const accounts = resource("accounts", stream, {
  path: "/api/accounts",
  noun: ["account", "accounts"],
  answer: "Account",
  number: "accountNumber",
  area: "ledger",
  read: { may: FINANCE, rows: everyRow("all; 8: names only, no balance"), fields: { balance: ["finance.full"] }, history: false },
  joins: [balance],
  titles: { balance: "Balance", accountNumber: "Account", accountName: "Name" },
  list: {
    columns: ["accountNumber", "accountName", "accountType", "subType", "isActive", "balance"],
    titles: { balance: "Balance (USD)" },
    unexported: ["subType", "isActive"],
    filters: ["accountType", "isActive"],
    sorts: ["accountNumber", "accountName", "accountType", "balance"],
    order: "accountNumber",
    search: ["accountNumber", "accountName", "description"],
    file: "Accounts",
  },
  details: ["accountType", "subType", "parentAccountId", "balance", "isMonetary", "controlledBy", "description"],
  commands: {
    open: creates(openAccount, writes),
    change: updates(renameAccount, { ...writes, method: "PATCH", path: "" }),
    close: updates(closeAccount, writes),
  },
})

export const AccountsApi = accounts.api
