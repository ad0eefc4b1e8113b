import { describe, expect, test } from "vitest"
import { given } from "@ops/platform/testing/given.ts"
import {
  assetConsequences,
  assets,
  assetStatuses,
  changeAsset,
  type NewAsset,
  readMeter,
  registerAsset,
  retireAsset,
  setAssetStatus,
  settableStatuses,
} from "./asset.ts"
import { completeOrder } from "../work-orders/completion.ts"
import { company, manager, noise, nothingUsed, person, supervisor, technician } from "../testing.ts"
import { assignOrder, cancelOrder, raiseOrder, reopenOrder, startOrder } from "../work-orders/commands.ts"

const generator: NewAsset = {
  name: "Generator 1",
  kind: "generator",
  siteId: 1,
  location: "Power house",
  manufacturer: "Perkins",
  model: "1106A",
  serialNumber: "PK-1",
  inServiceSince: "2024-03-01",
  meterUnit: "hours",
  notes: "",
  status: "operational",
  meterReading: 1_200_000,
}
const here = given(...company).with(...assetConsequences)
const registered = here.when(registerAsset, generator, supervisor)
const at = (by: typeof supervisor, time: string) => ({ ...by, at: `2026-11-21T${time}:00.000Z` })
const broken = (id: number, priority: "medium" | "urgent", then = registered) =>
  then.when(raiseOrder, { ...noise, priority, assetId: 1 }, at(supervisor, `0${7 + id}:00`))
const toTechnician = (id: number) => ({ id, scheduledDate: null, assignedTo: 1, contractorId: null, team: null })

describe("the register", () => {
  test("numbers assets in sequence, and records the meter reading", () => {
    registered.holds(assets, 1, { assetNumber: "AST-0001", status: "operational", meterReading: 1_200_000, meterTotal: 1_200_000 })
    registered.when(registerAsset, { ...generator, serialNumber: null }, supervisor).holds(assets, 2, { assetNumber: "AST-0002" })
  })
  test.each([
    [{ inServiceSince: "2026-11-22" }, "In service since must not be after today"],
    [{ meterUnit: null }, "Choose what the meter counts, or leave the reading blank"],
    [{ siteId: 9 }, "Site 9 does not exist"],
    [{ siteId: 2 }, "You work at another site than Site 2"],
  ])("%o is refused", (more, sentence) => {
    here.when(registerAsset, { ...generator, ...more }, supervisor).refuses(sentence)
  })
  test("serial numbers are unique, and only supervisors keep the register", () => {
    registered.when(registerAsset, generator, supervisor).refuses("AST-0001 Generator 1 has the serial number PK-1 already", 409)
    here.when(registerAsset, generator, person(3)).refuses("Only supervisors and management can change the asset register", 403)
  })
  test("only the named fields change; a meter with readings keeps its unit", () => {
    registered.when(changeAsset, { id: 1, location: "Yard" }, supervisor).holds(assets, 1, { location: "Yard", name: "Generator 1" })
    registered.when(changeAsset, { id: 1, location: "Power house" }, supervisor).gives()
    registered
      .when(changeAsset, { id: 1, serialNumber: null, siteId: "site-1" }, supervisor)
      .holds(assets, 1, { serialNumber: null, siteId: 1, name: "Generator 1" })
    registered.when(changeAsset, { id: 1, meterUnit: "km" }, supervisor).refuses("This meter has readings, so its unit cannot be changed")
  })
  test("an asset of another site is refused as one that does not exist", () => {
    const elsewhere = { ...supervisor, confinedTo: 2 }
    registered.when(changeAsset, { id: 1, location: "Yard" }, elsewhere).refuses("Asset 1 does not exist", 404)
    registered.when(setAssetStatus, { id: 1, status: "standby" }, elsewhere).refuses("Asset 1 does not exist", 404)
  })
  test("a retired asset takes no orders", () => {
    const retired = registered.when(retireAsset, { id: 1, reason: "Sold" }, manager)
    broken(1, "medium", retired).refuses("Generator 1 is no longer in the register. Choose another one")
    retired
      .when(readMeter, { id: 1, date: "2026-11-21", reading: 1_300_000, replaced: false }, technician)
      .refuses("AST-0001 was removed from the register: Sold")
    broken(1, "urgent").when(retireAsset, { id: 1, reason: "Sold" }, manager).refuses("WO-2026-00001 is open for AST-0001. Complete or cancel that order first")
  })
  test("an order can only name an asset of its own site", () => {
    registered.when(raiseOrder, { ...noise, siteId: 2, assetId: 1 }, manager).refuses("Generator 1 is at another site. Choose one of Site 2")
  })
})

