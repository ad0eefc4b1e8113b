import { assert, describe, it } from "@effect/vitest"
import { fieldValue } from "@ops/platform/row-literal.ts"
import { Effect } from "effect"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { NO_SITE, siteScope } from "@ops/platform/access/site-scope.ts"
import { type Command, type By, type Rejection, system } from "@ops/platform/records/command.ts"
import { decide, type LoadedStream, type Source } from "@ops/platform/records/decide.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { passwordFault } from "./sign-in/passwords.ts"
import {
  addPerson,
  changePerson,
  confirmIdentity,
  failSignIn,
  type NewPerson,
  PasskeyAdded,
  PasswordSet,
  people,
  PersonAdded,
  type PersonRow,
  PersonSuspended,
  registerPasskey,
  reinstate,
  SignedIn,
  signInWithPasskey,
  SignInFailed,
  suspend,
  setPassword,
  wrongAtMost,
} from "./person.ts"

const at = "2026-11-21T06:00:00.000Z"

/** The state after the given events; a command is decided on it. */
const given = (...changes: ReadonlyArray<Change>) => {
  const held = new Map<string, LoadedStream>()
  for (const { stream, id, event } of changes) {
    const before = held.get(stream.key(id))
    const row = stream.evolve(before?.row ?? null, id, event, at)
    held.set(stream.key(id), { stream, id, row: row, version: (before?.version ?? 0) + 1, head: "" })
  }
  let next = 100
  const source: Source = {
    row: (stream, id) => Effect.succeed(held.get(stream.key(id))),
    find: (stream, where) =>
      Effect.succeed(
        [...held.values()].find(
          (each) => each.stream === stream && Object.entries(where).every(([name, value]) => each.row !== null && fieldValue(each.row, name) === value),
        ),
      ),
    id: () => Effect.sync(() => next++),
    number: () => Effect.succeed(1),
  }
  return {
    row: (id: number) => held.get(people.key(id))!.row as unknown as PersonRow,
    when: <Input>(act: Command<Input>, input: Input, by: By) =>
      Effect.runSync(
        Effect.match(decide(act, input, by, new Map(), source), {
          onFailure: (refusal: Rejection) => ({
            refused: refusal.message,
            status: refusal.status,
            events: [] as ReadonlyArray<string>,
            rows: [] as ReadonlyArray<PersonRow>,
          }),
          onSuccess: ({ changes, touched }) => ({
            refused: undefined,
            status: undefined,
            events: changes.map(({ event }) => event.type),
            rows: changes.map(({ stream, id }) => touched.get(stream.key(id))!.row as unknown as PersonRow),
          }),
        }),
      ),
  }
}

const facts = {
  lastName: "Deng",
  email: null,
  phoneNumber: null,
  role: "field_operative" as const,
  accessLevel: 3,
  department: "catering",
  position: null,
  siteId: null,
  supervisor: null,
  hireDate: null,
  biometricEnabled: false,
  demo: false,
}
const added = (id: number, more: Partial<Parameters<typeof PersonAdded>[0]> = {}) =>
  people.at(id, PersonAdded({ ...facts, employeeId: `E-${id}`, firstName: `Person ${id}`, ...more }))
const site = sites.at(1, SiteOpened({ code: "US", slug: "unity-state", name: "Unity State", label: "Unity State", client: null, location: null }))
const acting = (id: number, level: number, department: string | null = null): By => ({
  ...system("test", at),
  actor: `person:${id}`,
  person: id,
  level,
  permissions: permissionsOf(level),
  department,
  via: "web",
})
const passkey = { credentialId: "key", publicKey: "AA", counter: 5, transports: [], addedAt: at, name: "Phone" }
const newcomer: NewPerson = { employeeId: "E-9", firstName: "Nyibol", lastName: "Kuol" }

describe("adding a person", () => {
  it("derives the level from the role unless a level is given (X-03)", () => {
    const level = (more: Partial<NewPerson>) => given().when(addPerson, { ...newcomer, ...more }, system("test", at)).rows[0]!.accessLevel
    assert.deepStrictEqual(
      [level({}), level({ role: "ceo" }), level({ role: "management" }), level({ role: "finance" }), level({ role: "guest" }), level({ accessLevel: 1 })],
      [3, 10, 8, 7, 1, 1],
    )
  })
  it("refuses a duplicate ID or e-mail address, an unknown site, and callers without permission", () => {
    const world = given(added(1, { email: "a@b.c" }), site)
    assert.strictEqual(world.when(addPerson, { ...newcomer, employeeId: "E-1" }, system("test", at)).refused, "An employee with this ID already exists")
    assert.strictEqual(world.when(addPerson, { ...newcomer, employeeId: "e-1" }, system("test", at)).refused, undefined)
    assert.strictEqual(world.when(addPerson, { ...newcomer, email: "a@b.c" }, system("test", at)).status, 409)
    assert.strictEqual(world.when(addPerson, { ...newcomer, siteId: 2 }, system("test", at)).refused, "Site 2 does not exist")
    assert.strictEqual(world.when(addPerson, newcomer, acting(1, 8, "catering")).status, 403)
    assert.deepStrictEqual(world.when(addPerson, { ...newcomer, siteId: 1 }, acting(1, 10)).events, ["PersonAdded"])
  })
})

