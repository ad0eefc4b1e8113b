/** The error for a rejected number distinguishes its sign, size and format. */
import { Effect, Exit, Schema } from "effect"
import { describe, expect, test } from "vitest"
import { wholeInput } from "./decimal-input.ts"
import { sentencesOf } from "./faults.ts"
import { IdInput } from "./http/contract.ts"
import { MoneyInput } from "./money.ts"
import { QuantityInput } from "./quantity.ts"

const Order = Schema.Struct({
  amount: MoneyInput(),
  quantity: QuantityInput,
  staffCount: wholeInput("Staff count must be a whole number"),
  clientId: IdInput("Client is required"),
})
const good = { amount: "12.50", quantity: 2.5, staffCount: "12", clientId: 1 }
const faultsOf = (order: object) =>
  Effect.runSyncExit(Schema.decodeUnknownEffect(Order)(order, { errors: "all" }).pipe(Effect.mapError((error) => sentencesOf(error)))).pipe((exit) =>
    Exit.isFailure(exit) ? (exit.cause.reasons[0] as { readonly error?: unknown }).error : undefined,
  )

describe("a number in a payload", () => {
  test("is accepted as a string or as a JSON number", () => {
    expect(faultsOf(good)).toBeUndefined()
    expect(faultsOf({ amount: -5, quantity: "0.125", staffCount: 0, clientId: "7" })).toBeUndefined()
  })
  test.each([
    [{ quantity: -2 }, "Quantity must not be negative"],
    [{ quantity: "-0.5" }, "Quantity must not be negative"],
    [{ quantity: "1.2345" }, "Quantity must be a number with at most three decimals"],
    [{ quantity: "-1.2345" }, "Quantity must be a number with at most three decimals"],
    [{ quantity: "99999999999" }, "Quantity can be 9,999,999.999 at most"],
    [{ staffCount: -1 }, "Staff count must not be negative"],
    [{ staffCount: 1.5 }, "Staff count must be a whole number"],
    [{ staffCount: -1.5 }, "Staff count must be a whole number"],
    [{ staffCount: 1_000_000_000 }, "Staff count can be 999,999,999 at most"],
    [{ staffCount: "ten" }, "Staff count must be a whole number"],
    [{ amount: "99999999999999999.00" }, "Amount can be 99,999,999,999.99 at most"],
    [{ amount: "-99999999999999999" }, "Amount can be 99,999,999,999.99 at most"],
    [{ amount: "99999999999999999.005" }, "Amount must be a number with at most two decimals"],
    [{ amount: "1e5" }, "Amount must be a number with at most two decimals"],
    [{ clientId: null }, "Client is required"],
    [{ clientId: true }, "Client is required"],
    [{ clientId: "" }, "Client is required"],
  ])("%j is refused with its reason", (fault, sentence) => {
    expect(faultsOf({ ...good, ...fault })).toBe(sentence)
  })
})
