/** The handwritten calls of payments: they read the books, and run one at a time. */
import { Effect } from "effect"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { handle, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import { type RequestOf, resourceLive, withDecisions } from "@ops/platform/http/resources/server.ts"
import { conflict, notFound } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { ReversingInput } from "@ops/ledger/reversals/contract.ts"
import { entryOf, reversalPreview } from "@ops/ledger/reversals/server.ts"
import { statementAnswer } from "@ops/ledger/statements/answer.ts"
import { accountList } from "../queries.ts"
import { agedReceivables } from "../receivables/aged-receivables.ts"
import type { ConversionInput, PaymentInput } from "./contract.ts"
import { convertCredit } from "./conversion.ts"
import { receivePayment, reversePayment } from "./payment.ts"
import { payments } from "./resource.ts"

const { execute, executeAt } = answering(payments.stream, payments.shape, withDecisions(payments))

const paymentSql = sql({ status: col.text, number: col.text }, "select status, payment_number as number from payment where id = $1")

/** The entry that posted a payment. */
const postedBy = (id: number) =>
  handle(function* () {
    const [payment] = yield* statement(paymentSql, [id])
    if (!payment) return yield* Effect.fail(notFound(`Payment ${id} does not exist`))
    if (payment.status === "reversed") return yield* Effect.fail(conflict(`${payment.number} is reversed already`))
    return yield* entryOf("payment", id)
  })

interface OfOne {
  readonly params: { readonly id: number }
}
type Aged = Parameters<typeof agedReceivables>[0] & { readonly format?: Parameters<typeof statementAnswer>[1] }

export const PaymentsLive = resourceLive(payments, {
  receive: ({
    payload: { currency = "USD", method = "cash", date, reference, notes, allocations, exchangeRate, ...payment },
  }: {
    readonly payload: typeof PaymentInput.Type
  }) =>
    Effect.gen(function* () {
      const { today } = yield* Who
      const received = {
        ...payment,
        currency,
        method,
        date: date ?? today,
        reference: reference || null,
        notes: notes ?? "",
        allocations: allocations ?? null,
        exchangeRate: exchangeRate ?? null,
      }
      return yield* execute(receivePayment, received, 201)
    }),
  reversal: ({ params: { id } }: OfOne) => Effect.flatMap(postedBy(id), (entryId) => reversalPreview(reversePayment, { id, entryId })),
  reverse: ({ params: { id }, payload: { reason, kind = "error", version } }: OfOne & { readonly payload: typeof ReversingInput.Type }) =>
    Effect.flatMap(postedBy(id), (entryId) => executeAt(id, version, reversePayment, { id, kind, reason, entryId })),
  convert: ({ payload: { exchangeRate, ...asked } }: { readonly payload: typeof ConversionInput.Type }) =>
    Effect.gen(function* () {
      const who = yield* Who
      const { execute } = yield* Records
      const { id } = yield* mapDatabaseErrors(execute(convertCredit, { ...asked, rate: exchangeRate ?? null }, who, yield* commandKey))
      return yield* rowAnswer(accountList, id, "Client account", 200)
    }),
  accounts: ({ query }: RequestOf<typeof payments, "accounts">) => listAnswer("/api/client-accounts", accountList, query),
  aged: ({ query: { format = "json", ...asked } }: { readonly query: Aged }) =>
    mapDatabaseErrors(Effect.flatMap(agedReceivables(asked), (report) => statementAnswer(report, format))),
})
