import * as fc from "fast-check"
import { describe, expect, test } from "vitest"
import { permissionsOf } from "@ops/platform/access/levels.ts"
import { mailFailed, mails, queueMail, requeueMail } from "@ops/platform/mail/mail.ts"
import { command, type By, findById, system } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { given, givenAt, type Then } from "@ops/platform/testing/given.ts"
import { times } from "@ops/platform/testing/thorough.ts"
import { failSignIn, PasswordSet, people, PersonAdded, setPassword, SignInFailed, wrongAtMost } from "@ops/identity/person.ts"
import {
  completeSession,
  mealSessions,
  noteCapacityExceeded,
  recountServing,
  reopenSession,
  SessionCancelled,
  SessionOpened,
} from "@ops/meals/meal-sessions/meal-session.ts"
import { MealsCorrected, MealsRecorded, staffFeedingRecords } from "@ops/meals/head-counts/staff-feeding.ts"
import { sites, SiteOpened } from "@ops/sites/site.ts"
import { StockItemAdded, stockItems } from "@ops/stock/items/stock-item.ts"
import { countStock, issueStock, takeIn } from "@ops/stock/levels/commands.ts"
import { setStockLimits } from "@ops/stock/levels/stock-level.ts"
import { acknowledgeAlerts, alerts, AlertRaised, assignAlert, readAlerts, resolveAlert } from "./alert.ts"
import { alertLetter, digestLetter } from "./mails/letters.ts"
import { alertKinds, kindsOf } from "./kinds.ts"
import { chooseNotifications, notificationChoices, showsInApp, usual, waysOf } from "./notification-choice.ts"
import { alertRules } from "./rules/rules.ts"

const store = given(
  sites.at(1, SiteOpened({ code: "US", slug: "unity-state", name: "Unity State", label: "Unity State - SLB", client: "SLB", location: null })),
  stockItems.at(1, StockItemAdded({ name: "Diesel", category: "other", unit: "litre", description: null, preferredVendorId: null })),
).with(...alertRules)
const limits = store.when(setStockLimits, { siteId: 1, stockItemId: 1, minimumLevel: 900_000, maximumLevel: 4_000_000 })
const move = (quantity: number) => ({ siteId: 1, stockItemId: 1, quantity, note: "test" })

describe("stock alerts", () => {
  test("stock at or below its minimum raises one alert, critical at two days or less, which resolves automatically once the stock is above it", () => {
    const low = limits.when(countStock, move(900_000))
    expect(low.row(alerts, 1)).toMatchObject({ priority: "high", status: "open", siteId: 1, title: "Diesel below minimum" })
    const worse = low.when(issueStock, move(480_000))
    expect(worse.row(alerts, 1)).toMatchObject({ priority: "critical", message: "420.00 litre left at Unity State, minimum is 900.00 litre" })
    expect(worse.row(alerts, 2)).toBeUndefined()
    const well = worse.when(takeIn, move(2_000_000))
    expect(well.row(alerts, 1)).toMatchObject({ status: "resolved", openCause: null })
    expect(well.when(countStock, move(1_000)).row(alerts, 2)).toMatchObject({ status: "open", priority: "critical" })
  })
})

