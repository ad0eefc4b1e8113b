/** Twenty-four staff members in the demo scenario, at three sites and in every department, with two months of attendance. */
import { Effect } from "effect"
import { addDays } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { type By, system } from "@ops/platform/records/command.ts"
import { recordAttendance, tap } from "./attendance/attendance.ts"
import { expectedOn } from "./attendance/queries.ts"
import { addPosition } from "./departments/company-position.ts"
import { setShift } from "./attendance/shift.ts"
import { addDocument, changePay, hire, suspendStaff } from "./staff/commands.ts"

const chief = "FO-CEO-001"
const finance = "FO-FIN-001"

/** Title, department, level, and base salary in cents of USD per month. */
const positions = {
  chief: ["Chief Executive Officer", "Operations", 10, 650_000],
  operations: ["Operations Manager", "Operations", 8, 380_000],
  security: ["Security Officer", "Operations", 5, 62_000],
  driver: ["Driver", "Operations", null, 48_000],
  hr: ["HR Officer", "Operations", null, 145_000],
  supervisor: ["Camp Supervisor", "Catering", 6, 160_000],
  cook: ["Cook", "Catering", null, 58_000],
  assistant: ["Catering Assistant", "Catering", 3, 38_000],
  storekeeper: ["Storekeeper", "Catering", null, 64_000],
  housekeeper: ["Housekeeper", "Facilities", null, 34_000],
  technician: ["Maintenance Technician", "Facilities", null, 82_000],
  foreman: ["Site Foreman", "Construction", null, 125_000],
  mason: ["Mason", "Construction", null, 56_000],
  accountant: ["Accountant", "Finance", null, 135_000],
  officer: ["Finance Officer", "Finance", 7, 240_000],
  marketing: ["Business Development Officer", "Marketing", null, 150_000],
} as const satisfies Record<string, readonly [string, string, number | null, number]>
type Position = keyof typeof positions

interface Hand {
  readonly name: readonly [first: string, last: string]
  readonly as: Position
  readonly site: number | null
  readonly since: string
  /** staff number of the account */
  readonly account?: string
  /** staff number of the supervisor's account */
  readonly under?: string
  /** cents per month in SSP, if paid in SSP */
  readonly ssp?: number
  readonly kind?: "part_time" | "contract" | "casual"
}
const hands: ReadonlyArray<Hand> = [
  { name: ["Achol", "Deng Malual"], as: "chief", site: 3, since: "2016-02-01", account: chief },
  { name: ["Lado", "Wani Kenyi"], as: "operations", site: null, since: "2017-08-14", account: "FO-MGT-001", under: chief },
  { name: ["Nyandeng", "Garang Ater"], as: "officer", site: 3, since: "2018-03-05", account: finance, under: chief },
  { name: ["Gatluak", "Riek Tut"], as: "supervisor", site: 1, since: "2019-06-17", account: "FO-SUP-001", under: "FO-MGT-001" },
  { name: ["Nyakuoth", "Gai Bol"], as: "assistant", site: 1, since: "2022-01-10", account: "FO-OPS-001", under: "FO-SUP-001" },
  { name: ["Taban", "Loro Jada"], as: "security", site: 1, since: "2020-11-02", account: "FO-SEC-001", under: "FO-MGT-001" },
  { name: ["Deng", "Akol Majok"], as: "cook", site: 1, since: "2019-09-02", under: "FO-SUP-001" },
  { name: ["Nyamal", "Koang Both"], as: "cook", site: 1, since: "2021-04-12", under: "FO-SUP-001" },
  { name: ["Peter", "Lual Dut"], as: "assistant", site: 1, since: "2023-02-20", under: "FO-SUP-001", ssp: 62_000_000 },
  { name: ["Rebecca", "Ayen Mabior"], as: "storekeeper", site: 1, since: "2020-07-06", under: "FO-SUP-001" },
  { name: ["Simon", "Gatkuoth Lam"], as: "housekeeper", site: 1, since: "2024-05-13", ssp: 54_000_000 },
  { name: ["James", "Okot Oyet"], as: "technician", site: 1, since: "2021-10-04", under: "FO-MGT-001" },
  { name: ["Mary", "Poni Lokule"], as: "cook", site: 2, since: "2020-03-16" },
  { name: ["John", "Chol Ajak"], as: "cook", site: 2, since: "2022-08-22" },
  { name: ["Viola", "Adhieu Kuot"], as: "assistant", site: 2, since: "2024-01-15", ssp: 62_000_000 },
  { name: ["Samuel", "Moga Lako"], as: "housekeeper", site: 2, since: "2023-11-06", ssp: 54_000_000 },
  { name: ["Isaac", "Ladu Morris"], as: "technician", site: 2, since: "2022-02-07", kind: "contract" },
  { name: ["Daniel", "Yak Nhial"], as: "foreman", site: 2, since: "2019-01-21", under: "FO-MGT-001" },
  { name: ["Emmanuel", "Jok Thon"], as: "mason", site: 2, since: "2025-03-03", kind: "contract" },
  { name: ["Stella", "Keji Wani"], as: "accountant", site: 3, since: "2021-06-01", under: finance },
  { name: ["Grace", "Nyoka Juma"], as: "hr", site: 3, since: "2020-02-10", under: chief },
  { name: ["Martin", "Wol Piom"], as: "driver", site: 3, since: "2018-10-15", under: "FO-MGT-001", ssp: 78_000_000 },
  { name: ["Josephine", "Amer Deng"], as: "marketing", site: 3, since: "2023-07-03", under: chief },
  { name: ["Michael", "Tombe Lado"], as: "housekeeper", site: 3, since: "2025-09-01", kind: "part_time", ssp: 30_000_000 },
]

