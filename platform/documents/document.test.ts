import { Effect, ManagedRuntime } from "effect"
import { afterAll, expect, test } from "vitest"
import { Database } from "../database/database.ts"
import { testDatabase } from "../testing/database.ts"
import { documentBytes, keepDocument } from "./document.ts"
import { documentsModule } from "./module.ts"

const runtime = ManagedRuntime.make(testDatabase(documentsModule))
afterAll(() => runtime.dispose())

test("a file is stored once and returned byte for byte unless it was changed", async () => {
  const bytes = new Uint8Array(5_000).map((_, n) => (n * 7) % 256)
  const sha256 = await runtime.runPromise(keepDocument(bytes, "application/pdf"))
  expect(await runtime.runPromise(keepDocument(bytes, "application/pdf"))).toBe(sha256)
  const statement = (text: string) => runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, [])))
  expect(await statement("select sha256, media_type, length(bytes)::int as length from app.document")).toEqual([
    { sha256, media_type: "application/pdf", length: 5_000 },
  ])
  expect(await runtime.runPromise(documentBytes(sha256))).toEqual(bytes)
  expect(await runtime.runPromise(documentBytes("0".repeat(64)))).toBeUndefined()
  await statement("update app.document set bytes = '\\x00'::bytea")
  await expect(runtime.runPromise(documentBytes(sha256))).rejects.toThrow(`Document ${sha256} is not what it was`)
})
