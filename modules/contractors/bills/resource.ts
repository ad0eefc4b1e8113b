/** How the bills of contractors' months are reached: made of the approved hours, and entered as a supplier's bill. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { created } from "@ops/platform/http/contract.ts"
import { computed, resource } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { PAYERS, workRows } from "../access.ts"
import { contractorJoin } from "../joins.ts"
import { rateUnits } from "../labels.ts"
import { ContractorBill, contractorBills as stream } from "./contractor-bill.ts"

const billLinesSql = `(select coalesce(json_agg(json_build_object('description', l.description, 'unit', l.unit, 'quantity', es.quantity(l.quantity),
    'rate', es.money(l.rate), 'amount', es.money(l.amount))), '[]')
  from jsonb_to_recordset(r.lines) as l(description text, unit text, quantity bigint, rate bigint, amount bigint))`

const Line = Schema.Struct({
  description: Schema.String,
  unit: Schema.Literals(rateUnits),
  quantity: Schema.String,
  rate: Schema.String,
  amount: Schema.String,
})

const payable = {
  fields: {
    month: computed(Schema.String, "to_char(r.date, 'YYYY-MM')"),
    lines: computed(Schema.Array(Line), billLinesSql),
    days: computed(Schema.Int, "jsonb_array_length(r.hours)", { kind: "whole" }),
    hours: computed(Schema.String, "(select es.quantity(coalesce(sum(h.hours), 0)::bigint) from jsonb_to_recordset(r.hours) as h(hours bigint))"),
    /** the supplier's bill that finance approves and pays */
    payableStatus: computed(Schema.String, "p.status", { label: "Bill's status" }),
    payableApproved: computed(Schema.Boolean, "(p.posted_date is not null)"),
  },
  from: "join payable p on p.id = r.payable_id",
  dependsOn: ["payable"],
} as const

const path = "/api/contractor-bills"
const options = {
  path,
  noun: ["contractor's bill", "contractors' bills"],
  answer: "ContractorBill",
  number: "number",
  area: "contractorWork",
  read: { may: PAYERS, rows: { ...workRows, words: "8: own department; 7 and 10: all" }, audited: "pay", history: false },
  hidden: ["lines", "hours"],
  joins: [contractorJoin, wholeSiteJoin(ContractorBill, "siteId"), payable, userJoin(ContractorBill, "createdBy")],
  list: {
    columns: ["number", "billNumber", "contractorNumber", "name", "siteName", "month", "hours", "dueDate", "currency", "amount", "status", "payableStatus"],
    titles: { billNumber: "Bill #", dueDate: "Due" },
    unexported: ["hours", "payableStatus"],
    filters: ["status", "contractorId"],
    sorts: ["date", "number", "contractor", "amount", "status"],
    order: "-date,number",
    search: ["number", "billNumber"],
    date: "date",
    site: "siteId",
    file: "Contractor bills",
  },
  commands: {},
} as const
const { schema } = resource("contractorBills", stream, options)

/** Makes the approved hours of a month a bill. */
const bill = call.post("bill", "/api/contractors/:id/bills", "Bill the hours of a contractor", schema.pipe(created), {
  payload: Schema.Struct({
    month: Schema.String.check(Schema.isPattern(/^\d{4}-(0[1-9]|1[0-2])$/, { message: "Month must be written as 2026-10" })),
  }),
  may: ["finance.full"],
  scope: "all",
  duties: "the person who enters a bill cannot approve it",
})

export const contractorBills = resource("contractorBills", stream, { ...options, more: [bill] })

export const ContractorBillsApi = contractorBills.api
