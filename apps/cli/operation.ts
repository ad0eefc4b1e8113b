/** The commands for those who run the product: `serve`, `migrate`, `doctor`, `demo load`, `config show`. */
import type { Command } from "@ops/platform/terminal/command.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import type { Progress } from "@ops/platform/terminal/progress/progress.ts"
import type { Check } from "./doctor.ts"

const checkColumns: ReadonlyArray<TableColumn> = [
  { key: "state", title: "State", kind: "text" },
  { key: "check", title: "Check", kind: "text" },
  { key: "finding", title: "Finding", kind: "text" },
  { key: "next", title: "Next", kind: "text" },
]
const profileColumns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "Profile", kind: "text", priority: 0 },
  { key: "employeeId", title: "Employee ID", kind: "text", priority: 1 },
  { key: "url", title: "Server", kind: "text", priority: 1 },
  { key: "inUse", title: "In use", kind: "text", priority: 0 },
]
const settingColumns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "Setting", kind: "text" },
  { key: "value", title: "Value", kind: "text" },
  { key: "from", title: "From", kind: "text" },
]

/** Findings are sentences: on a screen they are printed as lines, not as cells that would be cut. */
const printChecks = async (checks: ReadonlyArray<Check>, command: Command) => {
  const [{ print }, { painter, terminal, visible }] = await Promise.all([
    import("@ops/platform/terminal/output.ts"),
    import("@ops/platform/terminal/terminal.ts"),
  ])
  const options = commonOptions(command)
  const isScreen = options.format === "table" || (options.format === undefined && terminal.stdout.isTTY)
  if (!isScreen || options.fields || options.expanded) return print(checks, { ...options, columns: checkColumns })
  const paint = painter(terminal.stdout, terminal.env)
  const colours = { PASS: "green", WARN: "yellow", BLOCKED: "red" } as const
  const width = Math.max(...checks.map(({ check }) => check.length))
  for (const { state, check, finding, next } of checks) {
    terminal.stdout.write(`${paint(colours[state], state.padEnd(7))}  ${check.padEnd(width)}  ${visible(finding)}\n`)
    if (next) terminal.stdout.write(`${" ".repeat(width + 11)}Next: ${visible(next)}\n`)
  }
}

/** Reports the progress of folding the log. */
const folding = (progress: Progress) => {
  let before = 0
  return ({ events, total }: { readonly events: number; readonly total: number }) => {
    progress.expect(Math.max(events, total))
    progress.advance(events - before)
    before = events
  }
}

const number = (flag: string, text: string, [least, most]: readonly [number, number]) => {
  const value = Number(text)
  if (/^\d{1,10}$/.test(text) && value >= least && value <= most) return value
  throw new Exit("usage", `${flag} cannot be "${text}".`, { next: `Give a whole number from ${least} to ${most}.` })
}

const load = async (given: { readonly scale: string; readonly randomSeed: string }, command: Command) => {
  const scale = number("--scale", given.scale, [1, 1000])
  const seed = number("--random-seed", given.randomSeed, [0, 4_294_967_295])
  const [{ withProgress }, { print, printNext }, { Effect }, { Config }, { discardUnfinished, inNewProcess, migrated }, { loadDemo }] = await Promise.all([
    import("@ops/platform/terminal/progress/progress.ts"),
    import("@ops/platform/terminal/output.ts"),
    import("effect"),
    import("@ops/platform/config.ts"),
    import("./local.ts"),
    import("../server/demo/demo.ts"),
  ])
  const loaded = await withProgress("Loading the demo scenario", { steps: ["Database"], unit: "commands" }, async (progress) => {
    progress.begin("Database")
    let step = ""
    const told = (_: number, note: string) => {
      if (note !== step) progress.begin(note)
      step = note
      progress.advance()
    }
    const began = performance.now()
    await discardUnfinished()
    const made = await inNewProcess(
      Effect.gen(function* () {
        const { mode } = yield* Config
        if (mode !== "demo") return yield* Effect.die(new Exit("refused", "Demo data is for demo mode; OPS_MODE is production."))
        yield* migrated()
        return yield* loadDemo({ scale, seed, progress: told })
      }),
    )
    return { ...made, seconds: ((performance.now() - began) / 1000).toFixed(1) }
  })
  await print(loaded, {
    ...commonOptions(command),
    columns: [
      { key: "events", title: "Events", kind: "integer" },
      { key: "already", title: "There before", kind: "text" },
      { key: "seconds", title: "Seconds", kind: "text" },
    ],
  })
  printNext("ops serve")
}

const migrate = async (command: Command) => {
  const [{ withProgress }, { print, printNext }, { inNewProcess, migrated }, { version }] = await Promise.all([
    import("@ops/platform/terminal/progress/progress.ts"),
    import("@ops/platform/terminal/output.ts"),
    import("./local.ts"),
    import("@ops/platform/version.ts"),
  ])
  const made = await withProgress("Migrating the database to this version", { unit: "events" }, (progress) => inNewProcess(migrated(folding(progress))))
  const result = { version, rowsMadeAnew: made !== undefined, rows: made?.rows ?? null, position: made?.position ?? null }
  await print(result, {
    ...commonOptions(command),
    columns: [
      { key: "version", title: "Version", kind: "text" },
      { key: "rowsMadeAnew", title: "Rows rebuilt", kind: "text" },
      { key: "rows", title: "Rows", kind: "integer" },
      { key: "position", title: "From events up to", kind: "integer" },
    ],
  })
  printNext("ops doctor")
}

