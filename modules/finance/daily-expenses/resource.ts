/** The resource of daily expenses: reading and deciding. */
import { Schema } from "effect"
import { FINANCE, OPERATIONS } from "@ops/platform/access/rule.ts"
import { creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { journalEntryJoin, reversalColumns, reversalJoin } from "@ops/ledger/joins.ts"
import { reversalCall, reverses } from "@ops/ledger/reversals/contract.ts"
import { siteJoin } from "@ops/sites/joins.ts"
import { DECIDERS, decidesOnRecorded } from "../expense-requests/queries.ts"
import * as record from "./record.ts"

const decides = { may: DECIDERS, stepUp: true } as const

export const dailyExpenses = resource("dailyExpenses", record.dailyExpenses, {
  path: "/api/daily-expenses",
  noun: ["daily expense", "daily expenses"],
  answer: "DailyExpense",
  read: { may: FINANCE, rows: record.rows },
  hidden: [...reversalColumns],
  joins: [siteJoin(record.DailyExpense, "siteId"), userJoin(record.DailyExpense, "recordedBy", "approvedBy"), journalEntryJoin, reversalJoin],
  titles: { staffCount: "Staff", approvedDate: "Approved", rejectionReason: "Reason", overrideReason: "Override", expenseDate: "Date" },
  list: {
    columns: ["expenseDate", "siteName", "status", "staffCount", "currency", ...record.costFields, "totalCost", "recordedByUser"],
    titles: { recordedByUser: "Recorded By" },
    filters: ["status", "currency"],
    sorts: ["expenseDate", "site", "totalCost", "status", "createdAt"],
    order: "-expenseDate,site",
    search: ["notes"],
    date: "expenseDate",
    site: "siteId",
    file: "Daily expenses",
  },
  details: ["staffCount", "recordedByUser", "approvedByUser", "approvedDate", "rejectionReason", "overrideReason", "journalEntryNumber", "notes"],
  commands: {
    record: creates(record.recordDailyExpense, {
      may: [...OPERATIONS, "finance.full"],
      scope: "3 and 6: own site; 8: own site if it has one",
      // computed as the sum
      ignored: { totalCost: Schema.optional(Schema.NullOr(MoneyInput("Total cost must be a number with at most two decimals"))) },
    }),
    approve: updates(record.approveDailyExpense, {
      ...decides,
      duties: "not who recorded it; level 10 may override with a reason",
      versioned: true,
      hint: decidesOnRecorded,
    }),
    reject: updates(record.rejectDailyExpense, { ...decides, duties: "not the person who recorded it" }),
    reverse: reverses(record.reverseDailyExpense, ["finance.full"], "not who approved them; once, with a reason"),
  },
  more: [reversalCall("/api/daily-expenses", { may: ["finance.full"], scope: "all" }, ["daily_expense"])],
})

export const DailyExpensesApi = dailyExpenses.api
