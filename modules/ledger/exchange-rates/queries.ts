/** Reads exchange rates outside a command. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { sql } from "@ops/platform/database/statement.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import { ExchangeRate, rateAt } from "./exchange-rate.ts"

const officialSql = sql(stateColumns(ExchangeRate), `select ${ExchangeRate.state("r")} from exchange_rate r where r.type = 'official'`)

/** The official rate of a day, in hundredths of SSP per USD; undefined before the first rate. */
export const officialRateOn = (day: string) => Effect.map(statement(officialSql, []), ([row]) => rateAt(row, day))
