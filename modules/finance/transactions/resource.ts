/** The resource of transactions: reading and deciding. Each sort order of the list has an index, so that a page is read quickly however long the list is. */
import { FINANCE } from "@ops/platform/access/rule.ts"
import { creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { journalEntryJoin } from "@ops/ledger/joins.ts"
import { reversalCall } from "@ops/ledger/reversals/contract.ts"
import { siteOfRow } from "@ops/sites/joins.ts"
import { DECIDERS, decidesOnRecorded } from "../expense-requests/queries.ts"
import { postTransaction, recordTransaction, reverseTransaction, rows, transactions as stream, Transaction, voidTransaction } from "./transaction.ts"

export const transactions = resource("transactions", stream, {
  path: "/api/transactions",
  noun: ["transaction", "transactions"],
  answer: "Transaction",
  number: "transactionNumber",
  read: { may: FINANCE, rows },
  hidden: ["approvedDate"],
  joins: [siteOfRow(Transaction, "siteId"), userJoin(Transaction, "recordedBy", "approvedBy"), journalEntryJoin],
  titles: {
    transactionType: "Type",
    paymentMethod: "Method",
    toAccount: "Goes to",
    referenceNumber: "Reference",
    transactionDate: "Date",
    approvedByUser: "Posted by",
    accountNumber: "Account",
    overrideReason: "Override",
    transactionNumber: "Number",
  },
  list: {
    columns: [
      "transactionDate",
      "transactionNumber",
      "description",
      "transactionType",
      "category",
      "currency",
      "amount",
      "paymentMethod",
      "siteName",
      "referenceNumber",
      "status",
    ],
    filters: ["status", "transactionType", "category", "paymentMethod", "currency"],
    sorts: ["transactionDate", "transactionNumber", "category", "amount", "createdAt"],
    order: "-transactionDate",
    search: ["transactionNumber", "description", "category", "referenceNumber"],
    date: "transactionDate",
    site: "siteId",
    file: "Transactions",
    long: true,
  },
  details: [
    "amount",
    "transactionType",
    "category",
    "paymentMethod",
    "toAccount",
    "referenceNumber",
    "siteName",
    "transactionDate",
    "recordedByUser",
    "approvedByUser",
    "accountNumber",
    "journalEntryNumber",
    "overrideReason",
    "reason",
  ],
  commands: {
    record: creates(recordTransaction, { may: ["payments.process"], scope: "all" }),
    post: updates(postTransaction, {
      may: DECIDERS,
      duties: "not who recorded it; level 10 may override with a reason",
      stepUp: true,
      versioned: true,
      // the inbox counts these rows
      hint: decidesOnRecorded,
    }),
    void: updates(voidTransaction, { may: ["finance.full"], scope: "all", duties: "only while pending, with a reason" }),
    reverse: updates(reverseTransaction, { may: ["finance.full"], scope: "all", duties: "with a reason", stepUp: true }),
  },
  more: [reversalCall("/api/transactions", { may: ["finance.full"], scope: "all" }, ["money_transaction"])],
})

export const TransactionsApi = transactions.api
