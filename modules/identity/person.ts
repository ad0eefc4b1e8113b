/** The people who work here and may sign in: identity, access level, and credentials. */
import { Schema } from "effect"
import { holds, levelName, levelOfRole, roles } from "@ops/platform/access/levels.ts"
import { needsSite } from "@ops/platform/access/site-scope.ts"
import { command, type By, conflict, find, forbidden, get, invalid, newId, Rejection, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import {
  BusinessDate,
  Email,
  erasedOf,
  Flag,
  Instant,
  label,
  Line,
  Literals,
  Optional,
  partly,
  Parts,
  Personal,
  Ref,
  Secret,
  SiteName,
  Structure,
  Text,
  Whole,
  WholeUpTo,
  withDefault,
} from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { siteOf, sites } from "@ops/sites/site.ts"

/** A passkey of a person's device. Only the public key is stored; no fingerprint, no face. */
export const Passkey = Schema.Struct({
  credentialId: Schema.String,
  /** base64url */
  publicKey: Schema.String,
  /** the number of signatures reported by the device; 0 if it does not count */
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
    /** the ID for signing in, such as FO-CEO-001; matched exactly */
    employeeId: Line(40),
    ...facts,
    /** may see the rows of every site, although the level is for one site */
    allSites: Flag,
    /** who requested level 10 for the person, until another person confirms it */
    topLevelAskedBy: Optional(Ref("person")),
    isActive: Flag,
    /** created for the demo; no such account may exist in production */
    demo: Flag,
    passwordHash: Optional(Secret),
    /** the password was set by another person: it gives no rights until the person has chosen one */
    mustChangePassword: Flag,
    passwordExpiresAt: Optional(Instant),
    /** consecutive wrong passwords */
    failedSignIns: Whole,
    lockedUntil: Optional(Instant),
    lastLogin: Optional(Instant),
    passkeys: Parts(Passkey),
    /** when the person was erased: only the number remains */
    erasedAt: Optional(Instant),
  },
  {
    label: "Employee",
    title: "case when erased_at is null then first_name || ' ' || last_name else employee_id || ' (erased)' end",
    unique: [
      { fields: ["employeeId"], sentence: "An employee with this ID already exists" },
      { fields: ["email"], sentence: "This e-mail address belongs to another person" },
    ],
    indexes: [["department"], ["siteId"]],
  },
)
export type PersonRow = Row<typeof Person>

/** By password, by the device's passkey, or by the simulated scan of demo mode. */
export const methods = ["password", "passkey", "demo-scan"] as const
export type Method = (typeof methods)[number]
const methodWords = { password: "with a password", passkey: "with a passkey", "demo-scan": "by the simulated scan" }

/** Number of consecutive wrong passwords after which the password is disabled. */
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
export const TopLevelConfirmed = event("TopLevelConfirmed", 1, { confirmedBy: Optional(Ref("person")) }, () => "Level 10 granted by two people")
export const PersonSuspended = event("PersonSuspended", 1, { reason: Text(500) }, ({ reason }) => `Suspended: ${reason}`)
export const PersonReinstated = event("PersonReinstated", 1, {}, () => "Reinstated")
export const PasswordSet = event("PasswordSet", 1, { hash: Personal(Text(500)), mustChange: Flag, expiresAt: Optional(Instant) }, ({ mustChange }) =>
  mustChange ? "First password given" : "Password changed",
)
export const PasswordRevoked = event("PasswordRevoked", 1, {}, () => `Password switched off after ${wrongAtMost} failed attempts in a row`)
/** The limit of wrong passwords was reached, but the password stays valid: a known device of the person can sign in, or no other person has level 10. */
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
  ({ method, lockedUntil }) => `Failed to sign in ${methodWords[method]}${lockedUntil === null ? "" : ", too many attempts: must wait"}`,
)
const erasedPasskey = { credentialId: "", publicKey: "", counter: 0, transports: [], addedAt: "", name: "erased" }
export const PasskeyAdded = event(
  "PasskeyAdded",
  1,
  { passkey: Personal(Structure(Passkey), erasedPasskey) },
  ({ passkey }) => `Passkey added: ${passkey.name}`,
)
/** The number of signatures of an authenticator: 32 bits. */
const PasskeyCounter = WholeUpTo(4_294_967_295)
export const PasskeyUsed = event("PasskeyUsed", 1, { credentialId: Text(2000), counter: PasskeyCounter }, () => "Passkey used")
export const IdentityConfirmed = event("IdentityConfirmed", 1, { method: Literals(...methods) }, ({ method }) => `Identity confirmed ${methodWords[method]}`)
export const PasskeyCounterWentBack = event(
  "PasskeyCounterWentBack",
  1,
  { credentialId: Text(2000), counter: PasskeyCounter },
  () => "The counter of a passkey went backwards: it may have been copied. All sessions were ended",
)
/** From here on the person cannot be identified: this event destroys the key that encrypts the person's data in the log. */
export const PersonErased = event("PersonErased", 1, { reason: Text(500) }, ({ reason }) => `Personal data erased: ${reason}`, { erases: true })

