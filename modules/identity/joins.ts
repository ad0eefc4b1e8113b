/** The people of a record, as included in its answer. */
import { Schema } from "effect"
import { type Computed, computed } from "@ops/platform/http/resources/resource.ts"
import type { RecordKind } from "@ops/platform/records/record.ts"
import { inWords, snake } from "@ops/platform/text.ts"

/** A person in an answer; null if there is none. */
export const User = Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String }).annotate({ identifier: "PersonName" }))
type Users<F extends string> = { readonly [K in F as `${K}User`]: Computed<typeof User.Type> }

/** The person of this column as included in answers; null if there is none. */
export const personSql = (column: string) =>
  `(select json_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name) from person p where p.id = ${column})`

/** The person of this column under a given field name, such as `maker`. */
export const personAs = (column: string, label: string) => computed(User, personSql(column), { label })

/** Adds `requestedByUser` next to `requestedBy`, for each of these fields. */
export const userJoin = <const F extends string>(_record: RecordKind<string, Readonly<Record<F, Schema.Top>>>, ...fields: ReadonlyArray<F>) => ({
  fields: Object.fromEntries(
    fields.map((field) => [`${field}User`, computed(User, personSql(`r.${snake(field)}`), { label: inWords(field) })]),
  ) as unknown as Users<F>,
})
