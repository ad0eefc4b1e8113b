/** A record's site, as its answer has it. */
import { Schema } from "effect"
import { computed } from "@ops/platform/http/resources/resource.ts"
import type { RecordKind } from "@ops/platform/records/record.ts"
import { snake } from "@ops/platform/text.ts"

/** `siteName` and `siteCode` of the site that this field names. */
export const siteJoin = <F extends string>(_record: RecordKind<string, Readonly<Record<F, Schema.Top>>>, field: F) =>
  ({
    fields: { siteName: computed(Schema.String, "s.name", { label: "Site" }), siteCode: computed(Schema.String, "s.code", { label: "Site" }) },
    from: `join site s on s.id = r.${snake(field)}`,
    sorts: { site: "s.name" },
    search: ["s.name"],
  }) as const
