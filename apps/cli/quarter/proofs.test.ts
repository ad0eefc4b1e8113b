/** What an auditor proves with the commands, on the demo company: the log, an export of it, the rows and the statements of closed months. */
import { createHash } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { lastDayOf, monthOf } from "@ops/platform/calendar.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { type Answer, demoPassword, type Person } from "@ops/platform/testing/server.ts"
import { enter, runHere } from "../in-process.ts"
import { installed } from "./installed.ts"
import { quarter, type Step } from "./quarter.ts"

const ops = (...words: ReadonlyArray<string>) => runHere(words, { writes: true })

let here: Awaited<ReturnType<typeof installed>>
let leave = () => {}
let finance: Person
let folder: string
/** The months that are over and that the demonstration tells of, the first one first, and the current month. */
let months: ReadonlyArray<string>
let current: string
let steps: ReadonlyArray<Step>
const asSuperuser = (...texts: ReadonlyArray<string>) => here.superuser(...texts)

beforeAll(async () => {
  here = await installed()
  folder = here.at.folder
  leave = enter(here.env)
  finance = await here.server.as("FO-FIN-001")
  const { body } = await finance("GET", "/api/periods")
  const all = (body as ReadonlyArray<{ period: string }>).map(({ period }) => period).sort()
  months = all.slice(0, -1)
  current = all.at(-1)!
  steps = quarter(here.at)
}, 300_000)
afterAll(async () => {
  leave()
  await here?.dispose()
})

interface Version extends Fields {
  readonly pack: ReadonlyArray<{ readonly report: string; readonly sha256: string }>
  readonly overrides: ReadonlyArray<unknown>
}

const sha256 = ({ bytes }: Answer) => createHash("sha256").update(bytes).digest("hex")

// proves U-02, U-10-1, U-11, U-12, U-13, U-13-2, U-13-3, U-13-4, U-16
it("a quarter: bank, reversal, late facts, three months closed and one opened again, policy, rehearsal, the auditor's report, every figure recomputed", {
  timeout: 600_000,
}, async () => {
  for (const { title, run } of steps) expect(await run(), title).not.toBe("")
})

