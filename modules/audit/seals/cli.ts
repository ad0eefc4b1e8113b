/** `ops audit seals`, `verify`, `prove`, `check-proof`, `consistency` and `export`: proving that the log is unchanged. */
import * as fs from "node:fs"
import type { Command } from "@ops/platform/terminal/command.ts"
import type { Call, InProcess } from "@ops/platform/terminal/call.ts"
import type { PublicKey } from "@ops/platform/event-store/note.ts"
import type { Finding } from "@ops/platform/event-store/diagnosis.ts"
import type { Verified } from "@ops/platform/event-store/verifier.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { Progress } from "@ops/platform/terminal/progress/progress.ts"
import { count } from "@ops/platform/text.ts"

const sealColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Seal", kind: "integer", priority: 0 },
  { key: "at", title: "Made", kind: "instant", priority: 1 },
  { key: "kind", title: "For", kind: "text", priority: 2 },
  { key: "position", title: "Up to event", kind: "integer", priority: 1 },
  { key: "size", title: "Events", kind: "integer", priority: 2 },
  { key: "root", title: "Root", kind: "text", priority: 4 },
  { key: "keyId", title: "Key", kind: "text", priority: 5 },
]
const findingColumns: ReadonlyArray<TableColumn> = [
  { key: "position", title: "Event", kind: "integer", priority: 0 },
  { key: "record", title: "Record", kind: "text", priority: 1 },
  { key: "deed", title: "Kind", kind: "text", priority: 2 },
  { key: "text", title: "Finding", kind: "text", priority: 0 },
]

const sentence = (error: unknown) => (error instanceof Error ? error.message : String(error))
const wholeNumber = (name: string, text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new Exit("usage", `${name} cannot be "${text.slice(0, 40)}".`, { next: "Give a whole number." })
}

/** The public keys in a file given by the reader. */
const keysOfFile = async (file: string): Promise<ReadonlyArray<PublicKey>> => {
  const { publicKeys } = await import("@ops/platform/event-store/note.ts")
  try {
    return publicKeys(fs.readFileSync(file, "utf8"))
  } catch (error) {
    throw new Exit("usage", `${file} gives no key: ${sentence(error)}.`, { next: "Name the public key file for the seals of this log." })
  }
}

/** The trusted keys and notes of this machine, if no others are given. */
export const ownProof = async ({ key, notes }: { readonly key?: string | undefined; readonly notes?: string | undefined }) => {
  const [{ Effect }, { loadConfig }, { believedKeys }, { notesOfFile }] = await Promise.all([
    import("effect"),
    import("@ops/platform/config.ts"),
    import("./seals.ts"),
    import("@ops/platform/event-store/verify.ts"),
  ])
  const settings = await Effect.runPromise(loadConfig(process.env))
  const keys = key === undefined ? believedKeys(settings) : await keysOfFile(key)
  if (keys.length === 0) {
    throw new Exit("usage", "This machine has no key to verify the seals.", {
      next: "Name the file of the public key with --key, or set OPS_DATA to the data folder of the installation.",
    })
  }
  if (notes !== undefined && !fs.existsSync(notes)) throw new Exit("usage", `There is no file ${notes}.`)
  const file = notes ?? (fs.existsSync(settings.sealNotes) ? settings.sealNotes : undefined)
  try {
    return { keys, notes: file === undefined ? undefined : notesOfFile(file), file }
  } catch (error) {
    throw new Exit("difference", `The external seal notes cannot be used: ${sentence(error)}.`, {
      next: "Name another copy of them with --notes",
    })
  }
}

