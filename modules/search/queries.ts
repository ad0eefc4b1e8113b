/** The SQL of the list of saved views. */
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { ListShape } from "@ops/platform/http/list-query.ts"
import { SavedView } from "./saved-view.ts"

/** The views a user sees: one's own first, then those of others by name. */
export const viewList = (who: SignedIn): ListShape => ({
  select:
    `${SavedView.answer("v", "id", "list", "name", "query", "sort", "columns", "sharedFrom", "ownerId", "version", "createdAt", "updatedAt")}, ` +
    `coalesce((select p.first_name || ' ' || p.last_name from person p where p.id = v.owner_id), '') as "ownerName", v.owner_id = ${Number(who.person)} as "isOwn", ` +
    `exists (select from view_default d where d.person_id = ${Number(who.person)} and d.list = v.list and d.view_id = v.id) as "isDefault"`,
  from: "saved_view v",
  id: "v.id",
  where: [{ sql: "v.name_key is not null" }, { sql: "(v.owner_id = ? or v.shared_from <= ?)", values: [who.person, who.level] }],
  filters: { list: "v.list" },
  sorts: { own: `(v.owner_id = ${Number(who.person)})`, list: "v.list", name: "v.name_key" },
  order: "list,-own,name",
})
