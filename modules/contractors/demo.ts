/** Five contractors of the demo scenario, two months of their work, and the bill of the past month. */
import { Effect } from "effect"
import { addDays, monthOf, lastDayOf } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { weekdayOf } from "@ops/people/working-days/working-days.ts"
import { approveHours, assignContractor, completeAssignment, recordHours, startAssignment } from "./work/assignment-commands.ts"
import { billMonth } from "./bills/commands.ts"
import { agreeRate, nameVendor, type NewContractor, registerContractor, suspendContractor } from "./contractor-commands.ts"

const chief = "FO-CEO-001"
const manager = "FO-MGT-001"
const finance = "FO-FIN-001"

const blankPerson = {
  contractorNumber: null,
  companyName: null,
  email: null,
  nationalId: null,
  contractorType: "individual",
  contractValue: null,
  paymentTerms: "monthly",
  certifications: "",
  experience: "",
  address: null,
  bankName: null,
  bankAccount: null,
  workPermitNumber: null,
  workPermitExpiry: null,
  notes: "",
  hourlyRate: null,
  dailyRate: null,
  monthlyRate: null,
} as const

const departmentsSql = sql({ id: col.whole, name: col.text }, "select id, lower(name) as name from department")

export const contractorsDemo = ({ as, execute, days, chance }: Scenario) =>
  Effect.gen(function* () {
    const [first, today] = [days[0]!, days.at(-1)!]
    const named = yield* statement(departmentsSql, [])
    const department = (name: string) => named.find((row) => row.name === name)!.id
    const register = (key: string, minute: number, given: Omit<NewContractor, keyof typeof blankPerson> & Partial<NewContractor>) =>
      execute(`contractor-${key}`, registerContractor, { ...blankPerson, ...given }, as(chief, first, `05:${10 + minute}`))
    const electrician = yield* register("electrician", 0, {
      firstName: "Simon",
      lastName: "Lokai Modi",
      phone: "+211 922 410 118",
      email: "s.modi@example.com",
      nationalId: "SSD-884120",
      serviceType: "Electrical work",
      departmentId: department("operations"),
      siteId: 1,
      contractStart: addDays(first, -40),
      contractEnd: addDays(today, 25),
      skills: ["Generators", "Wiring"],
      certifications: "Electrician class B",
      experience: "Eleven years at camps",
      bankName: "Equity Bank",
      bankAccount: "2003178844",
      currency: "USD",
      hourlyRate: 12_50,
    })
    const mason = yield* register("mason", 1, {
      firstName: "Joseph",
      lastName: "Ladu Wani",
      phone: "+211 915 220 765",
      serviceType: "Masonry",
      departmentId: department("operations"),
      siteId: 2,
      contractStart: addDays(first, -10),
      contractEnd: addDays(today, 200),
      contractValue: 900_000_000,
      skills: ["Bricklaying", "Tiling"],
      currency: "SSP",
      dailyRate: 65_000_00,
    })
    const doctor = yield* register("doctor", 2, {
      firstName: "Grace",
      lastName: "Atim Okello",
      companyName: "Nile Occupational Health",
      contractorType: "company",
      phone: "+211 980 330 470",
      email: "grace@nile-health.example.com",
      serviceType: "Health checks of the kitchens",
      departmentId: department("operations"),
      siteId: null,
      contractStart: addDays(first, -80),
      contractEnd: null,
      workPermitNumber: "WP-20931",
      workPermitExpiry: addDays(today, 40),
      skills: ["Food safety"],
      currency: "USD",
      monthlyRate: 1450_00,
    })
    yield* register("driller", 3, {
      firstName: "Peter",
      lastName: "Garang Mabior",
      phone: "+211 927 801 330",
      serviceType: "Borehole drilling",
      departmentId: department("construction"),
      siteId: null,
      contractStart: first,
      contractEnd: addDays(today, 120),
      skills: ["Drilling", "Pumps"],
      currency: "USD",
      dailyRate: 140_00,
    })
    const painter = yield* register("painter", 4, {
      firstName: "Mary",
      lastName: "Keji Lado",
      phone: "+211 918 554 021",
      serviceType: "Painting",
      departmentId: department("operations"),
      siteId: 3,
      contractStart: addDays(first, -20),
      contractEnd: addDays(today, 60),
      skills: ["Painting"],
      currency: "USD",
      dailyRate: 35_00,
    })

    const assign = (key: string, contractorId: number, siteId: number, task: string, startDate: string, endDate: string | null, minute: number) =>
      Effect.gen(function* () {
        const given = { contractorId, projectId: null, siteId, assignmentType: "service", task, startDate, endDate, estimatedHours: null, notes: "" } as const
        const id = yield* execute(`contractor-work-${key}`, assignContractor, given, as(chief, first, `05:2${minute}`))
        yield* execute(`contractor-start-${key}`, startAssignment, { id, date: startDate }, as(chief, first, `05:2${minute}`))
        return id
      })
    const work = [
      [yield* assign("electrician", electrician, 1, "Generators and lights of the camp", first, addDays(today, 25), 0), 8000, 1],
      [yield* assign("mason", mason, 2, "Extension of the dining hall", first, addDays(today, 90), 1), 9000, 2],
      [yield* assign("doctor", doctor, 3, "Monthly checks of the kitchens", first, null, 2), 6000, 5],
    ] as const
    const painting = yield* assign("painter", painter, 3, "Offices and the guest house", first, addDays(first, 20), 3)
    yield* execute(
      "contractor-start-pay",
      agreeRate,
      { id: electrician, from: addDays(first, 1), unit: "hour", amount: 13_00, reason: "Generators as well" },
      as(chief, first, "05:30"),
    )

    for (const [n, id] of [electrician, mason, doctor].entries()) {
      yield* execute(`contractor-vendor-${id}`, nameVendor, { id, vendorId: null }, as(finance, first, `08:${10 + n}`))
    }
    const billed = monthOf(addDays(`${monthOf(today)}-01`, -1))
    const from = billed + "-01"
    let waiting: Array<number> = []
    let billing = false
    for (const [n, date] of days.entries()) {
      if (date === addDays(first, 18)) {
        const done = { id: painting, date: addDays(first, 17), note: "Neat, and a day early", rating: 450 }
        yield* execute("contractor-complete-painter", completeAssignment, done, as(manager, date, "08:20"))
        yield* execute("contractor-suspend-painter", suspendContractor, { id: painter, reason: "Papers are being renewed" }, as(chief, date, "08:40"))
      }
      // hours up to the end of a month are approved and billed on the day after it
      if (waiting.length > 0 && (monthOf(date) !== monthOf(days[n - 1]!) || (weekdayOf(date) === 6 && date !== today))) {
        yield* execute(`contractor-approved-${date}`, approveHours, { ids: waiting }, as(chief, date, "07:05"))
        waiting = []
      }
      if (!billing && date > lastDayOf(billed)) {
        billing = true
        for (const id of [electrician, mason]) yield* execute(`contractor-bill-${id}`, billMonth, { id, month: billed }, as(finance, date, "09:45"))
      }
      if (date < from || date === today) continue
      for (const [assignmentId, usual, every] of work) {
        const weekday = weekdayOf(date)
        if (weekday === 7 || (every !== 1 && weekday % every !== 0)) continue
        const hours = usual - (chance.between(0, 3) === 0 ? 1500 : 0)
        waiting.push(
          yield* execute(`contractor-hours-${assignmentId}-${date}`, recordHours, { assignmentId, date, hours, note: "" }, as(manager, date, "17:40")),
        )
      }
    }
  })