describe("meal alerts", () => {
  const session = {
    sessionDate: "2026-11-21",
    startsAt: "2026-11-21T10:30:00.000Z",
    mealType: "lunch",
    siteId: 1,
    clientId: 1,
    contractId: null,
    projectId: null,
    mealCost: 1250,
    currency: "USD",
    notes: "",
    recordedBy: null,
    slot: "lunch",
  } as const
  const counted = { siteId: 1, clientId: 1, date: "2026-11-21", mealType: "lunch", staffCount: 40, notes: "", recordedBy: null } as const
  const site = sites.at(1, SiteOpened({ code: "US", slug: "unity-state", name: "Unity State", label: "Unity State - SLB", client: "SLB", location: null }))
  const open = given(site, mealSessions.at(1, SessionOpened(session)), staffFeedingRecords.at(1, MealsRecorded(counted))).with(...alertRules)
  test("more diners than the site can feed raise one alert", () => {
    open.when(noteCapacityExceeded, { id: 1, attended: 51, maximum: 50 }).holds(alerts, 1, {
      priority: "high",
      title: "More at lunch than Unity State can feed",
      message: "51 served on 2026-11-21, the capacity is 50",
      siteId: 1,
    })
  })
  test("a head-count that differs from the attendance raises one alert, which ends once it is corrected; equal numbers raise none", () => {
    const differs = open.when(completeSession, { id: 1, attended: 38, missed: 0 })
    differs.holds(alerts, 1, {
      priority: "medium",
      status: "open",
      message: "38 served by name, 40 by head-count at Unity State. The meals recorded by name are billed",
    })
    differs.when(recountServing, { id: 1, attended: 40, missed: 0 }).holds(alerts, 1, { status: "resolved" })
    expect(open.when(completeSession, { id: 1, attended: 40, missed: 0 }).row(alerts, 1)).toBeUndefined()
  })
  test("correcting a head-count after the close ends the alert, and a wrong correction raises it", () => {
    const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
      for (const { stream, id } of changes) yield* findById(stream, id)
      return changes
    })
    const corrected = (staffCount: number) => [staffFeedingRecords.at(1, MealsCorrected({ staffCount, notes: "", recordedBy: null }))]
    const slotted = given(
      site,
      mealSessions.at(1, SessionOpened({ ...session, slot: "1/1/none/2026-11-21/lunch" })),
      staffFeedingRecords.at(1, MealsRecorded(counted)),
    ).with(...alertRules)
    const differs = slotted.when(completeSession, { id: 1, attended: 38, missed: 0 })
    differs.when(told, corrected(38)).holds(alerts, 1, { status: "resolved" })
    slotted.when(completeSession, { id: 1, attended: 40, missed: 0 }).when(told, corrected(41)).holds(alerts, 1, { status: "open" })
    differs.when(reopenSession, { id: 1, reason: "Some were forgotten" }).holds(alerts, 1, { status: "resolved" })
    const over = open.when(noteCapacityExceeded, { id: 1, attended: 51, maximum: 50 })
    over.when(told, [mealSessions.at(1, SessionCancelled({ reason: "No one came" }))]).holds(alerts, 1, { status: "resolved" })
  })
})

test("a mail that cannot be delivered raises an alert until it is sent again", () => {
  given(queueMail(1, { to: "a@example.org", subject: "Order", text: "20 kg" }))
    .with(...alertRules)
    .when(mailFailed, { id: 1, error: "550 no such mailbox", attempts: 1 })
    .holds(alerts, 1, { type: "mail", status: "open", message: '"Order" could not be sent: 550 no such mailbox' })
    .when(requeueMail, { id: 1 })
    .holds(alerts, 1, { status: "resolved" })
    .holds(mails, 1, { status: "queued" })
})

const person = (level: number, more: Partial<By> = {}): By => ({
  ...system("test", givenAt),
  actor: `person:${level}`,
  person: level,
  level,
  permissions: permissionsOf(level),
  ...more,
})
const added = (id: number, accessLevel: number, siteId: number | null) =>
  people.at(
    id,
    PersonAdded({
      employeeId: `FO-${id}`,
      firstName: "Person",
      lastName: String(id),
      email: null,
      phoneNumber: null,
      role: "finance",
      accessLevel,
      department: null,
      position: null,
      siteId,
      supervisor: null,
      hireDate: null,
      biometricEnabled: false,
      demo: false,
    }),
  )
