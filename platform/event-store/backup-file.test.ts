import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { zstdCompressSync } from "node:zlib"
import fc from "fast-check"
import { times } from "../testing/thorough.ts"
import { afterAll, assert, describe, it } from "vitest"
import { type BackupEnd, type BackupHeader, type BackupPart, backupText, checkBackup, compressed, readBackupText } from "./backup-file.ts"
import { linesOf } from "./log-file.ts"

const header: BackupHeader = {
  format: "field-office-backup",
  version: 1,
  id: "one",
  part: "database",
  madeAt: "2026-10-31T18:00:00.000Z",
  madeBy: "1",
  publicKeys: "",
}
const end: BackupEnd = { position: 7, sequences: { "es.event_position": 7 }, rows: null, personalKeys: "none" }
const parts = async function* (tables: ReadonlyArray<ReadonlyArray<string>>): AsyncGenerator<BackupPart> {
  yield { header }
  for (const [n, rows] of tables.entries()) {
    yield { table: { table: `es.t${n}`, columns: ["id"] } }
    if (rows.length > 0) yield { rows }
  }
  yield { end }
}
const gathered = async <A>(of: AsyncIterable<A>) => {
  const all: Array<A> = []
  for await (const each of of) all.push(each)
  return all
}
const textOf = async (tables: ReadonlyArray<ReadonlyArray<string>>) => (await gathered(backupText(parts(tables)))).join("")
const read = (text: string) => gathered(readBackupText(linesOf(Readable.from([text])), "it"))
const refused = async (text: string, name = "it") => {
  try {
    await read(text)
  } catch (error) {
    return (error as Error & { _tag: string })._tag === "BackupFileError" ? (error as Error).message : `another error: ${error}`
  }
  return `${name} was taken`
}

/** Rows as COPY writes them: a backslash never stands alone, so no row looks like the end-of-data marker. */
const copyRow = fc.string({ unit: fc.constantFrom("a", "7", "\t", "\\\\", "\\n", "{", '"', "é", "\u2028") })
const tables = fc.array(fc.array(copyRow, { maxLength: 6 }), { minLength: 1, maxLength: 4 })
const folder = fs.mkdtempSync(path.join(tmpdir(), "ops-backup-"))
afterAll(() => fs.rmSync(folder, { recursive: true }))

describe("a backup file", () => {
  it("returns what was written to it", () =>
    fc.assert(
      fc.asyncProperty(tables, async (tables) => {
        const found = await read(await textOf(tables))
        const rows = tables.map((): Array<string> => [])
        let at = -1
        for (const part of found) {
          if ("table" in part) at++
          else if ("rows" in part) rows[at]!.push(...part.rows)
        }
        assert.deepStrictEqual(rows, tables)
        assert.deepStrictEqual(found.at(-1), { end })
      }),
    ))

  it("is refused if any line was changed, removed, duplicated or swapped, or the end was cut off", () =>
    fc.assert(
      fc.asyncProperty(tables, fc.nat(), fc.constantFrom("change", "remove", "double", "swap", "cut"), async (tables, where, deed) => {
        const lines = (await textOf(tables)).trimEnd().split("\n")
        const n = where % lines.length
        const line = lines[n]!
        if (deed === "change") lines[n] = line.includes("7") ? line.replace("7", "8") : `${line}x`
        if (deed === "remove") lines.splice(n, 1)
        if (deed === "double") lines.splice(n, 0, line)
        if (deed === "cut") lines.length = n
        if (deed === "swap") {
          const other = (n + 1) % lines.length
          fc.pre(lines[other] !== line)
          ;[lines[n], lines[other]] = [lines[other]!, line]
        }
        assert.match(await refused(lines.map((line) => `${line}\n`).join("")), /^it (was (edited|cut)|is not a backup|has version 8)/)
      }),
      { numRuns: times(75, 300) },
    ))

  it("reports where it was truncated or edited", async () => {
    const text = await textOf([["1\tone", "2\ttwo"], ["3\tthree"]])
    assert.strictEqual(await refused(text.slice(0, text.indexOf("2\ttwo"))), "it was cut: it ends within or after es.t0")
    assert.strictEqual(
      await refused(text.replace("3\tthree", "3\tfour!")),
      "it was edited: the rows of es.t1 are not those that were written (1 are there, 1 were written)",
    )
    assert.strictEqual(await refused(`${text}{}\n`), "it was edited: there is data after its end")
    assert.strictEqual(await refused("position,stream\n"), "it is not a backup: its first line does not say so")
  })

  it("names a truncated, corrupted, empty or foreign file", async () => {
    const file = path.join(folder, "whole")
    await pipeline(Readable.from(backupText(parts([["1\tone"]]))), compressed(), fs.createWriteStream(file))
    const { tables, header: found } = await checkBackup(file)
    assert.deepStrictEqual([...tables], [["es.t0", 1]])
    assert.deepStrictEqual(found, header)
    const bytes = fs.readFileSync(file)
    const spoiled = Buffer.from(bytes)
    spoiled[bytes.length - 20]! ^= 1
    const others = {
      cut: bytes.subarray(0, bytes.length - 9),
      spoiled,
      empty: Buffer.alloc(0),
      foreign: Buffer.from("PK\x03\x04 a zip"),
      other: zstdCompressSync("a,b\n"),
    }
    for (const [name, content] of Object.entries(others)) {
      fs.writeFileSync(path.join(folder, name), content)
      const said = await checkBackup(path.join(folder, name)).then(
        () => "taken",
        ({ _tag, message }) => `${_tag}: ${message}`,
      )
      assert.match(said, /^BackupFileError: .*(was cut|not a backup|was edited)/, name)
    }
    const missing = await checkBackup(path.join(folder, "nowhere")).catch(({ message }) => message)
    assert.match(missing, /^There is no file/)
  })
})
