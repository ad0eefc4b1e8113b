/**
 * Balances of the earlier books that people take over: open invoices, cash in floats, advances of petty cash, stock from a file. They are posted against
 * equity as they are imported; what one person takes over, another confirms, and until then no month can be closed.
 */
import { Schema } from "effect"
import { type By, command, type CommandGenerator, conflict, findById, forbidden, get, permitted } from "@ops/platform/records/command.ts"
import { Instant, Literals, Optional, Parts, Ref } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { refuseSimulated } from "@ops/platform/records/rules/decision.ts"
import { requiring } from "@ops/platform/records/rules/requiring.ts"
import { type Change, event, stream } from "@ops/platform/records/stream.ts"

/** The books have one record of their opening, with this id, from the first balance that is taken over. */
const only = 1

export const Opening = record(
  "opening",
  {
    status: Literals("entered", "confirmed"),
    /** the person who took over something most recently */
    enteredBy: Ref("person"),
    /** the people whose entries another person has yet to confirm */
    waiting: Parts(Schema.Int),
    confirmedBy: Optional(Ref("person")),
    confirmedAt: Optional(Instant),
  },
  { label: "Opening balances", title: "'Opening balances'" },
)
export const OpeningEntered = event(
  "OpeningEntered",
  1,
  { enteredBy: Ref("person") },
  ({ enteredBy }, title) => `Entered by ${title("person", enteredBy)}, to be confirmed by another person`,
)
/** It covers what other people have entered until then, not what the confirming person has entered. */
export const OpeningConfirmed = event("OpeningConfirmed", 1, { confirmedBy: Optional(Ref("person")) }, () => "Confirmed by another person")

/** Who still waits for another person after one has confirmed. */
const stillWaiting = (waiting: ReadonlyArray<number>, confirmedBy: number | null) => waiting.filter((person) => person === confirmedBy)

export const openings = stream(Opening, OpeningEntered, OpeningConfirmed).fold({
  OpeningEntered: (opening, { enteredBy }) => ({
    status: "entered" as const,
    enteredBy,
    waiting: [...(opening?.waiting ?? []), enteredBy],
    confirmedBy: opening?.confirmedBy ?? null,
    confirmedAt: opening?.confirmedAt ?? null,
  }),
  OpeningConfirmed: (opening, { confirmedBy }, at) => {
    const waiting = stillWaiting(opening.waiting, confirmedBy)
    return { ...opening, waiting, status: waiting.length === 0 ? ("confirmed" as const) : ("entered" as const), confirmedBy, confirmedAt: at }
  },
})

/** The changes with which a person takes over a balance; none if something of theirs waits already. */
export function* takingOver({ person }: By): CommandGenerator<ReadonlyArray<Change>> {
  if (person === null) return []
  const opening = yield* findById(openings, only)
  return opening?.waiting.includes(person) ? [] : [openings.at(only, OpeningEntered({ enteredBy: person }))]
}

/** Whether the opening balances can still be corrected against equity: another person has not confirmed all of them. */
export function* isOpeningUnconfirmed(): CommandGenerator<boolean> {
  return ((yield* findById(openings, only))?.waiting ?? []).length > 0
}

const requireFinance = requiring(["finance.full"], "Only finance can confirm opening balances")

export const confirmOpening = command(
  "opening.confirm",
  "Confirm the opening balances that other people have entered",
  { id: Ref("opening") },
  function* ({ id }, by) {
    requireFinance(by)
    const { waiting } = yield* get(openings, id)
    refuseSimulated(by)
    if (waiting.length === 0) throw conflict("The opening balances are confirmed already")
    if (stillWaiting(waiting, by.person).length === waiting.length) throw forbidden("You entered these opening balances, so another person must confirm them")
    yield* permitted()
    return [openings.at(id, OpeningConfirmed({ confirmedBy: by.person }))]
  },
)
