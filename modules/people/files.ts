/** Documents of people: whoever may see a person's whole record may open them. */
import { holds } from "@ops/platform/access/levels.ts"
import { STAFF } from "@ops/platform/access/rule.ts"
import type { AttachedTo } from "@ops/platform/documents/attachment.ts"
import { staffList, wholeSql } from "./queries.ts"

export const peopleFiles: ReadonlyArray<AttachedTo> = [
  {
    kind: "company_staff",
    may: STAFF,
    list: (who) => {
      const { from, where = [] } = staffList(who)
      const whole = wholeSql(who)
      // the caller is the file sweep, which may see everything
      return { from, where: holds(who, "users.manage") ? [] : [...where, { sql: whole }] }
    },
    has: "p.documents <> '[]' and p.documents @> jsonb_build_array(jsonb_build_object('attachment', jsonb_build_object('id', ?::bigint)))",
  },
]
