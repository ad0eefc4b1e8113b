/** How the acts of devices are read, and how unrecorded ones are decided. */
import { Schema } from "effect"
import { computed, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "@ops/identity/joins.ts"
import { siteOfRow } from "@ops/sites/joins.ts"
import { KEEPERS } from "../devices/resource.ts"
import { closeAct, FieldAct, fieldActs as stream, retryAct, rows } from "./act.ts"
import { namesSql, whatSql } from "./names.ts"

const device = {
  fields: { deviceLabel: computed(Schema.String, "(select d.label from field_device d where d.id = r.device_id)", { label: "Device" }) },
  dependsOn: ["field_device"],
} as const satisfies Join

const said = {
  fields: {
    what: computed(Schema.String, whatSql, { label: "Act" }),
    /** the records that it refers to, by the field of its input and their number */
    names: computed(Schema.Record(Schema.String, Schema.String), namesSql),
  },
} as const satisfies Join

const access = { may: ["operations.supervise", "department.manage"], scope: "6: own site; 8: own site if it has one; 10: all" } as const

export const fieldActs = resource("fieldActs", stream, {
  path: "/api/field/acts",
  noun: ["field act", "field acts"],
  answer: "FieldAct",
  read: { may: KEEPERS, rows },
  joins: [siteOfRow(FieldAct, "siteId"), userJoin(FieldAct, "actedBy"), device, said],
  titles: { actedByUser: "Person", notBefore: "Not before", doubtMs: "May be wrong by, ms", sentence: "Why", recordId: "Record", text: "As signed" },
  list: {
    columns: ["happenedAt", "arrivedAt", "deviceLabel", "number", "what", "actedByUser", "siteName", "sentence", "status"],
    filters: ["status", "deviceId"],
    sorts: ["happenedAt", "arrivedAt", "number", "status", "createdAt"],
    order: "-happenedAt",
    search: ["sentence", "digest"],
    date: "happenedAt",
    site: "siteId",
    file: "Field acts",
    long: true,
  },
  details: [
    "deviceLabel",
    "number",
    "actedByUser",
    "siteName",
    "happenedAt",
    "notBefore",
    "arrivedAt",
    "doubtMs",
    "sentence",
    "recordId",
    "digest",
    "text",
    "signature",
  ],
  commands: { close: updates(closeAct, access), retry: updates(retryAct, access) },
})

export const FieldActsApi = fieldActs.api
