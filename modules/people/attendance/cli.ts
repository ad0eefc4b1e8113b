/** `ops attendance`: attendance by day. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { thousandthsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { output, staffNamed, todayInJuba } from "../cli-common.ts"
import { type Deciding, decide } from "@ops/platform/terminal/decide.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import { attendanceStatuses } from "../labels.ts"
import type { attendance as resource } from "./resource.ts"
import { screen } from "./screen.ts"

const approvalOf = (row: { readonly approvedBy: number | null; readonly checkInTime: string | null; readonly proof: string | null }) =>
  row.approvedBy !== null ? "approved" : row.checkInTime === null ? "" : row.proof === "pin" ? "by PIN" : row.proof === "unverified" ? "to confirm" : "waiting"
const shown = <Row extends Parameters<typeof approvalOf>[0]>(row: Row) => ({ ...row, approval: approvalOf(row) })
const statColumns: ReadonlyArray<TableColumn> = [
  { key: "date", title: "Date", kind: "date" },
  { key: "expected", title: "Expected", kind: "integer" },
  { key: "present", title: "Present", kind: "integer" },
  { key: "late", title: "of these late", kind: "integer" },
  { key: "halfDay", title: "of these half-day", kind: "integer" },
  { key: "onLeave", title: "On leave", kind: "integer" },
  { key: "absent", title: "Absent", kind: "integer" },
  { key: "expectedMissing", title: "of these not seen", kind: "integer" },
]
const api = async () => (await import("./resource.ts")).AttendanceApi

interface Approving extends Deciding {
  readonly date?: string
  readonly from?: string
  readonly to?: string
  readonly site?: string
  readonly all?: boolean
}
interface Recording extends Deciding {
  readonly date?: string
  readonly in?: string
  readonly out?: string
  readonly hours?: string
  readonly overtime?: string
  readonly status?: (typeof attendanceStatuses)[number]
  readonly location?: string
  readonly notes?: string
}

/** Adds the `attendance` commands to the program. */
export const addAttendanceCommands = (program: Command, call: Call): void => {
  const { parent: attendance, columns } = addResourceCommands<typeof resource>(program, call, {
    screen,
    api,
    name: "attendance",
    description: "attendance by day",
    siteNamed,
    shown: (row) => ({ approval: approvalOf(row) }),
    columns: {
      attendanceDate: { priority: 0 },
      staffNumber: { priority: 0 },
      name: { title: "Name" },
      checkInTime: { priority: 1 },
      checkOutTime: { priority: 1 },
      workHours: { priority: 1 },
      proof: { key: "approval", priority: 2 },
      notes: { priority: 3 },
    },
    list: {
      description: "list attendance, newest first",
      flags: { staffId: "staff", departmentId: "department" },
      named: { staffId: async (call, command, name) => (await staffNamed(call, command, name)).id },
      examples: [
        { line: "ops attendance list --staff FO-005 --from 2026-11-01", does: "one person's November" },
        { line: "ops attendance list --status late,half_day --site US", does: "late arrivals and early departures" },
      ],
    },
    byHand: ["record", "approve"],
  })
  attendance
    .command("today")
    .description("number of people at work, today or on another day")
    .option("--site <code>", "at one site: its code, name or id")
    .option("--date <date>", "another day")
    .examples(
      { line: "ops attendance today --site US", does: "present, late, absent and missing" },
      { line: "ops attendance today --date 2026-11-20 -o json", does: "another day, for a program" },
    )
    .action(async ({ site, date }: { readonly site?: string; readonly date?: string }, command: Command) => {
      const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
      const stats = await call(command, await api(), (client) => client.attendance.stats({ query: { siteId, date } }))
      const { print } = await output()
      await print(stats, { ...commonOptions(command), columns: statColumns })
    })
  attendance
    .command("record <staff>")
    .description("record a person's day; a second record corrects the first")
    .option("--date <date>", "the day; today if not given")
    .option("--in <time>", "check-in time: 07:30")
    .option("--out <time>", "check-out time")
    .option("--hours <decimal>", "hours worked, if the times are not known")
    .option("--overtime <decimal>", "of these, overtime; counted from the times if not given")
    .addOption(new Option("--status <word>", "defaults to the shift").choices(attendanceStatuses))
    .option("--location <text>")
    .option("--notes <text>")
    .option("--yes", "do not ask")
    .examples(
      { line: "ops attendance record FO-005 --in 06:10 --out 16:05", does: "asks, then records today; late or not by the shift" },
      { line: 'ops attendance record FO-005 --date 2026-11-20 --status absent --notes "Called in sick" --yes', does: "yesterday, without asking" },
    )
    .action(async (name: string, given: Recording, command: Command) => {
      const person = await staffNamed(call, command, name)
      const attendanceDate = given.date ?? (await todayInJuba())
      if (given.in === undefined && given.status === undefined && given.hours === undefined) {
        throw new Exit("usage", "There is nothing to record.", { next: "Give --in and --out, --hours, or a --status such as absent." })
      }
      const payload = {
        staffId: person.id,
        attendanceDate,
        checkInTime: given.in ?? null,
        checkOutTime: given.out ?? null,
        workHours: given.hours === undefined ? null : await thousandthsOf("--hours", given.hours),
        overtimeHours: given.overtime === undefined ? null : await thousandthsOf("--overtime", given.overtime),
        status: given.status ?? null,
        location: given.location ?? "",
        notes: given.notes ?? "",
      }
      const what = given.status?.replace("_", " ") ?? [given.in, given.out].filter(Boolean).join(" to ")
      const about = {
        question: `Record ${person.firstName} ${person.lastName} on ${attendanceDate}: ${what || `${given.hours} hours`}?`,
        possible: true,
        name: person.staffNumber,
        columns,
      }
      await decide(command, given, about, async () => call(command, await api(), (client) => client.attendance.record({ payload })))
    })
  attendance
    .command("tap <staff-number>")
    .description("clock in or out now: the first entry of a day is the check-in")
    .option("--time <time>", "another time of today")
    .examples({ line: "ops attendance tap FO-005", does: "clocks a person in or out" })
    .action(async (staffNumber: string, { time }: { readonly time?: string }, command: Command) => {
      const payload = { staffNumber: staffNumber.toUpperCase(), time: time ?? null }
      const row = await call(command, await api(), (client) => client.attendance.tap({ payload }))
      const { print } = await output()
      await print(row, { ...commonOptions(command), columns })
    })
  attendance
    .command("approve [staff]")
    .description("approve days recorded at the kiosk: one person's, or all pending")
    .option("--date <date>", "only of this day")
    .option("--from <date>", "from this day")
    .option("--to <date>", "up to this day")
    .option("--site <code>", "of one site: its code, name or id")
    .option("--all", "everyone whose days you can approve")
    .option("--yes", "do not ask")
    .option("--dry-run", "only show which")
    .examples(
      { line: "ops attendance approve FO-005 --date 2026-11-20", does: "asks, then approves one person's day" },
      { line: "ops attendance approve --site US --from 2026-11-16 --to 2026-11-20 --yes", does: "a week at a site, without asking" },
      { line: "ops attendance approve --all --dry-run", does: "days awaiting your approval" },
    )
    .action(async (name: string | undefined, given: Approving, command: Command) => {
      if (name === undefined && !given.all && given.site === undefined) {
        throw new Exit("usage", "No days were chosen.", { next: "Give a staff number such as FO-005, --site, or --all." })
      }
      const contract = await api()
      const siteId = given.site === undefined ? undefined : String(await siteNamed(call, command, given.site))
      const staffId = name === undefined ? undefined : String((await staffNamed(call, command, name)).id)
      const query = { siteId, staffId, from: given.date ?? given.from, to: given.date ?? given.to, approval: "waiting", limit: "1000" }
      const waiting = (await call(command, contract, (client) => client.attendance.list({ query }))).filter(({ canApprove }) => canApprove)
      const { print } = await output()
      const options = { ...commonOptions(command), columns }
      if (given.dryRun || waiting.length === 0) {
        await print(waiting.map(shown), options)
        process.stderr.write(waiting.length === 0 ? "No days await your approval.\n" : "Nothing was done.\n")
        return
      }
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(waiting.length === 1 ? `Approve ${waiting[0]!.attendanceDate} of ${waiting[0]!.name}?` : `Approve ${waiting.length} days?`, given)
      const { withProgress } = await import("@ops/platform/terminal/progress/progress.ts")
      const approved = await withProgress("Approving", { unit: "days", total: waiting.length }, async (progress) => {
        const rows = []
        for (const { id } of waiting) {
          rows.push(await call(command, contract, (client) => client.attendance.approve({ params: { id }, payload: null })))
          progress.advance(1)
        }
        return rows
      })
      await print(approved.map(shown), options)
    })
}
