/** The figures of leave: pending requests, and a person's balance of a leave type. */
import { Effect } from "effect"
import { col } from "@ops/platform/database/statement.ts"
import { STAFF } from "@ops/platform/access/rule.ts"
import { notFound } from "@ops/platform/records/command.ts"
import { figure, partsBy, said } from "@ops/platform/records/explain.ts"
import { placed } from "../attendance/queries.ts"
import { leaveBalances, leaveJoins, leaveScope, typesOfLeave } from "./queries.ts"

const pendingLeaves = figure("people.pendingLeaves", {
  label: "Pending leave requests",
  unit: "requests",
  takes: ["siteId"],
  may: STAFF,
  explain: ({ siteId }, who) =>
    Effect.gen(function* () {
      const values: Array<unknown> = []
      const site = siteId === undefined ? [] : [{ sql: "p.site_id = ?", values: [siteId] }]
      const where = placed([...leaveScope(who), ...site, { sql: "r.status = 'pending'" }], values)
      const records = yield* partsBy(
        "requests",
        { id: col.whole, title: col.text },
        `select r.id, p.first_name || ' ' || p.last_name || ', ' || t.name || ' from ' || to_char(r.start_date, 'YYYY-MM-DD') as title, 1 as amount
         from leave_request r ${leaveJoins} ${where} order by r.start_date, r.id`,
        values,
        ({ id, title }) => ({
          stream: `leave_request/${id}`,
          title,
          value: null,
          path: `/hr?tab=leaves&open=${id}`,
        }),
      )
      return { value: records.sum, records, formula: `Requested and not decided: ${said(records.sum, "requests")}` }
    }),
})

const words = {
  accrual: "Accrued",
  carry_forward: "Carried forward",
  expiry: "Expired",
  taken: "Taken",
  returned: "Restored",
  encashed: "Paid out",
  adjusted: "Adjusted",
} as const
const round = (days: number) => Math.round(days * 100) / 100

const balance = figure("leave.balance", {
  label: "Remaining leave",
  unit: "days",
  needs: ["id", "line"],
  may: STAFF,
  explain: ({ id, line }, who) =>
    Effect.gen(function* () {
      const answer = yield* leaveBalances(who, id, who.today)
      const of = answer.balances.find(({ leaveTypeId }) => leaveTypeId === line)
      const type = (yield* typesOfLeave).find((type) => type.id === line)
      if (!of || !type) return yield* Effect.fail(notFound(`Leave type ${line} does not exist`))
      const byKind = Map.groupBy(
        of.entries.filter(({ days }) => days !== 0),
        ({ kind }) => kind,
      )
      const inputs = [...byKind].map(([kind, entries]) => ({
        label: `${words[kind]}, ${entries.length === 1 ? "one entry" : `${entries.length} entries`}`,
        value: round(entries.reduce((sum, { days }) => sum + days, 0)),
      }))
      const requests = Map.groupBy(
        of.entries.filter(({ requestId }) => requestId !== null),
        ({ requestId }) => requestId!,
      )
      const records = [...requests].map(([requestId, entries]) => ({
        stream: `leave_request/${requestId}`,
        title: `${of.leaveType} from ${entries[0]!.date}`,
        value: round(entries.reduce((sum, { days }) => sum + days, 0)),
        path: `/hr?tab=leaves&open=${requestId}`,
      }))
      const sum = inputs.map(({ value }) => value).join(" + ") || "0"
      return {
        value: of.balance,
        formula: `Sum of ${answer.name}'s entries up to ${answer.at}: ${sum.replaceAll("+ -", "− ")} = ${said(of.balance, "days")}`,
        inputs,
        records,
        terms: type.terms.map(({ from, maxDaysPerYear, accrual, carryForward, carryMonths }) => ({
          label: `Days per year, ${accrual === "monthly" ? "one twelfth per month of service" : "on the first day of the year"}, ${carryForward ? `carried forward${carryMonths === null ? "" : ` for ${carryMonths} months`}` : "not carried forward"}`,
          value: maxDaysPerYear,
          from,
          stream: `leave_type/${type.id}`,
        })),
      }
    }),
})

export const leaveFigures = [pendingLeaves, balance]