/** Prints the findings; throws on tampering. */
const told = async (
  verified: Omit<Verified, "findings"> & { readonly findings: ReadonlyArray<Finding & { readonly record?: string }> },
  command: Command,
  remark: string | undefined,
) => {
  const { print } = await import("@ops/platform/terminal/output.ts")
  const options = commonOptions(command)
  const { clean, events, seals, position, sealedTo, outside, findings, found, clock } = verified
  if (options.format === "json" || options.format === "ndjson") await print({ ...verified }, options)
  else if (clean) {
    const sealed = sealedTo === 0 ? "no seal covers them" : `${count(seals, "seal")}, the last up to event ${sealedTo}`
    process.stdout.write(
      `The log is unchanged: ${count(events, "event")} up to position ${position}; ${sealed}; ${outside === null ? "no external notes to compare" : `${count(outside, "external note")} agree`}.\n`,
    )
  } else
    await print(
      findings.map(({ stream, ...finding }) => ({ ...finding, record: finding.record ?? stream ?? "" })),
      { ...options, columns: findingColumns },
    )
  if (remark) process.stderr.write(`${remark}\n`)
  for (const { position, recordedAt, before } of clock) {
    process.stderr.write(`Warning: the clock went back at event ${position}: ${recordedAt} after ${before}. Later times do not follow the earlier ones.\n`)
  }
  if (clean) return
  const first = findings.find(({ deed }) => deed !== "rehashed" && deed !== "seal" && deed !== "restored") ?? findings[0]!
  const name = first.record ?? first.stream
  throw new Exit(
    "difference",
    `The log has been changed: ${count(found, "place")}. The first: at event ${first.position}${name ? ` (${name})` : ""}, ${first.text}.`,
    {
      next: "Keep the database, its logs and the seal notes unchanged for the investigation; start from a backup",
    },
  )
}

const withEvents = async <A>(title: string, work: (progress: (at: { readonly events: number; readonly total: number }) => void) => Promise<A>): Promise<A> => {
  const { withProgress } = await import("@ops/platform/terminal/progress/progress.ts")
  return withProgress(title, { unit: "events" }, (progress: Progress) => {
    let events = 0
    return work((at) => {
      progress.expect(Math.max(at.total, at.events))
      progress.advance(at.events - events)
      events = at.events
    })
  })
}

interface VerifyGiven {
  readonly from?: string
  readonly notes?: string
  readonly key?: string
  readonly file?: string
}

const verify = async (inProcess: InProcess, given: VerifyGiven, command: Command) => {
  if (given.file !== undefined) return verifyExport(given, given.file, command)
  const from = given.from === undefined ? undefined : wholeNumber("--from", given.from)
  const { keys, notes, file } = await ownProof(given)
  const [{ Effect }, { verifyLog, NoSuchSeal }, { namedFindings }, { unknownEvents }, { Model }] = await Promise.all([
    import("effect"),
    import("@ops/platform/event-store/verify.ts"),
    import("./seals.ts"),
    import("@ops/platform/records/generations/unknown-events.ts"),
    import("@ops/platform/records/records.ts"),
  ])
  const verified = await withEvents("Verifying the log", (progress) =>
    inProcess(
      Effect.gen(function* () {
        const found = yield* verifyLog({ keys, notes, from, progress })
        return { ...found, findings: yield* namedFindings(found.findings), unknown: yield* unknownEvents((yield* Model).streams) }
      }),
    ),
  ).catch((error) => {
    throw error instanceof NoSuchSeal ? new Exit("refused", error.message) : error
  })
  for (const { type, version, position, stream } of verified.unknown) {
    process.stderr.write(
      `Event ${position} (${stream}) is of type ${type}, version ${version}, which this version of the program does not know: it is forged, or was written by a newer version.\n`,
    )
  }
  await told(
    verified,
    command,
    file === undefined
      ? "No external seal notes were compared, so a database restored to an older state would not be detected. Name the notes file with --notes."
      : undefined,
  )
}

const verifyExport = async ({ from, notes, key }: VerifyGiven, file: string, command: Command) => {
  if (from !== undefined) throw new Exit("usage", "--from works only with the database.", { next: "Remove it: a file is always verified in full." })
  if (!fs.existsSync(file)) throw new Exit("usage", `There is no file ${file}.`)
  const [{ verifyFile, LogFileError }, { notesOfFile }] = await Promise.all([
    import("@ops/platform/event-store/log-file.ts"),
    import("@ops/platform/event-store/verify.ts"),
  ])
  const keys = key === undefined ? undefined : await keysOfFile(key)
  try {
    const outside = notes === undefined ? undefined : notesOfFile(notes)
    const verified = await withEvents("Verifying the file", (progress) => verifyFile(file, { keys, notes: outside, progress }))
    await told(verified, command, keys ? undefined : "The key in the file itself was used. Give a trusted key with --key.")
  } catch (error) {
    if (error instanceof LogFileError) throw new Exit("difference", `${error.message}.`, { next: "Request a new export" })
    throw error
  }
}