describe("sites of a person", () => {
  const world = given(added(1, { siteId: 1 }), added(2), site)
  const ceo = acting(9, 10)
  it("levels up to 6 are added with a site or with all sites; company-wide levels need neither", () => {
    for (const accessLevel of [1, 3, 5, 6]) {
      assert.strictEqual(world.when(addPerson, { ...newcomer, accessLevel }, ceo).refused, "Choose a site, or all sites")
      assert.deepStrictEqual(world.when(addPerson, { ...newcomer, accessLevel, siteId: 1 }, ceo).events, ["PersonAdded"])
      assert.deepStrictEqual(world.when(addPerson, { ...newcomer, accessLevel, allSites: true }, ceo).events, ["PersonAdded", "AllSitesGranted"])
    }
    for (const accessLevel of [7, 8]) assert.deepStrictEqual(world.when(addPerson, { ...newcomer, accessLevel }, ceo).events, ["PersonAdded"])
    assert.strictEqual(world.when(addPerson, { ...newcomer, siteId: 1, allSites: true }, ceo).refused, "Choose one site or all sites, not both")
  })
  it("all sites replace the single site and vice versa; a person cannot be left without any", () => {
    const granted = world.when(changePerson, { id: 1, allSites: true }, ceo)
    assert.deepStrictEqual(granted.events, ["PersonChanged", "AllSitesGranted"])
    assert.deepInclude(granted.rows.at(-1), { siteId: null, allSites: true })
    assert.strictEqual(world.when(changePerson, { id: 1, siteId: null }, ceo).refused, "Choose a site, or all sites")
    assert.strictEqual(world.when(changePerson, { id: 1, siteId: null, accessLevel: 7 }, ceo).refused, undefined)
  })
  it("a person added before sites were required can still be changed in other fields", () => {
    assert.strictEqual(world.when(changePerson, { id: 2, position: "Cook" }, ceo).refused, undefined)
  })
  it("only people who see all sites can grant all sites", () => {
    const manager = { ...acting(9, 8, "catering"), confinedTo: 1 }
    assert.strictEqual(world.when(changePerson, { id: 1, allSites: true }, manager).refused, "You can only place people at your own site")
  })
})

describe("site scope", () => {
  const scope = (accessLevel: number, siteId: number | null, allSites = false) => siteScope({ accessLevel, siteId, allSites })
  it.each([1, 2, 3, 4, 5, 6])("level %i sees only its own site, or nothing without a site, unless all sites are granted", (level) => {
    assert.deepStrictEqual([scope(level, 2), scope(level, null), scope(level, null, true)], [2, NO_SITE, null])
  })
  it("level 8 sees its own site if it has one; levels 7 and 10 see every site", () => {
    assert.deepStrictEqual([scope(8, 2), scope(8, null), scope(7, 2), scope(10, 2)], [2, null, null, null])
  })
})

describe("changing a person", () => {
  const world = given(
    added(1, { accessLevel: 8, department: "catering" }),
    added(2),
    added(3, { department: "finance" }),
    added(4, { accessLevel: 10, department: "catering" }),
  )
  it("allows management to change people of its own department, but not their level", () => {
    const manager = acting(1, 8, "catering")
    assert.deepStrictEqual(world.when(changePerson, { id: 2, position: "Cook" }, manager).events, ["PersonChanged"])
    assert.strictEqual(world.when(changePerson, { id: 3, position: "Cook" }, manager).status, 403)
    assert.strictEqual(world.when(changePerson, { id: 4, position: "Cook" }, manager).refused, "You cannot change an account above your own level")
    assert.strictEqual(world.when(changePerson, { id: 2, accessLevel: 6 }, manager).refused, "Only people who manage all users can change a level")
    assert.strictEqual(world.when(changePerson, { id: 1, accessLevel: 10 }, manager).status, 403)
  })
  it("refuses raising your own level or giving a level above it", () => {
    // level 9 has no permissions of its own: this person was granted users.manage
    const nine: By = { ...acting(2, 9), permissions: ["users.manage"] }
    assert.strictEqual(world.when(changePerson, { id: 2, accessLevel: 9 }, nine).refused, "You cannot raise your own level")
    assert.strictEqual(world.when(changePerson, { id: 3, accessLevel: 10 }, nine).refused, "You cannot grant a level above your own, which is 9")
    assert.deepStrictEqual(world.when(changePerson, { id: 3, accessLevel: 9 }, nine).events, ["PersonChanged"])
  })
  it("refuses a change of site, their own included, by a person confined to one site", () => {
    const confined = given(site, added(1, { accessLevel: 8, siteId: 1 }), added(2, { siteId: 1 }), added(3))
    const manager: By = { ...acting(1, 8, "catering"), confinedTo: 1 }
    assert.strictEqual(confined.when(changePerson, { id: 1, siteId: null }, manager).refused, "You can only place people at your own site")
    assert.deepStrictEqual(confined.when(changePerson, { id: 3, siteId: 1 }, manager).events, ["PersonChanged"])
    assert.deepStrictEqual(confined.when(changePerson, { id: 2, siteId: null, allSites: true }, acting(4, 10)).events, ["PersonChanged", "AllSitesGranted"])
  })
  it("writes nothing when nothing changes", () => {
    assert.deepStrictEqual(world.when(changePerson, { id: 2, department: "catering" }, acting(4, 10)).events, [])
  })
})

