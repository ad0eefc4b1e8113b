/** Addresses that screens write themselves, without the typed client, exist in the contract. */
import { globSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { expect, test } from "vitest"
import { endpoints } from "./every-call.ts"

const root = path.join(import.meta.dirname, "../../..")
const files = globSync(["{apps,modules,platform}/**/*.{ts,tsx}"], { cwd: root, exclude: (name) => ["node_modules", "dist", "e2e"].includes(name) }).filter(
  (file) => /(^|\/)(web|ui)\//.test(file) && !/\.test\.tsx?$/.test(file),
)

/** The parts of an address in the code; a part inserted at run time is undefined, because it can be anything. */
const partsOf = (address: string) =>
  address
    .replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "\0")
    .split("?")[0]!
    .replace(/\/$/, "")
    .split("/")
    .map((part) => (part.includes("\0") || part.startsWith(":") ? undefined : part))
/** A list to reload may be given as a prefix of its calls, and the last part of an address may be added elsewhere. */
const begins = (address: ReadonlyArray<string | undefined>, call: ReadonlyArray<string>) =>
  address.length <= call.length && address.every((part, n) => part === undefined || call[n]!.startsWith(":") || part === call[n])

/** Beside the contract: several of its reads in one request (docs/decisions/0124-small-reads-in-one-request.md). */
const beside = ["/api/reads"]
const calls = [...endpoints.map(({ path }) => path), ...beside].map((path) => path.split("/"))

test("every address in the code of the screens is one of the contract, or the beginning of one", () => {
  const named = files.flatMap((file) =>
    [...readFileSync(path.join(root, file), "utf8").matchAll(/"(\/api\/[^"]*)"|`(\/api\/[^`]*)`/g)].map(([, plain, template]) => ({
      file,
      address: (plain ?? template)!,
    })),
  )
  expect(named).toContainEqual({ file: "platform/ui/data/inbox-path.ts", address: "/api/approvals" })
  expect(named.filter(({ address }) => !calls.some((call) => begins(partsOf(address), call))).map(({ file, address }) => `${file}: ${address}`)).toEqual([])
})
