/** The resource of assets. Meter readings are decimal strings; downtime is in minutes. */
import { Schema } from "effect"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import { computed, creates, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { wholeSiteJoin } from "@ops/sites/joins.ts"
import { openStatuses } from "../work-orders/labels.ts"
import { Asset, ASSET_KEEPERS, assets as stream, assetStatuses, changeAsset, readMeter, registerAsset, retireAsset, rows, setAssetStatus } from "./asset.ts"

const outages = `jsonb_to_recordset(r.downtime) as t("orderId" bigint, "from" timestamptz, "to" timestamptz, planned boolean, reason text)`
/** Minutes of the last 30 days covered by these outages; overlaps count once. */
const outOfUse = (which: string) => `(select coalesce(sum(extract(epoch from upper(span) - lower(span)) / 60), 0)::int from (
    select unnest(range_agg(tstzrange(greatest(t."from", es.now() - interval '30 days'), least(coalesce(t."to", es.now()), es.now())))) as span
    from ${outages} where ${which} and t."from" < es.now() and coalesce(t."to", es.now()) > greatest(t."from", es.now() - interval '30 days')) spans)`
const instant = (expression: string) => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const open = openStatuses.map((status) => `'${status}'`).join(", ")
const broken = outOfUse("not t.planned")
const Text = Schema.NullOr(Schema.String)
const number = (label: string, sql: string) => computed(Schema.Int, sql, { kind: "whole", label })

const use = {
  fields: {
    /** the last thirty, newest first */
    readings: computed(
      Schema.Array(Schema.Struct({ date: Schema.String, reading: Schema.String, replaced: Schema.Boolean })),
      `(select coalesce(json_agg(json_build_object('date', x.one->>'date', 'reading', es.quantity((x.one->>'reading')::bigint), 'replaced', x.one->'replaced')
        order by x.n desc), '[]') from jsonb_array_elements(r.readings) with ordinality as x(one, n))`,
    ),
    /** the last twenty, newest first; `to` is null while an outage lasts */
    downtime: computed(
      Schema.Array(
        Schema.Struct({
          orderId: Schema.NullOr(Schema.Int),
          orderNumber: Text,
          from: Schema.String,
          to: Text,
          planned: Schema.Boolean,
          reason: Schema.String,
        }),
      ),
      `(select coalesce(json_agg(last), '[]') from (select t."orderId", (select o.order_number from work_order o where o.id = t."orderId") as "orderNumber",
        ${instant('t."from"')} as "from", ${instant('t."to"')} as "to", t.planned, t.reason from ${outages} order by t."from" desc limit 20) last)`,
    ),
    /** in the last 30 days: breakdowns, and planned maintenance; overlapping orders count once */
    downMinutes: number("Down in 30 days (minutes)", broken),
    inspectionMinutes: number("Planned maintenance in 30 days (minutes)", outOfUse("t.planned")),
    openOrders: number("Open orders", `(select count(*)::int from work_order o where o.asset_id = r.id and o.status in (${open}))`),
    plans: number("Plans", "(select count(*)::int from maintenance_plan p where p.asset_id = r.id and p.status <> 'ended')"),
    /** the earliest date of its calendar plans */
    nextDue: computed(Text, "(select to_char(min(p.next_due), 'YYYY-MM-DD') from maintenance_plan p where p.asset_id = r.id and p.status = 'active')", {
      kind: "date",
      label: "Next maintenance",
    }),
  },
  dependsOn: ["work_order", "maintenance_plan"],
  // the worst first
  sorts: { status: `array_position(array[${assetStatuses.toReversed().map((status) => `'${status}'`)}], r.status)`, downMinutes: broken },
} as const

const keeps = { may: ASSET_KEEPERS, scope: "6: own site; 8: own site if it has one" }
const uses = { may: OPERATIONS, scope: "3, 6: own site; 8: own site if it has one" }

export const assets = resource("assets", stream, {
  path: "/api/assets",
  noun: ["asset", "assets"],
  answer: "Asset",
  number: "assetNumber",
  read: { may: [...OPERATIONS, "finance.full", "incidents.manage"], rows },
  hidden: ["restingStatus", "meterTotal", "readings", "downtime"],
  joins: [wholeSiteJoin(Asset, "siteId"), use],
  titles: {
    manufacturer: "Make",
    statusSince: "Since",
    retiredReason: "Retired",
    meterReading: "Meter",
    meterReadOn: "Meter read on",
    downMinutes: "Down in 30 days",
    inspectionMinutes: "Planned maintenance in 30 days",
    assetNumber: "Asset #",
    name: "Asset",
    meterUnit: "Unit",
  },
  list: {
    columns: [
      "assetNumber",
      "name",
      "kind",
      "siteName",
      "location",
      "status",
      "manufacturer",
      "model",
      "serialNumber",
      "meterReading",
      "meterUnit",
      "meterReadOn",
      "downMinutes",
      "nextDue",
    ],
    titles: { manufacturer: "Manufacturer", serialNumber: "Serial #", meterReadOn: "Read on", downMinutes: "Down in 30 days (minutes)" },
    unexported: ["siteName", "meterUnit"],
    filters: ["status", "kind", { field: "isActive", name: "active", usual: "true" }],
    sorts: ["assetNumber", "name", "kind", "site", "status", "downMinutes", "meterReadOn"],
    order: "status,assetNumber",
    search: ["assetNumber", "name", "location", "manufacturer", "model", "serialNumber"],
    site: "siteId",
    file: "Assets",
  },
  details: [
    "kind",
    "location",
    "manufacturer",
    "model",
    "serialNumber",
    "inServiceSince",
    "statusSince",
    "retiredReason",
    "meterReading",
    "meterReadOn",
    "downMinutes",
    "inspectionMinutes",
    "openOrders",
    "plans",
    "nextDue",
    "notes",
  ],
  commands: {
    register: creates(registerAsset, keeps),
    change: updates(changeAsset, { ...keeps, method: "PATCH", path: "" }),
    setStatus: updates(setAssetStatus, { ...uses, method: "PUT", path: "status" }),
    readMeter: updates(readMeter, { ...uses, path: "readings" }),
    retire: updates(retireAsset, { ...keeps, method: "PUT" }),
  },
})

export const AssetsApi = assets.api
