/** A payroll whose process is killed repeatedly at different points equals one clean run once restarted. */
import { spawn } from "node:child_process"
import path from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { pathToFileURL } from "node:url"
import { Effect, ManagedRuntime, Redacted } from "effect"
import { afterAll, expect, test } from "vitest"
import { createPeriod } from "@ops/payroll/payroll-periods/payroll-period.ts"
import { periodRow, processPeriod } from "@ops/payroll/payroll-periods/processing.ts"
import { books, hired, law, model, person, places, processFromOutside } from "@ops/payroll/testing.ts"
import { Database } from "@ops/platform/database/database.ts"
import { EmbeddedPostgres } from "@ops/platform/database/embedded.ts"
import { command, findById } from "@ops/platform/records/command.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { testDatabase } from "@ops/platform/testing/database.ts"
import { times } from "@ops/platform/testing/thorough.ts"

const people = times(1_000, 2_000)
const kills = times(4, 10)
const finance = person(7)
const told = command("test.told", function* (changes: ReadonlyArray<Change>) {
  for (const { stream, id } of changes) yield* findById(stream, id)
  return changes
})

const opened: Array<{ readonly dispose: () => Promise<void> }> = []
afterAll(() => Promise.all(opened.map((runtime) => runtime.dispose())))

/** A company with a payroll that has not started. */
const company = async () => {
  const runtime = ManagedRuntime.make(testDatabase(model))
  opened.push(runtime)
  const tell = (changes: ReadonlyArray<Change>) => runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(told, changes, finance)))
  await tell([...places, ...books, ...law])
  for (let n = 0; n < people; n += 500) {
    const staff = Array.from({ length: 500 }, (_, m) => [n + m + 1, n + m] as const)
    await tell(staff.map(([id, m]) => hired(id, 100_000 + m * 7_919, m % 3 === 0 ? "USD" : "SSP", { siteId: 1 + (m % 3), departmentId: 1 + (m % 2) })))
  }
  const month = { periodName: "June 2026", startDate: "2026-06-01", endDate: "2026-06-30", payDate: "2026-06-30", notes: "" }
  const { id } = await runtime.runPromise(Effect.flatMap(Records, ({ execute }) => execute(createPeriod, month, finance)))
  const statement = (text: string) => runtime.runPromise(Effect.flatMap(Database, ({ statement }) => statement(text, [id])))
  return { runtime, id, statement, period: () => runtime.runPromise(periodRow(id)) }
}

/** The result: everything of each payslip except its id, and the totals. */
const made = async ({ statement, period }: Awaited<ReturnType<typeof company>>) => {
  const slips = await statement("select to_jsonb(s) - 'id' - 'created_at' - 'updated_at' as slip from payslip s where period_id = $1 order by staff_id")
  const { status, people, sums, rate, rules, gapsReason, processedBy } = await period()
  return { slips: slips.map(({ slip }) => slip), period: { status, people, sums, rate, rules, gapsReason, processedBy } }
}

test("a payroll killed at random points and restarted each time equals one clean run", { timeout: 240_000 }, async () => {
  const clean = await company()
  await clean.runtime.runPromise(processPeriod(clean.id, "no sheets", finance))

  const killed = await company()
  const { host, port, user, password } = await killed.runtime.runPromise(EmbeddedPostgres)
  const server = JSON.stringify({ host, port, user, password: Redacted.value(password) })
  const testing = pathToFileURL(path.resolve(import.meta.dirname, "../../../modules/payroll/testing.ts")).href
  const begin = () =>
    spawn(
      process.execPath,
      ["--input-type=module", "-e", `import * as testing from ${JSON.stringify(testing)}\nawait testing.${processFromOutside.name}(${server}, ${killed.id})`],
      {
        cwd: import.meta.dirname,
        env: { ...process.env, NODE_ENV: "" },
        stdio: ["ignore", "ignore", "inherit"],
      },
    )
  const written = async () => (await killed.statement("select count(*)::int as slips from payslip where period_id = $1"))[0]!.slips as number

  // at this number of payslips, far enough from the end that no run completes before it is killed
  const points = Array.from({ length: kills }, () => Math.floor(Math.random() * people * 0.6)).sort((a, b) => a - b)
  for (const [n, point] of points.entries()) {
    const payroll = begin()
    const ended = new Promise<string | null>((resolve) => payroll.once("exit", (_, signal) => resolve(signal)))
    while (payroll.exitCode === null && ((await killed.period()).calculation <= n || (await written()) < point)) await pause(5)
    await pause(Math.random() * 10)
    payroll.kill("SIGKILL")
    expect(await ended, `killed at ${point} payslips, of ${points}`).toBe("SIGKILL")
    expect(await killed.period()).toMatchObject({ status: "draft", isCalculating: true, calculation: n + 1 })
  }
  const half = await written()
  expect(half).toBeGreaterThan(0)
  expect(half).toBeLessThan(people)

  const last = begin()
  expect(await new Promise((resolve) => last.once("exit", resolve))).toBe(0)
  expect(await made(killed)).toEqual(await made(clean))
  const [events] = await killed.statement(
    "select count(*)::int as slips, count(distinct stream)::int as streams from es.event where stream like 'payslip/%' and $1::bigint is not null",
  )
  expect(events).toEqual({ slips: people, streams: people })
  expect((await killed.period()).calculation).toBe(points.length + 1)
})