/** The level that may do everything: granting it takes two people. */
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
    // a password set by another person is valid for one sign-in
    passwordExpiresAt: method === "password" && person.mustChangePassword ? at : person.passwordExpiresAt,
  }),
  SignedInByProvider: (person, _, at) => ({
    ...person,
    ...passwordFresh,
    lastLogin: at,
    // this sign-in replaces the first password, which another person knows
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

/** The details of a new person: names and employee ID, and others as far as known. */
export interface NewPerson extends Partial<Facts> {
  readonly employeeId: string
  readonly firstName: string
  readonly lastName: string
  readonly demo?: boolean
  /** may see the rows of every site; excludes a site */
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

/** Requires a site, or an explicit grant for all sites, for levels that work at a site: otherwise the person would see no rows. */
const checkSites = ({ accessLevel, siteId }: Pick<Facts, "accessLevel" | "siteId">, allSites: boolean) => {
  if (allSites && siteId !== null) throw invalid("Choose one site or all sites, not both")
  if (needsSite(accessLevel) && siteId === null && !allSites) throw invalid("Choose a site, or all sites")
}

const checkLevel = (by: By, level: number) => {
  if (level < 1 || level > 10) throw invalid("Access level must be from 1 to 10")
  if (by.person !== null && level > by.level) throw forbidden(`You cannot grant a level above your own, which is ${by.level}`)
}

/** Whether the user may manage this account: any with users.manage, those of the own department with users.department; never one above the own level. */
const checkManages = (by: By, person: { readonly department: string | null; readonly accessLevel: number }) => {
  if (by.person === null) return
  const department = by.department !== null && by.department === person.department
  if (!holds(by, "users.manage") && !(department && holds(by, "users.department"))) {
    throw forbidden("Only people who manage users can do this, for their department or for all")
  }
  if (person.accessLevel > by.level) throw forbidden("You cannot change an account above your own level")
}

const { firstName, lastName, phoneNumber, role, department, position, supervisor, hireDate } = facts
/** What people enter of an account, besides its ID, level and site. */
const entered = { firstName, lastName, role, email: label("E-mail", Optional(Email)), phoneNumber, department, position, supervisor, hireDate }
const { accessLevel, siteId, biometricEnabled } = facts
/** The fields of an account that can be changed; omitted ones stay. */
export const accountChanges = partly({ ...entered, accessLevel, siteId, allSites: Flag, biometricEnabled })

/** The format of an employee ID. */
export const employeeIdRule = {
  pattern: /^[\p{L}\p{N}][\p{L}\p{N}._/-]{0,39}$/u,
  sentence: "Employee ID must be 1 to 40 letters, digits or . _ / - without blanks",
}

/** Adds a person. The level defaults to that of the role; an explicit level takes precedence. 409 if the ID or e-mail is taken. */
export const addPerson = command("person.add", add)
function* add({ employeeId, demo = false, allSites = false, ...given }: NewPerson, by: By) {
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
  if (yield* find(people, { employeeId })) throw conflict("An employee with this ID already exists")
  if (by.person !== null) checkSites(known, allSites)
  return [people.at(id, PersonAdded({ ...known, employeeId, demo })), ...(allSites ? [people.at(id, AllSitesGranted({}))] : [])]
}

/** Adds a person from a row of a file, in which a site and a supervisor are named. The account has no password yet. */
export const importPerson = command(
  "person.import",
  "Add an account",
  {
    employeeId: label("Employee ID", Line(40)),
    ...entered,
    role: withDefault("field_operative", facts.role),
    /** null takes the level of the role */
    accessLevel: Optional(Whole),
    siteId: label("Site", Optional(SiteName)),
    /** instead of a site */
    allSites: withDefault(false, Flag),
  },
  function* ({ accessLevel, siteId, ...given }, by) {
    if (!employeeIdRule.pattern.test(given.employeeId)) throw invalid(employeeIdRule.sentence)
    const site = siteId === null ? null : (yield* siteOf(siteId, by)).id
    return yield* add({ ...given, siteId: site, ...(accessLevel !== null && { accessLevel }) }, by)
  },
)

const rejectErased = ({ employeeId, erasedAt }: PersonRow) => {
  if (erasedAt !== null) throw conflict(`The personal data of ${employeeId} was erased. Add the person again`)
}

/**
 * Changes an account. Users cannot raise their own level, nor grant one above it. Level 10 is only requested by this
 * command and granted when another person confirms it: {@link confirmTopLevel}.
 */
export const changePerson = command("person.change", "Change an account", { id: Ref("person"), ...accountChanges }, function* ({ id, allSites, ...given }, by) {
  const person = yield* get(people, id)
  checkManages(by, person)
  rejectErased(person)
  const before = Object.fromEntries(Object.keys(facts).map((name) => [name, person[name as keyof Facts]])) as unknown as Facts
  const asksTop = by.person !== null && given.accessLevel === topLevel && person.accessLevel < topLevel
  // a grant for all sites replaces the site, and a site replaces the grant
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

/** Grants a person the level 10 that another person has requested. Not to oneself; level 7 and above. */
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

/** Suspends a person: every session ends with the next request. Not oneself, and only people below the own level. */
export const suspend = command("person.suspend", function* ({ id, reason }: { readonly id: number; readonly reason: string }, by) {
  const person = yield* get(people, id)
  checkBelow(by, person, "suspend")
  if (!person.isActive) throw conflict("This employee is already suspended")
  return [people.at(id, PersonSuspended({ reason }))]
})

export const reinstate = command("person.reinstate", function* ({ id }: { readonly id: number }, by) {
  const person = yield* get(people, id)
  checkBelow(by, person, "reinstate")
  rejectErased(person)
  if (person.isActive) throw conflict("This employee is not suspended")
  return [people.at(id, PersonReinstated({}))]
})

/** Changes an account as a row of a file states it; what the row leaves empty stays. Each part is decided like the same change by hand. */
export const importPersonChange = command(
  "person.import-change",
  "Change an account",
  {
    personId: label("Employee ID", Ref("person")),
    accessLevel: Optional(Whole),
    role: Optional(facts.role),
    department,
    position,
    siteId: label("Site", Optional(SiteName)),
    supervisor,
    /** yes suspends the account; no is refused: it is reinstated by hand, since the person can sign in again then */
    suspended: Optional(Flag),
    reason: label("Reason of the suspension", Optional(Text(500))),
  },
  function* ({ personId: id, siteId, suspended, reason, ...stated }, by) {
    const { isActive, employeeId } = yield* get(people, id)
    if (suspended === false && !isActive) throw invalid(`${employeeId} is suspended. Reinstate the account by hand`)
    if (suspended === true && isActive && !reason) throw invalid("Reason of the suspension is required")
    const site = siteId === null ? null : (yield* siteOf(siteId, by)).id
    const given = Object.fromEntries(Object.entries({ ...stated, siteId: site }).filter(([, value]) => value !== null))
    const { changes } = yield* changePerson.decide({ id, ...given }, by)
    const ended = suspended === true && isActive ? (yield* suspend.decide({ id, reason: reason! }, by)).changes : []
    return { id, changes: [...changes, ...ended] }
  },
)

/**
 * Permanently erases the personal data of a suspended person: in every record, the log, and every past state. The
 * number, the work done and signatures remain. `confirm` is the number, typed again. Repeating it changes nothing.
 */
export const erasePerson = command(
  "person.erase",
  function* ({ id, reason, confirm }: { readonly id: number; readonly reason: string; readonly confirm: string }, by) {
    if (by.person !== null && !holds(by, "system.admin")) throw forbidden("Only an administrator of the system can erase a person")
    const person = yield* get(people, id)
    if (person.id === by.person) throw forbidden("You cannot erase yourself")
    if (confirm !== person.employeeId) throw invalid("To confirm, enter the employee ID of the person you are erasing")
    if (person.erasedAt !== null) return unchanged(id)
    if (person.isActive) throw conflict(`${person.employeeId} is active. Suspend the person first`)
    return [people.at(id, PersonErased({ reason }))]
  },
)

/** Sets a password by its hash: one's own, or a first one (to be changed) for another person below the own level. */
export const setPassword = command(
  "person.set-password",
  function* (
    { id, hash, mustChange, expiresAt }: { readonly id: number; readonly hash: string; readonly mustChange: boolean; readonly expiresAt: string | null },
    by,
  ) {
    const person = yield* get(people, id)
    rejectErased(person)
    if (mustChange || id !== by.person) checkBelow(by, person, "set a first password for")
    return [people.at(id, PasswordSet({ hash, mustChange, expiresAt }))]
  },
)

function* active(id: number): CommandGenerator<PersonRow> {
  const person = yield* get(people, id)
  if (!person.isActive) throw forbidden("This account is suspended. Ask your manager.")
  return person
}

/** Records a sign-in, which resets the count of wrong attempts. */
export const signIn = command("person.sign-in", function* ({ id, method }: { readonly id: number; readonly method: Method }) {
  yield* active(id)
  return [people.at(id, SignedIn({ method }))]
})

interface ByProvider {
  readonly id: number
  readonly provider: string
  /** the level granted by the person's groups; null if no rule grants one */
  readonly given: { readonly accessLevel: number; readonly groupName: string } | null
}
/** Records a sign-in by the company's sign-in service, with the level of the person's groups. Level 10 still takes two people. */
export const signInByProvider = command("person.sign-in-by-provider", function* ({ id, provider, given }: ByProvider) {
  const { accessLevel } = yield* active(id)
  const changes = given !== null && accessLevel < topLevel && given.accessLevel !== accessLevel ? [people.at(id, LevelByGroup(given))] : []
  return [...changes, people.at(id, SignedInByProvider({ provider }))]
})

/** Records that a signed-in person confirmed their identity again: by password, or by a passkey with a valid signature. */
export const confirmIdentity = command("person.confirm", function* ({ id, passkey }: { readonly id: number; readonly passkey: UsedPasskey | null }) {
  const person = yield* active(id)
  if (person.mustChangePassword) throw forbidden("Choose your own password first")
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
  /** a device of the person still signs in, or the person is the last of level 10: the password is kept, and security is alerted */
  readonly keepPassword: boolean
}

/** Records a failed sign-in. The hundredth consecutive wrong password disables the password, unless it must be kept. */
export const failSignIn = command("person.fail-sign-in", function* ({ id, method, lockedUntil, keepPassword }: FailedSignIn) {
  const person = yield* get(people, id)
  const failed = person.failedSignIns + 1
  const changes = [people.at(id, SignInFailed({ method, lockedUntil }))]
  if (method !== "password" || person.passwordHash === null || failed < wrongAtMost) return changes
  if (!keepPassword) return [...changes, people.at(id, PasswordRevoked({}))]
  return failed % wrongAtMost === 0 ? [...changes, people.at(id, PasswordKept({ failed }))] : changes
})

/** Adds a passkey to one's own account. Not after a simulated scan, which proves no identity. */
export const registerPasskey = command("person.register-passkey", function* (passkey: typeof Passkey.Type, by) {
  if (by.person === null) throw forbidden("Only a person can register a passkey")
  if (by.simulated) throw forbidden("Sign in with your password first: a simulated scan cannot register a passkey")
  const person = yield* active(by.person)
  if (person.passkeys.some(({ credentialId }) => credentialId === passkey.credentialId)) throw conflict("This passkey is already registered")
  if (person.passkeys.length >= passkeysAtMost) throw conflict(`An account can have ${passkeysAtMost} passkeys at most`)
  return [people.at(person.id, PasskeyAdded({ passkey }))]
})

/** Whether the counter of a passkey did not increase, which suggests a copy. Devices that do not count always report 0. */
export const countsBack = (known: number, counter: number) => (known > 0 || counter > 0) && counter <= known

/** The passkey that signed, and its signature counter. */
interface UsedPasskey {
  readonly credentialId: string
  readonly counter: number
}

const usePasskey = (person: PersonRow, { credentialId, counter }: UsedPasskey) => {
  const passkey = person.passkeys.find((passkey) => passkey.credentialId === credentialId)
  if (!passkey || countsBack(passkey.counter, counter)) throw new Rejection(401, passkeyRefused)
  return people.at(person.id, PasskeyUsed({ credentialId, counter }))
}

/** Signs in with a passkey whose signature is valid. One whose counter did not increase is refused: {@link reportPasskey}. */
export const signInWithPasskey = command("person.sign-in-with-passkey", function* ({ id, ...used }: UsedPasskey & { readonly id: number }) {
  const person = yield* active(id)
  return [usePasskey(person, used), people.at(id, SignedIn({ method: "passkey" }))]
})
export const passkeyRefused = "This passkey was not accepted. Try again, or sign in with your password."

/** Records that the counter of a passkey did not increase, for those responsible for security. */
export const reportPasskey = command("person.report-passkey", function* ({ id, credentialId, counter }: UsedPasskey & { readonly id: number }) {
  yield* get(people, id)
  return [people.at(id, PasskeyCounterWentBack({ credentialId, counter }))]
})

/** The commands of signing in and out. They write events, but are not work on the company's records. */
export const signInCommands: ReadonlyArray<string> = [signIn, signInWithPasskey, signInByProvider, confirmIdentity, failSignIn, signOut, reportPasskey].map(
  ({ name }) => name,
)
