/** Devices of the field: numbers never received, a copied device, and acts that were not recorded; one alert for each. */
import { type About, consequence, get } from "@ops/platform/records/command.ts"
import { ActProposed, ActRefused, type fieldActs } from "@ops/field/acts/act.ts"
import { DeviceForked, DeviceHeard, DeviceRevoked, fieldDevices } from "@ops/field/devices/device.ts"
import { raise, settle } from "../alert.ts"

const causeOf = (id: number, what: "gap" | "copy" | "acts") => `field_device/${id}/${what}`

interface Said {
  readonly sentence: string
}
function* notRecorded({ sentence }: Said, { row }: Pick<About<typeof fieldActs>, "row">) {
  const device = yield* get(fieldDevices, row.deviceId)
  return yield* raise({
    cause: causeOf(device.id, "acts"),
    type: "devices",
    priority: "high",
    title: `${device.label}: not everything was recorded`,
    message: `First: ${sentence}. Records that await a decision are listed under Field acts`,
    siteId: row.siteId,
    relatedEntity: "field_device",
    relatedEntityId: device.id,
  })
}

export const fieldRules = [
  consequence(DeviceHeard, function* ({ whole, top }, { id, row }: About<typeof fieldDevices>) {
    if (whole === top) return yield* settle(causeOf(id, "gap"))
    return yield* raise({
      cause: causeOf(id, "gap"),
      type: "devices",
      priority: "medium",
      title: `${row.label}: acts are missing`,
      message: `Record ${top} was received, but earlier ones only up to ${whole}. The missing ones were never sent`,
      siteId: row.siteId,
      relatedEntity: "field_device",
      relatedEntityId: id,
    })
  }),
  consequence(DeviceForked, function* ({ number }, { id, row }: About<typeof fieldDevices>) {
    return yield* raise({
      cause: causeOf(id, "copy"),
      type: "devices",
      priority: "critical",
      title: `${row.label} was copied or restored`,
      message: `Two different records have number ${number}. Both were received. Revoke the device and enrol it again`,
      siteId: row.siteId,
      relatedEntity: "field_device",
      relatedEntityId: id,
    })
  }),
  consequence(DeviceRevoked, function* (_, { id }) {
    return [...(yield* settle(causeOf(id, "gap"))), ...(yield* settle(causeOf(id, "copy")))]
  }),
  consequence(ActRefused, notRecorded),
  consequence(ActProposed, notRecorded),
]
