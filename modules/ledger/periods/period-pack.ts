/**
 * The pack of a closed month: its statements as PDF, as of the event that closed it. The files are stored and their SHA-256 is in the log; reading the
 * statements as of that moment returns the same bytes.
 */
import { Effect } from "effect"
import { type SignedIn, Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { keepDocument } from "@ops/platform/documents/document.ts"
import { acting, system } from "@ops/platform/records/command.ts"
import { Snapshots } from "@ops/platform/records/snapshots/snapshots.ts"
import type { Publication } from "@ops/platform/records/reproducible-documents.ts"
import { execute } from "@ops/platform/records/records.ts"
import { periodId, publishPeriod } from "./period.ts"
import { packReports } from "./contract.ts"
import { companyName } from "../statements/answer.ts"
import { statementOf } from "../statements/server.ts"

/**
 * The version of the code that makes each statement. Raise it with every change of layout or calculation that changes the bytes of
 * a statement: `ops audit replay --diff` then reports older packs as not comparable, and compares the newer ones.
 */
export const statementVersions: Readonly<Record<(typeof packReports)[number], number>> = {
  // 2, and 3 of the cash flow: set in the font of the screens; 3 of those as at a day: it is written out
  pnl: 2,
  "balance-sheet": 3,
  // 2: one split of each entry produces both forms (decision 42)
  "cash-flow": 3,
  "trial-balance": 3,
  expense: 2,
}

const publisher = system("period.pack")
/** Sees the whole company, as the person who closes the books does. */
const bookkeeper = (): SignedIn => ({ ...acting(publisher), person: 0, employeeId: "", siteId: null, sessionId: null })

/** A statement of a month as it is published. */
const reportOf = (period: string, report: (typeof packReports)[number]) =>
  Effect.gen(function* () {
    const { statementFile } = yield* Effect.promise(() => import("../statements/file.ts"))
    const statement = yield* statementOf(report, { period })
    return (yield* statementFile(statement, "pdf", yield* companyName)).bytes
  }).pipe(Effect.provideServiceEffect(Who, Effect.sync(bookkeeper)))

const closedSql = sql({ position: col.whole }, `select max(position) as position from es.event where stream = $1 and type = 'PeriodClosed'`)

/** Publishes the pack of a closed month, unless it was published already. */
export const publishPack = (period: string) =>
  Effect.gen(function* () {
    const { statement } = yield* Database
    const { resolve, within } = yield* Snapshots
    const [closing] = yield* statement(closedSql, [`fiscal_period/${periodId(period)}`])
    const position = closing!.position
    const files = yield* within(
      yield* resolve(`@${position}`),
      Effect.forEach(packReports, (report) => Effect.map(reportOf(period, report), (bytes) => ({ report, bytes }))),
    )
    const pack = yield* Effect.forEach(files, ({ report, bytes }) =>
      Effect.map(keepDocument(bytes, "application/pdf"), (sha256) => ({ report, sha256, bytes: bytes.length, statementVersion: statementVersions[report] })),
    )
    yield* execute(publishPeriod, { period, position, pack }, publisher)
  })

const partsOf = (key: string) => key.split(" ") as [period: string, report: (typeof packReports)[number]]
/** Every pack that was ever published, including those of months that were re-opened since. */
export const periodPacks: Publication = {
  sql: `select p.report || ' of ' || f.period as name, f.period || ' ' || p.report as key, f.position, p.sha256,
      coalesce(p."statementVersion", 1) as version
    from (select e.data->>'period' as period, (e.data->>'position')::bigint as position, e.data->'pack' as pack from es.event e where e.type = 'PeriodPublished') f,
    jsonb_to_recordset(f.pack) as p(report text, sha256 text, "statementVersion" int)`,
  missing: `select 'the statements of ' || to_char(to_date(split_part(c.stream, '/', 2), 'YYYYMM'), 'YYYY-MM') as name from (
      select distinct on (stream) stream, type, position from es.event
      where type in ('PeriodClosed', 'PeriodReopened') and position <= $1 order by stream, position desc) c
    where c.type = 'PeriodClosed'
      and not exists(select from es.event e where e.stream = c.stream and e.type = 'PeriodPublished' and e.position > c.position) order by c.stream`,
  version: (key) => statementVersions[partsOf(key)[1]],
  bytes: (key) => reportOf(...partsOf(key)),
}