/** Adds the commands to the program. */
export const addOperationCommands = (program: Command): void => {
  program
    .command("serve")
    .description("start the server, until Ctrl-C")
    .examples(
      { line: "ops serve", does: "on the port of PORT, or 3000" },
      { line: "PORT=8080 OPS_DATA=/var/lib/ops ops serve", does: "on another port, with another data folder" },
    )
    .action(async () => {
      await import("../server/main.ts")
    })
  program
    .command("migrate")
    .description("migrate the database of this machine to this version, as a server start does")
    .examples(
      { line: "ops migrate", does: "creates what is missing, and rebuilds the rows if their code has changed" },
      { line: "DATABASE_URL=postgres://… ops migrate -o json", does: "another database; for a program" },
    )
    .action((_, command: Command) => migrate(command))
  program
    .command("doctor")
    .description("check settings, database, mail and web app of this machine; changes nothing")
    .examples(
      { line: "ops doctor", does: "a line for each check: PASS, WARN or BLOCKED" },
      { line: "ops doctor -o json", does: "for a program; the exit code is 1 if something is blocked" },
    )
    .action(async (_, command: Command) => {
      const { examine } = await import("./doctor.ts")
      const checks = await examine(process.env)
      await printChecks(checks, command)
      const stops = checks.filter(({ state }) => state === "BLOCKED").length
      if (stops > 0) throw new Exit("failure", stops === 1 ? "One check is blocked." : `${stops} checks are blocked.`)
    })

  const demo = program.command("demo").description("demo data")
  demo
    .command("load")
    .description("load the demo scenario into the database of this machine; a second time changes nothing")
    .option("--scale <times>", "size, as a multiple of a standard company", "1")
    .option("--random-seed <number>", "a different number generates a different scenario", "2026")
    .examples(
      { line: "ops demo load", does: "two months of a standard company" },
      { line: "ops demo load --scale 20 --random-seed 7", does: "a larger company, with a different scenario" },
    )
    .action((given, command: Command) => load(given, command))

  const config = program.command("config").description("the settings of this program")
  config
    .command("show")
    .description("the server, profile and person in use; no secret is shown")
    .option("--effective", "show the source of each value")
    .examples(
      { line: "ops config show", does: "what is in use" },
      { line: "ops config show --effective", does: "and whether it comes from a flag, a variable or the profile" },
    )
    .action(async ({ effective: sources }, command: Command) => {
      const [{ configFolder, effective }, { print }] = await Promise.all([
        import("@ops/platform/terminal/profile/profile.ts"),
        import("@ops/platform/terminal/output.ts"),
      ])
      const options = commonOptions(command)
      const found = await effective(options, process.env)
      const rows = [
        { name: "profile", ...found.profile },
        { name: "url", ...found.url },
        { name: "employeeId", ...found.employeeId, value: found.employeeId.value ?? null },
        { name: "token", value: found.token.value ? "(secret)" : null, from: found.token.from },
        { name: "folder", value: configFolder(process.env), from: process.env["OPS_CONFIG_DIR"] ? "OPS_CONFIG_DIR" : "default" },
      ].map(({ from, ...row }) => (sources ? { ...row, from } : row))
      await print(rows, { ...options, columns: sources ? settingColumns : settingColumns.slice(0, 2) })
    })
  const profile = program.command("profile").description("saved servers and people, and the profile in use")
  profile
    .command("list")
    .description("profiles saved by ops login")
    .examples({ line: "ops profile list", does: "each with its server and person" })
    .action(async (_, command: Command) => {
      const [{ effective, readConfig }, { print }] = await Promise.all([
        import("@ops/platform/terminal/profile/profile.ts"),
        import("@ops/platform/terminal/output.ts"),
      ])
      const options = commonOptions(command)
      const { profiles } = await readConfig(process.env)
      const inUse = Object.keys(profiles).length > 0 ? (await effective(options, process.env)).profile.value : undefined
      const rows = Object.entries(profiles).map(([name, { url, employeeId }]) => ({
        name,
        employeeId: employeeId ?? null,
        url: url ?? null,
        inUse: name === inUse,
      }))
      await print(rows, { ...options, columns: profileColumns })
    })
  profile
    .command("use <name>")
    .description("use a saved profile from now on; --profile and OPS_PROFILE still come first")
    .examples({ line: "ops profile use juba", does: "until another is chosen, or signs in" })
    .action(async (name: string) => {
      const { useProfile } = await import("@ops/platform/terminal/profile/profile.ts")
      await useProfile(name, process.env)
      process.stderr.write(`Commands use the profile ${name} from now on.\n`)
    })
}
