/** Explains the figures of an aged report: the open documents, by days overdue. */
import { Effect } from "effect"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { Who } from "@ops/platform/access/who.ts"
import type { Database, DatabaseError } from "@ops/platform/database/database.ts"
import { notFound, type Rejection } from "@ops/platform/records/command.ts"
import { added, figure, type FigureRef, said } from "@ops/platform/records/explain.ts"
import { type AgedAsked, reconciliation } from "./aged.ts"
import type { StatementAnswer } from "./contract.ts"

interface AgedFigure {
  readonly label: string
  readonly report: (asked: AgedAsked) => Effect.Effect<StatementAnswer, Rejection | DatabaseError, Database | Who>
  /** the record of a line by the line's key in the report, and the screen that shows it */
  readonly document: (id: number) => { readonly stream: string; readonly path: string; readonly figure: FigureRef }
}

/** The figure for every amount of an aged report, computed from the report's answer. */
export const agedFigure = (name: string, { label, report, document }: AgedFigure) =>
  figure(name, {
    label,
    unit: "USD",
    needs: ["part", "day", "currency"],
    takes: ["siteId", "age"],
    may: FINANCE,
    explain: Effect.fnUntraced(function* ({ part, day, currency, siteId, age = "total" }, who) {
      const asked = { asAt: day, currency, siteId: siteId === undefined ? undefined : String(siteId) }
      const { sections, columns } = yield* Effect.provideService(report(asked), Who, who)
      const [key, own] = part.split("/")
      const section = sections.find((section) => section.key === key)
      const column = columns.find((column) => column.key === age)
      const line = section && [...section.lines, section.total].find((line) => line.key === own)
      if (!section || !column || !line) return yield* Effect.fail(notFound(`There were no open items in ${part} at the end of ${day}`))
      const value = line.values[age] ?? "0.00"
      const to = (of: { readonly key: string }, inSection: string) => ({ name, parameters: { part: `${inSection}/${of.key}`, day, currency, siteId, age } })
      if (section.key === reconciliation) {
        const [posted, late] = section.lines.map(({ values }) => said(values["total"]!, currency))
        const formula = {
          posted: `The statements of ${day} show ${posted}`,
          late: `${late} is dated by ${day} and was posted later, because its month was closed`,
        }[line.key]
        return { value, unit: currency, formula: formula ?? `${posted} posted and ${late} of late facts` }
      }
      if (line !== section.total) {
        const id = Number(/\d+$/.exec(line.key)?.[0])
        const bucket = columns.find(({ key }) => key !== "total" && line.values[key] !== "0.00")?.title.toLowerCase() ?? ""
        return {
          value,
          unit: currency,
          formula: `At the end of ${day} ${said(line.values["total"]!, currency)} of ${line.title} was open: ${bucket === "not due" ? bucket : `overdue by ${bucket}`}`,
          records: [{ ...document(id), title: line.title, value: line.values["total"]! }],
        }
      }
      const rows = (
        section.lines.length > 0
          ? section.lines.map((line) => ({ line, key: section.key }))
          : sections.filter(({ key }) => key !== "all" && key !== reconciliation).map(({ total, key }) => ({ line: total, key }))
      )
        .filter(({ line }) => line.values[age] !== "0.00")
        .map(({ line, key }) => ({ label: line.title, value: line.values[age]!, figure: to(line, key) }))
      const inputs = { rows, total: rows.length, sum: value }
      return {
        value,
        unit: currency,
        inputs,
        formula: `${section.title}, ${column.title.toLowerCase()} at the end of ${day}: ${added(inputs, currency, "documents")}`,
      }
    }),
  })
