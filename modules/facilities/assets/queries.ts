/** What the list of assets is made of. */
import { holdsAny } from "@ops/platform/access/levels.ts"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { ASSET_KEEPERS } from "./commands.ts"
import { Asset } from "./asset.ts"
import { openStatuses } from "../work-orders/labels.ts"

const outages = `jsonb_to_recordset(a.downtime) as t("orderId" bigint, "from" timestamptz, "to" timestamptz, planned boolean, reason text)`
/** The minutes of the last 30 days in which one of these outages lasted; what overlaps counts once. */
const outOfUse = (which: string) => `(select coalesce(sum(extract(epoch from upper(r) - lower(r)) / 60), 0)::int from (
    select unnest(range_agg(tstzrange(greatest(t."from", es.now() - interval '30 days'), least(coalesce(t."to", es.now()), es.now())))) as r
    from ${outages} where ${which} and t."from" < es.now() and coalesce(t."to", es.now()) > greatest(t."from", es.now() - interval '30 days')) spans)`
const instant = (expression: string) => `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const open = openStatuses.map((status) => `'${status}'`).join(", ")
/** Whether an open order, of those given, keeps asset `a` out of use: the same rule as in `heldByOrders` and `settableStatuses`. */
const heldSql = (which = "") => `exists (select from jsonb_array_elements(a.downtime) t where t->>'to' is null and t->>'orderId' is not null ${which})`

export const assetList = (who: SignedIn): ListShape => {
  const keeps = holdsAny(who, ASSET_KEEPERS)
  const uses = holdsAny(who, OPERATIONS)
  return {
    select: `${Asset.answer("a", "id", "assetNumber", "name", "kind", "siteId", "location", "manufacturer", "model", "serialNumber", "inServiceSince", "notes", "status", "statusSince", "isActive", "retiredReason", "meterUnit", "meterReading", "meterReadOn", "version", "createdAt", "updatedAt")},
      json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site,
      (select coalesce(json_agg(json_build_object('date', r->>'date', 'reading', es.quantity((r->>'reading')::bigint), 'replaced', r->'replaced') order by n desc), '[]')
        from jsonb_array_elements(a.readings) with ordinality as x(r, n)) as readings,
      (select coalesce(json_agg(last), '[]') from (select t."orderId", (select o.order_number from work_order o where o.id = t."orderId") as "orderNumber",
        ${instant('t."from"')} as "from", ${instant('t."to"')} as "to", t.planned, t.reason from ${outages} order by t."from" desc limit 20) last) as downtime,
      ${outOfUse("not t.planned")} as "downMinutes", ${outOfUse("t.planned")} as "inspectionMinutes",
      (select count(*)::int from work_order o where o.asset_id = a.id and o.status in (${open})) as "openOrders",
      (select count(*)::int from maintenance_plan p where p.asset_id = a.id and p.status <> 'ended') as plans,
      (select to_char(min(p.next_due), 'YYYY-MM-DD') from maintenance_plan p where p.asset_id = a.id and p.status = 'active') as "nextDue",
      (a.is_active and ${keeps}) as "canChange", (a.is_active and ${uses} and not ${heldSql("and not (t->>'planned')::boolean")}) as "canSetStatus",
      (a.is_active and a.meter_unit is not null and ${uses}) as "canReadMeter", (a.is_active and ${keeps} and not ${heldSql()}) as "canRetire"`,
    from: "asset a join site s on s.id = a.site_id",
    id: "a.id",
    site: "a.site_id",
    where: who.confinedTo === null ? [] : [{ sql: "a.site_id = ?", values: [who.confinedTo] }],
    filters: { status: "a.status", kind: "a.kind", active: "a.is_active" },
    search: ["a.asset_number", "a.name", "a.location", "a.manufacturer", "a.model", "coalesce(a.serial_number, '')", "s.name"],
    sorts: {
      assetNumber: "a.asset_number",
      name: "a.name",
      kind: "a.kind",
      site: "s.name",
      status: "array_position(array['down', 'inspection', 'standby', 'operational'], a.status)",
      downMinutes: outOfUse("not t.planned"),
      meterReadOn: "a.meter_read_on",
    },
    order: "status,assetNumber",
    file: "Assets",
    columns: [
      { key: "assetNumber", title: "Asset #", kind: "text" },
      { key: "name", title: "Asset", kind: "text" },
      { key: "kind", title: "Kind", kind: "text" },
      { key: "location", title: "Location", kind: "text" },
      { key: "status", title: "Status", kind: "text" },
      { key: "manufacturer", title: "Manufacturer", kind: "text" },
      { key: "model", title: "Model", kind: "text" },
      { key: "serialNumber", title: "Serial #", kind: "text" },
      { key: "meterReading", title: "Meter", kind: "text" },
      { key: "meterReadOn", title: "Read on", kind: "date" },
      { key: "downMinutes", title: "Down in 30 days (minutes)", kind: "text" },
      { key: "nextDue", title: "Next maintenance", kind: "date" },
    ],
  }
}
