/** Gathers the evidence of a document: its events and those of linked records, with proofs, documents and mails. */
import { type Permission, holdsAny } from "@ops/platform/access/levels.ts"
import { Effect, Schema } from "effect"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { documentBytes } from "@ops/platform/documents/document.ts"
import { logPage } from "@ops/platform/event-store/log-page.ts"
import { pemOf, readNote, type SigningKey } from "@ops/platform/event-store/note.ts"
import { type EventProof, prove } from "@ops/platform/event-store/prove.ts"
import { type ListShape, rowText } from "@ops/platform/http/list-query.ts"
import { notFound, Rejection } from "@ops/platform/records/command.ts"
import { logWhere } from "@ops/platform/records/history.ts"
import { count } from "@ops/platform/text.ts"
import { packed, type PackedEvent } from "./pack.ts"
import { evidencePage } from "./page.ts"
import { bad, kinds, namesOf, streamOf } from "../events/log.ts"

/** A kind of document with evidence: who may have it, and the list of those that a person may see. */
export interface Evident {
  readonly may: ReadonlyArray<Permission>
  readonly list: (who: SignedIn) => ListShape
}

/** Linked records whose events all belong to the case. For other records only the events of the same commands do. */
const wholly = ["invoice", "purchase_request", "payment", "journal_entry", "billing_run", "mail"]
/** Records of people, which are never included, even if they changed in the same command. */
const never = ["person", "staff_member"]
const most = 2000

const kindOf = (stream: string) => stream.slice(0, stream.indexOf("/"))
const idOf = (stream: string) => Number(stream.slice(stream.indexOf("/") + 1))
const marks = (values: ReadonlyArray<string>) => values.map((value) => `'${value}'`).join(", ")

const streamsSql = sqlOf({ stream: col.text })
const idsSql = sqlOf({ id: col.whole })
const accountSql = sql(
  { account: col.nullable(col.text), from: col.nullable(col.text), to: col.nullable(col.text) },
  "select 'meal_account/' || contract_id as account, period_start as from, period_end as to from invoice where id = $1",
)
/** Sheets of days that the client has signed, of the meals of an invoice. */
const sheetsSql = sql(
  { stream: col.text },
  `select 'signed_day/' || d.id as stream from invoice i join signed_day d on d.site_id = i.site_id and d.client_id = i.client_id and d.date between i.period_start and i.period_end
   where i.id = $1 and i.kind = 'meal' order by d.id`,
)
const positionsSql = sql(
  { position: col.whole },
  `select position from es.event where stream = any($1::text[]) and position <= es.closed()
   union select e.position from es.event e where e.stream = any($2::text[]) and e.position <= es.closed()
     and e.commit_id in (select commit_id from es.event where stream = any($1::text[]))
   union select position from es.event where stream = $3 and position <= es.closed() and data->>'from' <= $5 and data->>'to' >= $4
   order by 1 limit ${most + 1}`,
)
const lastSealSql = sql({ id: col.whole, position: col.whole }, "select id, position from es.seal where position <= es.horizon() order by id desc limit 1")
const mailsSql = sql(
  {
    to: col.text,
    cc: col.nullable(col.text),
    subject: col.text,
    queuedAt: col.text,
    status: col.text,
    sentAt: col.nullable(col.text),
    messageId: col.nullable(col.text),
    attempts: col.whole,
    error: col.nullable(col.text),
  },
  `select "to", cc, subject, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "queuedAt", status,
     to_char(sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sentAt", message_id as "messageId", attempts, last_error as error
   from mail where id = any($1::bigint[]) order by id`,
)

/** The requested document. Refuses an invalid query (400), a kind that the person may not have (403), and an unknown or invisible document (404). */
const asked = (who: SignedIn, evident: Readonly<Record<string, Evident>>, kind: string, id: string) =>
  Effect.gen(function* () {
    const names = Object.keys(evident).sort()
    if (kind !== "any" && !(kind in evident)) return yield* Effect.fail(bad(`Evidence is available for: ${names.join(", ")}`))
    // checked before the lookup: only those who may have evidence of the kind learn whether a document exists
    const may = (kind: string) => holdsAny(who, [...evident[kind]!.may, "system.admin"])
    if (kind === "any" ? !names.some(may) : !may(kind))
      return yield* Effect.fail(new Rejection(403, "You do not have permission to see the evidence of this document"))
    const stream = (yield* streamOf({ entity: kind === "any" ? undefined : kind, id }))!
    const found = evident[kindOf(stream)]
    if (!found && who.confinedTo === null) return yield* Effect.fail(bad(`Evidence is available for: ${names.join(", ")}`))
    if (!found || !may(kindOf(stream)) || (yield* rowText(found.list(who), idOf(stream))) === undefined)
      return yield* Effect.fail(notFound(`There is no record ${kind === "any" ? "" : `${kind} `}${id.slice(0, 60)}`))
    return stream
  })

