/** Collects everything that an auditor checks of a month, directly from the database: no answer of a server is trusted. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { PublicKey, SigningKey } from "@ops/platform/event-store/note.ts"
import { type notesOfFile, verifyLog } from "@ops/platform/event-store/verify.ts"
import { formatMoney } from "@ops/platform/money.ts"
import { Rejection } from "@ops/platform/records/command.ts"
import { replay } from "@ops/platform/records/generations/replay.ts"
import { republished } from "@ops/platform/records/reproducible-documents.ts"
import { Model } from "@ops/platform/records/records.ts"
import { type ClosingCheck, checklist, ClosingChecks } from "@ops/ledger/periods/closing.ts"
import { type Tie, checked, Ties } from "@ops/ledger/checks/ties.ts"
import { periodId, periodTitle } from "@ops/ledger/periods/period.ts"
import { spanOf } from "@ops/ledger/statements/statement.ts"
import { dutiesReport } from "../duties/duties.ts"
import { json, provenEvents } from "../evidence/evidence.ts"
import { packed } from "../evidence/pack.ts"
import { namedFindings } from "../seals/seals.ts"
import { faultsOf, type MonthFound, monthPage } from "./report.ts"

/** The month-end checks of the modules, and the ties of their sub-ledgers. */
export interface Lists {
  readonly checks: ReadonlyArray<ClosingCheck>
  readonly ties: ReadonlyArray<Tie>
}

const periodSql = sql(
  {
    status: col.words("open", "soft_closed", "closed"),
    overrides: col.text,
    closedBy: col.nullable(col.text),
    closedAt: col.nullable(col.text),
    pack: col.text,
    versions: col.whole,
  },
  `select f.status, f.overrides::text as overrides, (select p.first_name || ' ' || p.last_name from person p where p.id = f.closed_by) as "closedBy",
     to_char(f.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "closedAt", f.pack::text as pack, jsonb_array_length(f.closings) + 1 as versions
   from fiscal_period f where f.id = $1`,
)
const lateSql = sql(
  { entryNumber: col.text, fact: col.text, posted: col.text, description: col.text, usd: col.text },
  `select j.entry_number as "entryNumber", to_char(j.effective_date, 'YYYY-MM-DD') as fact, to_char(j.entry_date, 'YYYY-MM-DD') as posted, j.description,
     es.money((select sum(l.debit_usd)::bigint from journal_line l where l.journal_entry_id = j.id)) as usd
   from journal_entry j where j.effective_date <> j.entry_date and (j.effective_date between $1::date and $2::date or j.entry_date between $1::date and $2::date) order by j.entry_number`,
)
const lateMealsSql = sql(
  { date: col.text, meal: col.text, heads: col.whole, currency: col.text, amount: col.text, status: col.text, reason: col.text },
  `select to_char(date, 'YYYY-MM-DD') as date, meal_type as meal, heads, currency, es.money(amount) as amount, status, reason from late_meal where date between $1::date and $2::date order by date, id`,
)
const eventsSql = sql({ position: col.whole }, "select position from es.event where stream = $1 and position <= es.closed() order by position")

interface Own {
  readonly keys: ReadonlyArray<PublicKey>
  readonly notes: ReturnType<typeof notesOfFile> | undefined
  readonly progress: (at: { readonly events: number; readonly total: number }) => void
}

/** All findings of a month. Refused (400) if it is not a month. */
export const monthFound = (period: string, { checks, ties }: Lists, { keys, notes, progress }: Own) =>
  Effect.gen(function* () {
    const { streams, views } = yield* Model
    const title = yield* Effect.try({ try: () => periodTitle(period), catch: (error) => error as Rejection })
    const { from, to } = spanOf(period)
    const verified = yield* verifyLog({ keys, notes, from: undefined, progress })
    const findings = yield* namedFindings(verified.findings)
    const { position, tables, compared, documents } = yield* replay(streams, views, { until: undefined, diff: true, progress })
    const published = yield* republished(position)
    const [row] = yield* statement(periodSql, [periodId(period)])
    const lines = yield* Effect.provideService(checklist(period), ClosingChecks, checks)
    const overrides = JSON.parse(row?.overrides ?? "[]") as ReadonlyArray<{ readonly key: string; readonly reason: string }>
    const duties = yield* dutiesReport({ from, to })
    const balances = yield* Effect.provideService(checked(to), Ties, ties)
    // statements of a month are named "pnl of 2026-10"
    const own = (names: ReadonlyArray<string>) => names.filter((name) => name.includes(period))
    return {
      period,
      title,
      position,
      log: {
        events: verified.events,
        sealedTo: verified.sealedTo,
        outside: verified.outside,
        found: verified.found,
        findings: findings.map(({ position, text }) => `at event ${position}, ${text}`),
      },
      replay: {
        rows: tables.reduce((sum, { rows }) => sum + rows, 0),
        differing: compared!.differences.map(({ record }) => record),
        documents: documents!.kept,
        lost: documents!.faults.length,
      },
      close: {
        status: row?.status ?? "open",
        closedBy: row?.closedBy ?? null,
        closedAt: row?.closedAt ?? null,
        versions: row?.versions ?? 0,
        statements: (JSON.parse(row?.pack ?? "[]") as MonthFound["close"]["statements"]).map(({ report, sha256 }) => ({ report, sha256 })),
        differing: own(published.differing),
        missing: own(published.missing),
      },
      overrides: overrides.map(({ key, reason }) => ({ what: lines.find((line) => line.key === key)?.title ?? key, reason })),
      checks: lines.map(({ title, ok, count, examples }) => ({ title, ok, count, first: examples[0]?.text ?? null })),
      duties: {
        pairs: duties.pairs.map(({ record, by, why, reason }) => ({ record, by, why, reason })),
        overrides: duties.overrides.map(({ record, by, text, reason }) => ({ record, by, text, reason })),
      },
      lateEntries: yield* statement(lateSql, [from, to]),
      lateMeals: yield* statement(lateMealsSql, [from, to]),
      balances: balances.map(({ title, currency, books, subLedger, late, ok }) => ({
        title,
        currency,
        books: formatMoney(books),
        stated: formatMoney(subLedger),
        late: formatMoney(late),
        ok,
      })),
    } satisfies MonthFound
  })

/** The report as a signed pack: with the published statements, and the proof of each event of the close. */
export const monthPack = (found: MonthFound, key: SigningKey, madeBy: string) =>
  Effect.gen(function* () {
    const record = `fiscal_period/${periodId(found.period)}`
    const positions = (yield* statement(eventsSql, [record])).map(({ position }) => position)
    const { proofs, files, documents, events } = yield* provenEvents(positions, key)
    const madeAt = new Date().toISOString()
    files.set("report.json", json({ ...found, faults: faultsOf(found), madeAt, madeBy }))
    files.set("index.html", Buffer.from(monthPage(found, madeAt, madeBy)))
    if (proofs[0]) files.set("seal.txt", Buffer.from(proofs[0].note))
    const { pemOf } = yield* Effect.promise(() => import("@ops/platform/event-store/note.ts"))
    files.set("public-key.pem", Buffer.from(key.trusted.map(pemOf).join("")))
    return packed(
      { record, title: `Audit of ${found.title}`, madeAt, madeBy, position: found.position, whole: positions.length > 0 ? [record] : [], events, documents },
      files,
      key,
    )
  })
