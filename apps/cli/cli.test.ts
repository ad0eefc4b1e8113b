/**
 * The real commands, as child processes or, where the process is irrelevant, within this one, against a real server with its own embedded database.
 */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import postgres from "postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addDays, dateOf, monthOf } from "@ops/platform/calendar.ts"
import { hasPty, onPty } from "@ops/platform/terminal/testing/pty.ts"
import { copyDemo } from "@ops/platform/testing/data-folder.ts"
import type { Fields } from "@ops/platform/testing/json.ts"
import { installation, jsonOf, main, password } from "./installation.ts"

/** Does something while another session of the installation's database locks the number series of invoices. */
const holdingNumbers = async <A>(folder: string, body: () => Promise<A>): Promise<A> => {
  const read = (file: string) => fs.readFileSync(path.join(folder, "data", file), "utf8").trim()
  const port = Number(read("postgres/postmaster.pid").split("\n")[3])
  const sql = postgres({ host: "127.0.0.1", port, user: "postgres", password: read("postgres.password"), database: "ops", max: 1 })
  try {
    return (await sql.begin(async (held) => {
      await held`select 1 from live.document_series for update`
      return body()
    })) as A
  } finally {
    await sql.end()
  }
}

describe("ops on a demo installation", { timeout: 60_000 }, () => {
  const here = installation({})
  const { ops, opsHere } = here
  const signIn = (employeeId: string, profile = employeeId) =>
    ops(["login", "--employee-id", employeeId, "--token-file", "-", "--profile", profile, "--url", here.env["OPS_URL"]!], { input: password })
  const as = (employeeId: string) => ({ env: { OPS_PROFILE: employeeId } })
  beforeAll(async () => {
    copyDemo(here.data)
    await here.serve()
    for (const employeeId of ["FO-CEO-001", "FO-MGT-001", "FO-OPS-001"]) expect(await signIn(employeeId)).toMatchObject({ code: 0, out: "" })
  }, 300_000)
  afterAll(here.stop)

  it("reports everything in order beside a running server", async () => {
    const ran = await opsHere(["doctor", "-o", "json"])
    const checks: ReadonlyArray<{ state: string; check: string; finding: string }> = jsonOf(ran).data
    expect(checks.filter(({ state }) => state === "BLOCKED")).toEqual([])
    expect(checks.filter(({ state }) => state === "PASS").map(({ check }) => check)).toEqual(
      expect.arrayContaining([
        "Node",
        "OPS_PEPPER",
        "OPS_SEAL_NOTES",
        "Last seal",
        "Data folder",
        "Private files",
        "Database",
        "Log",
        "Rows",
        "Position",
        "Effects",
        "Version",
        "Clock",
        "Hash chain",
      ]),
    )
    expect(ran.code).toBe(0)
    expect(ran.out).not.toContain(fs.readFileSync(path.join(here.folder, "data/pepper"), "utf8").trim())
  })

  it("remembers who is signed in per profile, with a private token", async () => {
    expect(jsonOf(await opsHere(["whoami", "-o", "json"], as("FO-MGT-001"))).data).toMatchObject({ employeeId: "FO-MGT-001", accessLevel: 8 })
    const { mode } = fs.statSync(path.join(here.folder, "config/FO-MGT-001.token"))
    expect(mode & 0o777).toBe(0o600)
    // signing in also selects a profile, and reports it
    const { err } = await signIn("FO-MGT-001")
    expect(err).toContain("Commands use the profile FO-MGT-001 from now on. To change it: ops profile use NAME")
  })

  it("adds, changes, suspends and reinstates people, and gives them a password", async () => {
    const users = (...words: string[]) => opsHere(["users", ...words, "--json"], as("FO-CEO-001"))
    const added = await users("add", "X-1", "--first-name", "Nyibol", "--last-name", "Kuol", "--role", "supervisor", "--site", "US", "--yes")
    expect(added).toMatchObject({ code: 0 })
    expect(jsonOf(added).data).toMatchObject({ employeeId: "X-1", accessLevel: 6, siteId: 1, isActive: true })
    const changed = await users("change", "X-1", "--all-sites", "--position", "Cook", "--supervisor", "FO-MGT-001", "--yes")
    expect(jsonOf(changed).data).toMatchObject({ siteId: null, position: "Cook", role: "supervisor" })
    expect(jsonOf(await users("suspend", "X-1", "--reason", "On leave", "--yes")).data).toMatchObject({ isActive: false })
    expect(jsonOf(await users("reinstate", "X-1", "--yes")).data).toMatchObject({ isActive: true })
    const { data: given } = jsonOf(await users("reset-password", "X-1", "--yes"))
    const login = await ops(["login", "--employee-id", "X-1", "--token-file", "-", "--profile", "x-1", "--url", here.env["OPS_URL"]!], {
      input: given.password,
    })
    expect(login.err).toContain("Choose one of your own")
    expect(jsonOf(await users("list", "--q", "X-1")).data).toHaveLength(1)
    // several at once: an unknown one keeps all of them from getting one, and those that were given are printed before a refusal
    const typo = await users("reset-password", "X-1", "X-9", "--yes")
    expect([typo.code, typo.out, typo.err]).toEqual([5, "", expect.stringContaining("There is no employee X-9")])
    const several = await users("reset-password", "X-1", "FO-CEO-001", "FO-OPS-001", "--yes")
    expect(jsonOf({ ...several, code: 0 }).data).toEqual([expect.objectContaining({ employeeId: "X-1", password: expect.any(String) })])
    expect([several.code, several.err]).toEqual([4, expect.stringContaining("Without another password: FO-CEO-001, FO-OPS-001")])

    const manager = await opsHere(["users", "change", "X-1", "--level", "10", "--yes"], as("FO-MGT-001"))
    expect(manager).toMatchObject({ code: 5, out: "" })
    expect(manager.err).toContain("There is no employee X-1 that you may see")
    expect(await users("suspend", "FO-CEO-001", "--reason", "Why not", "--yes")).toMatchObject({ code: 4, out: "" })
  })

  it.each([
    [["users", "change", "FO-OPS-001", "--yes"], 2, "There is nothing to change"],
    [["users", "change", "FO-OPS-001", "--level", "11", "--yes"], 2, '--level cannot be "11"'],
    [["users", "add", "X-2", "--first-name", "A", "--last-name", "B", "--site", "XX", "--yes"], 2, "Name one of: US, PA, JU"],
    [["users", "add", "FO-CEO-001", "--first-name", "A", "--last-name", "B", "--yes"], 5, "An employee with this ID already exists"],
    [["users", "suspend", "FO-XXX-001", "--reason", "Gone", "--yes"], 5, "There is no employee FO-XXX-001"],
    [["users", "suspend", "FO-OPS-001", "--reason", "Gone"], 2, "--yes"],
  ] as const)("%j exits with %i", async (words, code, said) => {
    const ran = await opsHere(words, as("FO-CEO-001"))
    expect(ran.err).toContain(said)
    expect(ran).toMatchObject({ code, out: "" })
  })

  it("refuses a wrong password, and callers who are not signed in, with 4", async () => {
    const wrong = await ops(["login", "--employee-id", "FO-GST-001", "--token-file", "-", "--profile", "x", "--url", here.env["OPS_URL"]!], { input: "wrong" })
    expect(wrong).toMatchObject({ code: 4, out: "" })
    expect(wrong.err).toContain("Invalid password")
    const anonymous = await opsHere(["requests", "list"], { env: { OPS_CONFIG_DIR: path.join(here.folder, "nowhere") } })
    expect(anonymous).toMatchObject({ code: 4, out: "" })
    expect(anonymous.err).toContain("ops login")
  })

  it("lists requests as JSON with a schema version, and amounts as text", async () => {
    const { schemaVersion, data } = jsonOf(await opsHere(["requests", "list", "--status", "approved,completed", "--limit", "2", "--json"], as("FO-CEO-001")))
    expect(schemaVersion).toBe(1)
    expect(data).toHaveLength(2)
    expect(data[0].estimatedTotal).toMatch(/^\d+\.\d\d$/)
  })

  it.each([
    [["invoices", "list", "--status", "foo"], "Status must be one of: draft, issued, sent, part_paid, paid, credited, discarded, open, overdue."],
    [["journal", "list", "--status", "posted,foo"], "Status must be one of: posted, reversed."],
    [["bills", "list", "--status", "foo"], "Status must be one of: open, part_paid, paid, disputed, credited."],
  ] as const)("refuses the filter of %j and names the accepted values", async (words, sentence) => {
    const ran = await opsHere(words, as("FO-CEO-001"))
    expect(ran).toMatchObject({ code: 2, out: "" })
    expect(ran.err).toContain(sentence)
  })

  it("lists what blocks closing a month first, each with the command that fixes it, and exits with 8", async () => {
    const month = monthOf(addDays(`${monthOf(dateOf(new Date()))}-01`, -1))
    const ran = await ops(["close", "checklist", "--period", month, "--json"], as("FO-CEO-001"))
    const lines: ReadonlyArray<{ ok: boolean; key: string; command: string }> = jsonOf(ran).data
    const blocking = lines.filter(({ ok }) => !ok)
    expect(blocking.length).toBeGreaterThan(0)
    expect(lines.slice(0, blocking.length)).toEqual(blocking)
    expect(lines.find(({ key }) => key === "revaluation")!.command).toBe(`ops revaluation run --period ${month}`)
    expect(ran.err).toContain(`${blocking.length} of ${lines.length} checks ${blocking.length === 1 ? "blocks" : "block"} ${month}.`)
    expect(ran.err).toContain(`Next:  ${blocking[0]!.command}`)
    expect(ran.code).toBe(8)
    const table = await opsHere(["close", "checklist", "--period", month, "-o", "table"], as("FO-CEO-001"))
    expect(table.out.split("\n")[2]).toMatch(/^BLOCKED .*→ ops /)
  })

  it("refuses the payroll of a month that is not over, even as a dry run, and names the command that takes a reason", async () => {
    const month = `${Number(dateOf(new Date()).slice(0, 4)) + 1}-01`
    const run = (...words: ReadonlyArray<string>) => opsHere(["payroll", "run", "--period", month, ...words], as("FO-CEO-001"))
    for (const option of ["--yes", "--dry-run"]) {
      const ran = await run(option)
      expect(ran).toMatchObject({ code: 5 })
      expect(ran.err).toContain(`is not over: it ends on ${month}-31`)
      expect(ran.err).toContain(`ops payroll run --period ${month} --gaps-reason "reason"`)
    }
    expect(await run("--yes", "--gaps-reason", "Paid before the holidays")).toMatchObject({ code: 0 })
  })

  it("imports journal entries from CSV and prints a template", async () => {
    const example = await opsHere(["journal", "post", "--example"])
    expect(example).toMatchObject({ code: 0, out: expect.stringMatching(/^entry,entryDate,description,/) })
    const asked = await ops(["journal", "post", "-"], { input: example.out, ...as("FO-CEO-001") })
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining("Send 2 entries totalling USD 165.50 for another person in finance to post?") })
    const wrong = await ops(["journal", "post", "-"], { input: "entry,colour\n1,red\n", ...as("FO-CEO-001") })
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining("There is no column colour") })
    const json = await opsHere(["journal", "post", "--example", "-o", "json"])
    expect(await ops(["journal", "post", "-"], { input: json.out, ...as("FO-CEO-001") })).toMatchObject({
      err: expect.stringContaining("Send 1 entry totalling USD 45.50 for another person in finance to post?"),
    })
  })

  it("writes a whole list into a file, however long it is", async () => {
    const rows = (out: string) => out.trimEnd().split("\n").length - 1
    const [csv, some] = await Promise.all([
      ops(["journal", "list", "-o", "csv"], as("FO-CEO-001")),
      opsHere(["journal", "list", "-o", "csv", "--limit", "3"], as("FO-CEO-001")),
    ])
    expect(rows(csv.out)).toBeGreaterThan(1000)
    expect(csv.err).toBe("")
    expect(rows(some.out)).toBe(3)
    expect(some.err).toContain("3 of ")
    expect(await opsHere(["journal", "list", "--limit", "3", "--all"], as("FO-CEO-001"))).toMatchObject({ code: 2 })
  })

  it("accepts the status of a bill as the table shows it", async () => {
    const { data } = jsonOf(await opsHere(["bills", "list", "--status", "to approve", "--json"], as("FO-CEO-001")))
    expect(data.length).toBeGreaterThan(0)
    expect(new Set(data.map(({ state }: { state: string }) => state))).toEqual(new Set(["to approve"]))
  })

  it("names no next command that sends, to a token that only reads and of a past moment", async () => {
    const listed = (profile: string, ...words: ReadonlyArray<string>) => opsHere(["invoices", "list", ...words], as(profile))
    expect((await listed("FO-CEO-001")).err).toMatch(/Next: ops invoices send INV-/)
    const login = ["login", "--employee-id", "FO-CEO-001", "--token-file", "-", "--profile", "reader", "--scope", "read", "--url", here.env["OPS_URL"]!]
    expect(await ops(login, { input: password })).toMatchObject({ code: 0 })
    for (const read of [await listed("reader"), await listed("FO-CEO-001", "--as-of", new Date().toISOString())]) {
      expect(read).toMatchObject({ code: 0, out: expect.stringMatching(/^INV-/m) })
      expect(read.err).not.toContain("ops invoices send")
    }
  })

  it("reads a whole list, or that of one site", async () => {
    const numbers = async (...words: string[]) => {
      const { out, code } = await opsHere(["requests", "list", ...words, "--fields", "requestNumber,siteCode", "--no-headers"], as("FO-CEO-001"))
      expect(code).toBe(0)
      return out.trim().split("\n")
    }
    const [all, three, paloj] = await Promise.all([numbers("--all"), numbers("--limit", "3"), numbers("--all", "--site", "paloj-adar")])
    expect(new Set(all).size).toBe(all.length)
    expect(three).toEqual(all.slice(0, 3))
    expect(paloj.length).toBeGreaterThan(0)
    expect(paloj).toEqual(all.filter((line) => line.endsWith("\tPA")))
  })

  it("shows a request with its items and history", async () => {
    // the first of the demo data, in whatever year they begin
    const { requestNumber } = jsonOf(await opsHere(["requests", "list", "--all", "--json"], as("FO-CEO-001"))).data.at(-1) as { requestNumber: string }
    expect(requestNumber).toMatch(/^PR-\d{4}-0001$/)
    const { data } = jsonOf(await opsHere(["requests", "show", requestNumber.toLowerCase(), "-o", "json"], as("FO-CEO-001")))
    expect(data).toMatchObject({ requestNumber, status: "completed", itemCount: 3 })
    expect(data.items).toHaveLength(3)
    expect(data.history[0].text).toBe("Request created")
    const byId = await opsHere(["requests", "show", String(data.id)], as("FO-CEO-001"))
    expect(byId.out).toContain(`Request\t${requestNumber}\n`)
    expect(byId.out).toContain("\nItem\tQuantity\t")
  })

  it("explains why a decision is impossible without making it", async () => {
    const [waiting] = jsonOf(await opsHere(["requests", "list", "--status", "pending", "--json"], as("FO-OPS-001"))).data
    const clerk = await opsHere(["requests", "approve", waiting.requestNumber, "--dry-run", "--json"], as("FO-OPS-001"))
    expect(clerk.code).toBe(5)
    expect(jsonOf(clerk).data).toMatchObject({ decision: "approve", possible: false, canApprove: false })
    expect(jsonOf(clerk).data.why).toBe("Your level cannot decide on purchases")
    const manager = await opsHere(["requests", "approve", waiting.requestNumber, "--dry-run", "--json"], as("FO-MGT-001"))
    expect(manager.code).toBe(0)
    expect(jsonOf(manager).data).toMatchObject({ possible: true, canApprove: true, status: "pending" })
    expect(jsonOf(await opsHere(["requests", "show", waiting.requestNumber, "--json"], as("FO-OPS-001"))).data.status).toBe("pending")
  })

  it("asks before it approves, approves with --yes, and records who did it and from where", async () => {
    const [waiting] = jsonOf(await opsHere(["requests", "list", "--status", "pending", "--json"], as("FO-MGT-001"))).data
    const number: string = waiting.requestNumber

    const unasked = await opsHere(["requests", "approve", number], as("FO-MGT-001"))
    expect(unasked).toMatchObject({ code: 2, out: "" })
    expect(unasked.err).toContain("--yes")
    const clerk = await opsHere(["requests", "approve", number, "--yes"], as("FO-OPS-001"))
    expect(clerk).toMatchObject({ code: 4, out: "" })

    const done = await opsHere(["requests", "approve", number, "--yes", "--json"], as("FO-MGT-001"))
    expect(done.code).toBe(0)
    expect(jsonOf(done).data).toMatchObject({ requestNumber: number, status: "approved" })
    const late = await opsHere(["requests", "reject", number, "--yes"], as("FO-CEO-001"))
    expect(late).toMatchObject({ code: 5, out: "" })

    const trail = jsonOf(await opsHere(["trail", number, "--json"], as("FO-CEO-001"))).data
    expect(trail).toContainEqual(
      expect.objectContaining({ type: "PurchaseRequestApproved", via: "cli", by: "Lado Wani Kenyi", record: `Purchase request ${number}` }),
    )
    expect(await opsHere(["trail", number], as("FO-MGT-001"))).toMatchObject({ code: 4, out: "" })
  })

  /** The answer of a call that creates a record. */
  interface Made {
    readonly id: number
    readonly requestNumber: string
    readonly vendorNumber: string
  }
  /** Calls the API as a person who has signed in here. */
  const api = async <Answer = Made>(employeeId: string, method: string, at: string, body?: object) => {
    const token = fs.readFileSync(path.join(here.folder, `config/${employeeId}.token`), "utf8").trim()
    const headers = { authorization: `Bearer ${token}`, "x-ops-client": "1", "content-type": "application/json" }
    return (await fetch(here.env["OPS_URL"] + at, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json() as Promise<Answer>
  }

  it("refuses a decision on your own request", async () => {
    const { id, requestNumber } = await api("FO-MGT-001", "POST", "/api/purchase-requests", { siteId: 1, priority: "low" })
    const empty = await opsHere(["requests", "approve", requestNumber, "--yes"], as("FO-CEO-001"))
    expect(empty.err).toContain("Add at least one item before approving")
    expect(empty).toMatchObject({ code: 5, out: "" })

    await api("FO-MGT-001", "POST", "/api/purchase-requests/items", { purchaseRequestId: id, stockItemId: 1, quantity: 1, estimatedCost: "5.00" })
    for (const verb of ["approve", "reject"]) {
      const own = await opsHere(["requests", verb, requestNumber, "--yes"], as("FO-MGT-001"))
      expect(own.err).toContain(`You cannot ${verb} your own request`)
      expect(own).toMatchObject({ code: 4, out: "" })
    }
    expect(jsonOf(await opsHere(["requests", "show", requestNumber, "--json"], as("FO-MGT-001"))).data.status).toBe("pending")
  })

  it("refuses the first purchase from a supplier the person added in the same words as the approval itself", async () => {
    const vendor = await api("FO-CEO-001", "POST", "/api/vendors", { name: "Nile Ropes", email: "orders@ropes.example" })
    const { id, requestNumber } = await api("FO-MGT-001", "POST", "/api/purchase-requests", { siteId: 1, priority: "low" })
    await api("FO-MGT-001", "POST", "/api/purchase-requests/items", { purchaseRequestId: id, stockItemId: 1, quantity: 1, estimatedCost: "5.00" })
    const approve = (...words: string[]) => opsHere(["requests", "approve", requestNumber, ...words], as("FO-CEO-001"))
    expect(await approve("--dry-run")).toMatchObject({ code: 0 })
    const sentence = "You added Nile Ropes, so another person must approve the first purchase from them"
    const tried = await approve("--vendor", vendor.vendorNumber, "--dry-run", "--json")
    expect(tried.code).toBe(5)
    expect(jsonOf(tried).data).toMatchObject({ possible: false, why: `${sentence}. You can override with --override REASON` })
    expect((await approve("--vendor", vendor.vendorNumber, "--yes")).err).toContain(sentence)
  })

  it("adds a vendor by the fields of its declaration, and refuses wrong ones in the words of the server", async () => {
    const add = (...words: string[]) => opsHere(["vendors", "add", ...words, "--yes", "--json"], as("FO-CEO-001"))
    const wrong = await add("--name", "Nile Sails", "--email", "sails@")
    expect(wrong.err).toContain("Invalid email")
    expect(wrong.code).toBe(5)
    expect(jsonOf(await add("--name", "Nile Sails", "--email", "orders@sails.example", "--terms", "net_15")).data).toMatchObject({
      name: "Nile Sails",
      email: "orders@sails.example",
      paymentTerms: "net_15",
      currency: "USD",
    })
    const found = await opsHere(["vendors", "list", "--q", "nile sails", "--json"], as("FO-MGT-001"))
    expect(jsonOf(found).data).toMatchObject([{ name: "Nile Sails" }])
  })

  it("overrides only at level 10, and keeps the reason", async () => {
    const { id, requestNumber } = await api("FO-CEO-001", "POST", "/api/purchase-requests", { siteId: 1, priority: "low" })
    await api("FO-CEO-001", "POST", "/api/purchase-requests/items", { purchaseRequestId: id, stockItemId: 1, quantity: 1, estimatedCost: "5.00" })
    const approve = (...words: string[]) => opsHere(["requests", "approve", requestNumber, ...words, "--json"], as("FO-CEO-001"))
    expect(await approve("--yes")).toMatchObject({ code: 4 })
    const tried = await approve("--dry-run")
    expect(jsonOf(tried).data.why).toContain("--override")
    expect(await approve("--dry-run", "--override", "No other approver is here")).toMatchObject({ code: 0 })
    expect(jsonOf(await approve("--yes", "--override", "No other approver is here")).data).toMatchObject({
      status: "approved",
      overrideReason: "No other approver is here",
    })
  })

  it.each([
    [["requests", "show", "PR-2026-9999"], 5, "There is no request PR-2026-9999"],
    [["requests", "show", "999999"], 5, "Purchase request 999999 does not exist"],
    [["trail", "PR-2026-9999"], 5, "There is no record PR-2026-9999"],
    [["requests", "show", "first"], 2, "neither the number nor the id"],
    [["requests", "list", "--site", "XX"], 2, "Name one of: US, PA, JU"],
    [["requests", "list", "--stauts", "pending"], 2, "Did you mean --status?"],
    [["requests", "list", "--limit", "many"], 2, '--limit cannot be "many"'],
    [["requests", "approve", "1", "--yes", "--dry-run"], 2, "cannot be used with"],
    [["requests", "list", "--local"], 2, "--as EMPLOYEE_ID"],
    [["requests", "list", "--local", "--as", "FO-XXX-001"], 4, "There is no active person FO-XXX-001"],
    [["whoami", "--as", "FO-CEO-001"], 2, "--as works only with --local"],
    [["demo", "load", "--scale", "0"], 2, '--scale cannot be "0"'],
    [["trail", "12"], 2, "ops trail purchase_request/12"],
  ] as const)("%j exits with %i", async (words, code, said) => {
    const ran = await opsHere(words, as("FO-CEO-001"))
    expect(ran.err).toContain(said)
    expect(ran).toMatchObject({ code, out: "" })
  })

  it("exits with 6 if no server answers", async () => {
    const ran = await ops(["whoami"], { env: { OPS_URL: "http://127.0.0.1:9", OPS_TOKEN: "ops_token" } })
    expect(ran).toMatchObject({ code: 6, out: "" })
  })

  it("works in-process as a person under the same rules, and leaves no token behind", async () => {
    const { data: rows } = jsonOf(await ops(["requests", "list", "--local", "--as", "FO-OPS-001", "--all", "--json"]))
    expect(new Set(rows.map(({ siteCode }: { siteCode: string }) => siteCode))).toEqual(new Set(["US"]))
    expect(rows).toEqual(jsonOf(await opsHere(["requests", "list", "--all", "--json"], as("FO-OPS-001"))).data)
    expect(await opsHere(["events", "tail", "--local", "--as", "FO-OPS-001"])).toMatchObject({ code: 4, out: "" })
    const tokens = await api<ReadonlyArray<{ name: string }>>("FO-OPS-001", "GET", "/api/auth/tokens")
    expect(tokens.map(({ name }) => name)).toEqual([expect.stringMatching(/^ops on .*FO-OPS-001$/)])
  })

  it("prints the end of the log", async () => {
    const lines = (await ops(["events", "tail", "--limit", "5", "-o", "ndjson"], as("FO-CEO-001"))).out.trim().split("\n")
    const events = lines.map((line) => JSON.parse(line) as { position: number; text: string })
    expect(events.length).toBeGreaterThan(0)
    const after = jsonOf(await opsHere(["events", "tail", "--after", String(events[0]!.position), "--json"], as("FO-CEO-001"))).data
    expect(after.slice(0, events.length - 1)).toEqual(events.slice(1))
  })

  it("follows the log until it is stopped", async () => {
    const child = spawn(process.execPath, [main, "events", "tail", "--follow", "--limit", "1", "-o", "ndjson"], {
      env: { ...here.env, OPS_PROFILE: "FO-CEO-001" },
      stdio: ["ignore", "pipe", "inherit"],
    })
    let out = ""
    const seen = (pattern: RegExp) =>
      new Promise<void>((resolve) => {
        const look = () => pattern.test(out) && resolve()
        child.stdout.on("data", (text) => {
          out += text
          look()
        })
        look()
      })
    await seen(/\n/)
    const signedIn = seen(/Poni Keji Lomoro.*Signed in/)
    await signIn("FO-GST-001")
    await signedIn
    const ended = new Promise((resolve) => child.on("close", resolve))
    child.kill("SIGINT")
    expect(await ended).toBe(130)
  })

  it("rebuilds the rows with an identical result, and shows on a terminal how much of the log is folded", async () => {
    const list = () => opsHere(["requests", "list", "--all", "--json"], as("FO-CEO-001"))
    const before = await list()
    const words = ["projections", "rebuild", "-o", "json"]
    const env = { ...(here.env as Record<string, string>), NO_COLOR: "1" }
    const ran = hasPty ? await onPty(`"${process.execPath}" "${main}" ${words.join(" ")}`, [], env) : undefined
    const { screen: out, code } = ran ?? (({ out, code }) => ({ screen: out, code }))(await ops(words))
    expect(code, out).toBe(0)
    expect(Number(/"events": ?(\d+)/.exec(out)?.[1])).toBeGreaterThan(1000)
    expect(out).toMatch(/"differing": ?0/)
    expect(await list()).toEqual(before)
    if (!ran) return
    expect(out).toMatch(/ Folding the log {2}[█░]{24} \d+ of \d+ events, \d+%/)
    expect(out).toMatch(/✓ Folding the log {2}\d+ events, \d+ s/)
  }, 120_000)

  it("completes numbers of pending requests and codes of sites in a shell", async () => {
    const offered = async (...words: string[]) => (await ops(["complete", "--", ...words], as("FO-CEO-001"))).out.split("\n").map((line) => line.split("\t")[0])
    expect(await offered("requests", "list", "--site", "")).toEqual(expect.arrayContaining(["US", "PA", "JU"]))
    expect(await offered("requests", "approve", "PR")).toContainEqual(expect.stringMatching(/^PR-\d{4}-\d{4}$/))
  })

  it("plans the billing of a month and posts exactly that after its name is typed", async () => {
    const today = dateOf(new Date())
    const month = new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 2, 1)).toISOString().slice(0, 7)
    const billing = (line: string, employeeId = "FO-CEO-001") => opsHere(["billing", ...line.split(" ")], as(employeeId))
    const previewed = await billing(`preview --month ${month} -o json`)
    expect(previewed).toMatchObject({ code: 0, err: expect.stringMatching(/Next: ops billing post --plan \S+\n$/) })
    const plan = jsonOf(previewed).data
    expect(plan).toMatchObject({ month, whatIf: null, digest: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const lines = (await billing(`preview --month ${month} --fields siteCode,client,totalAmount --no-headers -o csv`)).out.trim().split("\r\n")
    expect(lines).toEqual(plan.bills.map((bill: Fields) => [bill.siteCode, bill.client, bill.totalAmount].join(",")))
    const slots = (await billing(`preview --month ${month} --site US --slots -o ndjson`)).out
    expect(JSON.parse(slots).bills.every((bill: Fields & { readonly slots: ReadonlyArray<unknown> }) => bill.siteCode === "US" && bill.slots.length > 50)).toBe(
      true,
    )

    expect(await billing(`preview --month ${month}`, "FO-OPS-001")).toMatchObject({ code: 4, out: "" })
    expect(await billing("preview --month October")).toMatchObject({ code: 2, out: "" })
    expect(await billing(`preview --month ${month} --what-if colour=red`)).toMatchObject({ code: 2, out: "" })
    const supposed = jsonOf(await billing(`preview --month ${month} --what-if rate=1.50,basis=guaranteed:80 -o json`)).data
    expect(supposed.whatIf).toMatchObject({ rate: "1.50", basis: "guaranteed", guaranteedShare: "80.00" })
    expect(await billing(`post --plan ${supposed.id} --confirm ${month}`)).toMatchObject({
      code: 5,
      err: expect.stringContaining("A what-if plan cannot be posted"),
    })

    expect(await billing("post")).toMatchObject({ code: 2 })
    expect(await billing(`post --plan ${plan.id}`)).toMatchObject({ code: 2, err: expect.stringContaining(`--confirm ${month}`) })
    const sums = Object.entries<Fields>(plan.totals).map(
      ([currency, { totalAmount }]) => `${currency} ${Number(totalAmount).toLocaleString("en-US", { minimumFractionDigits: 2 })}`,
    )
    const question = `Post ${plan.bills.length} ${plan.bills.length === 1 ? "invoice" : "invoices"} totalling ${sums.join(" and ")}?`
    expect((await billing(`post --plan ${plan.id}`)).err).toContain(question)
    expect(await billing(`post --plan ${plan.id} --confirm 2020-01`)).toMatchObject({ code: 2 })
    expect(await billing(`post --plan ${plan.id} --dry-run`)).toMatchObject({ code: 0 })
    expect(Object.keys(jsonOf(await billing(`status --month ${month} -o json`)).data.issued)).toEqual([])

    // at Ctrl-C it stops and reports how to continue; nothing is posted while the numbers are locked
    if (hasPty) {
      const line = `"${process.execPath}" "${main}" billing post --plan ${plan.id} --confirm ${month}`
      const env = { ...(here.env as Record<string, string>), OPS_PROFILE: "FO-CEO-001", NO_COLOR: "1" }
      const { screen, code } = await holdingNumbers(here.folder, () => onPty(line, [[/0 of 1/, "\u0003"]], env))
      // the server does the work: leaving the terminal does not end it, and the message says what does
      const said = screen.replaceAll("\r\n", " ").replace(/\s+/g, " ")
      expect(said).toContain("The server continues posting. Check progress: ops billing post --resume 1. To stop it: ops billing stop 1")
      expect(said).not.toContain("Stopping after this item")
      expect(screen).toMatch(/ of \d+ invoices are posted/)
      expect(screen).toMatch(/Next: +ops billing post --resume 1\r\n/)
      expect(code).toBe(7)
    }
    const posted = await billing(`${hasPty ? "post --resume 1" : `post --plan ${plan.id} --confirm ${month}`} -o json`)
    const run = jsonOf(posted).data
    expect(run).toMatchObject({ status: "finished", planDigest: plan.digest, posted: plan.bills.length })
    expect(run.invoices.map((bill: Fields) => bill.totalAmount)).toEqual(plan.bills.map((bill: Fields) => bill.totalAmount))
    // an invoice's status has one name, whichever command shows it
    const { data: listed } = jsonOf(await opsHere(["invoices", "list", "--all", "--json"], as("FO-CEO-001")))
    const statusOf = new Map(listed.map((invoice: Fields) => [invoice.invoiceNumber, invoice.status]))
    const { bills } = jsonOf(await billing(`status --month ${month} -o json`)).data
    for (const bill of [...run.invoices, ...bills]) expect([bill.invoiceNumber, bill.status]).toEqual([bill.invoiceNumber, statusOf.get(bill.invoiceNumber)])
    expect(bills.length).toBeGreaterThanOrEqual(run.invoices.length)
    const next = run.invoices.length > 1 ? "ops invoices list --status issued" : `ops invoices send ${run.invoices[0].invoiceNumber}`
    expect(posted).toMatchObject({ code: 0, err: expect.stringContaining(`Next: ${next}`) })
    const again = await billing(`post --plan ${plan.id} --confirm ${month}`)
    expect(again).toMatchObject({ code: 5, err: expect.stringContaining(`This plan is already posted as run ${run.id}: INV-`) })
    expect(await billing(`stop ${run.id} --yes`)).toMatchObject({ code: 5, err: expect.stringContaining("finished already") })
    expect(await billing(`post --plan ${plan.id} --dry-run`)).toMatchObject({ code: 5 })
    expect(await billing(`post --resume ${run.id}`)).toMatchObject({ code: 0 })
    expect((await billing("status --digest")).out).toBe(`${jsonOf(await billing(`status --month ${month} -o json`)).data.digest}\n`)
  })

  it("revokes the token on the server at sign-out", async () => {
    await signIn("FO-FIN-001")
    const token = fs.readFileSync(path.join(here.folder, "config/FO-FIN-001.token"), "utf8").trim()
    const whoami = () => ops(["whoami"], { env: { OPS_TOKEN: token } })
    expect(await whoami()).toMatchObject({ code: 0 })
    expect(await ops(["logout"], as("FO-FIN-001"))).toMatchObject({ code: 0 })
    expect(await whoami()).toMatchObject({ code: 4 })
    expect(fs.existsSync(path.join(here.folder, "config/FO-FIN-001.token"))).toBe(false)
  })

  it.runIf(hasPty)("asks for confirmation on a terminal and does nothing without a yes", async () => {
    const [waiting] = jsonOf(await opsHere(["requests", "list", "--status", "pending", "--json"], as("FO-MGT-001"))).data
    const env = Object.fromEntries(
      Object.entries({ ...here.env, OPS_PROFILE: "FO-CEO-001" }).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    const { screen, code } = await onPty(`"${process.execPath}" "${main}" requests reject ${waiting.requestNumber}`, [[/Reject PR-/, "n"]], env)
    expect(screen).toContain("Cancelled; nothing was done.")
    expect(code).toBe(3)
    expect(jsonOf(await opsHere(["requests", "show", waiting.requestNumber, "--json"], as("FO-CEO-001"))).data.status).toBe("pending")
  })
})
