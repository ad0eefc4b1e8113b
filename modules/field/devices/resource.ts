/** The resource of enrolled devices: how they are listed, read and revoked. */
import { Schema } from "effect"
import type { Permission } from "@ops/platform/access/levels.ts"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import { call } from "@ops/platform/http/call-group.ts"
import { computed, creates, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { siteJoin } from "@ops/sites/joins.ts"
import { Pack } from "../acts/pack.ts"
import { enrolDevice, FieldDevice, fieldDevices as stream, moveDevice, revokeDevice, rows } from "./device.ts"

/** Who enrols devices, and handles their acts. */
export const KEEPERS: ReadonlyArray<Permission> = ["operations.supervise", "department.manage", "finance.full"]
const ENROLLERS: ReadonlyArray<Permission> = ["operations.supervise", "department.manage"]

/** The numbers never received, as text: "118 to 120, 131"; and how many acts wait for a person. */
const sent = {
  fields: {
    missingActs: computed(
      Schema.String,
      `coalesce((select string_agg(case when n.number - 1 = n.before + 1 then (n.before + 1)::text else (n.before + 1) || ' to ' || (n.number - 1) end, ', ' order by n.number)
        from (select a.number, lag(a.number, 1, r.whole) over (order by a.number) as before from field_act a where a.device_id = r.id and a.number > r.whole) n
        where n.number > n.before + 1), '')`,
      { label: "Never sent" },
    ),
    waitingActs: computed(Schema.Int, "(select count(*)::int from field_act a where a.device_id = r.id and a.status in ('held', 'proposed', 'refused'))", {
      kind: "whole",
      label: "To decide",
    }),
  },
  dependsOn: ["field_act"],
} as const satisfies Join

const scope = "6: own site; 8: own site if it has one; 10: all"

export const fieldDevices = resource("fieldDevices", stream, {
  path: "/api/field/devices",
  noun: ["device", "devices"],
  answer: "FieldDevice",
  read: { may: KEEPERS, rows },
  hidden: ["tip"],
  joins: [siteJoin(FieldDevice, "siteId"), userJoin(FieldDevice, "enrolledBy"), sent],
  titles: {
    top: "Newest act",
    whole: "Complete up to",
    forked: "Copied or restored",
    enrolledByUser: "Enrolled By",
    deviceKey: "Key",
    revokedReason: "Revoked because",
    trustedTo: "Counts up to act",
  },
  list: {
    columns: ["label", "siteName", "lastHeard", "top", "missingActs", "waitingActs", "skewMs", "status"],
    titles: { top: "Acts" },
    filters: ["status"],
    sorts: ["label", "site", "lastHeard", "status", "createdAt"],
    order: "label",
    search: ["label", "deviceKey"],
    site: "siteId",
    file: "Devices",
  },
  details: ["siteName", "lastHeard", "top", "whole", "missingActs", "forked", "enrolledByUser", "deviceKey", "algorithm", "revokedReason", "trustedTo"],
  commands: {
    // only the device itself holds the key
    enrol: creates(enrolDevice, { may: ENROLLERS, scope, stepUp: true, imported: false }),
    move: updates(moveDevice, { may: ENROLLERS, scope, method: "PATCH", path: "" }),
    revoke: updates(revokeDevice, { may: ENROLLERS, scope, stepUp: true }),
  },
  more: [
    call.get("pack", "/api/field/pack", "Read the rows on which a device decides without a connection", Pack, {
      query: { device: Schema.String },
      may: OPERATIONS,
      scope: "the site of the device; its own site",
    }),
  ],
})

export const FieldDevicesApi = fieldDevices.api
