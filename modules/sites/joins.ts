/** A record's site, as included in its answer. */
import { Schema } from "effect"
import { computed } from "@ops/platform/http/resources/resource.ts"
import type { RecordKind } from "@ops/platform/records/record.ts"
import { snake } from "@ops/platform/text.ts"

const Whole = Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }).annotate({ identifier: "CodeAndName" })

/** `siteName` and `siteCode` of the site in this field. */
export const siteJoin = <F extends string>(_record: RecordKind<string, Readonly<Record<F, Schema.Top>>>, field: F) =>
  ({
    fields: { siteName: computed(Schema.String, "s.name", { label: "Site" }), siteCode: computed(Schema.String, "s.code", { label: "Site" }) },
    from: `join site s on s.id = r.${snake(field)}`,
    sorts: { site: "s.name" },
    search: ["s.name"],
  }) as const

/** The same, and `site` with its id, name and code. */
export const wholeSiteJoin = <F extends string>(record: RecordKind<string, Readonly<Record<F, Schema.Top>>>, field: F) => {
  const join = siteJoin(record, field)
  const site = computed(Whole, "json_build_object('id', s.id, 'name', s.name, 'code', s.code)", { label: "Site" })
  return { ...join, fields: { ...join.fields, site } } as const
}

/** `site` of a record that may have none: its id, name and code, or null. */
export const siteIfAny = <F extends string>(_record: RecordKind<string, Readonly<Record<F, Schema.Top>>>, field: F) =>
  ({
    fields: {
      site: computed(Schema.NullOr(Whole), "case when s.id is not null then json_build_object('id', s.id, 'name', s.name, 'code', s.code) end", {
        label: "Site",
      }),
    },
    from: `left join site s on s.id = r.${snake(field)}`,
    sorts: { site: "s.name" },
  }) as const

/** `siteName` and `siteCode`, read row by row: for a long list, which is cut to a page before its rows are joined. */
export const siteOfRow = <F extends string>(_record: RecordKind<string, Readonly<Record<F, Schema.Top>>>, field: F) => {
  const of = (column: string) => `(select s.${column} from site s where s.id = r.${snake(field)})`
  return {
    fields: { siteName: computed(Schema.String, of("name"), { label: "Site" }), siteCode: computed(Schema.String, of("code"), { label: "Site" }) },
  } as const
}