describe("sign-in alerts", () => {
  const failed = people.at(1, SignInFailed({ method: "password", lockedUntil: null }))
  const after = (times: number) =>
    given(added(1, 3, 1), people.at(1, PasswordSet({ hash: "h", mustChange: false, expiresAt: null })), ...Array.from({ length: times }, () => failed)).with(
      ...alertRules,
    )
  const failing = { id: 1, method: "password" as const, lockedUntil: null, keepPassword: false }
  const locking = { ...failing, lockedUntil: "2026-11-21T08:15:00.000Z" }
  const newPassword = { id: 1, hash: "other", mustChange: false, expiresAt: null }
  /** About a person, for the people responsible for security at the whole company. */
  const security = { type: "security", status: "open", siteId: null, relatedEntity: "person", relatedEntityId: 1 } as const

  test("a wrong password raises no alert, the first lockout raises one, and later lockouts raise no second", () => {
    expect(after(0).when(failSignIn, failing).row(alerts, 1)).toBeUndefined()
    const locked = after(4).when(failSignIn, locking)
    locked.holds(alerts, 1, {
      ...security,
      priority: "high",
      title: "Sign-in locked after wrong passwords",
      message: "Person 1 (FO-1): 5 wrong passwords in a row. Ask whether it was them",
    })
    expect(locked.when(failSignIn, locking).row(alerts, 2)).toBeUndefined()
    expect(kindsOf(person(5)).map(({ kind }) => kind)).toContain("security")
  })
  test("a disabled password raises a critical alert, which ends with a new password", () => {
    const revoked = after(wrongAtMost - 1).when(failSignIn, failing)
    revoked.holds(alerts, 1, {
      ...security,
      priority: "critical",
      title: "A password was switched off",
      message: "Person 1 (FO-1): 100 wrong passwords in a row. Give the person a first password",
    })
    revoked.when(setPassword, newPassword).holds(alerts, 1, { status: "resolved" })
  })
  test("an attacked password that still works raises a critical alert, which ends once the password is changed", () => {
    const kept = after(wrongAtMost - 1).when(failSignIn, { ...failing, keepPassword: true })
    kept.holds(alerts, 1, {
      ...security,
      priority: "critical",
      title: "Someone keeps guessing a password",
      message: "Person 1 (FO-1): 100 wrong passwords in a row. The password still works, so change it now",
    })
    kept.when(setPassword, newPassword).holds(alerts, 1, { status: "resolved" })
  })
})

const raised = (id: number, type: string, priority: "critical" | "high", siteId: number | null) =>
  alerts.at(id, AlertRaised({ cause: `test/${id}`, type, priority, title: `Alert ${id}`, message: "", siteId, relatedEntity: null, relatedEntityId: null }))

// proves S-DASH-09, API-211, API-212
describe("handling an alert", () => {
  const three = given(
    raised(1, "stock", "critical", 1),
    raised(2, "invoices", "high", 1),
    raised(3, "stock", "high", 2),
    added(60, 6, 1),
    added(61, 6, 2),
    added(70, 7, null),
  )
  const supervisor = person(6, { confinedTo: 1 })

  test("a person sees only alerts of their own site and kinds", () => {
    three.when(readAlerts, { ids: [1] }, supervisor).holds(alerts, 1, { readBy: [6] })
    three.when(readAlerts, { ids: [1, 2] }, supervisor).refuses("Alert 2 does not exist", 404)
    three.when(acknowledgeAlerts, { ids: [3] }, supervisor).refuses("Alert 3 does not exist", 404)
    expect(alertKinds.map(({ kind }) => kind).filter((kind) => !kindsOf(person(6)).some((each) => each.kind === kind))).toEqual([
      "contracts",
      "people",
      "invoices",
      "bills",
      "books",
      "mail",
      "security",
      "audit",
    ])
    expect(kindsOf(person(10))).toHaveLength(alertKinds.length)
  })
  test("several alerts are acknowledged together or not at all; acknowledging again changes nothing", () => {
    const taken = three.when(acknowledgeAlerts, { ids: [1, 2, 3] }, person(10))
    expect(taken.events.map(([stream, type]) => `${stream} ${type}`)).toEqual([
      "alert/1 AlertAcknowledged",
      "alert/2 AlertAcknowledged",
      "alert/3 AlertAcknowledged",
    ])
    taken.when(acknowledgeAlerts, { ids: [1, 2] }, person(10)).gives()
  })
  test("an alert can be assigned only to a person who can see it", () => {
    three.when(assignAlert, { id: 1, to: 60 }, person(8)).holds(alerts, 1, { assignedTo: 60, status: "acknowledged" })
    three.when(assignAlert, { id: 1, to: 61 }, person(8)).refuses("Person 61 cannot see this alert. Choose someone at its site who handles this kind of alert")
    three.when(assignAlert, { id: 2, to: 60 }, person(8)).refuses(/cannot see this alert/)
    three.when(assignAlert, { id: 2, to: 70 }, person(10)).holds(alerts, 2, { assignedTo: 70 })
  })
  test("resolving a critical alert needs a note", () => {
    three.when(resolveAlert, { id: 1, note: "" }, supervisor).refuses("Add a note that says how this critical alert was resolved")
    const resolved = three.when(resolveAlert, { id: 1, note: "Diesel was bought" }, supervisor)
    resolved.holds(alerts, 1, { status: "resolved", resolvedBy: 6, resolution: "Diesel was bought", openCause: null, cause: "test/1" })
    resolved.when(assignAlert, { id: 1, to: 60 }, person(8)).refuses("A resolved alert cannot be assigned")
  })
})

