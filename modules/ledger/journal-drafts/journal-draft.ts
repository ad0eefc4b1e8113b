/**
 * Drafts of journal entries: written by one person, posted by another. A draft is not part of the books: it may be unbalanced, and can be changed and
 * discarded. Posting it writes its entry in the same commit, under every rule of a manual entry.
 */
import { Schema } from "effect"
import {
  command,
  type By,
  conflict,
  forbidden,
  get,
  invalid,
  newId,
  nextNumber,
  permitted,
  Rejection,
  type CommandGenerator,
} from "@ops/platform/records/command.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { refuseSimulated } from "@ops/platform/records/rules/decision.ts"
import { BusinessDate, SeriesNumber, Instant, Line, Literals, Optional, Parts, Ref, Text } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"
import type { RowScope } from "@ops/platform/records/visibility.ts"
import { officialRate, toUsd } from "../exchange-rates/exchange-rate.ts"
import { accountsByHand, checked, type Entry, post } from "../journal-entries/journal-entry.ts"
import { requireWithinLimit } from "./journal-policy.ts"
import { rejectFutureMonth } from "../periods/period.ts"

/** Cents of the draft's currency; one of debit and credit is 0. */
const DraftLine = Schema.Struct({
  /** the account's number: "1100" */
  account: Schema.String,
  debit: Schema.Int,
  credit: Schema.Int,
  description: Schema.String,
  siteId: Schema.NullOr(Schema.Int),
})

const content = {
  entryDate: BusinessDate,
  description: Line(500),
  reference: Optional(Line(100)),
  currency: Literals("USD", "SSP"),
  lines: Parts(DraftLine),
  /** the reason for posting into a month that is closing */
  reason: Optional(Text(500)),
}
const facts = { draftNumber: SeriesNumber("JD"), ...content, createdBy: Optional(Ref("person")) }
export const JournalDraft = record(
  "journal_draft",
  {
    ...facts,
    status: Literals("draft", "posted", "discarded"),
    approvedBy: Optional(Ref("person")),
    journalEntryId: Optional(Ref("journal_entry")),
    postedAt: Optional(Instant),
    discardReason: Optional(Text(500)),
  },
  {
    grows: true,
    label: "Journal draft",
    title: "draft_number",
    unique: [{ fields: ["draftNumber"], sentence: "Another journal draft already has this number" }],
    indexes: [["status"], ["journalEntryId"]],
  },
)
export const JournalDrafted = event("JournalDrafted", 1, facts, ({ draftNumber, description }) => `${draftNumber} drafted: ${description}`)
export const JournalDraftChanged = event("JournalDraftChanged", 1, content, () => "Changed")
export const JournalDraftPosted = event("JournalDraftPosted", 1, { approvedBy: Optional(Ref("person")), journalEntryId: Ref("journal_entry") }, () => "Posted")
export const JournalDraftDiscarded = event("JournalDraftDiscarded", 1, { reason: Text(500) }, ({ reason }) => `Discarded: ${reason}`)
export const journalDrafts = stream(JournalDraft, JournalDrafted, JournalDraftChanged, JournalDraftPosted, JournalDraftDiscarded).fold({
  JournalDrafted: (_, drafted) => ({ ...drafted, status: "draft" as const, approvedBy: null, journalEntryId: null, postedAt: null, discardReason: null }),
  JournalDraftChanged: (draft, changed) => ({ ...draft, ...changed }),
  JournalDraftPosted: (draft, posted, at) => ({ ...draft, ...posted, status: "posted" as const, postedAt: at }),
  JournalDraftDiscarded: (draft, { reason }) => ({ ...draft, status: "discarded" as const, discardReason: reason }),
})

/** The content of a draft, the same as that of an entry posted by hand. */
export type Drafted = Omit<Entry, "source" | "rate">

const requireFinance = requiring("finance.full", "Only finance can write journal entries")
const requireDraft = ({ draftNumber, status }: Row<typeof JournalDraft>) => {
  if (status !== "draft") throw conflict(`${draftNumber} is ${status} already`)
}

/** The content of a draft: its accounts are open and each line has one side. Whether it balances is checked when it is posted. */
function* contentOf(
  { date, description, reference, currency, reason = null, lines }: Drafted,
  by: By,
): CommandGenerator<Parameters<typeof JournalDraftChanged>[0]> {
  rejectFutureMonth(date, by)
  if (lines.length === 0) throw invalid("A draft needs at least one line")
  const drafted = lines.map(({ account, debit = 0, credit = 0, description = "", siteId = null }) => {
    const areCents = [debit, credit].every((side) => Number.isSafeInteger(side) && side >= 0)
    if (!areCents || (debit === 0) === (credit === 0)) throw invalid("Each line needs either a debit or a credit greater than 0")
    return { account, debit, credit, description, siteId }
  })
  yield* accountsByHand([...new Set(drafted.map(({ account }) => account))], by)
  return { entryDate: date, description, reference, currency, reason, lines: drafted }
}

