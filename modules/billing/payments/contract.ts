/** What the calls about payments take beside what a payment is. Money is a decimal string in the payment's currency. */
import { Schema } from "effect"
import { DateInput, IdInput, OneOf, TextInput } from "@ops/platform/http/contract.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { PerCurrency } from "../invoices/contract.ts"
import { paymentMethods } from "./payment.ts"

export const ClientAccountAnswer = Schema.Struct({
  id: Schema.Int,
  clientId: Schema.Int,
  clientName: Schema.String,
  openInvoices: Schema.Int,
  open: PerCurrency,
  credit: PerCurrency,
}).annotate({ identifier: "ClientAccount" })

export const PaymentInput = Schema.Struct({
  clientId: IdInput("Client is required"),
  amount: MoneyInput(),
  currency: Schema.optional(OneOf("Currency", "USD", "SSP")),
  method: Schema.optional(OneOf("Payment method", ...paymentMethods)),
  date: Schema.optional(DateInput("Payment date")),
  reference: Schema.optional(Schema.NullOr(TextInput("Reference", { most: 100 }))),
  notes: Schema.optional(Schema.NullOr(TextInput("Notes", { most: 500 }))),
  /** in the invoice's currency, null is as much as the money settles; without it the oldest invoices are settled first */
  allocations: Schema.optional(Schema.NullOr(Schema.Array(Schema.Struct({ invoiceId: IdInput("Invoice is required"), amount: Schema.NullOr(MoneyInput()) })))),
  /** SSP for a dollar, as agreed: settles named invoices of the other currency */
  exchangeRate: Schema.optional(Schema.NullOr(MoneyInput("Exchange rate must be a number with at most two decimals"))),
})

export const ConversionInput = Schema.Struct({
  clientId: IdInput("Client is required"),
  /** what is converted, of which currency */
  amount: MoneyInput(),
  currency: OneOf("Currency", "USD", "SSP"),
  /** SSP for a dollar; the official rate of today if not given */
  exchangeRate: Schema.optional(Schema.NullOr(MoneyInput("Exchange rate must be a number with at most two decimals"))),
})
