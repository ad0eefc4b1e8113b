/**
 * Reports: each tab defines its figures and tables in SQL, and is answered by one statement over the rows. A figure is null if there is nothing to count: no
 * data. In all SQL $1 and $2 are the first and the last day, $3 the site or null for all, $4 the step of time series: day, week or month.
 */
import { Effect } from "effect"
import { holdsAny } from "@ops/platform/access/levels.ts"
import { FINANCE } from "@ops/platform/access/rule.ts"
import { NO_SITE, siteMissing } from "@ops/platform/access/site-scope.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { forbidden, notFound, type Rejection } from "@ops/platform/records/command.ts"
import { cateringReport } from "./catering.ts"
import { constructionReport } from "./construction.ts"
import { facilitiesReport } from "./facilities.ts"
import { financialReport } from "./financial.ts"
import { overviewReport } from "./overview.ts"
import type { ReportFigure, ReportShape, ReportTable } from "./shape.ts"
import type { ReportAnswer } from "./contract.ts"
import { type PeriodAsked, spanAsked, stepOf, titleOf } from "./report-period.ts"
import { type ReportTab, tabTitles } from "./labels.ts"

export const reportShapes: Record<ReportTab, ReportShape> = {
  overview: overviewReport,
  catering: cateringReport,
  facilities: facilitiesReport,
  construction: constructionReport,
  financial: financialReport,
}

/** Whether a person may see costs and revenue: levels 6, 7, 8 and 10. */
const seesMoney = (who: Pick<SignedIn, "level" | "permissions">) => holdsAny(who, ["operations.supervise", "department.manage", ...FINANCE])
const isShown = ({ may, money }: Pick<ReportFigure | ReportTable, "may" | "money">, who: SignedIn) =>
  (!money || seesMoney(who)) && (may === undefined || holdsAny(who, may))

/** The figures, tables and columns of a tab that a person may see. */
const partsFor = (tab: ReportTab, who: SignedIn) => {
  const { figures, tables } = reportShapes[tab]
  return {
    figures: figures.filter((figure) => isShown(figure, who)),
    tables: tables
      .filter((table) => isShown(table, who))
      .map((table) => ({ ...table, columns: table.columns.filter(({ money }) => !money || seesMoney(who)) })),
  }
}

/** The single statement of a tab, for what a person may see. */
export const reportSql = (tab: ReportTab, who: SignedIn): string => {
  const { figures, tables } = partsFor(tab, who)
  const values = figures.map(({ key, sql }) => `'${key}', (${sql})`).join(", ")
  const rows = tables.map(({ key, columns, sql }) => {
    const shown = columns.map(({ key }) => `'${key}', x."${key}"`).join(", ")
    return `'${key}', (select coalesce(json_agg(json_build_object(${shown})), '[]') from (${sql}) x)`
  })
  return `with ${reportShapes[tab].with.join(", ")}
    select json_build_object('figures', json_build_object(${values}), 'tables', json_build_object(${rows.join(", ")}),
      'position', coalesce(nullif(current_setting('ops.position', true), '')::bigint, (select coalesce(max(position), 0) from es.event)))::text as body`
}

const todaySql = sql({ today: col.text }, "select to_char(es.today(), 'YYYY-MM-DD') as today")
const siteSql = sql({ id: col.whole, name: col.text }, "select id, name from site where id::text = $1 or slug = $1")
const bodySql = sqlOf({ body: col.text })

export interface ReportAsked extends PeriodAsked {
  /** an id or a slug */
  readonly siteId?: string | undefined
}

/** The days and the site of a report for a person. Refuses an invalid period (400) and an unknown site (404). */
export const reportScope = ({ siteId, ...period }: ReportAsked, { confinedTo }: Pick<SignedIn, "confinedTo">) =>
  Effect.gen(function* () {
    const [now] = yield* statement(todaySql, [])
    const span = yield* Effect.try({ try: () => spanAsked(period, now!.today), catch: (error) => error as Rejection })
    const named = confinedTo ?? siteId
    if (named === NO_SITE) return yield* Effect.fail(forbidden(siteMissing))
    if (named === undefined || named === "") return { span, site: null }
    const [site] = yield* statement(siteSql, [String(named)])
    if (!site) return yield* Effect.fail(notFound(`Site ${String(named).slice(0, 60)} does not exist`))
    return { span, site }
  })

/** A report for a person. Refuses an invalid period (400) and an unknown site (404). */
export const reportFor = (tab: ReportTab, asked: ReportAsked, who: SignedIn) =>
  Effect.gen(function* () {
    const { span, site } = yield* reportScope(asked, who)
    const { figures, tables } = partsFor(tab, who)
    const [row] = yield* statement(bodySql(reportSql(tab, who)), [span.from, span.to, site?.id ?? null, stepOf(span)])
    const made = JSON.parse(row!.body) as {
      readonly figures: Record<string, string | number | null>
      readonly tables: Record<string, ReadonlyArray<Record<string, string | number | null>>>
      readonly position: number
    }
    const ofSite = site ? { siteId: site.id } : {}
    const explainedBy = ({ key, figure }: ReportFigure) =>
      figure && made.figures[key] !== null && (!figure.may || holdsAny(who, figure.may))
        ? { name: figure.name, parameters: { ...figure.parameters, ...(figure.takesDays !== false && span), ...ofSite } }
        : null
    return {
      tab,
      title: tabTitles[tab],
      period: { title: titleOf(span), ...span },
      siteName: site?.name ?? null,
      position: made.position,
      figures: figures.map((figure) => ({
        key: figure.key,
        label: figure.label,
        unit: figure.unit,
        value: made.figures[figure.key] ?? null,
        figure: explainedBy(figure),
      })),
      series: tables.map(({ key, title, columns, chart }) => ({
        key,
        title,
        columns: columns.map(({ key, title, kind }) => ({ key, title, kind })),
        chart: chart && columns.some(({ key }) => key === chart.value) ? chart : null,
        rows: made.tables[key] ?? [],
      })),
    } satisfies ReportAnswer
  })
