/** Shared by the tax screens: types, words, and the lists to reload after an action. */
import type { TaxCodeAnswer } from "../../contract.ts"
import type { TaxReportAnswer, TaxReportLines } from "../contract.ts"
import type { taxPayments } from "../payments/resource.ts"
import { pathsOf } from "../../web/client.ts"

export type TaxReport = typeof TaxReportAnswer.Type
export type TaxReportWithLines = typeof TaxReportLines.Type
export type TaxPayment = (typeof taxPayments)["Row"]
export type TaxCode = typeof TaxCodeAnswer.Type

export const taxLists = pathsOf("GET /api/tax-reports", "GET /api/tax-payments", "GET /api/journal-entries")

const taxes: Readonly<Record<TaxReport["taxType"], string>> = {
  sales: "Sales tax",
  withholding: "Withholding tax",
  pit: "Personal income tax",
  nsif: "Social insurance (NSIF)",
}
export const taxWord = (type: TaxReport["taxType"]) => taxes[type]
export const taxOptions = Object.entries(taxes).map(([value, label]) => ({ value, label }))

export const statusOptions = [
  { value: "draft", label: "Draft" },
  { value: "reviewed", label: "Reviewed" },
  { value: "filed", label: "Filed" },
  { value: "paid", label: "Paid" },
]

type Person = TaxReport["createdByUser"]
export const personName = (person: Person) => person && `${person.firstName} ${person.lastName}`
