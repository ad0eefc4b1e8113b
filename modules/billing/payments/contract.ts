/** The payloads of the payment calls, beyond the fields of a payment. Money is a decimal string in the payment's currency. */
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
  /** amounts in the invoice's currency; null is as much as the money settles; without allocations the oldest invoices are settled first */
  allocations: Schema.optional(Schema.NullOr(Schema.Array(Schema.Struct({ invoiceId: IdInput("Invoice is required"), amount: Schema.NullOr(MoneyInput()) })))),
  /** the agreed rate, SSP per dollar: settles given invoices in the other currency */
  exchangeRate: Schema.optional(Schema.NullOr(MoneyInput("Exchange rate must be a number with at most two decimals"))),
})

export const ConversionInput = Schema.Struct({
  clientId: IdInput("Client is required"),
  /** the amount to convert, and its currency */
  amount: MoneyInput(),
  currency: OneOf("Currency", "USD", "SSP"),
  /** SSP per dollar; the default is today's official rate */
  exchangeRate: Schema.optional(Schema.NullOr(MoneyInput("Exchange rate must be a number with at most two decimals"))),
})
