/** The people who work here and may sign in: who they are, what level they have, and how they prove who they are. */
import { Schema } from "effect"
import { holds, levelName, levelOfRole, roles } from "@ops/platform/access/levels.ts"
import { needsSite } from "@ops/platform/access/site-scope.ts"
import { command, type By, conflict, find, forbidden, get, invalid, newId, Rejection, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import {
  BusinessDate,
  erasedOf,
  Flag,
  Instant,
  Line,
  Literals,
  Optional,
  Parts,
  Personal,
  Ref,
  Secret,
  Structure,
  Text,
  Whole,
  WholeUpTo,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { sites } from "@ops/sites/site.ts"

/** A key that a person's device keeps. Its public half is all that is known here; no fingerprint, no face. */
export const Passkey = Schema.Struct({
  credentialId: Schema.String,
  /** base64url */
  publicKey: Schema.String,
  /** how often the device says it has signed; 0 if it does not count */
  counter: Schema.Int,
  transports: Schema.Array(Schema.String),
  addedAt: Schema.String,
  name: Schema.String,
})

const facts = {
  firstName: Personal(Line(100)),
  lastName: Personal(Line(100), "person"),
  email: Personal(Optional(Line(200))),
  phoneNumber: Personal(Optional(Line(50))),
  role: Literals(...roles),
  accessLevel: Whole,
  department: Optional(Line(100)),
  position: Optional(Line(100)),
  siteId: Optional(Ref("site")),
  supervisor: Optional(Ref("person")),
  hireDate: Optional(BusinessDate),
  biometricEnabled: Flag,
}

export const Person = record(
  "person",
  {
    /** how people sign in: FO-CEO-001, matched to the letter */
    employeeId: Line(40),
    ...facts,
    /** sees the rows of every site, though the level is one that works at a site */
    allSites: Flag,
    /** who wants the person to have level 10, until another person confirms it */
    topLevelAskedBy: Optional(Ref("person")),
    isActive: Flag,
    /** made for the demonstration; no such account may exist in production */
    demo: Flag,
    passwordHash: Optional(Secret),
    /** the password was chosen by another person: it gives no rights until the person has chosen one */
    mustChangePassword: Flag,
    passwordExpiresAt: Optional(Instant),
    /** wrong passwords in a row */
    failedSignIns: Whole,
    lockedUntil: Optional(Instant),
    lastLogin: Optional(Instant),
    passkeys: Parts(Passkey),
    /** when the person was erased: nothing but the number is known any more */
    erasedAt: Optional(Instant),
  },
  {
    label: "Employee",
    title: "case when erased_at is null then first_name || ' ' || last_name else employee_id || ' (erased)' end",
    unique: [
      { fields: ["employeeId"], sentence: "An employee with this ID exists already" },
      { fields: ["email"], sentence: "This e-mail address belongs to another person" },
    ],
    indexes: [["department"], ["siteId"]],
  },
)
export type PersonRow = Row<typeof Person>

/** With a right password, by the device's sensor, or by the simulated scan of demo mode. */
export const methods = ["password", "passkey", "demo-scan"] as const
export type Method = (typeof methods)[number]
const methodWords = { password: "with a password", passkey: "with a passkey", "demo-scan": "by the simulated scan" }

/** So many wrong passwords in a row, and the password opens nothing any more. */
export const wrongAtMost = 100
const passkeysAtMost = 10

export const PersonAdded = event(
  "PersonAdded",
  1,
  { employeeId: Line(40), ...facts, demo: Flag },
  ({ firstName, lastName, employeeId, accessLevel }) => `${firstName} ${lastName} added as ${employeeId}, ${levelName(accessLevel)}`,
)
export const PersonChanged = event(
  "PersonChanged",
  1,
  facts,
  ({ position, role, department, accessLevel, siteId }, title) =>
    `Changed: ${position ?? role}, ${department ?? "no department"}, ${levelName(accessLevel)}, ${siteId === null ? (needsSite(accessLevel) ? "no site" : "all sites") : title("site", siteId)}`,
)
export const AllSitesGranted = event("AllSitesGranted", 1, {}, () => "May see all sites")
export const AllSitesWithdrawn = event("AllSitesWithdrawn", 1, {}, () => "May no longer see all sites")
export const TopLevelAsked = event("TopLevelAsked", 1, { askedBy: Optional(Ref("person")) }, () => "Level 10 requested: another person must confirm")
export const TopLevelConfirmed = event("TopLevelConfirmed", 1, { confirmedBy: Optional(Ref("person")) }, () => "Level 10 given, by two people")
export const PersonSuspended = event("PersonSuspended", 1, { reason: Text(500) }, ({ reason }) => `Suspended: ${reason}`)
export const PersonReinstated = event("PersonReinstated", 1, {}, () => "Reinstated")
export const PasswordSet = event("PasswordSet", 1, { hash: Personal(Text(500)), mustChange: Flag, expiresAt: Optional(Instant) }, ({ mustChange }) =>
  mustChange ? "First password given" : "Password changed",
)
export const PasswordRevoked = event("PasswordRevoked", 1, {}, () => `Password switched off after ${wrongAtMost} wrong tries in a row`)
/** So many wrong passwords, and still it is valid: a known device of the person signs in with it, or no other person has level 10. */
export const PasswordKept = event("PasswordKept", 1, { failed: Whole }, ({ failed }) => `${failed} wrong passwords in a row; the password was kept`)
export const SignedIn = event("SignedIn", 1, { method: Literals(...methods) }, ({ method }) => `Signed in ${methodWords[method]}`)
export const SignedInByProvider = event("SignedInByProvider", 1, { provider: Line(100) }, ({ provider }) => `Signed in by ${provider}`)
export const LevelByGroup = event(
  "LevelByGroup",
  1,
  { accessLevel: Whole, groupName: Line(200) },
  ({ accessLevel, groupName }) => `Level ${accessLevel} by the group ${groupName}`,
)
export const SignedOut = event("SignedOut", 1, {}, () => "Signed out")
export const SignInFailed = event(
  "SignInFailed",
  1,
  { method: Literals(...methods), lockedUntil: Optional(Instant) },
  ({ method, lockedUntil }) => `Failed to sign in ${methodWords[method]}${lockedUntil === null ? "" : ", too often: has to wait"}`,
)
const erasedPasskey = { credentialId: "", publicKey: "", counter: 0, transports: [], addedAt: "", name: "erased" }
export const PasskeyAdded = event(
  "PasskeyAdded",
  1,
  { passkey: Personal(Structure(Passkey), erasedPasskey) },
  ({ passkey }) => `Passkey added: ${passkey.name}`,
)
/** How often an authenticator has signed: 32 bits. */
const PasskeyCounter = WholeUpTo(4_294_967_295)
export const PasskeyUsed = event("PasskeyUsed", 1, { credentialId: Text(2000), counter: PasskeyCounter }, () => "Passkey used")
export const IdentityConfirmed = event("IdentityConfirmed", 1, { method: Literals(...methods) }, ({ method }) => `Identity confirmed ${methodWords[method]}`)
export const PasskeyCounterWentBack = event(
  "PasskeyCounterWentBack",
  1,
  { credentialId: Text(2000), counter: PasskeyCounter },
  () => "The counter of a passkey went backwards: it may have been copied. All sessions were ended",
)
/** From here on the person cannot be identified: with this event goes the key of what the log holds of the person. */
export const PersonErased = event("PersonErased", 1, { reason: Text(500) }, ({ reason }) => `Personal data erased: ${reason}`, { erases: true })

/** The level that may do everything: two people give it. */
export const topLevel = 10
const passwordFresh = { failedSignIns: 0, lockedUntil: null }

export const people = stream(
  Person,
  PersonAdded,
  PersonChanged,
  AllSitesGranted,
  AllSitesWithdrawn,
  TopLevelAsked,
  TopLevelConfirmed,
  PersonSuspended,
  PersonReinstated,
  PasswordSet,
  PasswordRevoked,
  PasswordKept,
  SignedIn,
  SignedInByProvider,
  LevelByGroup,
  SignedOut,
  SignInFailed,
  PasskeyAdded,
  PasskeyUsed,
  IdentityConfirmed,
  PasskeyCounterWentBack,
  PersonErased,
).fold({
  PersonAdded: (_, added) => ({
    ...added,
    ...passwordFresh,
    allSites: false,
    topLevelAskedBy: null,
    isActive: true,
    passwordHash: null,
    mustChangePassword: false,
    passwordExpiresAt: null,
    lastLogin: null,
    passkeys: [],
    erasedAt: null,
  }),
  PersonChanged: (person, changed) => ({ ...person, ...changed }),
  AllSitesGranted: (person) => ({ ...person, allSites: true }),
  AllSitesWithdrawn: (person) => ({ ...person, allSites: false }),
  TopLevelAsked: (person, { askedBy }) => ({ ...person, topLevelAskedBy: askedBy }),
  TopLevelConfirmed: (person) => ({ ...person, accessLevel: topLevel, topLevelAskedBy: null }),
  PersonSuspended: (person) => ({ ...person, isActive: false, topLevelAskedBy: null }),
  PersonReinstated: (person) => ({ ...person, isActive: true }),
  PasswordSet: (person, { hash, mustChange, expiresAt }) => ({
    ...person,
    ...passwordFresh,
    passwordHash: hash,
    mustChangePassword: mustChange,
    passwordExpiresAt: expiresAt,
  }),
  PasswordRevoked: (person) => ({ ...person, passwordHash: null }),
  PasswordKept: (person) => person,
  SignedIn: (person, { method }, at) => ({
    ...person,
    ...passwordFresh,
    lastLogin: at,
    // a password that another person chose is valid for one sign-in
    passwordExpiresAt: method === "password" && person.mustChangePassword ? at : person.passwordExpiresAt,
  }),
  SignedInByProvider: (person, _, at) => ({
    ...person,
    ...passwordFresh,
    lastLogin: at,
    // who signs in so needs no first password, which another person knows
    ...(person.mustChangePassword && { passwordHash: null, mustChangePassword: false, passwordExpiresAt: null }),
  }),
  LevelByGroup: (person, { accessLevel }) => ({ ...person, accessLevel }),
  SignedOut: (person) => person,
  SignInFailed: (person, { method, lockedUntil }) => (method === "password" ? { ...person, failedSignIns: person.failedSignIns + 1, lockedUntil } : person),
  PasskeyAdded: (person, { passkey }) => ({ ...person, biometricEnabled: true, passkeys: [...person.passkeys, passkey] }),
  PasskeyUsed: (person, { credentialId, counter }) => ({
    ...person,
    passkeys: person.passkeys.map((passkey) => (passkey.credentialId === credentialId ? { ...passkey, counter } : passkey)),
  }),
  IdentityConfirmed: (person) => ({ ...person, ...passwordFresh }),
  PasskeyCounterWentBack: (person) => person,
  PersonErased: (person, _, at) => ({ ...person, ...erasedOf(facts), biometricEnabled: false, passwordHash: null, passkeys: [], erasedAt: at }),
})

type Facts = Omit<Parameters<typeof PersonAdded>[0], "employeeId" | "demo">

/** The details of a new person: names and an employee ID, the rest as far as it is known. */
export interface NewPerson extends Partial<Facts> {
  readonly employeeId: string
  readonly firstName: string
  readonly lastName: string
  readonly demo?: boolean
  /** sees the rows of every site; not together with a site */
  readonly allSites?: boolean
}

function* checkPlaces({ siteId, supervisor, email }: Facts, id: number, now?: number | null): CommandGenerator<void> {
  if (siteId !== null) {
    const { name, isActive } = yield* get(sites, siteId)
    if (!isActive && siteId !== now) throw conflict(`${name} is closed. Choose an open site`)
  }
  if (supervisor === id) throw invalid("This would create a circular reporting line. Choose another supervisor")
  if (supervisor !== null) yield* get(people, supervisor)
  const other = email === null ? undefined : yield* find(people, { email })
  if (other && other.id !== id) throw conflict("This e-mail address belongs to another person")
}

/** Levels that work at a site get one, or all of them by an explicit grant: without either a person would see no site's rows. */
const checkSites = ({ accessLevel, siteId }: Pick<Facts, "accessLevel" | "siteId">, allSites: boolean) => {
  if (allSites && siteId !== null) throw invalid("Choose one site or all sites, not both")
  if (needsSite(accessLevel) && siteId === null && !allSites) throw invalid("Choose a site, or all sites")
}

const checkLevel = (by: By, level: number) => {
  if (level < 1 || level > 10) throw invalid("Access level must be from 1 to 10")
  if (by.person !== null && level > by.level) throw forbidden(`You cannot give a level above your own, which is ${by.level}`)
}

/** Whether the person may manage this account: all with users.manage, those of their own department with users.department; never one above their own level. */
const checkManages = (by: By, person: { readonly department: string | null; readonly accessLevel: number }) => {
  if (by.person === null) return
  const department = by.department !== null && by.department === person.department
  if (!holds(by, "users.manage") && !(department && holds(by, "users.department"))) {
    throw forbidden("Only people who manage users can do this, for their department or for all")
  }
  if (person.accessLevel > by.level) throw forbidden("You cannot change an account above your own level")
}

/** Adds a person. Without a level the role gives it; an explicit level stands. 409 if the ID or the e-mail is taken. */
export const addPerson = command("person.add", function* ({ employeeId, demo = false, allSites = false, ...given }: NewPerson, by) {
  if (by.person !== null && !holds(by, "users.manage")) throw forbidden("Only people who manage all users can add one")
  const role = given.role ?? "field_operative"
  const known: Facts = {
    email: null,
    phoneNumber: null,
    department: null,
    position: null,
    siteId: null,
    supervisor: null,
    hireDate: null,
    biometricEnabled: false,
    accessLevel: levelOfRole(role),
    ...given,
    role,
  }
  checkLevel(by, known.accessLevel)
  if (by.person !== null && known.accessLevel === topLevel) {
    throw forbidden("Level 10 needs two people: add the person with a lower level, then request level 10")
  }
  const id = yield* newId(people)
  yield* checkPlaces(known, id)
  if (yield* find(people, { employeeId })) throw conflict("An employee with this ID exists already")
  if (by.person !== null) checkSites(known, allSites)
  return [people.at(id, PersonAdded({ ...known, employeeId, demo })), ...(allSites ? [people.at(id, AllSitesGranted({}))] : [])]
})

const rejectErased = ({ employeeId, erasedAt }: PersonRow) => {
  if (erasedAt !== null) throw conflict(`The personal data of ${employeeId} was erased. Add the person again`)
}

type Change = Partial<Facts> & { readonly id: number; readonly allSites?: boolean }

/**
 * Changes an account. People cannot raise their own level, nor give one above it. Level 10 is requested by this, and
 * given when another person confirms it: {@link confirmTopLevel}.
 */
export const changePerson = command("person.change", function* ({ id, allSites, ...given }: Change, by) {
  const person = yield* get(people, id)
  checkManages(by, person)
  rejectErased(person)
  const before = Object.fromEntries(Object.keys(facts).map((name) => [name, person[name as keyof Facts]])) as unknown as Facts
  const asksTop = by.person !== null && given.accessLevel === topLevel && person.accessLevel < topLevel
  // all sites take the place of one site, and one site that of all
  const after: Facts = { ...before, ...(allSites === true && given.siteId === undefined && { siteId: null }), ...given }
  const seesAll = allSites ?? (person.allSites && after.siteId === null)
  if (after.accessLevel !== person.accessLevel) {
    if (by.person !== null && !holds(by, "users.manage")) throw forbidden("Only people who manage all users can change a level")
    if (id === by.person && after.accessLevel > person.accessLevel) throw forbidden("You cannot raise your own level")
    checkLevel(by, after.accessLevel)
  }
  const moves = after.siteId !== person.siteId || seesAll !== person.allSites
  if (by.confinedTo !== null && moves && (seesAll || after.siteId !== by.confinedTo)) throw forbidden("You can only place people at your own site")
  const now = asksTop ? { ...after, accessLevel: person.accessLevel } : after
  if (by.person !== null && (moves || now.accessLevel !== person.accessLevel)) checkSites(now, seesAll)
  yield* checkPlaces(after, id, person.siteId)
  const changes = [
    ...(JSON.stringify(now) === JSON.stringify(before) ? [] : [people.at(id, PersonChanged(now))]),
    ...(seesAll === person.allSites ? [] : [people.at(id, seesAll ? AllSitesGranted({}) : AllSitesWithdrawn({}))]),
    ...(asksTop && person.topLevelAskedBy !== by.person ? [people.at(id, TopLevelAsked({ askedBy: by.person }))] : []),
  ]
  return changes.length > 0 ? changes : unchanged(id)
})

/** Gives a person the level 10 that another person has requested. Not to the caller; level 7 and above. */
export const confirmTopLevel = command("person.confirm-top-level", function* ({ id }: { readonly id: number }, by) {
  const person = yield* get(people, id)
  if (by.person !== null && by.level < 7) throw forbidden("Only level 7 and above can confirm level 10")
  if (person.topLevelAskedBy === null) throw conflict(`There is no request for level 10 for ${person.employeeId}`)
  if (id === by.person) throw forbidden("You cannot confirm your own level")
  if (person.topLevelAskedBy === by.person) throw forbidden("You requested this yourself: another person must confirm it")
  if (!person.isActive) throw conflict("This employee is suspended")
  return [people.at(id, TopLevelConfirmed({ confirmedBy: by.person }))]
})

const checkBelow = (by: By, person: PersonRow, what: string) => {
  if (person.id === by.person) throw forbidden(`You cannot ${what} yourself`)
  checkManages(by, person)
  if (by.person !== null && person.accessLevel >= by.level) throw forbidden(`You can only ${what} people below your own level`)
}

/** Suspends a person: every session is over with the next request. Not the caller, and only people below their level. */
export const suspend = command("person.suspend", function* ({ id, reason }: { readonly id: number; readonly reason: string }, by) {
  const person = yield* get(people, id)
  checkBelow(by, person, "suspend")
  if (!person.isActive) throw conflict("This employee is suspended already")
  return [people.at(id, PersonSuspended({ reason }))]
})

export const reinstate = command("person.reinstate", function* ({ id }: { readonly id: number }, by) {
  const person = yield* get(people, id)
  checkBelow(by, person, "reinstate")
  rejectErased(person)
  if (person.isActive) throw conflict("This employee is not suspended")
  return [people.at(id, PersonReinstated({}))]
})

/**
 * Erases what is known of a suspended person, for good: in every record, in the log, in every moment of the past. The
 * number, the work done and what was signed stay. `confirm` is the number, typed again. Once only; again changes nothing.
 */
export const erasePerson = command(
  "person.erase",
  function* ({ id, reason, confirm }: { readonly id: number; readonly reason: string; readonly confirm: string }, by) {
    if (by.person !== null && !holds(by, "system.admin")) throw forbidden("Only an administrator of the system can erase a person")
    const person = yield* get(people, id)
    if (person.id === by.person) throw forbidden("You cannot erase yourself")
    if (confirm !== person.employeeId) throw invalid("To confirm, give the employee ID of the person who is to be erased")
    if (person.erasedAt !== null) return unchanged(id)
    if (person.isActive) throw conflict(`${person.employeeId} is active. Suspend the person first`)
    return [people.at(id, PersonErased({ reason }))]
  },
)

/** Sets a password, given its hash: one's own, or a first one (to be changed) for another person below one's own level. */
export const setPassword = command(
  "person.set-password",
  function* (
    { id, hash, mustChange, expiresAt }: { readonly id: number; readonly hash: string; readonly mustChange: boolean; readonly expiresAt: string | null },
    by,
  ) {
    const person = yield* get(people, id)
    rejectErased(person)
    if (mustChange || id !== by.person) checkBelow(by, person, "give a first password to")
    return [people.at(id, PasswordSet({ hash, mustChange, expiresAt }))]
  },
)

function* active(id: number): CommandGenerator<PersonRow> {
  const person = yield* get(people, id)
  if (!person.isActive) throw forbidden("This account is suspended. Ask your manager.")
  return person
}

/** Notes that a person has signed in: the count of wrong tries starts again. */
export const signIn = command("person.sign-in", function* ({ id, method }: { readonly id: number; readonly method: Method }) {
  yield* active(id)
  return [people.at(id, SignedIn({ method }))]
})

interface ByProvider {
  readonly id: number
  readonly provider: string
  /** the level that the person's groups give; null where no policy says one */
  readonly given: { readonly accessLevel: number; readonly groupName: string } | null
}
/** Notes that a person has signed in by the sign-in service of the company, with the level of their groups. Level 10 is left to two people. */
export const signInByProvider = command("person.sign-in-by-provider", function* ({ id, provider, given }: ByProvider) {
  const { accessLevel } = yield* active(id)
  const changes = given !== null && accessLevel < topLevel && given.accessLevel !== accessLevel ? [people.at(id, LevelByGroup(given))] : []
  return [...changes, people.at(id, SignedInByProvider({ provider }))]
})

/** Notes that a signed-in person has confirmed their identity again: with the password, or with a passkey whose signature was right. */
export const confirmIdentity = command("person.confirm", function* ({ id, passkey }: { readonly id: number; readonly passkey: UsedPasskey | null }) {
  const person = yield* active(id)
  if (person.mustChangePassword) throw forbidden("Choose a password of your own first")
  if (passkey === null) return [people.at(id, IdentityConfirmed({ method: "password" }))]
  return [usePasskey(person, passkey), people.at(id, IdentityConfirmed({ method: "passkey" }))]
})

export const signOut = command("person.sign-out", function* ({ id }: { readonly id: number }) {
  yield* get(people, id)
  return [people.at(id, SignedOut({}))]
})

export interface FailedSignIn {
  readonly id: number
  readonly method: Method
  readonly lockedUntil: string | null
  /** a device of the person's still signs in, or the person is the last of level 10: the password is kept, and Security is told */
  readonly keepPassword: boolean
}

/** Notes a failed sign-in. The hundredth wrong password in a row switches the password off, unless it must be kept. */
export const failSignIn = command("person.fail-sign-in", function* ({ id, method, lockedUntil, keepPassword }: FailedSignIn) {
  const person = yield* get(people, id)
  const failed = person.failedSignIns + 1
  const changes = [people.at(id, SignInFailed({ method, lockedUntil }))]
  if (method !== "password" || person.passwordHash === null || failed < wrongAtMost) return changes
  if (!keepPassword) return [...changes, people.at(id, PasswordRevoked({}))]
  return failed % wrongAtMost === 0 ? [...changes, people.at(id, PasswordKept({ failed }))] : changes
})

/** Adds a passkey to one's own account. A simulated scan is no proof of who one is, so it cannot. */
export const registerPasskey = command("person.register-passkey", function* (passkey: typeof Passkey.Type, by) {
  if (by.person === null) throw forbidden("Only a person can register a passkey")
  if (by.simulated) throw forbidden("Sign in with your password first: a simulated scan cannot register a passkey")
  const person = yield* active(by.person)
  if (person.passkeys.some(({ credentialId }) => credentialId === passkey.credentialId)) throw conflict("This passkey is registered already")
  if (person.passkeys.length >= passkeysAtMost) throw conflict(`An account can have ${passkeysAtMost} passkeys at most`)
  return [people.at(person.id, PasskeyAdded({ passkey }))]
})

/** Whether a passkey counts backwards, as a copy of it would. Devices that do not count always say 0. */
export const countsBack = (known: number, counter: number) => (known > 0 || counter > 0) && counter <= known

/** Which of a person's keys has signed, and how often it says it has. */
interface UsedPasskey {
  readonly credentialId: string
  readonly counter: number
}

const usePasskey = (person: PersonRow, { credentialId, counter }: UsedPasskey) => {
  const passkey = person.passkeys.find((passkey) => passkey.credentialId === credentialId)
  if (!passkey || countsBack(passkey.counter, counter)) throw new Rejection(401, passkeyRefused)
  return people.at(person.id, PasskeyUsed({ credentialId, counter }))
}

/** Signs in with a passkey whose signature was right. One that counts backwards signs no one in: {@link reportPasskey}. */
export const signInWithPasskey = command("person.sign-in-with-passkey", function* ({ id, ...used }: UsedPasskey & { readonly id: number }) {
  const person = yield* active(id)
  return [usePasskey(person, used), people.at(id, SignedIn({ method: "passkey" }))]
})
export const passkeyRefused = "This passkey was not accepted. Try again, or sign in with your password."

/** Notes that a passkey counted backwards, for those who look after security. */
export const reportPasskey = command("person.report-passkey", function* ({ id, credentialId, counter }: UsedPasskey & { readonly id: number }) {
  yield* get(people, id)
  return [people.at(id, PasskeyCounterWentBack({ credentialId, counter }))]
})

/** The commands of signing in and out. They leave events, but are no work on the company's records. */
export const signInCommands: ReadonlyArray<string> = [signIn, signInWithPasskey, signInByProvider, confirmIdentity, failSignIn, signOut, reportPasskey].map(
  ({ name }) => name,
)