const departmentsSql = sql({ id: col.whole, name: col.text }, "select id, name from department")
const accountsSql = sql({ id: col.whole, employeeId: col.text }, `select id, employee_id as "employeeId" from person where demo`)

/** Hires everyone on the first morning, adds documents and a pay rise, and suspends one person. Returns their ids by staff number. */
export const staffDemo = ({ as, execute, days }: Scenario) =>
  Effect.gen(function* () {
    const day = days[0]!
    const by = (minute: number) => as(chief, day, `05:${String(minute).padStart(2, "0")}`)
    const departments = Object.fromEntries((yield* statement(departmentsSql, [])).map(({ id, name }) => [name, id]))
    const accounts = Object.fromEntries((yield* statement(accountsSql, [])).map(({ id, employeeId }) => [employeeId, id]))
    const positionIds: Record<string, number> = {}
    for (const [key, [title, department, level, baseSalary]] of Object.entries(positions)) {
      const position = { title, departmentId: departments[department]!, level, description: "", requirements: "", baseSalary }
      positionIds[key] = yield* execute(`position-${key}`, addPosition, position, by(0))
    }
    const shift = { from: "2026-01-01", start: "06:00", end: "16:00", breakMinutes: 60, graceMinutes: 15, halfDayMinutes: 300 }
    for (const siteId of [1, 2]) yield* execute(`shift-${siteId}`, setShift, { siteId, ...shift }, by(1))
    yield* execute("shift-3", setShift, { siteId: 3, ...shift, start: "08:00", end: "17:00" }, by(1))

    const ids: Record<string, number> = {}
    const byAccount: Record<string, number> = {}
    for (const [n, { name, as: position, site, since, account, under, ssp, kind }] of hands.entries()) {
      const [title, department, , salary] = positions[position]
      const [firstName, lastName] = name
      const mail = `${firstName}.${lastName.split(" ")[0]}@example.com`.toLowerCase()
      const number = String(n + 1).padStart(3, "0")
      const person = {
        staffNumber: `FO-${number}`,
        firstName,
        lastName,
        email: mail,
        phone: `+211 912 000 ${number}`,
        nationalId: `SS-${String(410_733 + n * 7919)}`,
        positionId: positionIds[position]!,
        departmentId: departments[department]!,
        siteId: site,
        supervisorId: under === undefined ? null : (byAccount[under] ?? null),
        employmentType: kind ?? ("full_time" as const),
        hireDate: since,
        dateOfBirth: `${1974 + ((n * 5) % 27)}-${String(1 + ((n * 7) % 12)).padStart(2, "0")}-${String(1 + ((n * 11) % 28)).padStart(2, "0")}`,
        gender: /^(Achol|Nya|Rebecca|Mary|Viola|Stella|Grace|Josephine)/.test(firstName) ? ("female" as const) : ("male" as const),
        address: null,
        emergencyContact: `Family of ${firstName}`,
        emergencyPhone: `+211 922 000 ${number}`,
        bankName: ssp === undefined ? "Equity Bank South Sudan" : "Ivory Bank",
        bankAccount: `10${String(20_004_000 + n * 137)}`,
        passportNumber: null,
        workPermitNumber: null,
        workPermitExpiry: null,
        notes: "",
        salary: ssp ?? salary,
        currency: ssp === undefined ? ("USD" as const) : ("SSP" as const),
        personId: account === undefined ? null : accounts[account]!,
      }
      const id = yield* execute(`staff-${number}`, hire, person, by(2 + Math.floor(n / 2)))
      ids[`FO-${number}`] = id
      if (account !== undefined) byAccount[account] = id
      const contract = {
        kind: "contract",
        name: `Contract as ${title}`,
        number: null,
        expiryDate: kind === "contract" ? addDays(days.at(-1)!, 24) : null,
        attachment: null,
      } as const
      yield* execute(`staff-contract-${number}`, addDocument, { id, ...contract }, by(20))
    }
    const paper = { id: ids["FO-022"]!, kind: "certificate", name: "Driving licence", number: "DL-88213", attachment: null } as const
    yield* execute("staff-licence", addDocument, { ...paper, expiryDate: addDays(days.at(-1)!, 12) }, by(21))
    return ids as Readonly<Record<string, number>>
  })

