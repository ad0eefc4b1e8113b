import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { handle, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { type ListShape, listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import type { Command } from "@ops/platform/records/command.ts"
import { history } from "@ops/platform/records/history.ts"
import { execute } from "@ops/platform/records/records.ts"
import { LedgerApi } from "./contract.ts"
import { enterRate } from "./exchange-rates/exchange-rate.ts"
import { rateList, taxList } from "./queries.ts"
import { addTaxCode, confirmTaxRate, rejectTaxRate, setTaxRate, taxCodes } from "./taxes/tax-code.ts"

const taxNamesSql = sql({ id: col.whole, name: col.text }, "select id, name from tax_code order by id")

export const LedgerLive = HttpApiBuilder.group(LedgerApi, "ledger", (handlers) => {
  /** Runs a command and answers with the row of its record, in the shape of the list. */
  const answer = <Input>(act: Command<Input>, input: Input, list: ListShape, what: string, status = 200) =>
    Effect.gen(function* () {
      const { id } = yield* mapDatabaseErrors(execute(act, input, yield* Who, yield* commandKey))
      return yield* rowAnswer(list, id, what, status)
    })
  const onTax = <Input>(act: Command<Input>, input: Input, status?: number) => Effect.flatMap(Who, (who) => answer(act, input, taxList(who), "Tax", status))

  return handlers.handleAll({
    taxes: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/tax-codes", taxList(who), query)),
    taxHistory: () =>
      handle(function* () {
        const taxes = yield* statement(taxNamesSql, [])
        const all = yield* Effect.forEach(taxes, ({ id, name }) =>
          Effect.map(history(taxCodes, id), (lines) => lines.map((line) => ({ ...line, text: `${name}: ${line.text}` }))),
        )
        return all.flat().sort((a, b) => b.position - a.position)
      }),
    addTax: ({ payload }) => onTax(addTaxCode, payload, 201),
    setTaxRate: ({ params: { code }, payload: { source = "", ...rate } }) => onTax(setTaxRate, { code, source, ...rate }, 201),
    confirmTaxRate: ({ params }) => onTax(confirmTaxRate, params),
    rejectTaxRate: ({ params, payload: { reason } }) => onTax(rejectTaxRate, { ...params, reason }),
    rates: ({ query }) => listAnswer("/api/exchange-rates", rateList, query),
    enterRate: ({ payload: { type = "official", source = "", from, rate } }) => {
      const entered = { ...rateList, where: [{ sql: `x."from" = ?::date`, values: [from] }] }
      return answer(enterRate, { type, source, from, rate }, entered, "Exchange rate", 201)
    },
  })
})