describe("the meter", () => {
  const read = (reading: number, more: object = {}) => registered.when(readMeter, { id: 1, date: "2026-11-21", reading, replaced: false, ...more }, technician)
  test("only goes up, unless the meter is replaced: usage then continues from there", () => {
    read(1_250_500).holds(assets, 1, { meterReading: 1_250_500, meterTotal: 1_250_500 })
    read(1_100_000).refuses("The meter reading was 1200.00 on 2026-11-21. Check the reading, or mark the meter as replaced")
    const replaced = read(0, { replaced: true }).when(readMeter, { id: 1, date: "2026-11-21", reading: 40_000, replaced: false }, technician)
    replaced.holds(assets, 1, { meterReading: 40_000, meterTotal: 1_240_000 })
  })
  test("cannot be read later than today or before its last reading, and only on assets that have one", () => {
    read(1_300_000, { date: "2026-11-22" }).refuses("Date must not be after today")
    read(1_300_000, { date: "2026-11-20" }).refuses("The meter was read on 2026-11-21. Give that day or a later one")
    const without = here.when(registerAsset, { ...generator, meterUnit: null, meterReading: null }, supervisor)
    without.when(readMeter, { id: 1, date: "2026-11-21", reading: 1, replaced: false }, technician).refuses("AST-0001 has no meter. Set its unit first")
  })
})

describe("downtime", () => {
  const outages = (then: typeof registered) =>
    then.row(assets, 1)!.downtime.map(({ orderId, from, to, planned }) => [orderId, from.slice(11, 16), to?.slice(11, 16), planned])
  test("an urgent order takes the asset out of use at once, any other when work begins; the asset returns when the order ends", () => {
    broken(1, "urgent").holds(assets, 1, { status: "down", statusSince: "2026-11-21T08:00:00.000Z" })
    const noted = broken(1, "medium")
    noted.holds(assets, 1, { status: "operational" })
    const begun = noted.when(assignOrder, toTechnician(1), at(supervisor, "08:30")).when(startOrder, { id: 1 }, at(technician, "09:00"))
    begun.holds(assets, 1, { status: "down" })
    const done = begun.when(completeOrder, { id: 1, ...nothingUsed }, at(technician, "10:00"))
    done.holds(assets, 1, { status: "operational" })
    expect(outages(done)).toEqual([[1, "09:00", "10:00", false]])
    const again = done.when(reopenOrder, { id: 1, reason: "Still noisy" }, at(supervisor, "11:00"))
    again.holds(assets, 1, { status: "down" })
    expect(outages(again)).toEqual([
      [1, "09:00", "10:00", false],
      [1, "11:00", undefined, false],
    ])
  })
  test("with several orders, the asset returns when the last one ends", () => {
    const two = broken(2, "urgent", broken(1, "urgent"))
    const one = two.when(cancelOrder, { id: 1, reason: "Double" }, at(supervisor, "10:00"))
    one.holds(assets, 1, { status: "down" })
    one.when(cancelOrder, { id: 2, reason: "False alarm" }, at(supervisor, "11:00")).holds(assets, 1, { status: "operational" })
  })
  test("a status set by hand stays until it is changed; downtime from an order ends with the order", () => {
    const down = registered.when(setAssetStatus, { id: 1, status: "down", reason: "No fuel pressure" }, technician)
    down.holds(assets, 1, { status: "down" })
    down.when(setAssetStatus, { id: 1, status: "standby", reason: "" }, technician).holds(assets, 1, { status: "standby", restingStatus: "standby" })
    registered.when(setAssetStatus, { id: 1, status: "down", reason: "" }, technician).refuses("Reason is required")
    broken(1, "urgent")
      .when(setAssetStatus, { id: 1, status: "operational", reason: "" }, technician)
      .refuses("WO-2026-00001 keeps AST-0001 out of use. Complete or cancel that order to restore it", 409)
  })
  test("while an open order keeps an asset down, its status cannot be set; during an inspection it can be set to down", () => {
    const kept = "WO-2026-00001 keeps AST-0001 out of use. Complete or cancel that order to restore it"
    broken(1, "urgent").when(setAssetStatus, { id: 1, status: "inspection", reason: "Looked at" }, technician).refuses(kept, 409)
    const outage = (over: object) => ({ orderId: 1, to: null, planned: false, ...over })
    expect(settableStatuses([outage({ to: "2026-11-21T10:00:00.000Z" }), outage({ orderId: null })])).toEqual(assetStatuses)
    expect(settableStatuses([outage({ planned: true })])).toEqual(["inspection", "down"])
    expect(settableStatuses([outage({ planned: true }), outage({})])).toEqual([])
  })
})
