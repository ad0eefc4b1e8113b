/** At the next start, adds project heads to the projects of an older log. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { col, sqlOf } from "@ops/platform/database/statement.ts"
import { system } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { adoptHead, type HeadFacts } from "./project-head.ts"

const missingSql = sqlOf({
  id: col.whole,
  number: col.text,
  name: col.text,
  site_id: col.whole,
  client_id: col.nullable(col.whole),
  is_active: col.flag,
})

/** `projects` is SQL that selects all of a kind: id, number, name, site_id, client_id, is_active. */
export const adoptHeads = (kind: HeadFacts["kind"], projects: string) =>
  Effect.gen(function* () {
    const missing = yield* statement(
      missingSql(`select p.* from (${projects}) p where not exists (select from project_head h where h.id = p.id) order by p.id`),
      [],
    )
    for (const { id, number, name, site_id, client_id, is_active } of missing) {
      const head = { id, kind, number, name, siteId: site_id, clientId: client_id, isActive: is_active }
      yield* execute(adoptHead, head, system("setup"))
    }
  })