describe("suspending", () => {
  const world = given(added(1, { accessLevel: 8 }), added(2), added(3, { accessLevel: 8 }), added(4), people.at(4, PersonSuspended({ reason: "left" })))
  const manager = acting(1, 8, "catering")
  const reason = "Left the company"
  it("is refused for yourself, for your own level or above, and twice", () => {
    assert.strictEqual(world.when(suspend, { id: 1, reason }, manager).refused, "You cannot suspend yourself")
    assert.strictEqual(world.when(suspend, { id: 3, reason }, manager).refused, "You can only suspend people below your own level")
    assert.strictEqual(world.when(suspend, { id: 4, reason }, manager).status, 409)
    const suspended = world.when(suspend, { id: 2, reason }, manager)
    assert.deepStrictEqual([suspended.events, suspended.rows[0]!.isActive], [["PersonSuspended"], false])
  })
  it("is undone by reinstating", () => {
    assert.strictEqual(world.when(reinstate, { id: 4 }, manager).rows[0]!.isActive, true)
    assert.strictEqual(world.when(reinstate, { id: 2 }, manager).status, 409)
  })
})

describe("passwords of an account", () => {
  const set = people.at(1, PasswordSet({ hash: "h", mustChange: true, expiresAt: "2026-11-24T06:00:00.000Z" }))
  it("a first password is valid for one sign-in", () => {
    const used = given(added(1), set, people.at(1, SignedIn({ method: "password" }))).row(1)
    assert.deepStrictEqual([used.passwordExpiresAt, used.lastLogin], [at, at])
    const byPasskey = given(added(1), set, people.at(1, SignedIn({ method: "passkey" }))).row(1)
    assert.strictEqual(byPasskey.passwordExpiresAt, "2026-11-24T06:00:00.000Z")
  })
  it("the hundredth wrong attempt in a row disables the password", () => {
    const failed = people.at(1, SignInFailed({ method: "password", lockedUntil: null }))
    const failing = { id: 1, method: "password" as const, lockedUntil: null, keepPassword: false }
    const times = (n: number) => given(added(1), set, ...Array.from({ length: n }, () => failed)).when(failSignIn, failing, acting(1, 3))
    assert.deepStrictEqual(times(wrongAtMost - 2).events, ["SignInFailed"])
    assert.deepStrictEqual(times(wrongAtMost - 1).events, ["SignInFailed", "PasswordRevoked"])
    assert.strictEqual(times(wrongAtMost - 1).rows[0]!.passwordHash, null)
    const between = given(added(1), set, ...Array.from({ length: 99 }, () => failed), people.at(1, SignedIn({ method: "password" })))
    assert.deepStrictEqual(between.when(failSignIn, failing, acting(1, 3)).events, ["SignInFailed"])
  })
  it("the hundredth wrong attempt keeps the password if a known device can still sign in or it is the last of level 10", () => {
    const failed = people.at(1, SignInFailed({ method: "password", lockedUntil: null }))
    const failing = { id: 1, method: "password" as const, lockedUntil: null, keepPassword: true }
    const times = (n: number) => given(added(1), set, ...Array.from({ length: n }, () => failed)).when(failSignIn, failing, acting(1, 3))
    assert.deepStrictEqual(times(wrongAtMost - 1).events, ["SignInFailed", "PasswordKept"])
    assert.strictEqual(times(wrongAtMost - 1).rows.at(-1)!.passwordHash, "h")
    assert.deepStrictEqual(times(wrongAtMost).events, ["SignInFailed"])
    assert.deepStrictEqual(times(2 * wrongAtMost - 1).events, ["SignInFailed", "PasswordKept"])
  })
  it("a password is set by its owner, or for people of a lower level", () => {
    const world = given(added(1), added(2, { accessLevel: 8 }))
    const password = { hash: "h", mustChange: false, expiresAt: null }
    assert.deepStrictEqual(world.when(setPassword, { id: 1, ...password }, acting(1, 3)).events, ["PasswordSet"])
    assert.strictEqual(world.when(setPassword, { id: 2, ...password }, acting(1, 3)).status, 403)
    const first = { ...password, mustChange: true }
    assert.strictEqual(world.when(setPassword, { id: 1, ...first }, acting(1, 10)).refused, "You cannot set a first password for yourself")
    assert.deepStrictEqual(world.when(setPassword, { id: 2, ...first }, acting(1, 10)).events, ["PasswordSet"])
  })
  it("a password confirms its owner's identity, unless another person chose it", () => {
    const failed = people.at(1, SignInFailed({ method: "password", lockedUntil: null }))
    const confirmed = given(added(1), failed).when(confirmIdentity, { id: 1, passkey: null }, acting(1, 3))
    assert.deepStrictEqual([confirmed.events, confirmed.rows[0]!.failedSignIns], [["IdentityConfirmed"], 0])
    assert.strictEqual(given(added(1), set).when(confirmIdentity, { id: 1, passkey: null }, acting(1, 3)).refused, "Choose your own password first")
  })
})

