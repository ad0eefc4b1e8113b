/** Quantities and shares as the calls about a project's money take them. */
import { Schema, SchemaGetter } from "effect"
import { parseMoney } from "@ops/platform/money.ts"
import { parseQuantity } from "@ops/platform/quantity.ts"

const decimal = (message: string, parse: (text: string) => number | undefined, one: number) =>
  Schema.Union([Schema.String, Schema.Finite])
    .check(Schema.makeFilter((value) => (parse(String(value)) === undefined ? message : undefined)))
    .pipe(
      Schema.decodeTo(Schema.Int, {
        decode: SchemaGetter.transform((value: string | number) => parse(String(value))!),
        encode: SchemaGetter.transform((whole: number): string | number => whole / one),
      }),
    )

/** A quantity, in thousandths. */
export const QuantityInput = (field: string) => decimal(`${field} must be a number with at most three decimals`, parseQuantity, 1000)
/** A share from 0 to 100, in hundredths of a percent. */
export const PercentInput = (field: string) =>
  decimal(
    `${field} must be a percentage between 0 and 100`,
    (text) => {
      const share = parseMoney(text)
      return share === undefined || share < 0 || share > 10_000 ? undefined : share
    },
    100,
  )