describe("notification choices", () => {
  const never = { app: false, mail: false, digest: false }
  test("people choose by kind; other kinds stay unchanged; critical alerts are always shown", () => {
    const chosen = given().when(chooseNotifications, { choices: { stock: never } }, person(7))
    const { choices } = chosen.row(notificationChoices, 7)!
    expect([waysOf(choices, "stock"), waysOf(choices, "meals")]).toEqual([never, usual])
    expect(showsInApp(choices, { type: "stock", priority: "high" })).toBe(false)
    expect(showsInApp(choices, { type: "stock", priority: "critical" })).toBe(true)
    chosen.when(chooseNotifications, { choices: { stock: never } }, person(7)).gives()
    expect(Object.keys(chosen.when(chooseNotifications, { choices: { meals: never } }, person(7)).row(notificationChoices, 7)!.choices)).toEqual([
      "stock",
      "meals",
    ])
  })
  test("a choice for an unknown kind, or one that the person never receives, is refused", () => {
    given()
      .when(chooseNotifications, { choices: { weather: never } }, person(7))
      .refuses('You get no alerts of the kind "weather". Leave it out')
    given()
      .when(chooseNotifications, { choices: { bills: never } }, person(6))
      .refuses('You get no alerts of the kind "bills". Leave it out')
    given()
      .when(chooseNotifications, { choices: { mail: { ...never, mail: true } } }, person(10))
      .refuses(/cannot be sent by e-mail/)
  })
  test("mails contain user input escaped as text", () => {
    const told = { id: 4, priority: "critical", title: 'Gas <b>below</b> "minimum"', message: "4 < 5\nkg", site: null }
    const { subject, html, text } = alertLetter(told, "https://x")
    expect(subject).toBe('Critical: Gas <b>below</b> "minimum"')
    expect(html).toContain("4 &lt; 5")
    expect(html).not.toContain("<b>")
    expect(text).toContain("https://x/alerts?open=4")
    const none = { rows: [], total: 0 }
    const nothing = { name: "A", day: "today", opened: [], overdue: [], waiting: none, delegated: none }
    expect(digestLetter(nothing, "https://x")).toBeUndefined()
    const many = digestLetter({ ...nothing, opened: Array.from({ length: 12 }, () => told), waiting: { rows: [], total: 1 } }, "https://x")!
    expect(many.subject).toBe("Your day: 12 new alerts, 1 decision")
    expect(many.text).toContain("- and 2 more")
  })
  test("mails show days and amounts as the screens do", () => {
    const told = { id: 4, priority: "high", title: "Leave until 2026-12-14", message: "Due 2026-11-28 08:14, USD 14700.00", site: null }
    const waiting = { label: "Expense request", number: "EXP-2026-0022", title: "From 2026-12-07", amount: "260000.00", currency: "SSP", path: "/expenses" }
    const list = { rows: [waiting], total: 1 }
    const digest = digestLetter({ name: "A", day: "today", opened: [told], overdue: [told], waiting: list, delegated: list }, "https://x")!
    for (const { subject, text, html } of [alertLetter(told, "https://x"), digest]) {
      expect(`${subject} ${text} ${html}`).not.toMatch(/\d{4}-\d\d-\d\d|14700|260000/)
      expect(text).toContain("Due 28 Nov 2026 08:14, USD 14,700.00")
    }
    expect(digest.text).toContain("- Expense request EXP-2026-0022: SSP 260,000.00\n  From 7 Dec 2026")
  })
})

