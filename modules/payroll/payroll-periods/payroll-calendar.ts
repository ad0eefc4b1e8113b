/** The days paid by each payroll: one record, id 1, so that two payrolls for the same day cannot both be created. */
import { Schema } from "effect"
import { BusinessDate, Line, Parts, Ref } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

const Taken = Schema.Struct({ periodId: Schema.Int, name: Schema.String, from: Schema.String, to: Schema.String })
export const PayrollCalendar = record("payroll_calendar", { taken: Parts(Taken) }, { label: "Payroll calendar", title: "'Days that are paid'" })
export const DaysTaken = event(
  "PayrollDaysTaken",
  1,
  { periodId: Ref("payroll_period"), name: Line(100), from: BusinessDate, to: BusinessDate },
  ({ name, from, to }) => `${from} to ${to} are paid by ${name}`,
)
export const DaysFreed = event(
  "PayrollDaysFreed",
  1,
  { periodId: Ref("payroll_period") },
  ({ periodId }, title) => `The days of ${title("payroll_period", periodId)} are free again`,
)
export const payrollCalendars = stream(PayrollCalendar, DaysTaken, DaysFreed).fold({
  PayrollDaysTaken: (calendar, taken) => ({ taken: [...(calendar?.taken ?? []), taken] }),
  PayrollDaysFreed: (calendar, { periodId }) => ({ taken: calendar.taken.filter((days) => days.periodId !== periodId) }),
})

/** The payroll that pays one of these days. */
export const overlapping = (calendar: Pick<Row<typeof PayrollCalendar>, "taken"> | undefined, from: string, to: string) =>
  (calendar?.taken ?? []).find((days) => days.from <= to && from <= days.to)