/** The terminal at the door. */
const door = (day: string, time: string): By => system("door", new Date(Math.min(Date.parse(`${day}T${time}:00+02:00`), Date.now())).toISOString(), "demo")
const clock = (minutes: number) => `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`

/** The attendance of every day: most people are on time, some are late, a few are absent. Today only those who have arrived by now. */
export const attendanceDemo = ({ as, execute, chance, days, until }: Scenario, ids: Readonly<Record<string, number>>) => {
  const dayOf = (day: string) =>
    Effect.gen(function* () {
      const isToday = day === days.at(-1)
      yield* until(door(day, "05:30").at)
      const taps: Array<{ readonly staffNumber: string; readonly time: string }> = []
      for (const { id, staffNumber, siteId } of yield* expectedOn(day)) {
        const start = siteId === 1 || siteId === 2 ? 360 : 480
        const luck = chance.next()
        const late = luck > 0.93 ? chance.between(20, 70) : 0
        const comes = start + (late || chance.between(-25, 12))
        const goes = start + 600 + (chance.next() > 0.9 ? chance.between(30, 120) : chance.between(-5, 15)) - (start === 480 ? 60 : 0)
        if (luck < 0.02) continue
        if (isToday) {
          taps.push({ staffNumber, time: clock(comes) }, { staffNumber, time: clock(goes) })
          continue
        }
        const absent = luck < 0.035
        const leaves = luck > 0.06 ? goes : start + chance.between(180, 270)
        const given = {
          staffId: id,
          attendanceDate: day,
          checkInTime: absent ? null : clock(comes),
          checkOutTime: absent ? null : clock(leaves),
          workHours: null,
          overtimeHours: null,
          status: absent ? ("absent" as const) : null,
          location: "",
          notes: absent ? "Did not come" : "",
        }
        yield* execute(`attendance-${day}-${staffNumber}`, recordAttendance, given, door(day, "20:30"))
      }
      for (const { staffNumber, time } of taps.sort((a, b) => (a.time < b.time ? -1 : 1))) {
        if (Date.parse(`${day}T${time}:00+02:00`) > Date.now()) break
        yield* execute(`tap-${day}-${time}-${staffNumber}`, tap, { staffNumber, date: day, time }, door(day, time))
      }
    })
  return Effect.gen(function* () {
    for (const [n, day] of days.entries()) {
      yield* dayOf(day)
      if (n === 20) {
        const rise = {
          id: ids["FO-010"]!,
          from: `${addDays(day, 15).slice(0, 7)}-01`,
          salary: 70_000,
          currency: "USD",
          reason: "Runs the store of both kitchens",
        } as const
        yield* execute("staff-rise", changePay, rise, as(finance, day, "20:45"))
      }
      if (n === 45)
        yield* execute("staff-suspended", suspendStaff, { id: ids["FO-016"]!, reason: "Under investigation: linen is missing" }, as(chief, day, "20:50"))
    }
  })
}