describe("the proofs of the demo company", { timeout: 300_000 }, () => {
  it("an export of an untouched log is clean, wherever the verifier's pages end", async () => {
    const file = path.join(folder, "log.ndjson")
    const exported = await ops("audit", "export", file)
    expect(exported.code, exported.err).toBe(0)
    const key = path.join(folder, "seal.pub")
    const verified = await ops("audit", "verify", "-o", "json")
    expect(verified.code, verified.err).toBe(0)
    const { publicKeys } = JSON.parse(fs.readFileSync(file, "utf8").split("\n", 1)[0]!)
    fs.writeFileSync(key, publicKeys)
    const offline = await ops("audit", "verify", "--file", file, "--key", key, "-o", "json")
    expect(offline.code, offline.err).toBe(0)
    expect(JSON.parse(offline.out).data).toMatchObject({ clean: true, found: 0 })
  })

  // proves U-02
  it("a replay reproduces the statements of every closed month byte for byte, also of a close that was opened again", async () => {
    const replayed = await ops("audit", "replay", "--diff", "-o", "json")
    expect(replayed.code, replayed.err).toBe(0)
    expect(JSON.parse(replayed.out).data.published).toEqual({ made: 5 * 4, differing: [], incomparable: [], missing: [] })
    expect(replayed.err).toContain(`${5 * 4} statements of closed months reproduced byte for byte`)
  })

  // proves U-13-3
  it("the signed report of a closed month does not hold where it was edited", async () => {
    const edited = path.join(folder, "edited.zip")
    const files = unzipSync(fs.readFileSync(path.join(folder, `audit-${months.at(-2)!}.zip`)))
    fs.writeFileSync(edited, zipSync({ ...files, "report.json": strToU8(strFromU8(files["report.json"]!).replace('"faults": []', '"faults": [ ]')) }))
    const refused = await ops("audit", "check-evidence", edited)
    expect([refused.code, refused.out]).toEqual([8, expect.stringContaining("report.json was edited")])
    expect((await ops("audit", "month", "2026-13")).err).toContain("2026-13 is not a month")
  })

  it("an edited event is reported as a fault of the log, without advice to rebuild rows from it", async () => {
    await asSuperuser(
      "create table public.honest as select position, data from es.event where type = 'PaymentReceived' and stream = 'payment/1'",
      "update es.event set data = jsonb_set(data, '{amount}', '54000') where position = (select position from public.honest)",
      "select 1",
    )
    const verified = await ops("audit", "verify")
    const replayed = await ops("audit", "replay", "--diff")
    const rebuilt = await ops("projections", "rebuild")
    await asSuperuser("update es.event e set data = h.data from public.honest h where h.position = e.position", "drop table public.honest", "select 1")
    expect(verified.code).toBe(8)
    expect(replayed.code).toBe(8)
    expect(replayed.err).toMatch(/The log was edited: 1 place\. The first: at event \d+ \(.*RCT-\d{4}-0001\), its data was edited/)
    expect(replayed.err).not.toContain("ops projections rebuild")
    // the differing row is shown under its familiar name
    expect(replayed.out).toMatch(/RCT-\d{4}-0001\t.*\tamount\tUSD [\d,]+\.\d\d\tUSD 540\.00/)
    expect(rebuilt.code).toBe(8)
    expect(rebuilt.err).toContain("so nothing was rebuilt")
  })

  it("a deleted key of personal data is reported as that, and no row as changed", async () => {
    const [key] = await asSuperuser(
      "create table public.keys as select * from es.personal_key where key is not null and starts_with(stream, 'staff_member/') order by id limit 1",
      "delete from es.personal_key where id in (select id from public.keys)",
      "select k.stream, s.first_name as name from public.keys k join live.staff_member s on k.stream = 'staff_member/' || s.id",
    )
    const replayed = await ops("audit", "replay", "--diff")
    await asSuperuser("insert into es.personal_key select * from public.keys", "drop table public.keys", "select 1")
    expect(replayed.code).toBe(8)
    expect(replayed.err).toContain(`1 key of personal data is damaged or missing. The first: the key of Staff member ${key!["name"] as string}`)
    expect(replayed.err).toContain("No event erases this record, so its key should be in es.personal_key.")
    expect(replayed.out + replayed.err).not.toMatch(/differs? from the log|different from the log|ops projections rebuild/)
    expect(replayed.out).not.toContain(`${key!["stream"] as string}\t`)
  })

  it("an event whose type was changed to an unknown one is named with its position, although this version cannot fold it", async () => {
    const [event] = await asSuperuser(
      "update es.event set type = 'ExpenseApprovedX' where position = (select min(position) from es.event where type = 'ExpenseApproved')",
      "select position, stream from es.event where type = 'ExpenseApprovedX'",
    )
    const verified = await ops("audit", "verify")
    const replayed = await ops("audit", "replay", "--diff")
    await asSuperuser("update es.event set type = 'ExpenseApproved' where type = 'ExpenseApprovedX'", "select 1")
    expect(verified.code).toBe(8)
    expect(verified.err).toMatch(new RegExp(`at event ${event!["position"]} \\(.*\\), its type or version was edited`))
    expect(verified.err).toContain(`Event ${event!["position"]} (${event!["stream"]}) is of type ExpenseApprovedX, version 1`)
    expect(replayed.code, replayed.err).toBe(8)
    expect(replayed.err).toContain("The log was edited: 1 place.")
  })

  it("the pack of a re-opened month stays readable, marked as superseded, version beside version", async () => {
    const period = months.at(-2)!
    const second = await finance("GET", `/api/periods/${period}/pack/pnl`)
    expect(second.headers.get("content-disposition")).toBe(`attachment; filename="pnl ${period} version 2.pdf"`)
    const first = await finance("GET", `/api/periods/${period}/pack/pnl?version=1`)
    expect([first.status, first.headers.get("content-disposition")]).toEqual([200, `attachment; filename="pnl ${period} version 1 superseded.pdf"`])
    expect((await finance("GET", `/api/periods/${period}/pack/pnl?version=3`)).status).toBe(404)
    const { body } = await finance("GET", `/api/periods?q=${period}`)
    const { versions } = (body as ReadonlyArray<{ period: string; versions: ReadonlyArray<Version> }>).find((row) => row.period === period)!
    expect(versions.map(({ version, supersededAt, reopeningReason, pack }) => [version, supersededAt !== null, reopeningReason, pack.length])).toEqual([
      [1, true, "Two late facts", 5],
      [2, false, null, 5],
    ])
    // the bytes are those that were given out then
    expect(versions.map(({ pack }) => pack.find(({ report }) => report === "pnl")!.sha256)).toEqual([first, second].map(sha256))
    expect(versions[0]!.closedByUser, "who closed it is kept").not.toBeNull()
    expect(versions[0]!.overrides.length, "so is what it was closed over").toBeGreaterThan(0)
  })

  it("every command that posts on a given day shows where a fact of a closed month will be posted, before asking", async () => {
    const password = path.join(folder, "password")
    fs.writeFileSync(password, demoPassword)
    const signedIn = await ops("login", "--url", here.server.url, "--employee-id", "FO-FIN-001", "--password-file", password)
    expect(signedIn.code, signedIn.err).toBe(0)
    const day = `${months[0]!}-16`
    const one = async (list: string, key: string) => (await finance("GET", `${list}?limit=1`)).body[0][key] as string
    const [client] = (await finance("GET", "/api/clients?limit=1")).body
    const [bill] = (await finance("GET", `/api/accounts-payable?limit=1&from=${months[0]!}-01&to=${months[0]!}-30`)).body
    const [transaction] = (await finance("GET", `/api/transactions?limit=1&to=${months[0]!}-30`)).body
    const petty = await one("/api/crm/petty-cash-requests", "requestNumber")
    const float = await one("/api/petty-cash-floats", "name")
    const commands: ReadonlyArray<ReadonlyArray<string>> = [
      ["payments", "record", "--client", client.companyName, "--amount", "1", "--date", day],
      ["payments", "draft", "--due-by", day, "--date", day],
      ["expenses", "pay", await one("/api/expense-requests", "requestNumber"), "--date", day, "--dry-run"],
      ["petty-cash", "disburse", petty, "--float", float, "--date", day, "--dry-run"],
      ["petty-cash", "retire", petty, "--spent", "0", "--date", day, "--dry-run"],
      ["petty-cash", "floats", "top-up", float, "--date", day, "--dry-run"],
      ["petty-cash", "floats", "count", float, "--counted", "1", "--date", day, "--dry-run"],
      ["tax", "payments", "record", "--report", String(await one("/api/tax-reports", "id")), "--date", day],
      ["bills", "approve", bill.billNumber, "--dry-run"],
      ["transactions", "post", transaction.transactionNumber, "--dry-run"],
      ["daily-expenses", "record", "--site", "US", "--date", day, "--other", "1"],
    ]
    const note = `${months[0]!} is closed: posted on ${current}-01`
    for (const words of commands) {
      const { out, err } = await ops(...words)
      expect(`${err}${out}`, words.join(" ")).toContain(note)
    }
    // the default date is today, whose month is open
    expect((await ops("expenses", "pay", await one("/api/expense-requests", "requestNumber"), "--dry-run")).err).not.toContain("is closed")
  })

  it("a request to re-open a month leaves it closed until another level 10 confirms", async () => {
    const period = months[0]!
    const { code, err, out } = await ops("close", "reopen", "--period", period, "--reason", "A late bill", "--confirm", period)
    expect(code, err).toBe(0)
    expect(out).toMatch(/closed/)
    expect(err).toContain(`${period} stays closed until another person of level 10 confirms: ops close reopen --period ${period}`)
  })

  it("a payment dated in a closed month shows its posting day first, and the aged list reconciles with the statement by late facts", async () => {
    const { body: open } = await finance("GET", "/api/invoices?status=open&limit=1000")
    // the end of the first closed month in which a client owes dollars; which month that is depends on the day
    const owedOn = (end: string) => open.find(({ issueDate, currency }: { issueDate: string; currency: string }) => issueDate <= end && currency === "USD")
    const day = months.map(lastDayOf).find(owedOn)!
    const period = monthOf(day)
    const next = `${current}-01`
    const { body: posting } = await finance("GET", `/api/posting-day?date=${day}`)
    expect(posting).toEqual({ date: day, postedOn: next, note: `${period} is closed: posted on ${next}` })
    const { body: before } = await finance("GET", `/api/ledger/checks?asAt=${day}`)
    const { id: invoiceId, clientId } = owedOn(day)
    const allocations = [{ invoiceId, amount: "1.00" }]
    const paid = await finance("POST", "/api/payments", { clientId, amount: "1.00", currency: "USD", method: "cash", date: day, allocations })
    expect(paid.status, paid.text).toBe(201)
    const { body: after } = await finance("GET", `/api/ledger/checks?asAt=${day}`)
    const credit = (rows: ReadonlyArray<Fields & { readonly key: string }>) =>
      rows.filter(({ late, assertionId }) => late !== "0.00" && assertionId === null).map(({ key, books, late, ok }) => ({ key, books, late, ok }))
    expect(credit(before)).toEqual([])
    for (const { key, books, ok } of credit(after)) {
      expect(ok, key).toBe(true)
      expect(books, "the books are what the statement of the closed month shows").toBe(
        before.find((row: Fields) => row.key === key && row.currency === "USD").books,
      )
    }
    expect(credit(after).length).toBeGreaterThan(0)
    // the count of that day is contradicted by what became known after it
    const stated = (rows: ReadonlyArray<Fields>) => rows.filter(({ late, assertionId }) => late !== "0.00" && assertionId !== null)
    expect(stated(before)).toEqual([])
    expect(stated(after).map(({ ok }) => ok)).not.toContain(true)
    expect(stated(after).map(({ title }) => title)).toContainEqual(expect.stringContaining("Count of Cash USD"))
    const { body: aged } = await finance("GET", `/api/reports/aged-receivables?asAt=${day}`)
    expect(aged.checks).toEqual([{ name: "Open invoices equal the receivables account", ok: true, difference: "0.00" }])
    const { lines } = aged.sections.find(({ key }: Fields) => key === "reconciliation")
    const { books, late } = credit(after).find(({ key }) => key === "receivables")!
    expect(lines.map(({ key, values }: { readonly key: string; readonly values: Fields }) => [key, values.total])).toEqual([
      ["posted", books],
      ["late", late],
    ])
    const printed = await finance("GET", `/api/reports/aged-receivables?asAt=${day}&format=csv`)
    expect(printed.text).toContain("Late facts")
  })

  it("a deleted document, attachment or invoice and edited bytes are reported with their record", async () => {
    const { body: invoices } = await finance("GET", "/api/invoices?status=open&limit=1")
    const [{ id, invoiceNumber }] = invoices as [{ id: number; invoiceNumber: string }]
    expect((await finance("GET", `/api/invoices/${id}/download`)).status).toBe(200)
    const replay = () => ops("audit", "replay", "--diff", "-o", "json")
    const [{ receipt }] = (await asSuperuser(
      `create table public.named as
         select case when e.type = 'PeriodPublished' then 'pack' when e.type = 'InvoiceRendered' then 'invoice' else 'receipt' end as kind, f.x->>'sha256' as sha256
         from es.event e, lateral (select jsonb_path_query(e.data, 'strict $.**?(@.sha256 like_regex "^[0-9a-f]{64}$")') as x) f
         where e.type = 'PeriodPublished' or (e.type = 'InvoiceRendered' and e.stream = 'invoice/${id}') or starts_with(e.stream, 'petty_cash_request/')`,
      "create table public.documents as select * from app.document where sha256 in (select sha256 from public.named)",
      "create table public.attachments as select * from app.attachment where sha256 in (select min(sha256) from public.named where kind = 'receipt')",
      "delete from app.document where sha256 in (select sha256 from public.named where kind = 'invoice')",
      "delete from app.document where sha256 = (select min(sha256) from public.named where kind = 'pack')",
      "update app.document set bytes = 'forged'::bytea where sha256 = (select max(sha256) from public.named where kind = 'pack')",
      "delete from app.attachment where sha256 in (select sha256 from public.attachments)",
      "select sha256 as receipt from public.attachments limit 1",
    )) as unknown as [{ receipt: string }]
    const replayed = await replay()
    await asSuperuser(
      "delete from app.document where sha256 in (select sha256 from public.documents)",
      "insert into app.document select * from public.documents",
      "insert into app.attachment overriding system value select * from public.attachments",
      "drop table public.documents, public.attachments, public.named",
      "select 1",
    )
    expect(replayed.code, replayed.err).toBe(8)
    const { faults } = JSON.parse(replayed.out).data.documents as { faults: ReadonlyArray<{ what: string; record: string; sha256: string }> }
    const lost = (record: RegExp) => faults.filter((fault) => record.test(fault.record)).map(({ what }) => what)
    expect(lost(/^Period 20\d\d-\d\d$/).sort()).toEqual(["changed", "missing"])
    expect(lost(new RegExp(`^Invoice ${invoiceNumber}$`))).toEqual(["missing"])
    expect(lost(/^Petty cash request /)).toEqual(["missing"])
    expect(faults.find(({ sha256 }) => sha256 === receipt)?.what).toBe("missing")
    expect(faults).toHaveLength(4)
    expect(replayed.err).toMatch(/4 documents are missing or changed\. The first: a file of /)
    // everything that was edited above is as it was
    const after = await replay()
    expect(after.code, after.err).toBe(0)
  })
})
