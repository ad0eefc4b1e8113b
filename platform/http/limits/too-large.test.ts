/** A total that a number cannot represent exactly is rejected with instructions, whether Postgres or the process computed it. */
import { Effect, Layer, ManagedRuntime, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { afterAll, expect, test } from "vitest"
import { Rule } from "../../access/rule.ts"
import { Database } from "../../database/database.ts"
import { formatMoney, mostCents } from "../../money.ts"
import { partsBy } from "../../records/explain.ts"
import { testDatabase } from "../../testing/database.ts"
import { serveApi } from "../../testing/http.ts"
import { tooLargeTotal } from "../../too-large.ts"
import { jsonResponse, mapDatabaseErrors } from "../answer.ts"
import { ErrorMapping, Authorization, rejections, Authentication } from "../contract.ts"

const amounts = `select ${mostCents}::bigint as amount from generate_series(1, 1000)`
const read = <const Name extends string>(name: Name) =>
  HttpApiEndpoint.get(name, `/api/${name}`, { success: Schema.Struct({ total: Schema.String }), error: rejections }).annotate(Rule, {
    may: ["team.manage"],
    scope: "all",
  })
class Totals extends HttpApiGroup.make("totals")
  .add(read("asNumber"))
  .add(read("asText"))
  .add(read("inProcess"))
  .add(read("explained"))
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping) {}
class TotalsApi extends HttpApi.make("test").add(Totals) {}

const TotalsLive = HttpApiBuilder.group(
  TotalsApi,
  "totals",
  Effect.fn(function* (handlers) {
    const context = yield* Effect.context<Database>()
    const { statement } = yield* Database
    const answer = (total: string) => jsonResponse(JSON.stringify({ total }))
    const summed = (total: string) => mapDatabaseErrors(Effect.map(statement(`select ${total} as total from (${amounts}) a`, []), ([row]) => row!["total"]))
    return handlers.handleAll({
      asNumber: () => Effect.map(summed("sum(amount)::bigint"), (cents) => answer(formatMoney(cents as number))),
      asText: () => Effect.map(summed("es.money(sum(amount)::bigint)"), (text) => answer(text as string)),
      inProcess: () => Effect.sync(() => answer(formatMoney(Array.from({ length: 1000 }, () => mostCents).reduce((sum, cents) => sum + cents, 0)))),
      explained: () =>
        Effect.map(
          mapDatabaseErrors(
            Effect.provide(
              partsBy("USD", {}, amounts, [], () => ({})),
              context,
            ),
          ),
          ({ sum }) => answer(String(sum)),
        ),
    })
  }),
)
const runtime = ManagedRuntime.make(testDatabase({}))
const { call, dispose } = serveApi(HttpApiBuilder.layer(TotalsApi).pipe(Layer.provide(TotalsLive)), runtime)
afterAll(async () => {
  await dispose()
  await runtime.dispose()
})

test.each(["asNumber", "inProcess"])("a sum returned as a number (%s) is refused with 422", async (path) => {
  expect(await call("10", `/api/${path}`)).toEqual({ status: 422, body: tooLargeTotal })
})

test.each(["asText", "explained"])("a sum returned as text (%s) is exact to the cent", async (path) => {
  expect(await call("10", `/api/${path}`)).toEqual({ status: 200, body: { total: "99999999999990.00" } })
})

test("money of any size is written to the cent and never rounded", () => {
  expect(formatMoney(123_456_789_012_345_678n)).toBe("1234567890123456.78")
  expect(formatMoney(-5n)).toBe("-0.05")
  expect(formatMoney(-5)).toBe("-0.05")
  expect(() => formatMoney(2 ** 53)).toThrow("too large for a number of cents")
  expect(() => formatMoney(0.5)).toThrow("not a whole number of cents")
})
