import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { Database } from "../../database/database.ts"
import { testDatabase } from "../../testing/database.ts"
import { command, newId, system } from "../command.ts"
import { Line } from "../field.ts"
import { record } from "../record.ts"
import { layer as recordsLayer, Records } from "../records.ts"
import { documentSeries, takeNumber } from "../series.ts"
import { event, stream } from "../stream.ts"

const Receipt = record("receipt", { number: Line() }, { label: "Receipt", title: "number" })
const ReceiptWritten = event("ReceiptWritten", 1, { number: Line() }, () => "Written")
const receipts = stream(Receipt, ReceiptWritten).fold({ ReceiptWritten: (_, written) => written })
const write = command("receipt.write", function* (_: object) {
  const { number, change } = yield* takeNumber("RC", "2026")
  return [receipts.at(yield* newId(receipts), ReceiptWritten({ number })), change]
})
const by = system("test")
const [callers, each] = [32, 8]

layer(testDatabase({ streams: [receipts, documentSeries] }), { timeout: 60_000 })("a series without a gap", (it) => {
  const numbers = Effect.flatMap(Database, ({ statement }) =>
    Effect.map(statement("select number from receipt order by 1", []), (rows) => rows.map(({ number }) => number)),
  )
  /** This many callers write receipts, each of them sequentially, spread over these processes. */
  const writing = (processes: ReadonlyArray<Records["Service"]>) =>
    Effect.forEach(
      Array.from({ length: callers }, (_, n) => processes[n % processes.length]!),
      ({ execute }) => Effect.forEach(Array.from({ length: each }), () => execute(write, {}, by)),
      { concurrency: "unbounded", discard: true },
    )

  it.effect("gives 32 callers at once its numbers one after the other: none is refused and none is missing", () =>
    Effect.gen(function* () {
      yield* writing([yield* Records])
      assert.deepStrictEqual(
        yield* numbers,
        Array.from({ length: callers * each }, (_, n) => `RC-2026-${String(n + 1).padStart(5, "0")}`),
      )
    }),
  )

  it.effect("does so too where the callers are at two processes", () =>
    Effect.gen(function* () {
      const other = yield* Effect.map(Layer.build(Layer.fresh(recordsLayer)), (context) => Context.get(context, Records))
      yield* writing([yield* Records, other])
      assert.strictEqual((yield* numbers).at(-1), `RC-2026-${String(2 * callers * each).padStart(5, "0")}`)
      assert.strictEqual(new Set(yield* numbers).size, 2 * callers * each)
    }),
  )
})
