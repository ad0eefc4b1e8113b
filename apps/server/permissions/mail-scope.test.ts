/** Who sees which mail, as the modules declare it: a mail is visible to everyone who sees the record it is about. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { permissionsOf, holdsAny } from "@ops/platform/access/levels.ts"
import { type Caller, demoApp } from "../demo/demo-app.ts"
import { mailAbout } from "../modules.ts"
import { sitesOfRow } from "./site-of-rows.ts"

let app: Awaited<ReturnType<typeof demoApp>>
beforeAll(async () => {
  app = await demoApp()
}, 300_000)
afterAll(() => app.dispose())

const site = 2
const seenBy = async (call: Caller, kind: string): Promise<ReadonlyArray<number>> =>
  JSON.parse((await call("GET", `/api/mails?aboutKind=${kind}&limit=200`)).text).map(({ id }: { id: number }) => id)
const ofSite = async (kind: string) =>
  (
    await app.owner(`select r.id from live.mail r where r.about_kind = $1 and not coalesce(r.personal, false) and ${site} in (${sitesOfRow.get("mail")})`, [
      kind,
    ])
  )
    .map(({ id }) => Number(id))
    .sort()

test("a supervisor without finance permissions cannot see invoice mail, even of their own site; it answers like an unknown id", async () => {
  const supervisor = await app.person(6, site)
  const invoices = await ofSite("invoice")
  expect(invoices.length).toBeGreaterThan(0)
  expect(await seenBy(supervisor, "invoice")).toEqual([])
  for (const id of invoices) {
    expect(await supervisor("GET", `/api/mails/${id}`)).toMatchObject({ status: 404, text: expect.stringContaining(`E-mail ${id} does not exist`) })
    expect((await supervisor("POST", `/api/mails/${id}/resend`)).status).toBe(404)
  }
  expect((await seenBy(supervisor, "purchase_request")).length).toBeGreaterThan(0)
})

test("a person at one site sees each kind of mail only for that site's records, and only if the module permits the level", async () => {
  expect(mailAbout.length).toBeGreaterThan(0)
  for (const level of [6, 8]) {
    const call = await app.person(level, site)
    for (const { kind, may } of mailAbout) {
      const seen = [...(await seenBy(call, kind))].sort()
      const allowed = holdsAny({ level, permissions: permissionsOf(level) }, may)
      expect([level, kind, seen.filter((id) => !allowed || Number.isNaN(id))]).toEqual([level, kind, []])
      const own = await ofSite(kind)
      expect([level, kind, seen.filter((id) => !own.includes(id))]).toEqual([level, kind, []])
      expect([level, kind, seen.length > 0]).toEqual([level, kind, allowed && own.length > 0])
    }
  }
})