/** The records that belong to the case: those of the same commands, those that refer to the document, mails about it, and entries derived from it. */
const linked = (root: string) =>
  Effect.gen(function* () {
    const kind = kindOf(root)
    const records = yield* kinds
    const references = records
      .filter((record) => wholly.includes(record.kind))
      .flatMap((record) => [
        ...record.fields
          .filter(({ refers }) => refers === kind)
          .map(({ column }) => `select '${record.kind}/' || id as stream from ${record.kind} where "${column}" = $2`),
        ...(record.fields.some(({ name }) => name === "aboutKind")
          ? [`select '${record.kind}/' || id from ${record.kind} where about_kind = $3 and about_id = $2`]
          : []),
        ...(record.fields.some(({ name }) => name === "sourceKind")
          ? [`select '${record.kind}/' || id from ${record.kind} where source_kind = $3 and source_id = $2`]
          : []),
      ])
    const own = records.find((record) => record.kind === kind)!
    // $1 keeps its type even if no branch uses it
    const named = own.fields
      .filter(({ refers }) => refers !== undefined && wholly.includes(refers))
      .map(({ column, refers }) => `select '${refers}/' || "${column}" from ${kind} where id = $2 and "${column}" is not null`)
    const found = yield* statement(
      streamsSql(
        `select distinct stream from (${[
          "select other.stream from es.event e join es.event other on other.commit_id = e.commit_id where e.stream = $1 and e.position <= es.horizon()",
          ...references,
          ...named,
          "select null where $2::bigint is null or $3::text is null",
        ].join(" union all ")}) x where stream is not null and split_part(stream, '/', 1) not in (${marks(never)})`,
      ),
      [root, idOf(root), kind],
    )
    return [...new Set([root, ...found.map(({ stream }) => stream)])]
  })

/** Records that cover several sites: their data cannot be separated by site. */
const ofManySites = [
  "payment_run",
  "billing_run",
  "client_account",
  "contract_wip",
  "tax_report",
  "tax_payment",
  "revaluation",
  "fiscal_period",
  "payroll_period",
  "report_schedule",
  "report_run",
]

/** Leaves out records of sites other than the person's own, and those that cover several sites. */
const within = (who: SignedIn, evident: Readonly<Record<string, Evident>>, streams: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    if (who.confinedTo === null) return { streams, elsewhere: 0 }
    const foreign = new Set<string>()
    for (const { kind, fields } of yield* kinds) {
      const ids = streams.filter((stream) => kindOf(stream) === kind).map(idOf)
      if (ids.length === 0) continue
      if (ofManySites.includes(kind)) for (const id of ids) foreign.add(`${kind}/${id}`)
      else if (fields.some(({ name }) => name === "siteId")) {
        const rows = yield* statement(idsSql(`select id from ${kind} where id = any($1::bigint[]) and site_id is distinct from $2`), [ids, who.confinedTo])
        for (const { id } of rows) foreign.add(`${kind}/${id}`)
      } else if (evident[kind]) {
        const shape = evident[kind].list(who)
        for (const id of ids) if ((yield* rowText(shape, id)) === undefined) foreign.add(`${kind}/${id}`)
      }
    }
    return { streams: streams.filter((stream) => !foreign.has(stream)), elsewhere: foreign.size }
  })

/** The positions of the case's events, in order. */
const positionsOf = (root: string, streams: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const sheets = kindOf(root) === "invoice" ? (yield* statement(sheetsSql, [idOf(root)])).map(({ stream }) => stream) : []
    const whole = [...streams.filter((stream) => wholly.includes(kindOf(stream)) || stream === root), ...sheets]
    const shared = streams.filter((stream) => !whole.includes(stream))
    const [row] = kindOf(root) === "invoice" ? yield* statement(accountSql, [idOf(root)]) : []
    const found = yield* statement(positionsSql, [whole, shared, row?.account ?? null, row?.from ?? null, row?.to ?? null])
    if (found.length > most) return yield* Effect.fail(bad(`More than ${most} events belong to it. Export the log instead: ops audit export`))
    return { whole, positions: found.map(({ position }) => position) }
  })

const isAttached = Schema.is(Schema.Array(Schema.Struct({ name: Schema.String, sha256: Schema.String })))
/** The data of the statements published at the close of a month. */
const isPack = Schema.is(Schema.Array(Schema.Struct({ report: Schema.String, sha256: Schema.String })))
export const json = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