describe("any sequence of events", () => {
  type Doing = readonly ["limit" | "count" | "resolve" | "mail", number]
  const doing: fc.Arbitrary<Doing> = fc.tuple(fc.constantFrom("limit", "count", "resolve", "mail"), fc.integer({ min: 0, max: 6 }))
  const mailed = given(
    sites.at(1, SiteOpened({ code: "US", slug: "unity-state", name: "Unity State", label: "Unity State - SLB", client: "SLB", location: null })),
    stockItems.at(1, StockItemAdded({ name: "Diesel", category: "other", unit: "litre", description: null, preferredVendorId: null })),
    queueMail(1, { to: "a@example.org", subject: "Order", text: "20 kg" }),
  ).with(...alertRules)

  test("never opens more than one alert for a cause, and leaves none once the cause has ended", () => {
    fc.assert(
      fc.property(fc.array(doing, { maxLength: 25 }), (doings) => {
        let world: Then = mailed
          .when(setStockLimits, { siteId: 1, stockItemId: 1, minimumLevel: 3000, maximumLevel: 9000 })
          .when(countStock, { siteId: 1, stockItemId: 1, quantity: 5000, note: "test" })
        let [minimum, quantity, failed] = [3000, 5000, false]
        /** causes that still hold although a person resolved their alert */
        let left = new Set<string>()
        const rows = () => {
          const found = []
          for (let id = 1; ; id++) {
            const row = world.row(alerts, id)
            if (!row) return found
            found.push(row)
          }
        }
        for (const [what, n] of doings) {
          if (what === "limit") {
            minimum = n * 1000
            world = world.when(setStockLimits, { siteId: 1, stockItemId: 1, minimumLevel: minimum, maximumLevel: 9000 })
          } else if (what === "count") {
            quantity = n * 1000
            world = world.when(countStock, { siteId: 1, stockItemId: 1, quantity, note: "test" })
          } else if (what === "mail") {
            failed = !failed
            world = failed ? world.when(mailFailed, { id: 1, error: "no", attempts: 1 }) : world.when(requeueMail, { id: 1 })
          } else {
            const open = rows().filter(({ openCause }) => openCause !== null)
            const one = open[n % Math.max(1, open.length)]
            if (!one) continue
            left.add(one.cause)
            world = world.when(resolveAlert, { id: one.id, note: "done" }, person(10))
          }
          if (world.refusal) throw world.refusal
          const holds = new Map([
            ["stock_level/1", minimum > 0 && quantity <= minimum],
            ["mail/1", failed],
          ])
          left = new Set([...left].filter((cause) => holds.get(cause)))
          for (const [cause, isSo] of holds) {
            const open = rows().filter(({ openCause }) => openCause === cause)
            expect(open.length).toBeLessThanOrEqual(isSo ? 1 : 0)
            if (isSo && !left.has(cause)) expect(open).toHaveLength(1)
          }
        }
      }),
      { numRuns: times(37, 150) },
    )
  })
})