/** Writes a proof to a new file, or to stdout. */
const put = (proof: unknown, out: string | undefined, said: string) => {
  const text = `${JSON.stringify(proof, null, 2)}\n`
  if (out === undefined) return void process.stdout.write(text)
  writeNew(out, text)
  process.stderr.write(`${said} ${out}\n`)
}
const writeNew = (file: string, text: string) => {
  try {
    fs.writeFileSync(file, text, { flag: "wx" })
  } catch (error) {
    throw new Exit("usage", `${file} cannot be written: ${(error as NodeJS.ErrnoException).code === "EEXIST" ? "it already exists" : sentence(error)}.`, {
      next: "Name another file.",
    })
  }
}

const unproven = (error: unknown): never => {
  throw error instanceof Error && (error as { _tag?: string })._tag === "Unproven" ? new Exit("refused", error.message) : error
}

const exportTo = async (inProcess: InProcess, file: string, { until }: { readonly until?: string }, command: Command) => {
  const { keys } = await ownProof({})
  const [{ Effect }, { exportLog }, { EventStore }, { Snapshots }, { print }] = await Promise.all([
    import("effect"),
    import("@ops/platform/event-store/log-file.ts"),
    import("@ops/platform/event-store/event-store.ts"),
    import("@ops/platform/records/snapshots/snapshots.ts"),
    import("@ops/platform/terminal/output.ts"),
  ])
  writeNew(file, "")
  const out = fs.createWriteStream(file)
  try {
    const counts = await withEvents("Exporting the log", (progress) =>
      inProcess(
        Effect.gen(function* () {
          const upTo = until === undefined ? yield* (yield* EventStore).closed : (yield* (yield* Snapshots).resolve(until)).position
          const write = (text: string) => Effect.promise(() => new Promise<void>((done, fail) => out.write(text, (error) => (error ? fail(error) : done()))))
          return yield* exportLog({ upTo, isWhole: until === undefined, keys, progress }, write)
        }),
      ),
    )
    await new Promise<void>((done, fail) => out.end((error?: Error | null) => (error ? fail(error) : done())))
    await print({ file, ...counts }, commonOptions(command))
  } catch (error) {
    out.destroy()
    fs.rmSync(file, { force: true })
    throw error
  }
}