/** Events with their proofs, and the documents that they name: the files of a pack. */
export const provenEvents = (positions: ReadonlyArray<number>, key: SigningKey) =>
  Effect.gen(function* () {
    const told = yield* logWhere("e.position = any($1::bigint[]) order by e.position", [positions])
    const names = yield* namesOf(told.map(({ stream }) => stream))

    const [last] = yield* statement(lastSealSql, [])
    const provable = positions.filter((position) => position <= (last?.position ?? 0))
    const proofs: ReadonlyArray<EventProof> =
      provable.length === 0
        ? []
        : yield* Effect.catch(prove(provable, key.trusted), (error) =>
            Effect.fail(error instanceof Error && "code" in error ? error : new Rejection(409, `This cannot be proven: ${error.message}`)),
          )
    const files = new Map<string, Uint8Array>()
    const proofOf = new Map(proofs.map((proof) => [proof.event.position, proof]))
    const documents: Array<{ file: string; sha256: string; position: number }> = []
    const lost: Array<string> = []
    const events: Array<PackedEvent> = []
    for (const { position, stream, version, type, occurredAt, actor, by, text, data } of told) {
      const proof = proofOf.get(position)
      const file = `${proof ? "proofs" : "unsealed"}/${position}.json`
      if (proof) files.set(file, json(proof))
      else {
        const page = yield* logPage(position - 1, position, 1)
        const event = page.events[0]!
        files.set(file, json({ event, commit: page.commits.get(event.commitId) }))
      }
      events.push({ position, stream, version, type, occurredAt, actor, record: names.get(stream) ?? stream, by, text, file, sealed: proof !== undefined })
      const attachments = isAttached(data["attachments"]) ? data["attachments"] : []
      const statements = isPack(data["pack"]) ? data["pack"].map(({ report, sha256 }) => ({ name: `${report}.pdf`, sha256 })) : []
      for (const { sha256, name } of [
        ...attachments,
        ...statements,
        ...(typeof data["sha256"] === "string" ? [{ sha256: data["sha256"], name: undefined }] : []),
      ]) {
        if (documents.some((known) => known.sha256 === sha256)) continue
        const bytes = yield* documentBytes(sha256)
        if (!bytes) {
          lost.push(`The document with SHA-256 ${sha256}, which event ${position} names is no longer stored.`)
          continue
        }
        const label = (name ?? `${(names.get(stream) ?? stream).replace(/^.* /, "")}.pdf`).replace(/[^\w.-]+/g, "-")
        const path = `documents/${files.has(`documents/${label}`) ? `${sha256.slice(0, 8)}-` : ""}${label}`
        files.set(path, bytes)
        documents.push({ file: path, sha256, position })
      }
    }

    return { told, names, proofs, files, documents, lost, events }
  })

/** The evidence pack of a document, and its name. Refuses an invalid query (400), a missing permission (403), and an unknown document (404). */
export const evidenceOf = (
  who: SignedIn,
  evident: Readonly<Record<string, Evident>>,
  { kind, id }: { readonly kind: string; readonly id: string },
  key: SigningKey,
) =>
  Effect.gen(function* () {
    const root = yield* asked(who, evident, kind, id)
    const { streams, elsewhere } = yield* within(who, evident, yield* linked(root))
    const { whole, positions } = yield* positionsOf(root, streams)
    const { told, names, proofs, files, documents, lost, events } = yield* provenEvents(positions, key)
    const title = names.get(root) ?? root
    const mailIds = streams.filter((stream) => kindOf(stream) === "mail").map(idOf)
    const mails = yield* statement(mailsSql, [mailIds])
    const note = proofs[0]?.note
    const seal = note === undefined ? undefined : readNote(note)
    const facts = { title, madeAt: new Date().toISOString(), madeBy: `${who.name} (${who.employeeId})`, events, documents }
    const remarks = [
      ...lost,
      ...(elsewhere > 0 ? [`${count(elsewhere, "linked record")} of other sites, or of several, ${elsewhere === 1 ? "is" : "are"} left out.`] : []),
    ]
    const shownSeal = seal && { id: seal.checkpoint.seal, time: seal.checkpoint.time, size: seal.checkpoint.size, keyId: seal.keyId }
    files.set("index.html", Buffer.from(evidencePage({ ...facts, mails, seal: shownSeal, remarks })))
    files.set("mails.json", json(mails))
    if (note !== undefined) files.set("seal.txt", Buffer.from(note))
    files.set("public-key.pem", Buffer.from(key.trusted.map(pemOf).join("")))
    const bytes = packed(
      { ...facts, record: root, position: positions.at(-1) ?? 0, whole: whole.filter((stream) => told.some((event) => event.stream === stream)) },
      files,
      key,
    )
    return { root, name: `Evidence ${title.replace(/^.* /, "")}`.replace(/[^\w. -]+/g, "-"), bytes }
  })
