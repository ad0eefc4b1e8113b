/**
 * Reversing a posted document: the same for all of them. The reversal is dated today, reverses the document's journal entry by a linked one, and records the
 * person, the reason, and whether money was returned by the bank, goods were returned to the supplier, or the document was recorded in error. A document is
 * reversed once, and a reversal cannot be reversed itself.
 */
import type { Schema } from "effect"
import { type Permission, holds } from "@ops/platform/access/levels.ts"
import { type By, type CommandGenerator, forbidden, invalid } from "@ops/platform/records/command.ts"
import { BusinessDate, Line, Literals, Optional, Ref, Text, withDefault } from "@ops/platform/records/field.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { reverse } from "../journal-entries/journal-entry.ts"
import { reversalKinds, reversalWords } from "./labels.ts"

export type ReversalKind = (typeof reversalKinds)[number]

/** The data of a reversal event, the same for every document. */
export const reversalFacts = {
  kind: Literals(...reversalKinds),
  reason: Text(500),
  date: BusinessDate,
  reversedBy: Optional(Ref("person")),
  journalEntryId: Ref("journal_entry"),
}
export type ReversalFacts = Schema.Struct.Type<typeof reversalFacts>

/** The fields of a reversible document: null until it is reversed. */
export const reversalFields = {
  reversalKind: Optional(Literals(...reversalKinds)),
  reversalReason: Optional(Text(500)),
  reversalDate: Optional(BusinessDate),
  reversedBy: Optional(Ref("person")),
  reversalEntryId: Optional(Ref("journal_entry")),
}
export const notReversed = { reversalKind: null, reversalReason: null, reversalDate: null, reversedBy: null, reversalEntryId: null }
/** Those fields after a reversal. */
export const asReversed = ({ kind, reason, date, reversedBy, journalEntryId }: ReversalFacts) => ({
  reversalKind: kind,
  reversalReason: reason,
  reversalDate: date,
  reversedBy,
  reversalEntryId: journalEntryId,
})

/** The event as text: "Reversed, returned by the bank: insufficient funds". */
export const reversalText = ({ kind, reason }: Pick<ReversalFacts, "kind" | "reason">, what = "Reversed"): string =>
  `${what}, ${reversalWords[kind]}: ${reason}`

/** The input of a reversal. */
export interface Reversing {
  readonly id: number
  readonly kind: ReversalKind
  readonly reason: string
}

/** The same as the fields of a command's input. The default kind is `error`: recorded in error. */
export const reversingFields = { kind: withDefault("error", Literals(...reversalKinds)), reason: Line(400) }

export interface ReversalRule {
  /** the permission that the original command requires */
  readonly permission: Permission
  /** the person who ran a command that required a second person; another person must reverse it */
  readonly doneBy?: number | null | undefined
  /** what that person did: "executed this payment run" */
  readonly deed?: string
  /** whether the money went through a bank; only then can the bank return it */
  readonly isBanked: boolean
  /** whether it is about goods; only then can they be returned to a supplier */
  readonly isGoods?: boolean
}

/** Refuses if this person may not make the reversal. */
export const requireReverser = (by: By, rule: ReversalRule): void => {
  if (by.person !== null && !(holds(by, "finance.full") && holds(by, rule.permission))) throw forbidden("Only finance can reverse posted entries")
  if (by.simulated) throw forbidden("A simulated sign-in cannot reverse money. Sign in with your password")
  if (by.person !== null && rule.deed !== undefined && rule.doneBy === by.person) {
    throw forbidden(`You ${rule.deed}, so another person in finance must reverse it`)
  }
}

/** Refuses if this person may not make the reversal or gave no reason. Returns the trimmed reason. */
export const checkedReversalReason = (by: By, { kind, reason }: Pick<Reversing, "kind" | "reason">, rule: ReversalRule): string => {
  requireReverser(by, rule)
  if (kind === "bank_return" && rule.isGoods) throw invalid("A bank cannot return goods. Choose 'returned to the supplier' or 'recorded in error'")
  if (kind === "supplier_return" && !rule.isGoods) throw invalid("Only goods can be returned to a supplier. Choose 'recorded in error'")
  if (kind === "bank_return" && !rule.isBanked) throw invalid("This money did not go through a bank, so no bank can return it. Choose 'recorded in error'")
  if (reason.trim() === "") throw invalid("Reason is required")
  return reason.trim()
}

/** The data of the event. */
export const reversalOf = ({ kind }: Pick<Reversing, "kind">, reason: string, journalEntryId: number, by: By): ReversalFacts => ({
  kind,
  reason,
  date: by.today,
  reversedBy: by.person,
  journalEntryId,
})

/** Reverses the entry of a document by a person who may: what the event says, and what changes in the books. */
export function* reverseEntry(
  entryId: number,
  asked: Pick<Reversing, "kind" | "reason">,
  rule: ReversalRule,
  by: By,
): CommandGenerator<{ readonly facts: ReversalFacts; readonly changes: ReadonlyArray<Change> }> {
  const why = checkedReversalReason(by, asked, rule)
  const changes = yield* reverse(entryId, by.today, why, by)
  return { facts: reversalOf(asked, why, changes[0]!.id, by), changes }
}
