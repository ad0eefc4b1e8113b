/** The fingerprint of the folds: the same for every process of a version, different once a fold, a table or a view changes. */
import { execFileSync } from "node:child_process"
import * as path from "node:path"
import { expect, test } from "vitest"
import { fingerprint } from "@ops/platform/records/generations/generation.ts"
import { Line, Money } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { type AnyStream, event, stream } from "@ops/platform/records/stream.ts"
import { model } from "../modules.ts"

const here = (file: string) => JSON.stringify(path.join(import.meta.dirname, file))

test("a test process has the same fingerprint as a server, so each can continue with the other's rows", () => {
  const program = `import { fingerprint } from "@ops/platform/records/generations/generation.ts"
    const { model } = await import(${here("../modules.ts")})
    process.stdout.write(fingerprint(model.streams, model.views))`
  const env = { ...process.env, NODE_ENV: "", NODE_OPTIONS: "" }
  const ofServer = execFileSync(process.execPath, ["--input-type=module", "-e", program], { cwd: import.meta.dirname, encoding: "utf8", env })
  expect(ofServer).toBe(fingerprint(model.streams, model.views))
})

const fields = { label: Line(), fee: Money }
const Packed = event("CratePacked", 1, fields, () => "Packed")
const Crate = record("crate", fields, { label: "Crate", title: "label" })
const crates = stream(Crate, Packed).fold({ CratePacked: (_, packed) => ({ ...packed }) })
const printOf = (streams: ReadonlyArray<AnyStream>, views: ReadonlyArray<string> = []) => fingerprint(streams, views)

test("changing a fold, a table or a view changes the fingerprint", () => {
  const refolded = stream(Crate, Packed).fold({ CratePacked: (_, packed) => ({ ...packed, fee: packed.fee + 1 }) })
  const indexed = stream(record("crate", fields, { label: "Crate", title: "label", indexes: [["fee"]] }), Packed).fold({
    CratePacked: (_, packed) => ({ ...packed }),
  })
  const view = ["create view dear_crate as select id from crate where fee > 100"]
  const prints = [printOf([crates]), printOf([refolded]), printOf([indexed]), printOf([crates], view)]
  expect(new Set(prints).size).toBe(prints.length)
})

test("the readable text of an event and the order of streams do not affect the fingerprint", () => {
  const reworded = event("CratePacked", 1, fields, () => "Packed and closed")
  const same = stream(Crate, reworded).fold({ CratePacked: (_, packed) => ({ ...packed }) })
  expect(printOf([same])).toBe(printOf([crates]))
  const others = model.streams
  expect(printOf(others.toReversed())).toBe(printOf(others))
})
