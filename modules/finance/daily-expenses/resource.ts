/** How daily expenses are reached, read and decided on. */
import { Schema } from "effect"
import { FINANCE, OPERATIONS } from "@ops/platform/access/rule.ts"
import { creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { journalEntryJoin, reversalJoin } from "@ops/ledger/joins.ts"
import { reversalCall } from "@ops/ledger/reversals/contract.ts"
import { siteJoin } from "@ops/sites/joins.ts"
import { DECIDERS, decidesOnRecorded } from "../expense-requests/queries.ts"
import {
  approveDailyExpense,
  costFields,
  DailyExpense,
  dailyExpenses as stream,
  recordDailyExpense,
  rejectDailyExpense,
  reverseDailyExpense,
  rows,
} from "./record.ts"

export const dailyExpenses = resource("dailyExpenses", stream, {
  path: "/api/daily-expenses",
  noun: ["daily expense", "daily expenses"],
  answer: "DailyExpense",
  read: { may: FINANCE, rows },
  hidden: ["reversalKind", "reversalReason", "reversalDate", "reversedBy", "reversalEntryId"],
  joins: [siteJoin(DailyExpense, "siteId"), userJoin(DailyExpense, "recordedBy", "approvedBy"), journalEntryJoin, reversalJoin],
  titles: { staffCount: "Staff", approvedDate: "Approved", rejectionReason: "Reason", overrideReason: "Override", expenseDate: "Date" },
  list: {
    columns: ["expenseDate", "siteName", "status", "staffCount", "currency", ...costFields, "totalCost", "recordedByUser"],
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
    record: creates(recordDailyExpense, {
      may: [...OPERATIONS, "finance.full"],
      scope: "3 and 6: own site; 8: own site if it has one",
      // it is the sum
      ignored: { totalCost: Schema.optional(Schema.NullOr(MoneyInput("Total cost must be a number with at most two decimals"))) },
    }),
    approve: updates(approveDailyExpense, {
      may: DECIDERS,
      duties: "not who recorded it; level 10 may override with a reason",
      stepUp: true,
      versioned: true,
      // the inbox counts by it
      hint: decidesOnRecorded,
    }),
    reject: updates(rejectDailyExpense, { may: DECIDERS, duties: "not who recorded it", stepUp: true }),
    reverse: updates(reverseDailyExpense, {
      may: ["finance.full"],
      scope: "all",
      duties: "not who approved them; once, with a reason",
      stepUp: true,
      versioned: true,
    }),
  },
  more: [reversalCall("/api/daily-expenses", { may: ["finance.full"], scope: "all" }, ["daily_expense"])],
})

export const DailyExpensesApi = dailyExpenses.api
