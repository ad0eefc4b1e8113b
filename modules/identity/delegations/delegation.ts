/**
 * A delegation of approvals, for example during leave: from its first to its last day the delegate decides in the place of the delegator, within the
 * delegator's rights, limit, sites and department. The inbox applies it (`approvals/on-behalf.ts` of the reporting module).
 */
import { DECIDERS, hasInbox, holdsAny } from "@ops/platform/access/levels.ts"
import { daysBetween } from "@ops/platform/calendar.ts"
import { type By, command, conflict, findById, forbidden, invalid, newId, permitted } from "@ops/platform/records/command.ts"
import { BusinessDate, Flag, label, Line, Optional, Ref, withDefault } from "@ops/platform/records/field.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { type RowScope, visible } from "@ops/platform/records/visibility.ts"
import { mails, queueMail } from "@ops/platform/mail/mail.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { formatDay } from "@ops/platform/dates/sentence.ts"
import { type Person, people } from "../person.ts"

/** Maximum length in days. */
export const longest = 92

const facts = { delegateId: label("Delegate", Ref("person")), from: BusinessDate, to: BusinessDate, reason: Line(200) }
const given = { ...facts, delegatorId: label("Delegator", Ref("person")) }

export const Delegation = record(
  "delegation",
  { ...given, ended: Flag, endedBy: Optional(Ref("person")) },
  { label: "Delegation", title: `to_char("from", 'FMDD Mon YYYY') || ' to ' || to_char("to", 'FMDD Mon YYYY')`, indexes: [["delegateId", "to"]] },
)

export const ApprovalsDelegated = event("ApprovalsDelegated", 1, given, (e, title) => `Delegated to ${title("person", e.delegateId)}, ${e.from} to ${e.to}`)
export const DelegationEnded = event("DelegationEnded", 1, { endedBy: Optional(Ref("person")) }, () => "Ended early")

export const delegations = stream(Delegation, ApprovalsDelegated, DelegationEnded).fold({
  ApprovalsDelegated: (_, delegation) => ({ ...delegation, ended: false, endedBy: null }),
  DelegationEnded: (delegation, { endedBy }) => ({ ...delegation, ended: true, endedBy }),
})

/** SQL over the row `r`: whether it applies today. */
export const isActiveSql = `(not r.ended and r."from" <= es.today() and r."to" >= es.today())`

export const rows: RowScope<"delegatorId" | "delegateId", By> = {
  sees: ({ delegatorId, delegateId }, { person, level }) => person === null || level >= 10 || delegatorId === person || delegateId === person,
  where: ({ person, level }) => (level >= 10 ? [] : [{ sql: "? in (r.delegator_id, r.delegate_id)", values: [Number(person)] }]),
  words: "those given or received; 10: all",
}
const seen = visible(delegations, rows)

/** The e-mail to the delegate. */
const letterTo = (
  delegate: Row<typeof Person>,
  to: string,
  days: { readonly from: string; readonly to: string; readonly reason: string },
  delegator: string,
) => ({
  to,
  subject: `${delegator} has delegated approvals to you`,
  text: [
    `Dear ${delegate.firstName} ${delegate.lastName},`,
    `from ${formatDay(days.from)} to ${formatDay(days.to)} you can decide in the place of ${delegator}. Reason: ${days.reason}.`,
    "What awaits a decision is in Approvals, Delegated to me. Each decision is recorded in both names.",
  ].join("\n\n"),
})

/** Delegates the caller's own approvals. */
export const delegateApprovals = command(
  "delegation.create",
  "Delegate your approvals to another person who approves, for some days",
  { ...facts, reason: withDefault("Leave", facts.reason) },
  function* (input, by) {
    if (by.person === null || !holdsAny(by, DECIDERS)) throw forbidden("You have no approvals to delegate")
    if (by.simulated) throw forbidden("A simulated scan cannot delegate approvals. Sign in with your password")
    if (input.delegateId === by.person) throw invalid("Choose another person: you decide your own approvals already")
    if (input.from < by.today) throw invalid("From cannot be in the past")
    if (input.to < input.from) throw invalid("To cannot be before From")
    if (daysBetween(input.from, input.to) >= longest) throw invalid(`A delegation lasts ${longest} days at most`)
    const delegate = yield* findById(people, input.delegateId)
    if (!delegate?.isActive) throw invalid("Delegate must be a person who works here")
    if (!hasInbox(delegate.accessLevel)) throw invalid("Delegate must be a person who approves: a supervisor, finance or management")
    const delegated = delegations.at(yield* newId(delegations), ApprovalsDelegated({ ...input, delegatorId: by.person }))
    return delegate.email === null ? [delegated] : [delegated, queueMail(yield* newId(mails), letterTo(delegate, delegate.email, input, by.name))]
  },
)

/** Ends a delegation at once: by the delegator, the delegate, or level 10. */
export const endDelegation = command("delegation.end", "End a delegation at once", { id: Ref("delegation") }, function* ({ id }, by) {
  const { ended, to } = yield* seen(id, by)
  if (ended || to < by.today) throw conflict("This delegation has ended already")
  yield* permitted()
  return [delegations.at(id, DelegationEnded({ endedBy: by.person }))]
})
