/** One serving: a client's people at a site, on a day, at breakfast, lunch or dinner. */
import { Schema } from "effect"
import { addDays, instantIn } from "@ops/platform/calendar.ts"
import { command, type By, conflict, find, forbidden, get, getHere, invalid, newId, permitted, unchanged } from "@ops/platform/records/command.ts"
import {
  BusinessDate,
  Flag,
  Instant,
  label,
  Line,
  Literals,
  Money,
  named,
  Optional,
  partly,
  Parts,
  Ref,
  Text,
  Whole,
  withDefault,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { ownSite, visible } from "@ops/platform/records/visibility.ts"
import { clients } from "@ops/clients/client.ts"
import { projectHeads } from "@ops/clients/projects/project-head.ts"
import { siteOf } from "@ops/sites/site.ts"
import { cateringOf, mealPrice } from "./catering-contract.ts"
import { unbilled } from "../head-counts/meal-account.ts"
import { type MealType, mealTypes, serves, supervises } from "../head-counts/staff-feeding.ts"

const facts = {
  sessionDate: BusinessDate,
  /** when it begins: the form's date and time */
  startsAt: Instant,
  mealType: Literals(...mealTypes),
  siteId: Ref("site"),
  clientId: Ref("client"),
  /** the catering contract in force on the day; null if there is none: such meals are exceptions and are not billed */
  contractId: Optional(Ref("client_contract")),
  projectId: Optional(Ref("project_head")),
  /** cents per meal on the day, from the contract */
  mealCost: Money,
  currency: Literals("USD", "SSP"),
  notes: Text(500),
  recordedBy: Optional(Ref("person")),
}

export const MealSession = record(
  "meal_session",
  {
    ...facts,
    status: Literals("active", "completed", "cancelled"),
    endedAt: Optional(Instant),
    /** diners who are not on the client's list: counted, and paid from other budgets */
    visitors: Whole,
    contractorDiners: Whole,
    ownStaffDiners: Whole,
    /** unique name of the serving; null once it is cancelled */
    slot: Optional(Line()),
    reopened: Flag,
    /** number served and missed at the close; null before. People added after the close are marked late */
    closedWith: Optional(Whole),
    missedAtClose: Optional(Whole),
    /** more were served than the site can feed; set once */
    overCapacity: Flag,
    /** at one of the company's own construction projects: nothing is billed */
    ownCost: Flag,
    /** the client's word on it; null before */
    signature: Optional(named({ signed: "Signed", disputed: "Disputed" }, Literals("signed", "disputed"))),
    signedBy: Optional(Line(80)),
    /** the number of the sheet that was signed */
    signedSheet: Optional(Line(8)),
  },
  {
    grows: true,
    label: "Meal session",
    title: "session_date || ' ' || meal_type",
    unique: [{ fields: ["slot"], sentence: "This meal already has a session" }],
    indexes: [
      ["sessionDate", "siteId"],
      ["contractId", "sessionDate"],
      ["startsAt", "id"],
      ["siteId", "startsAt", "id"],
    ],
  },
)

export const SessionOpened = event("SessionOpened", 1, { ...facts, slot: Line() }, ({ mealType, sessionDate }) => `${mealType} of ${sessionDate} opened`)
export const ServedAtOwnCost = event("ServedAtOwnCost", 1, {}, () => "Internal cost: the project has no client")
export const DinersCounted = event(
  "DinersCounted",
  1,
  { visitors: Whole, contractorDiners: Whole, ownStaffDiners: Whole },
  ({ visitors, contractorDiners, ownStaffDiners }) => `Others counted: ${visitors} visitors, ${contractorDiners} contractors, ${ownStaffDiners} own staff`,
)
/** Diners who are on no client's list. */
export const guests = ["visitors", "contractorDiners", "ownStaffDiners"] as const
const guestWords = { visitors: "visitor", contractorDiners: "contractor", ownStaffDiners: "of our own staff" }
export const DinerTallied = event(
  "DinerTallied",
  1,
  { kind: Literals(...guests), count: Whole, late: Flag },
  ({ kind, count, late }) => `One ${guestWords[kind]} ${count > 0 ? "more" : "less"}${late ? ", came late" : ""}`,
)
export const SessionCompleted = event("SessionCompleted", 1, { attended: Whole, missed: Whole }, ({ attended }) => `Closed with ${attended} served`)
export const ServingRecounted = event(
  "ServingRecounted",
  1,
  { attended: Whole, missed: Whole },
  ({ attended }) => `Closed with ${attended} served: some arrived as the session closed`,
)
export const SomeoneAddedLate = event("SomeoneAddedLate", 1, { staffMemberIds: Parts(Schema.Int) }, ({ staffMemberIds }) =>
  staffMemberIds.length === 1
    ? "One person was added, or corrected, after the close"
    : `${staffMemberIds.length} people were added, or corrected, after the close`,
)
export const CapacityExceeded = event(
  "CapacityExceeded",
  1,
  { attended: Whole, maximum: Whole },
  ({ attended, maximum }) => `${attended} served, above the site's capacity of ${maximum}`,
)
export const SessionCancelled = event("SessionCancelled", 1, { reason: Text(500) }, ({ reason }) => `Cancelled${reason ? `: ${reason}` : ""}`)
export const SessionReopened = event("SessionReopened", 1, { reason: Text(500) }, ({ reason }) => `Reopened: ${reason}`)
/** The client has signed its day; from now on it is changed only after a dispute. */
export const SlotSigned = event("SlotSigned", 1, { sheet: Line(8), name: Line(80) }, ({ sheet, name }) => `Signed by ${name}, sheet ${sheet}`)
export const SlotDisputed = event("SlotDisputed", 1, { reason: Text(500) }, ({ reason }) => `Disputed: ${reason}`)

export const mealSessions = stream(
  MealSession,
  SessionOpened,
  ServedAtOwnCost,
  DinersCounted,
  DinerTallied,
  SessionCompleted,
  ServingRecounted,
  SomeoneAddedLate,
  CapacityExceeded,
  SessionCancelled,
  SessionReopened,
  SlotSigned,
  SlotDisputed,
).fold({
  SessionOpened: (_, opened) => ({
    ...opened,
    status: "active" as const,
    endedAt: null,
    visitors: 0,
    contractorDiners: 0,
    ownStaffDiners: 0,
    reopened: false,
    closedWith: null,
    missedAtClose: null,
    overCapacity: false,
    ownCost: false,
    signature: null,
    signedBy: null,
    signedSheet: null,
  }),
  ServedAtOwnCost: (session) => ({ ...session, ownCost: true }),
  DinersCounted: (session, counted) => ({ ...session, ...counted }),
  DinerTallied: (session, { kind, count }) => ({ ...session, [kind]: session[kind] + count }),
  SessionCompleted: (session, { attended, missed }, at) => ({
    ...session,
    status: "completed" as const,
    endedAt: at,
    closedWith: attended,
    missedAtClose: missed,
  }),
  ServingRecounted: (session, { attended, missed }) => ({ ...session, closedWith: attended, missedAtClose: missed }),
  SomeoneAddedLate: (session) => session,
  CapacityExceeded: (session) => ({ ...session, overCapacity: true }),
  SessionCancelled: (session, _, at) => ({ ...session, status: "cancelled" as const, endedAt: at, slot: null }),
  SessionReopened: (session) => ({ ...session, status: "active" as const, endedAt: null, reopened: true, closedWith: null, missedAtClose: null }),
  SlotSigned: (session, { sheet, name }) => ({ ...session, signature: "signed" as const, signedBy: name, signedSheet: sheet }),
  SlotDisputed: (session) => ({ ...session, signature: "disputed" as const }),
})

/** Refuses (409) to change what the client has signed. */
export const requireUnsigned = ({ signature, signedBy, signedSheet }: Row<typeof MealSession>): void => {
  if (signature === "signed") throw conflict(`${signedBy} signed this meal on sheet ${signedSheet}. Dispute it on the sheet first, with a reason`, "signed")
}

/** When a meal begins where only its day is said. */
const hours: Record<MealType, string> = { breakfast: "06:30", lunch: "12:30", dinner: "18:30" }

export interface NewSession {
  readonly sessionDate: { readonly date: string; readonly at: string | null }
  readonly mealType: MealType
  readonly siteId: number | string
  readonly clientId: number | null
  readonly projectId: number | null
  readonly notes: string
}

/**
 * Opens a session. The client is the one named, else the project's, else the only one with a catering contract at the
 * site. The price is the contract's rate of the day, else 60.00 USD. At one of the company's construction projects,
 * without a client, nothing is billed and a meal has no price. Rejected (409) if the meal already has a session.
 * `known` holds the ids of the catering contracts at the site. Spec: NS-056, API-112.
 */
export const openSession = (known: ReadonlyArray<number>) =>
  command("meal_session.open", function* ({ sessionDate: { date, at }, mealType, siteId, clientId, projectId, notes }: NewSession, by) {
    if (!serves(by)) throw forbidden("Only operations can open a meal session")
    const site = yield* siteOf(siteId, by)
    if (date > addDays(by.today, 1)) throw invalid("A meal session cannot be later than tomorrow")
    const project = projectId === null ? undefined : yield* getHere(projectHeads, projectId, by)
    if (project && project.siteId !== site.id) throw invalid("This project is at another site")
    if (project && project.clientId !== null && clientId !== null && project.clientId !== clientId) throw invalid("This project belongs to another client")
    const fed = yield* cateringOf(known, { siteId: site.id, date, clientId: clientId ?? project?.clientId ?? null })
    yield* get(clients, fed.clientId)
    const slot = `${site.id}/${fed.clientId}/${projectId ?? "none"}/${date}/${mealType}`
    const other = yield* find(mealSessions, { slot })
    if (other) throw conflict(`This meal already has a session: ${mealType} on ${date}`)
    const ownCost = project !== undefined && project.clientId === null
    const contract = ownCost ? null : fed.contract
    const contractId = contract?.id ?? null
    const opened = yield* unbilled(contractId, date)
    const facts = {
      sessionDate: date,
      startsAt: at ?? instantIn(`${date}T${hours[mealType]}:00`),
      mealType,
      siteId: site.id,
      clientId: fed.clientId,
      contractId,
      projectId,
      ...(ownCost ? { mealCost: 0, currency: "USD" as const } : mealPrice(contract, date)),
      notes,
      recordedBy: by.person,
      slot,
    }
    const id = yield* newId(mealSessions)
    return [mealSessions.at(id, SessionOpened(facts)), ...(ownCost ? [mealSessions.at(id, ServedAtOwnCost({}))] : []), ...opened]
  })

export const rows = ownSite("siteId", "levels 3 and 6: own site; 8: own site if it has one; 7 and 10: all")
/** The session, if it is in the user's scope. */
export const sessionInScope = visible(mealSessions, rows)

/** Rejects (409) recording a meal on a future day. Within its day a meal may be early: the form's time is only a plan. */
export const rejectFutureMonth = ({ sessionDate }: Pick<Row<typeof MealSession>, "sessionDate">, by: By): void => {
  if (sessionDate > by.today) throw conflict(`This meal is on ${sessionDate}, which has not started. Record it on its day`)
}

/** Diners who are on no client's list. Omitted counts stay unchanged. */
export const diners = partly({ visitors: Whole, contractorDiners: label("Contractors", Whole), ownStaffDiners: label("Own staff", Whole) })
export type Diners = { readonly [K in keyof typeof diners]?: number | undefined }

const counted = (session: Row<typeof MealSession>, given: Diners) => {
  const { visitors, contractorDiners, ownStaffDiners } = session
  const before = { visitors, contractorDiners, ownStaffDiners }
  const after = { ...before, ...Object.fromEntries(Object.entries(given).filter(([, count]) => count !== undefined)) }
  return JSON.stringify(after) === JSON.stringify(before) ? [] : [mealSessions.at(session.id, DinersCounted(after))]
}

/** Sets the counts of visitors, contractors and own staff served, while the session is open. */
export const countDiners = command(
  "meal_session.diners",
  "Count people who are served but not on the list, while the session is open",
  { id: Ref("meal_session"), ...diners },
  function* ({ id, ...given }, by) {
    if (!serves(by)) throw forbidden("Only operations can count diners")
    const session = yield* sessionInScope(id, by)
    if (session.status !== "active") throw conflict("Diners are counted while the session is open")
    rejectFutureMonth(session, by)
    yield* permitted()
    const changes = counted(session, given)
    return changes.length > 0 ? changes : unchanged(id)
  },
)

/** How long after the close of its session an act of a device is still accepted, in ms: clocks are never exactly equal. */
const aroundClose = 120_000
/** Whether it was done on a device before the session was closed and only arrived late: then no reason is required. */
export const wasInTime = ({ endedAt }: Pick<Row<typeof MealSession>, "endedAt">, { at, onDevice }: By): boolean =>
  !!onDevice && endedAt !== null && Date.parse(at) + onDevice.doubtMs <= Date.parse(endedAt) + aroundClose

export interface Tally {
  readonly id: number
  readonly kind: (typeof guests)[number]
  readonly count: 1 | -1
}

/**
 * Adds or subtracts one diner who is on no list. Each is an event of its own, so that two tablets at one table add up
 * in any order of arrival. Allowed while the session is open, or if done on a device while it was.
 */
export const tallyDiner = command("meal_session.tally", function* ({ id, kind, count }: Tally, by) {
  if (!serves(by)) throw forbidden("Only operations can count diners")
  const session = yield* sessionInScope(id, by)
  rejectFutureMonth(session, by)
  const isOpen = session.status === "active"
  if (!isOpen && !(session.status === "completed" && wasInTime(session, by))) throw conflict("Diners are counted while the session is open")
  requireUnsigned(session)
  return [mealSessions.at(id, DinerTallied({ kind, count, late: !isOpen }))]
})

export interface Closing extends Diners {
  readonly id: number
  /** numbers served and missed, as currently recorded */
  readonly attended: number
  readonly missed: number
  /** closed only to be cancelled, which is also allowed for a future meal */
  readonly toCancel?: boolean
}

/** Closes a session; afterwards only a supervisor can add people, marked late. Closing a closed session changes nothing. */
export const completeSession = command("meal_session.complete", function* ({ id, attended, missed, toCancel = false, ...diners }: Closing, by) {
  if (!serves(by)) throw forbidden("Only operations can close a meal session")
  const session = yield* sessionInScope(id, by)
  if (session.status === "completed") return unchanged(id)
  if (session.status === "cancelled") throw conflict("This session was cancelled")
  if (!toCancel) rejectFutureMonth(session, by)
  yield* unbilled(session.contractId, session.sessionDate)
  return [...counted(session, diners), mealSessions.at(id, SessionCompleted({ attended, missed }))]
})

/** Corrects the counts of a close if people were recorded between the count and the close. */
export const recountServing = command("meal_session.recount", function* ({ id, attended, missed }: { id: number; attended: number; missed: number }, by) {
  const session = yield* sessionInScope(id, by)
  if (session.status !== "completed" || (session.closedWith === attended && session.missedAtClose === missed)) return unchanged(id)
  return [mealSessions.at(id, ServingRecounted({ attended, missed }))]
})

/**
 * Cancels a closed session without attendance. `version` is the session's version when it was found empty: a closed
 * session accepts no more people, and a late addition changes the version. Spec: NS-056.
 */
export const cancelSession = command("meal_session.cancel", function* ({ id, version, reason }: { id: number; version: number; reason: string }, by) {
  if (!serves(by)) throw forbidden("Only operations can cancel a meal session")
  const session = yield* sessionInScope(id, by)
  if (session.status === "cancelled") return unchanged(id)
  if (session.status !== "completed" || session.version !== version) throw conflict("The attendance has just changed. Check the session again")
  requireUnsigned(session)
  yield* unbilled(session.contractId, session.sessionDate)
  return [mealSessions.at(id, SessionCancelled({ reason }))]
})

/** Reopens a closed session before its meals are billed; level 6 and above, with a reason. Spec: NS-056. */
export const reopenSession = command(
  "meal_session.reopen",
  "Reopen a closed meal session before its meals are billed",
  { id: Ref("meal_session"), reason: withDefault("", Text(500)) },
  function* ({ id, reason }, by) {
    if (!supervises(by)) throw forbidden("Only a supervisor can reopen a session")
    const session = yield* sessionInScope(id, by)
    if (session.status === "active") return unchanged(id)
    if (session.status === "cancelled") throw conflict("This session was cancelled. Open a new one")
    yield* unbilled(session.contractId, session.sessionDate)
    requireUnsigned(session)
    yield* permitted()
    if (reason === "") throw invalid("Reason is required")
    return [mealSessions.at(id, SessionReopened({ reason }))]
  },
)

/** Records, once per session, that more people are served than the site can feed. The meal continues. Spec: NS-016. */
export const noteCapacityExceeded = command(
  "meal_session.over_capacity",
  function* ({ id, attended, maximum }: { id: number; attended: number; maximum: number }, by) {
    const session = yield* sessionInScope(id, by)
    if (session.overCapacity || attended <= maximum) return unchanged(id)
    return [mealSessions.at(id, CapacityExceeded({ attended, maximum }))]
  },
)
