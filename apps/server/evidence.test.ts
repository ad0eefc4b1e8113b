/** The evidence of an invoice, from a real server to a person who has nothing but the file: its content, and the errors reported for a forged one. */
import { createHash, generateKeyPairSync, sign } from "node:crypto"
import * as fs from "node:fs"
import * as path from "node:path"
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { checkPack, type Manifest } from "@ops/audit/evidence/pack.ts"
import { newFolder } from "@ops/platform/testing/data-folder.ts"
import { type Person, type Server, startServer } from "@ops/platform/testing/server.ts"
import { pemOf, publicKeys, signingKey } from "@ops/platform/event-store/note.ts"

const folder = newFolder("evidence")
const data = path.join(folder, "data")
const until = async (so: () => Promise<boolean>) => {
  while (!(await so())) await new Promise((resolve) => setTimeout(resolve, 100))
}

describe("the evidence for an invoice", { timeout: 60_000 }, () => {
  let server: Server | undefined
  let finance: Person
  let invoice: { readonly id: number; readonly invoiceNumber: string }
  let pack: Uint8Array
  let known: ReturnType<typeof publicKeys>

  beforeAll(async () => {
    const env = { OPS_DATA: data, OPS_DEMO_DATA: "on-request", OPS_SEAL_SECONDS: "1" }
    server = await startServer([path.join(import.meta.dirname, "main.ts")], env)
    finance = await server.as("FO-FIN-001")
    const client = await finance("POST", "/api/clients", {
      companyName: "Sudd Camps",
      email: "camps@sudd.example",
      address: "Juba",
      currency: "USD",
      paymentTerms: "30_days",
    })
    expect(client.status, client.text).toBe(201)
    const made = await finance("POST", "/api/invoices/generate", {
      siteId: "unity-state",
      billingPeriod: "Repair of the cold room",
      periodStart: "2026-11-01",
      periodEnd: "2026-11-30",
      staffCount: 0,
      totalAmount: "500.00",
      clientName: "Sudd Camps",
      dueDate: "2099-12-31",
    })
    expect(made.status, made.text).toBe(201)
    invoice = made.body
    expect((await finance("POST", `/api/invoices/${invoice.id}/send`, {})).status).toBe(200)
    await until(async () => (await finance("GET", `/api/invoices/${invoice.id}`)).body.mailStatus === "sent")
    expect((await finance("POST", "/api/payments", { clientId: client.body.id, amount: "200.00", method: "cash" })).status).toBe(201)
    // the latest events are sealed within a second or two
    await until(async () => {
      pack = (await finance("GET", `/api/audit/evidence/invoice/${invoice.invoiceNumber}`)).bytes
      const { events, sealed } = checkPack(pack)
      return events > 0 && events === sealed
    })
    known = publicKeys(fs.readFileSync(path.join(data, "keys", "seal.pem"), "utf8"))
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  const filesOf = () => unzipSync(pack)
  const manifestOf = (files: Record<string, Uint8Array>) =>
    JSON.parse(strFromU8(files["manifest.json"]!)) as Manifest & { readonly events: Array<Manifest["events"][number]> }
  const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex")

  it("contains the PDF as sent, each event proven, the journal entry, the payment, the mail and a readable page", async () => {
    const files = filesOf()
    const { faults, documents, events, sealed } = checkPack(pack, known)
    expect(faults).toEqual([])
    expect({ documents, sealed }).toEqual({ documents: 1, sealed: events })
    const pdf = files[`documents/${invoice.invoiceNumber}.pdf`]!
    expect(strFromU8(pdf.subarray(0, 5))).toBe("%PDF-")
    const mail = fs.readdirSync(path.join(data, "mail")).find((name) => fs.readFileSync(path.join(data, "mail", name), "utf8").includes(invoice.invoiceNumber))!
    // exactly the bytes that the client received
    expect(fs.readFileSync(path.join(data, "mail", mail), "utf8").replace(/\r?\n/g, "")).toContain(Buffer.from(pdf).toString("base64"))

    const manifest = manifestOf(files)
    const types = manifest.events.map(({ type }) => type)
    for (const type of [
      "InvoiceDrafted",
      "InvoiceIssued",
      "InvoiceRendered",
      "InvoiceMailed",
      "InvoiceSent",
      "InvoicePaid",
      "JournalPosted",
      "PaymentReceived",
      "MailQueued",
      "MailSent",
    ]) {
      expect(types).toContain(type)
    }
    expect(types.filter((type) => /^(Person|Password|Signed)/.test(type))).toEqual([])
    expect(JSON.parse(strFromU8(files["mails.json"]!))).toMatchObject([{ to: "camps@sudd.example", status: "sent", attempts: 1 }])
    const page = strFromU8(files["index.html"]!)
    for (const words of [invoice.invoiceNumber, "camps@sudd.example", `Issued as ${invoice.invoiceNumber}`, "Accepted by the mail server", "check-evidence"])
      expect(page).toContain(words)
    expect(page).not.toMatch(/<script|src=|https?:/)
  })

  it("names whatever was edited, removed, inserted or truncated", () => {
    const changed = (change: (files: Record<string, Uint8Array>) => void, keys: typeof known | undefined = known) => {
      const files = filesOf()
      change(files)
      return checkPack(zipSync(files), keys).faults.join("\n")
    }
    const pdf = `documents/${invoice.invoiceNumber}.pdf`
    const proof = Object.keys(filesOf()).find((name) => name.startsWith("proofs/"))!
    expect(changed(() => {})).toBe("")
    expect(changed((files) => (files[pdf] = strToU8("%PDF- another")))).toContain(`${pdf} was edited`)
    expect(changed((files) => (files["index.html"] = strToU8(strFromU8(files["index.html"]!).replace("Issued", "Drafted"))))).toContain("index.html was edited")
    expect(changed((files) => delete files[proof])).toContain(`${proof} is missing`)
    expect(changed((files) => (files["more.txt"] = strToU8("x")))).toContain("more.txt does not belong to the pack")
    expect(changed((files) => (files["manifest.json"] = strToU8(strFromU8(files["manifest.json"]!).replace('"sealed": true', '"sealed": false'))))).toContain(
      "its signature is not valid",
    )
    expect(changed((files) => delete files["manifest.sig"])).toContain("manifest.sig, the signature under the manifest, is missing")
    expect(checkPack(pack.subarray(0, pack.length - 40), known).faults).toEqual(["It is not a complete ZIP file"])
    expect(checkPack(strToU8("a letter"), known).faults).toEqual(["It is not a complete ZIP file"])
    expect(checkPack(zipSync({ "letter.txt": strToU8("a letter") }), known).faults[0]).toMatch(/^It is not an evidence pack/)
  })

  it("fails verification if a forger recomputed every hash and signature with another key", () => {
    const { privateKey } = generateKeyPairSync("ed25519")
    const forger = signingKey(privateKey.export({ format: "pem", type: "pkcs8" }) as string)
    const forged = (change: (files: Record<string, Uint8Array>, manifest: { readonly events: Array<Manifest["events"][number]> }) => void) => {
      const files = filesOf()
      const manifest = manifestOf(files)
      change(files, manifest)
      files["public-key.pem"] = strToU8(pemOf(forger))
      const listed = Object.entries(files).filter(([name]) => !name.startsWith("manifest."))
      const text = strToU8(JSON.stringify({ ...manifest, files: listed.map(([name, bytes]) => ({ name, bytes: bytes.length, sha256: digest(bytes) })) }))
      files["manifest.json"] = text
      files["manifest.sig"] = strToU8(
        `${forger.id} ${sign(null, Buffer.from(`field-office-evidence\n${digest(text)}\n`), forger.private).toString("base64")}\n`,
      )
      return zipSync(files)
    }
    const amount = forged((files, manifest) => {
      const { file } = manifest.events.find(({ type }) => type === "InvoiceDrafted")!
      files[file] = strToU8(strFromU8(files[file]!).replace('"totalAmount": 50000', '"totalAmount": 90000'))
    })
    expect(checkPack(amount, known).faults.join("\n")).toContain("is signed with another key")
    // even for a reader who trusts the key in the pack, the seals are evidence against it
    expect(checkPack(amount).faults.join("\n")).toMatch(/InvoiceDrafted\) is not proven/)
    // with the key of the notes beside it, only the edited event fails
    const both = checkPack(amount, [forger, ...known]).faults
    expect(both).toHaveLength(1)
    expect(both[0]).toMatch(/InvoiceDrafted\) is not proven: the event or its commit was edited/)
    const shorter = forged((files, manifest) => {
      const index = manifest.events.findIndex(({ type }) => type === "InvoiceIssued")
      delete files[manifest.events[index]!.file]
      manifest.events.splice(index, 1)
    })
    expect(checkPack(shorter, [forger, ...known]).faults).toEqual([`Event 2 of invoice/${invoice.id} is missing`])
    const exchanged = forged((files) => (files[`documents/${invoice.invoiceNumber}.pdf`] = strToU8("%PDF- another")))
    expect(checkPack(exchanged, [forger, ...known]).faults).toEqual([expect.stringContaining("is not the document that event")])
  })

  it("is available to people who can open the document, and each download is logged", async () => {
    const address = `/api/audit/evidence/invoice/${invoice.id}`
    expect((await (await server!.as("FO-OPS-001"))("GET", address)).status).toBe(403)
    expect((await fetch(server!.url + address)).status).toBe(401)
    expect((await finance("GET", "/api/audit/evidence/invoice/999999")).status).toBe(404)
    for (const kind of ["person", "nothing"]) {
      const refused = await finance("GET", `/api/audit/evidence/${kind}/1`)
      expect(refused).toMatchObject({ status: 400, text: expect.stringContaining("Evidence is available for: client_contract, invoice") })
    }
    const ceo = await server!.as("FO-CEO-001")
    expect((await ceo("GET", address)).status).toBe(200)
    const { body: reads } = await ceo("GET", "/api/audit/reads?class=export&limit=5")
    expect(reads).toContainEqual(
      expect.objectContaining({ endpoint: "auditEvidence.download", actor: "person:1", records: [`invoice/${invoice.id}`], count: 1 }),
    )
  })
})
