/** `ops audit evidence` and `check-evidence`: a document with its proofs, for a reader without access to the server. */
import * as fs from "node:fs"
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { count } from "@ops/platform/text.ts"

const why = (error: unknown) => (error instanceof Error ? error.message : String(error))

const get = async (call: Call, document: string, { out }: { readonly out?: string }, command: Command) => {
  if (/^\d+$/.test(document))
    throw new Exit("usage", "An id alone does not identify a document.", { next: `Add its kind: ops audit evidence invoice/${document}` })
  const [, kind = "any", id = document] = /^([a-z_]+)\/([^/]+)$/.exec(document) ?? []
  const file = out ?? `Evidence ${id.replace(/[^\w.-]+/g, "-")}.zip`
  if (file !== "-" && fs.existsSync(file)) throw new Exit("usage", `${file} already exists and was not changed.`, { next: "Give another name with --out." })
  const { EvidenceApi } = await import("./contract.ts")
  const bytes = await call(command, EvidenceApi, (client) => client.auditEvidence.download({ params: { kind, id }, query: {} }))
  if (file === "-") return void process.stdout.write(bytes)
  try {
    fs.writeFileSync(file, bytes, { flag: "wx" })
  } catch (error) {
    throw new Exit("failure", `${file} cannot be written.`, { why: why(error), cause: error })
  }
  const [{ checkPack }, { print, printNext }] = await Promise.all([import("./pack.ts"), import("@ops/platform/terminal/output.ts")])
  const { title, events, sealed, documents } = checkPack(bytes)
  await print({ file, document: title, events, sealed, documents, bytes: bytes.length }, commonOptions(command))
  printNext(`ops audit check-evidence "${file}"`)
}

const check = async (file: string, { key }: { readonly key?: string }, command: Command) => {
  const [{ checkPack }, { publicKeys }, { print }] = await Promise.all([
    import("./pack.ts"),
    import("@ops/platform/event-store/note.ts"),
    import("@ops/platform/terminal/output.ts"),
  ])
  if (!fs.existsSync(file)) throw new Exit("usage", `There is no file ${file}.`)
  let known: ReturnType<typeof publicKeys> | undefined
  try {
    known = key === undefined ? undefined : publicKeys(fs.readFileSync(key, "utf8"))
  } catch (error) {
    throw new Exit("usage", `${key} gives no key: ${why(error)}.`, { next: "Name the public key file for the seals of this log." })
  }
  const { faults, ...checked } = checkPack(fs.readFileSync(file), known)
  const options = commonOptions(command)
  const isData = options.format === "json" || options.format === "ndjson"
  if (isData) await print({ holds: faults.length === 0, ...checked, faults }, options)
  if (faults.length > 0) {
    if (!isData) process.stdout.write(faults.map((fault) => `${fault}.\n`).join(""))
    throw new Exit("difference", `${file} is not valid: ${count(faults.length, "fault")}. The first: ${faults[0]}.`, {
      next: "Ask the server's operator for the evidence again",
    })
  }
  const { title, events, sealed, documents, keyIds } = checked
  if (!isData) {
    process.stdout.write(
      `${title}: ${sealed} of ${count(events, "event")} proven by key ${keyIds.join(", ")}, ${count(documents, "document")} confirmed.${
        sealed < events ? ` ${count(events - sealed, "event")} not sealed yet when it was created.` : ""
      }\n`,
    )
  }
  if (!known) process.stderr.write("The key in the file itself was used. Give a trusted key with --key.\n")
}

/** Adds the evidence commands to `ops audit`. */
export const addEvidenceCommands = (audit: Command, call: Call): void => {
  audit
    .command("evidence <document>")
    .description("a document with its complete history and proofs, as a ZIP file")
    .option("--out <file>", "the file; - for standard output; Evidence NUMBER.zip in this folder if not given")
    .examples(
      { line: "ops audit evidence INV-2026-00001 --out october.zip", does: "an invoice, by its number" },
      { line: "ops audit evidence purchase_request/12", does: "by kind and id" },
    )
    .action((document: string, given: { out?: string }, command: Command) => get(call, document, given, command))
  audit
    .command("check-evidence <file>")
    .description("check an evidence pack without a database, and list any faults")
    .option("--key <file>", "the public key you know; if not given, the one in the pack")
    .examples({ line: "ops audit check-evidence october.zip --key seal.pub", does: "exits with 8 if anything in it was changed" })
    .action((file: string, given: { key?: string }, command: Command) => check(file, given, command))
}