/** Writes a draft for another person to post. */
export const draftEntry = command("journal_draft.write", function* (entry: Drafted, by) {
  requireFinance(by)
  const drafted = yield* contentOf(entry, by)
  const [id, draftNumber] = [yield* newId(journalDrafts), yield* nextNumber("JD", entry.date.slice(0, 4), 5)]
  return [journalDrafts.at(id, JournalDrafted({ draftNumber, ...drafted, createdBy: by.person }))]
})

/** The maximum number of entries in one call. */
export const mostAtOnce = 1000

/**
 * Submits entries for another person to post: creates drafts, all or none, each of which must be postable as it is. If there are several, a refusal names the
 * entry concerned.
 */
export const sendEntries = command("journal_draft.send", function* ({ entries }: { readonly entries: ReadonlyArray<Drafted> }, by) {
  requireFinance(by)
  if (entries.length === 0) throw invalid("There is no entry to post")
  if (entries.length > mostAtOnce) throw invalid(`${mostAtOnce} entries can be sent at a time`)
  const contents: Array<Parameters<typeof JournalDraftChanged>[0]> = []
  for (const [n, entry] of entries.entries()) {
    try {
      yield* checked({ ...entry, source: null }, by)
      contents.push(yield* contentOf(entry, by))
    } catch (error) {
      throw error instanceof Rejection && entries.length > 1 ? new Rejection(error.status, `Entry ${n + 1}: ${error.message}`) : error
    }
  }
  const changes: Array<Change> = []
  for (const content of contents) {
    const [id, draftNumber] = [yield* newId(journalDrafts), yield* nextNumber("JD", content.entryDate.slice(0, 4), 5)]
    changes.push(journalDrafts.at(id, JournalDrafted({ draftNumber, ...content, createdBy: by.person })))
  }
  return changes
})

/** Changes a draft; only its author may, and only before it is posted or discarded. */
export const changeDraft = command("journal_draft.change", function* ({ id, entry }: { readonly id: number; readonly entry: Drafted }, by) {
  requireFinance(by)
  const draft = yield* get(journalDrafts, id)
  requireDraft(draft)
  if (by.person !== null && draft.createdBy !== by.person) throw forbidden("Only the author of this draft can change it")
  return [journalDrafts.at(id, JournalDraftChanged(yield* contentOf(entry, by)))]
})

/** Row scope: a person restricted to a site sees the drafts that have lines of that site. */
export const rows: RowScope<"lines"> = {
  sees: ({ lines }, { confinedTo }) => confinedTo === null || (lines as ReadonlyArray<typeof DraftLine.Type>).some(({ siteId }) => siteId === confinedTo),
  where: ({ confinedTo }) =>
    confinedTo === null ? [] : [{ sql: `exists(select from jsonb_to_recordset(r.lines) as x("siteId" bigint) where x."siteId" = ?)`, values: [confinedTo] }],
  words: "8: drafts that touch its own site if it has one; 7 and 10: all",
}

/** Posts a draft; not by its author. Refused where a manual entry would be; nothing is written then. */
export const postDraft = command("journal_draft.post", "Post a draft written by another person", { id: Ref("journal_draft") }, function* ({ id }, by) {
  requireFinance(by)
  const draft = yield* get(journalDrafts, id)
  requireDraft(draft)
  refuseSimulated(by)
  if (by.person !== null && draft.createdBy === by.person) throw forbidden("You wrote this draft, so another person must post it")
  const { entryDate: date, description, reference, currency, reason } = draft
  const debit = draft.lines.reduce((sum, { debit }) => sum + debit, 0)
  yield* requireWithinLimit(toUsd(debit, currency === "USD" ? 100 : yield* officialRate(date)), by)
  yield* permitted()
  const lines = draft.lines.map(({ debit, credit, ...line }) => ({ ...line, ...(debit > 0 ? { debit } : { credit }) }))
  const entry = yield* post({ date, description, reference, source: null, currency, reason, lines }, by)
  return [journalDrafts.at(id, JournalDraftPosted({ approvedBy: by.person, journalEntryId: entry[0]!.id })), ...entry]
})

/** Discards a draft. */
export const discardDraft = command(
  "journal_draft.discard",
  "Discard a draft",
  { id: Ref("journal_draft"), reason: Line(500) },
  function* ({ id, reason }, by) {
    requireFinance(by)
    requireDraft(yield* get(journalDrafts, id))
    yield* permitted()
    if (reason.trim() === "") throw invalid("Reason is required")
    return [journalDrafts.at(id, JournalDraftDiscarded({ reason: reason.trim() }))]
  },
)