/** Adds the commands that prove the log to `ops audit`. */
export const addSealCommands = (audit: Command, call: Call, inProcess: InProcess): void => {
  audit
    .command("seals")
    .description("the seals of the log: statement, signature and time")
    .option("--kind <kinds>", "new, day or month; with commas")
    .option("--before <seal>", "only seals before this one")
    .option("--limit <count>", "how many", "50")
    .option("--key", "only the public key, as PEM")
    .examples(
      { line: "ops audit seals --kind month", does: "seals at the end of each month" },
      { line: "ops audit seals --key > seal.pub", does: "the public key, to verify elsewhere" },
    )
    .action(async ({ key, ...query }: { kind?: string; before?: string; limit: string; key?: true }, command: Command) => {
      const [{ SealsApi }, { print }] = await Promise.all([import("./contract.ts"), import("@ops/platform/terminal/output.ts")])
      const { state, seals } = await call(command, SealsApi, (client) => client.auditSeals.list({ query }))
      if (key) return void process.stdout.write(state.publicKey ?? "")
      const options = commonOptions(command)
      await print(seals, { ...options, columns: sealColumns })
      process.stderr.write(
        `Sealed up to event ${state.sealedTo} of ${state.position}; ${count(state.unsealed, "event")} not sealed yet. Key ${state.keyId ?? "none"}.\n`,
      )
    })
  audit
    .command("verify")
    .description("prove that the log is unchanged: hashes, seals, signatures, and seal notes kept elsewhere")
    .option("--from <seal>", "only events after this seal, which was verified before")
    .option("--notes <file>", "seal notes kept outside the database; defaults to those of this machine")
    .option("--key <file>", "the public key you know; if not given, the one of this machine")
    .option("--file <export>", "an exported log, without any database")
    .examples(
      { line: "ops audit verify", does: "the whole log of this machine's database; exits with 8 if it was tampered with" },
      { line: "ops audit verify --from 1 -o json", does: "events after seal 1, for a program" },
      { line: "ops audit verify --file log.ndjson --key seal.pub --notes seals.notes", does: "an export, anywhere, without a server" },
    )
    .action((given: VerifyGiven, command: Command) => verify(inProcess, given, command))
  audit
    .command("prove <event>")
    .description("a proof that an event is in the sealed log, unchanged, by its position")
    .option("--out <file>", "where to write it; stdout if not given")
    .examples(
      { line: "ops audit prove 1234 --out event-1234.json", does: "for an auditor with only the public key" },
      { line: "ops trail INV-2026-00001", does: "the positions of a record's events" },
    )
    .action(async (event: string, { out }: { out?: string }) => {
      const position = wholeNumber("The position of an event", event)
      const [{ keys }, { prove }] = await Promise.all([ownProof({}), import("@ops/platform/event-store/prove.ts")])
      const [proof] = await inProcess(prove([position], keys)).catch(unproven)
      put(proof, out, `The proof of event ${position} is in`)
    })
  audit
    .command("check-proof <file>")
    .description("check a proof, without any database")
    .option("--key <file>", "the public key you know; if not given, the one in the proof")
    .examples({ line: "ops audit check-proof event-1234.json --key seal.pub", does: "exits with 8 if the proof is not valid" })
    .action(async (file: string, { key }: { key?: string }, command: Command) => {
      const [{ checkProof }, { print }] = await Promise.all([import("@ops/platform/event-store/prove.ts"), import("@ops/platform/terminal/output.ts")])
      const keys = key === undefined ? undefined : await keysOfFile(key)
      let proof: unknown
      try {
        proof = JSON.parse(fs.readFileSync(file, "utf8"))
      } catch (error) {
        if (!fs.existsSync(file)) throw new Exit("usage", `There is no file ${file}.`)
        throw new Exit("difference", `${file} proves nothing: it cannot be read (${sentence(error)}).`)
      }
      const checked = checkProof(proof, keys)
      if (!checked.holds) throw new Exit("difference", `${file} proves nothing: ${checked.text}.`)
      const options = commonOptions(command)
      if (options.format === "json" || options.format === "ndjson") await print({ ...checked }, options)
      else process.stdout.write(`${checked.text}.\n`)
      if (!keys) process.stderr.write(`The key in the proof itself was used (${checked.keyIds.join(", ")}). Give a trusted key with --key.\n`)
    })
  audit
    .command("consistency <earlier> <later>")
    .description("prove that the log at one seal continues the log at an earlier seal")
    .option("--out <file>", "where to write the proof")
    .examples({ line: "ops audit consistency 1 2 --out since-seal-1.json", does: "for an auditor who has the note of seal 1" })
    .action(async (a: string, b: string, { out }: { out?: string }, command: Command) => {
      const [earlier, later] = [wholeNumber("A seal", a), wholeNumber("A seal", b)]
      if (earlier > later) throw new Exit("usage", `Seal ${earlier} is not the earlier one.`, { next: `Say: ops audit consistency ${later} ${earlier}` })
      const [{ keys }, { proveConsistency, checkProof }, { print }] = await Promise.all([
        ownProof({}),
        import("@ops/platform/event-store/prove.ts"),
        import("@ops/platform/terminal/output.ts"),
      ])
      const proof = await inProcess(proveConsistency(earlier, later, keys)).catch(unproven)
      if (out !== undefined) put(proof, out, "The proof is in")
      const checked = checkProof(proof, keys)
      if (!checked.holds) throw new Exit("difference", `Seal ${later} is not a continuation of seal ${earlier}: ${checked.text}.`, { next: "ops audit verify" })
      const options = commonOptions(command)
      if (options.format === "json" || options.format === "ndjson") await print({ ...checked, path: proof.path }, options)
      else process.stdout.write(`${checked.text}.\n`)
    })
  audit
    .command("export <file>")
    .description("export the log with its commits and seals to a file that can be verified anywhere")
    .option("--until <time>", "only up to a moment: a day, a month, a time, @position")
    .examples(
      { line: "ops audit export log.ndjson", does: "the whole log, one line per event" },
      { line: "ops audit export october.ndjson --until 2026-10", does: "up to the end of October" },
    )
    .action((file: string, given: { until?: string }, command: Command) => exportTo(inProcess, file, given, command))
}
