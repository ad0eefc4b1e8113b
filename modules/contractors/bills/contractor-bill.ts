/** The amount owed to a contractor for a month of work at a site: the hours on it, and the supplier's bill that finance approves and pays. */
import { Schema } from "effect"
import { BusinessDate, DocumentNumber, Line, Literals, Money, Optional, Parts, Ref, Text } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { OpenHours } from "../contractor-account.ts"
import { currencies, rateUnits } from "../labels.ts"

export const BillLine = Schema.Struct({
  description: Schema.String,
  unit: Schema.Literals(rateUnits),
  /** thousandths of the unit */
  quantity: Schema.Int,
  /** cents per unit */
  rate: Schema.Int,
  amount: Schema.Int,
})
export type BillLine = typeof BillLine.Type

const facts = {
  /** CON-0001/2026-10-1: the invoice number of the supplier's bill */
  number: DocumentNumber,
  contractorId: Ref("contractor"),
  siteId: Ref("site"),
  /** the last day of the billed month */
  date: BusinessDate,
  dueDate: BusinessDate,
  currency: Literals(...currencies),
  amount: Money,
  lines: Parts(BillLine),
  /** the billed hours; none of them is on another bill */
  hours: Parts(OpenHours),
  payableId: Ref("payable"),
  billNumber: Line(60),
  createdBy: Optional(Ref("person")),
}
export const ContractorBill = record(
  "contractor_bill",
  { ...facts, status: Literals("billed", "withdrawn"), withdrawnReason: Optional(Text(500)) },
  {
    grows: true,
    label: "Contractor's bill",
    title: "number",
    unique: [{ fields: ["payableId"], sentence: "This bill is for another month" }],
    indexes: [["contractorId", "date"]],
  },
)

export const ContractorBilled = event("ContractorBilled", 1, facts, ({ number, billNumber }) => `${number} entered as ${billNumber}`)
export const ContractorBillWithdrawn = event(
  "ContractorBillWithdrawn",
  1,
  { reason: Text(500) },
  ({ reason }) => `Withdrawn, the hours can be billed again: ${reason}`,
)
export const contractorBills = stream(ContractorBill, ContractorBilled, ContractorBillWithdrawn).fold({
  ContractorBilled: (_, billed) => ({ ...billed, status: "billed" as const, withdrawnReason: null }),
  ContractorBillWithdrawn: (row, { reason }) => ({ ...row, status: "withdrawn" as const, withdrawnReason: reason }),
})
