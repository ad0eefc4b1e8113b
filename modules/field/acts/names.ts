/** The words for what is done on devices, and for what was entered: labels, and the records that it refers to by number. */
import { fieldCalls } from "@ops/platform/access/field-calls.ts"
import { labelIn, describedAs } from "@ops/platform/records/field.ts"
import { quoted } from "@ops/platform/text.ts"
import { staffMembers } from "@ops/clients/staff-members/staff-member.ts"
import { clients } from "@ops/clients/client.ts"
import { clientContracts } from "@ops/clients/contracts/client-contract.ts"
import { contractors } from "@ops/contractors/contractor.ts"
import { assets } from "@ops/facilities/assets/asset.ts"
import { workOrders } from "@ops/facilities/work-orders/work-order.ts"
import { people } from "@ops/identity/person.ts"
import { mealSessions } from "@ops/meals/meal-sessions/meal-session.ts"
import { companyStaff } from "@ops/people/staff/company-staff.ts"
import { purchaseRequests } from "@ops/procurement/purchase-requests/purchase-request.ts"
import { stockItems } from "@ops/stock/items/stock-item.ts"
import { type DeviceAct, deviceActs } from "./device-acts.ts"

/** What people call the acts. */
const words: ReadonlyArray<readonly [act: string, what: string]> = [
  ["meal_attendance.record", "Meal served"],
  ["meal_session.tally", "Visitor counted"],
  ["signed_day.sign", "Day signed"],
  ["attendance.tap_on_device", "In or out"],
  ...fieldCalls.map(({ act, what }) => [act, what] as const),
]
/** SQL for the words of the act of the row `r`. */
export const whatSql = `case r.act ${words.map(([act, what]) => `when ${quoted(act)} then ${quoted(what)}`).join(" ")} else r.act end`

/** The fields of inputs that name a record by its number, at any depth. Sites are left out: an act has its own. */
export const referring = {
  mealSessionId: mealSessions,
  sessionId: mealSessions,
  staffMemberId: staffMembers,
  clientId: clients,
  contractId: clientContracts,
  stockItemId: stockItems,
  assetId: assets,
  requestedBy: people,
  assignedTo: companyStaff,
  staffId: companyStaff,
  contractorId: contractors,
}
/** The records of the field `id`, by the beginning of the act's name. */
const subjects = { work_order: workOrders, purchase_request: purchaseRequests, meal_session: mealSessions }

const titled = (field: string, { record }: { readonly record: { readonly kind: string; readonly title: string } }, ids: string) =>
  `select '${field} ' || t.id as key, (${record.title})::text as title from ${record.kind} t where t.id in (${ids})`
const numbersAt = (path: string) => `select v::bigint from jsonb_path_query(said.input, '${path}') v where jsonb_typeof(v) = 'number'`
/** The lines of a receipt name the items of their request. */
const received = `select 'itemId ' || (i->>'id') as key, coalesce(i->>'name', (select s.name from stock_item s where s.id = (i->>'stockItemId')::bigint)) as title
  from purchase_request t cross join jsonb_array_elements(t.items) i where r.act = 'purchase_request.receive' and t.id in (${numbersAt("$.id")})`
/** SQL for the titles of the records to which the input of the row `r` refers, by field and number: {"staffMemberId 212": "Achol Deng"}. */
export const namesSql = `coalesce((select jsonb_object_agg(n.key, n.title) filter (where n.title is not null)
  from (select split_part(r.text, E'\\n', 9)::jsonb as input) said cross join lateral (${[
    ...Object.entries(referring).map(([field, stream]) => titled(field, stream, numbersAt(`$.**.${field}`))),
    ...Object.entries(subjects).map(([prefix, stream]) => `${titled("id", stream, numbersAt("$.id"))} and r.act like '${prefix}.%'`),
    received,
  ].join(" union all ")}) n), '{}')`

/** The labels of what is entered, as the resources declare them: by field, those of lines too. */
const labelsIn = (fields: DeviceAct["fields"]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, schema]) => [...Object.entries(labelsIn(describedAs(schema).line ?? {})), [name, labelIn(fields, name)] as const]),
  )
export const labelsOfActs: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  [...deviceActs.values()].map(({ name, fields }) => [name, labelsIn(fields)]),
)
const amountsIn = (fields: DeviceAct["fields"]): ReadonlyArray<string> =>
  Object.entries(fields).flatMap(([name, schema]) => [...amountsIn(describedAs(schema).line ?? {}), ...(describedAs(schema).kind === "money" ? [name] : [])])
/** The fields that are amounts of money. */
export const amounts: ReadonlyArray<string> = [...new Set([...deviceActs.values()].flatMap(({ fields }) => amountsIn(fields)))]