describe("passkeys", () => {
  const withKey = given(added(1), people.at(1, PasskeyAdded({ passkey })))
  it("are added by their owner, once, and never by a simulated scan", () => {
    assert.strictEqual(withKey.row(1).biometricEnabled, true)
    assert.strictEqual(withKey.when(registerPasskey, passkey, acting(1, 3)).refused, "This passkey is already registered")
    const other = { ...passkey, credentialId: "other" }
    assert.deepStrictEqual(withKey.when(registerPasskey, other, acting(1, 3)).events, ["PasskeyAdded"])
    assert.strictEqual(withKey.when(registerPasskey, other, { ...acting(1, 3), simulated: true }).status, 403)
  })
  it("can sign in only while their counter increases", () => {
    const use = (counter: number) => withKey.when(signInWithPasskey, { id: 1, credentialId: "key", counter }, acting(1, 3))
    assert.deepStrictEqual(use(6).events, ["PasskeyUsed", "SignedIn"])
    assert.strictEqual(use(6).rows[0]!.passkeys[0]!.counter, 6)
    assert.deepStrictEqual([use(5).status, use(0).status], [401, 401])
    const confirm = (counter: number) => withKey.when(confirmIdentity, { id: 1, passkey: { credentialId: "key", counter } }, acting(1, 3))
    assert.deepStrictEqual([confirm(6).events, confirm(5).status], [["PasskeyUsed", "IdentityConfirmed"], 401])
    const uncounted = given(added(1), people.at(1, PasskeyAdded({ passkey: { ...passkey, counter: 0 } })))
    assert.deepStrictEqual(uncounted.when(signInWithPasskey, { id: 1, credentialId: "key", counter: 0 }, acting(1, 3)).events, ["PasskeyUsed", "SignedIn"])
  })
})

describe("password rules", () => {
  const person = { employeeId: "FO-OPS-001", firstName: "Nyakuoth", lastName: "Gai" }
  const fault = (password: string) => passwordFault(password, person)
  it("accept what is hard to guess", () => {
    for (const good of ["correct horse battery staple", "ŋun kɔ̈c tɔ̈ŋ wëër piny", "vJ8-qT3!mWz_x2Lr", "seven grey herons wade"])
      assert.strictEqual(fault(good), undefined, good)
  })
  it("refuse passwords that are short, long, common or contain one's own data", () => {
    assert.match(fault("fourteen chars")!, /at least 15/)
    assert.match(fault("x1".repeat(65))!, /128/)
    for (const common of [
      "passwordpassword",
      "Password12345678",
      "P@ssw0rdP@ssw0rd!",
      "qwertyuiop1234567",
      "12345678901234567890",
      "aaaaaaaaaaaaaaaa",
      "letmeinletmein2026",
      "field-office-demo",
      "Fieldoffice Juba 2026",
      "welcome-juba-2026",
      "abcabcabcabcabcabc",
      "iloveyouforever1",
    ])
      assert.match(fault(common) ?? "", /too common/, common)
    for (const own of ["my name is Nyakuoth ok", "fo-ops-001 is me at camp"]) assert.match(fault(own)!, /your name or your employee ID/)
  })
  it("count characters, not code units", () => {
    // 14 letters, each with a combining mark
    assert.match(fault("ḋḟġḣṁṗṡṫẇẋẏżċḃ".normalize("NFD"))!, /at least 15/)
  })
})
