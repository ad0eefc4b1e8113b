/** Decisions on records: the fields of the decision, the facts and the text of its events, and the input of its commands. The same for every kind of record. */
import { type By, forbidden } from "../command.ts"
import { Instant, label, Optional, Ref, Text } from "../field.ts"

const person = Optional(Ref("person"))
const reason = Optional(Text(500))

/** The fields of a record that is approved or rejected. */
export const decisionFields = { approvedBy: person, approvedDate: Optional(Instant), rejectionReason: reason, overrideReason: reason }
/** The event of an approval, and of a rejection. */
export const approvalFacts = { approvedBy: person, overrideReason: reason }
export const rejectionFacts = { rejectedBy: person, reason }
/** The same in plain words: "Approved. Override: alone at the camp", "Rejected: twice the price". */
export const approvalText = ({ overrideReason }: { readonly overrideReason: string | null }, what = "Approved") =>
  `${what}${overrideReason === null ? "" : `. Override: ${overrideReason}`}`
export const rejectionText = ({ reason }: { readonly reason: string | null }) => `Rejected${reason ? `: ${reason}` : ""}`

/** The input of a command that approves a record; with the reason, level 10 may approve what others must approve. */
export const approving = <const Kind extends string>(kind: Kind) => ({ id: Ref(kind), overrideReason: label("Reason", reason) })
/** The input of a command that rejects one. */
export const rejecting = <const Kind extends string>(kind: Kind) => ({ id: Ref(kind), reason })
/** Whether this is the person who acts. */
export const isSelf = (by: By, person: number | null) => by.person !== null && person === by.person
/** Whether a person may do by override what another should do. */
export const overrides = (by: By, reason: string | null) => by.level >= 10 && reason !== null && reason !== ""
/** Refuses decisions on money to a simulated sign-in. */
export const refuseSimulated = (by: By, what = "approve money"): void => {
  if (by.simulated) throw forbidden(`A simulated sign-in cannot ${what}. Sign in with your password`)
}
/** The same where money is also paid. */
export const refuseSimulatedPayment = (by: By): void => refuseSimulated(by, "approve or pay money")
