import * as fs from "node:fs"
import * as path from "node:path"

/**
 * Faults to plant one at a time, each with the tests that must find it. `search` must occur exactly once in its file; `npm run mutate` reports where
 * it does not.
 */
export interface Mutation {
  readonly name: string
  readonly file: string
  readonly search: string
  readonly replace: string
  readonly tests: ReadonlyArray<string>
}

const scopes = ["apps/server/permissions/site-scope.test.ts"]
const cans = ["apps/server/permissions/can-fields.test.ts"]
const delegated = ["apps/server/stories/delegations.test.ts"]
const ids = ["apps/server/permissions/foreign-ids.test.ts"]
const of = (name: string, file: string, search: string, replace: string, ...tests: ReadonlyArray<string>): Mutation => ({ name, file, search, replace, tests })

export const mutations: ReadonlyArray<Mutation> = [
  // scopes
  of(
    "scope: levels up to 6 without a site see every site",
    "platform/access/site-scope.ts",
    "person.siteId ?? NO_SITE",
    "person.siteId",
    "modules/identity/person.test.ts",
  ),
  of(
    "scope: management sees every site",
    "platform/access/site-scope.ts",
    "person.accessLevel === 8 ? person.siteId : null",
    "null",
    "modules/identity/person.test.ts",
  ),
  of(
    "scope: lists of catering",
    "modules/catering/queries.ts",
    "  confinedTo === null ? [] : [{ sql: `${site} = ?`, values: [confinedTo] }]",
    "  []",
    ...scopes,
  ),
  of("scope: alerts", "modules/alerts/alert.ts", "(r.site_id is null or r.site_id = ?)", "(r.site_id is null or r.site_id = ? or true)", ...scopes),
  of(
    "scope: mails",
    "platform/mail/about.ts",
    "where seen.id = m.about_id))",
    "where seen.id = m.about_id or m.about_kind is not null))",
    "platform/mail/mail.test.ts",
  ),
  of("scope: who sends a mail again", "platform/mail/about.ts", '?.resend ?? ["system.admin"]', '?.may ?? ["system.admin"]', "platform/mail/mail.test.ts"),
  of(
    "scope: lines of journal entries",
    "modules/ledger/journal-entries/resource.ts",
    "coalesce(l.site_id = ${Number(confinedTo)}, not ${isMixed})",
    "true",
    ...scopes,
  ),
  of("scope: bills of payment runs", "modules/finance/payment-runs/queries.ts", " and o.site_id = ${Number(confinedTo)}`", "`", ...scopes),
  of("scope: marketing documents", "modules/crm/marketing/queries.ts", '[{ sql: "false" }]', "[]", "modules/crm/crm-http.test.ts"),
  of(
    "scope: marketing documents of other sites",
    "modules/crm/marketing/queries.ts",
    '[{ sql: "m.site_id = ?", values: [who.confinedTo] }]',
    "[]",
    "modules/crm/crm-http.test.ts",
  ),
  of("scope: row before state, over HTTP", "platform/http/answering.ts", "if (seen !== undefined) yield* mapDatabaseErrors(requireVisible(seen))", "", ...ids),
  of("scope: row before state, of meals", "modules/meals/server.ts", "yield* sessions.requireVisible(id)\n        const empty", "const empty", ...ids),
  of(
    "scope: records of other sites, named in a body",
    "platform/records/command.ts",
    "confinedTo !== null && siteId !== null && siteId !== confinedTo",
    "false",
    ...ids,
  ),
  of(
    "scope: people of other sites, named in a body",
    "modules/people/assignments/staff-assignment.ts",
    "const isKnown = !isElsewhere(staff, by) ||",
    "const isKnown = true ||",
    ...ids,
  ),
  of("scope: projects of other sites, named by an assignment", "modules/people/assignments/resource.ts", " and j.site_id = r.site_id", "", ...ids),
  of(
    "scope: live stream, changes at other sites",
    "platform/http/live/live.ts",
    "sites.length > 0 && !sites.includes(who.confinedTo)",
    "false",
    "platform/http/live/live.test.ts",
  ),
  of(
    "scope: live stream, lists one may not read",
    "platform/http/live/live.ts",
    'may === "public" || permits(who, may)',
    "true",
    "platform/http/live/live.test.ts",
  ),
  of(
    "scope: live stream, records that have moved",
    "apps/server/permissions/sites-of-changes.ts",
    "version > 1 && typeof data",
    "version < 1 && typeof data",
    "apps/server/permissions/sites-of-changes.test.ts",
  ),
  of(
    "scope: number of lines of a tax report",
    "modules/ledger/taxes/queries.ts",
    "from ${taxLinesFor(who.confinedTo)} x) as",
    "from ${taxLinesFor(null)} x) as",
    ...scopes,
  ),
  of(
    "scope: kiosk taps of other sites",
    "modules/people/kiosk/server.ts",
    "who.confinedTo !== null && !row.here",
    "false",
    "modules/people/people-http.test.ts",
  ),
  // duties and limits
  of(
    "limit: missing from canApprove",
    "modules/procurement/purchase-requests/queries.ts",
    " and r.estimated_total <= coalesce(${limitSql(who.level)}, -1)",
    "",
    ...cans,
  ),
  of("duty: first purchase from one's own supplier", "modules/procurement/purchase-requests/queries.ts", " and not ${isOwnSupplier}", "", ...cans),
  of(
    "limit: of a purchase",
    "modules/procurement/purchase-requests/purchase-request.ts",
    "request.estimatedTotal > limit",
    "request.estimatedTotal > limit * 2",
    "modules/procurement/purchase-requests/purchase-request.test.ts",
  ),
  of(
    "duty: approving one's own purchase",
    "modules/procurement/purchase-requests/purchase-request.ts",
    "if (own && !override)",
    "if (own && override)",
    "modules/procurement/purchase-requests/purchase-request.test.ts",
  ),
  of(
    "limit: of an expense",
    "modules/finance/expense-requests/expense-request.ts",
    "const above = request.amountUsd > limit",
    "const above = request.amountUsd > limit + 1",
    "modules/finance/expense-requests/expense-request.test.ts",
  ),
  of(
    "duty: approving one's own expense",
    "modules/finance/expense-requests/expense-request.ts",
    'if (own && !mayOverride) throw forbidden("You cannot approve your own request")',
    "",
    "modules/finance/expense-requests/expense-request.test.ts",
  ),
  of(
    "duty: approving one's own daily expenses",
    "modules/finance/daily-expenses/record.ts",
    "if (own && !decision.overrides(by, overrideReason)) throw",
    "if (own && decision.overrides(by, overrideReason)) throw",
    "modules/finance/daily-expenses/record.test.ts",
  ),
  of(
    "duty: level 10 by one person",
    "modules/identity/person.ts",
    "if (person.topLevelAskedBy === by.person) throw",
    "if (person.topLevelAskedBy === null) throw",
    "modules/identity/top-level.test.ts",
  ),
  of(
    "limit: wrong passwords",
    "modules/identity/sign-in/throttle.ts",
    "const triesAtMost = 5",
    "const triesAtMost = 50",
    "modules/identity/sign-in/sign-in.test.ts",
  ),
  of(
    "limit: a device is known to everyone",
    "modules/identity/sign-in/throttle.ts",
    "where d.token = $1 and p.employee_id = $2",
    "where d.token = $1 or p.employee_id = $2",
    "modules/identity/sign-in/sign-in.test.ts",
  ),
  of(
    "limit: the last of level 10 keeps the password",
    "modules/identity/person.ts",
    "if (!keepPassword) return",
    "if (keepPassword) return",
    "modules/identity/person.test.ts",
  ),
  of("limit: pay leaves without a new proof", "platform/http/middleware.ts", "rule.stepUp || exportsPrivate(rule, query)", "rule.stepUp", ...scopes),
  // signs and bounds
  of("sign: worth of stock", "modules/stock/postings.ts", "value > 0 ?", "value < 0 ?", "modules/stock/stock.test.ts"),
  of(
    "bound: more than there is in stock",
    "modules/stock/levels/commands.ts",
    "if (!level || has < quantity) {",
    "if (!level || has + 1 < quantity) {",
    "modules/stock/stock.test.ts",
  ),
  of(
    "bound: waste of nothing",
    "modules/stock/levels/commands.ts",
    'if (quantity <= 0) throw invalid("Quantity must be greater than 0")',
    "",
    "modules/stock/stock.test.ts",
  ),
  of(
    "bound: more than is open of a bill",
    "modules/finance/payment-runs/payment-run.ts",
    "if (amount > open) throw",
    "if (amount > open + 1) throw",
    "modules/finance/payment-runs/payment-run.test.ts",
  ),
  of(
    "bound: an invoice is paid too early",
    "modules/billing/invoices/invoice.ts",
    "if (paid + credited >= total)",
    "if (paid + credited >= total - 1)",
    "modules/billing/invoices/invoice.test.ts",
    "modules/billing/invoices/http.test.ts",
  ),
  of(
    "bound: credited more than was billed",
    "modules/billing/invoices/invoice.ts",
    "if (quantity <= 0 || quantity > original.quantity) throw",
    "if (quantity <= 0) throw",
    "modules/billing/invoices/invoice.test.ts",
  ),
  of(
    "sign: exchange difference",
    "modules/finance/payment-runs/payment-run.ts",
    '[gain > 0 ? "credit" : "debit"]',
    '[gain < 0 ? "credit" : "debit"]',
    "modules/finance/payment-runs/payment-run.test.ts",
  ),
  of(
    "bound: withholding posted to the bank",
    "modules/finance/payment-runs/payment-run.ts",
    "credit: amount - withholding",
    "credit: amount",
    "modules/finance/payment-runs/payment-run.test.ts",
  ),
  of(
    "bound: a decision on an old version is taken",
    "platform/records/command.ts",
    "if (row && row.version !== version) {",
    "if (row && row.version < version) {",
    "apps/server/calls/stale-versions.test.ts",
  ),
  of(
    "bound: two copies of one rejected request",
    "modules/procurement/purchase-requests/purchase-request.ts",
    "purchaseRequests.at(id, PurchaseRequestReopened({ copy: next, requestNumber })),",
    "",
    "apps/server/calls/refused-calls.test.ts",
  ),
  // rounding and currencies
  of("rounding: shares lose a cent", "platform/money.ts", "let left = Math.abs(cents) - ", "let left = 0 * Math.abs(cents) - 0 * ", "platform/money.test.ts"),
  of(
    "rounding: leave of a month",
    "modules/people/leave/leave-ledger.ts",
    "Math.round((yearly * (inYear - 1)) / 12)",
    "Math.floor((yearly * (inYear - 1)) / 12)",
    "modules/people/leave/leave-ledger.test.ts",
  ),
  of(
    "rounding: the tax on pay is cut off, not rounded",
    "modules/payroll/calculation/payroll-calculation.ts",
    "return Number((tax * 2n + 10_000n) / 20_000n)",
    "return Number((tax * 2n) / 20_000n)",
    "modules/payroll/calculation/payroll-calculation.test.ts",
  ),
  of(
    "currency: petty cash in pounds counted as dollars",
    "modules/finance/petty-cash/request.ts",
    'asked.currency === "USD" ? 100 : yield* officialRate(by.today)',
    "100",
    "modules/finance/petty-cash/petty-cash.test.ts",
    "modules/finance/petty-cash/http.test.ts",
  ),
  // field devices
  of(
    "field: an act is decided whatever its state",
    "modules/field/acts/act.ts",
    "if (!isOpen(act)) return unchanged(id)\n    const made",
    "const made",
    "modules/field/field.test.ts",
  ),
  of(
    "field: late is decided by arrival",
    "modules/meals/meal-sessions/meal-session.ts",
    "Date.parse(at) + onDevice.doubtMs",
    "Date.parse(onDevice.arrivedAt)",
    "modules/field/field.test.ts",
  ),
  of("field: acts of a device change places", "modules/field/acts/when.ts", "guess, after + 1)", "guess)", "modules/field/field.test.ts"),
  of(
    "field: contrary acts by arrival",
    "modules/meals/meal-sessions/meal-attendance.ts",
    " || (by.onDevice && by.at <= before.updatedAt)",
    "",
    "modules/field/field.test.ts",
  ),
  of(
    "field: a tap that only repeats is forgotten",
    "modules/meals/meal-sessions/meal-attendance.ts",
    "by.at > before.updatedAt && isOpen)",
    "by.at > before.updatedAt && !isOpen)",
    "modules/field/field.test.ts",
  ),
  of(
    "field: visitors absolute",
    "modules/meals/meal-sessions/meal-session.ts",
    "[kind]: session[kind] + count",
    "[kind]: count",
    "modules/field/field.test.ts",
  ),
  of("field: rights of now", "modules/field/acts/rights-then.ts", "event.at <= Date.parse(at)", "event.at <= Date.now()", "modules/field/field.test.ts"),
  of(
    "field: any signature fits",
    "modules/field/acts/receiving.ts",
    " || !(await fits(device.algorithm, device.publicKey, text, signature))",
    "",
    "modules/field/field.test.ts",
  ),
  of(
    "field: anchors of any device",
    "modules/field/acts/when.ts",
    "update(`${device}.${said}`)",
    "update(`${device.slice(0, 0)}.${said}`)",
    "modules/field/field.test.ts",
  ),
  of(
    "field: a revoked device goes on",
    "modules/field/acts/receiving.ts",
    'open.deviceStatus === "revoked"',
    'open.deviceStatus === "lost"',
    "modules/field/field.test.ts",
  ),
  of(
    "field: what is missing counts as complete",
    "modules/field/acts/act.ts",
    "const heard = { ...completed(device.whole, device.tip, links), top:",
    "const heard = { ...completed(device.whole, device.tip, links), whole: Math.max(...acts.map(({ number }) => number)), top:",
    "modules/field/field.test.ts",
  ),
  of(
    "field: sent is taken for arrived",
    "platform/ui/device/device-outbox.ts",
    "      size = Math.max(fewest, Math.floor(size / 2))\n      return false",
    '      await keepAnswers(new Map(packet.map(({ digest }) => [digest, { state: "recorded", sentence: "" }])), device)',
    "platform/ui/device/device.test.ts",
  ),
  of(
    "field: two windows fork the chain of a device",
    "platform/ui/device/device-store.ts",
    "latest.previous !== device.previous",
    "latest.number < 0",
    "platform/ui/device/device.test.ts",
  ),
  of(
    "field: the screen confirms what is not yet on the disk",
    "platform/ui/device/device-store.ts",
    "act: number } satisfies KeptFile)\n    await ended(writing)",
    "act: number } satisfies KeptFile)",
    "platform/ui/device/device.test.ts",
  ),
  of(
    "field: signing out clears an enrolled device",
    "platform/ui/data/kept-entries.ts",
    "isEnrolled() || (await keepsUnsent()) ?",
    "(await keepsUnsent()) ?",
    "platform/ui/device/device.test.ts",
  ),
  of(
    "field: a new version interrupts a shift",
    "apps/web/service-worker.ts",
    "await Promise.all([fetchNext(), fetchNext(), fetchNext(), fetchNext()])",
    "await Promise.all([fetchNext(), fetchNext(), fetchNext(), fetchNext()])\n  await worker.skipWaiting()",
    "apps/web/service-worker.test.ts",
  ),
  of(
    "field: in and out by arrival",
    "modules/people/attendance/attendance.ts",
    "const [first, last] = [taps[0]!, taps.at(-1)!]",
    "const [first, last] = [checkInTime, time]",
    "modules/people/attendance/attendance.test.ts",
  ),
  of(
    "field: a tap near the check-in is forgotten",
    "modules/people/attendance/attendance.ts",
    "return tapped.length > 0 ? tapped : unchanged(id)",
    "return unchanged(id)",
    "modules/people/attendance/attendance.test.ts",
  ),
  of("field: an act does not wait for its files", "modules/field/acts/allowed.ts", "awaits > 0 ?", "awaits > 99 ?", "modules/field/acts/allowed.test.ts"),
  of(
    "field: a file is dropped before it was sent",
    "platform/ui/device/device-outbox.ts",
    "if (!answer) return hasSent",
    "if (!answer) await dropFile(digest)",
    "platform/ui/device/device.test.ts",
  ),
  of(
    "field: what the device does not keep is assumed to be missing",
    "platform/records/decide-here.ts",
    "(partial.has(stream) ? notKept() : undefined)",
    "undefined",
    "modules/field/acts/foreseer.test.ts",
  ),
  of(
    "field: what was done on the device is not laid over its rows",
    "modules/field/acts/foreseer.ts",
    "&& !hasIt)",
    "&& hasIt)",
    "modules/field/acts/foreseer.test.ts",
  ),
  of(
    "field: a count of a device is of the level of now",
    "modules/stock/levels/commands.ts",
    "quantity + (since?.quantity ?? 0)",
    "quantity",
    "modules/stock/stock.test.ts",
  ),
  of(
    "field: a signed meal is changed",
    "modules/meals/meal-sessions/meal-session.ts",
    'if (signature === "signed") throw conflict(`${signedBy} signed',
    "if (signature === null) throw conflict(`${signedBy} signed",
    "modules/field/signed-days/signed-day.test.ts",
  ),
  of(
    "field: a sheet that differs at arrival is signed",
    "modules/field/signed-days/signed-day.ts",
    ".reason.trim() || differs || null",
    ".reason.trim() || null",
    "modules/field/signed-days/signed-day.test.ts",
  ),
  // dates
  of(
    "date: expired goods are taken in",
    "modules/stock/levels/commands.ts",
    "lot.expiryDate < by.today) throw",
    "lot.expiryDate < '2000-01-01') throw",
    "modules/stock/stock.test.ts",
  ),
  of(
    "date: a run is executed before its day",
    "modules/finance/payment-runs/payment-run.ts",
    "if (paymentDate > by.today) throw",
    "if (paymentDate > '2999-01-01') throw",
    "modules/finance/payment-runs/payment-run.test.ts",
  ),
  of(
    "date: day in Juba",
    "platform/calendar.ts",
    'export const zone = "Africa/Juba"',
    'export const zone = "UTC"',
    "modules/people/attendance/attendance.test.ts",
    "modules/meals/meals.test.ts",
    "platform/config.test.ts",
    "modules/alerts/alerts.test.ts",
  ),
  of(
    "date: a delivery years ahead",
    "modules/procurement/purchase-requests/purchase-request.ts",
    "if (expectedDate > addDays(by.today, furthestDelivery)) throw",
    "if (expectedDate < '2000-01-01') throw",
    "modules/procurement/acknowledgements/acknowledgement.test.ts",
  ),
  // delegations
  of(
    "delegation: a delegate decides their own request",
    "modules/reporting/approvals/queries.ts",
    "where w.id in ${ids(delegate)}${own}",
    "where true${own}",
    ...delegated,
  ),
  of(
    "delegation: a delegate decides the delegator's request",
    "modules/reporting/approvals/queries.ts",
    'partOf(source, delegator, "mine", values, pair)',
    'partOf(source, delegate, "mine", values, pair)',
    ...delegated,
  ),
  of("delegation: one that has ended", "modules/identity/delegations/delegation.ts", '(not r.ended and r."from"', '(r."from"', ...delegated),
  of("delegation: any record of the kind", "modules/reporting/approvals/on-behalf.ts", "if (!row?.found)", "if (row === undefined)", ...delegated),
  of("delegation: what a person decides in person", "modules/reporting/approvals/queries.ts", "source.inPerson || ", "", ...delegated),
]

const root = path.join(import.meta.dirname, "../..")
const whyNot = ({ file, search, replace, tests }: Mutation): string | undefined => {
  const missing = [file, ...tests].find((each) => !fs.existsSync(path.join(root, each)))
  if (missing !== undefined) return `there is no ${missing}`
  const times = fs.readFileSync(path.join(root, file), "utf8").split(search).length - 1
  if (times !== 1) return `its text occurs ${times} times in ${file}`
  return replace === search ? "it changes nothing" : undefined
}

/** The faults that cannot be planted, because the code has changed, each with the reason. */
export const unplantable = (all: ReadonlyArray<Mutation>): ReadonlyArray<string> =>
  all.flatMap((mutation) => {
    const fault = whyNot(mutation)
    return fault === undefined ? [] : [`${mutation.name}: ${fault}`]
  })
