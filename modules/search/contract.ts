/** The API of the search and of saved views. */
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { created, TextInput } from "@ops/platform/http/contract.ts"
import { wellFormed } from "@ops/platform/well-formed.ts"

const Hit = Schema.Struct({
  id: Schema.Int,
  /** null for kinds without numbers */
  number: Schema.NullOr(Schema.String),
  title: Schema.String,
  detail: Schema.NullOr(Schema.String),
  /** the code of the record's site */
  site: Schema.NullOr(Schema.String),
  /** the screen that shows it */
  path: Schema.String,
})
export const Found = Schema.Struct({
  kind: Schema.String,
  label: Schema.String,
  heading: Schema.String,
  /** best first: the exact number, then prefix matches, then the newest */
  hits: Schema.Array(Hit),
  /** whether there are more hits than requested */
  more: Schema.Boolean,
})

const textAtMost = 200
const Asked = Schema.String.check(
  wellFormed,
  Schema.makeFilter((text) => (text.length > textAtMost ? `Search for ${textAtMost} characters at most` : undefined)),
)

export class SearchGroup extends callGroup(
  "search",
  call.get("search", "/api/search", "Search records", Schema.Array(Found), {
    query: { q: Schema.optional(Asked), limit: Schema.optional(Schema.String), asOf: Schema.optional(Schema.String) },
    may: "session",
    scope: "for each kind, the records in the caller's list; none for lists the caller cannot read",
  }),
) {}

const Query = Schema.Record(Schema.String, Schema.String)
export const SavedViewAnswer = Schema.Struct({
  id: Schema.Int,
  list: Schema.String,
  name: Schema.String,
  query: Query,
  sort: Schema.NullOr(Schema.String),
  columns: Schema.NullOr(Schema.Array(Schema.String)),
  /** shared with people of this level and above; null for the owner only */
  sharedFrom: Schema.NullOr(Schema.Int),
  ownerId: Schema.Int,
  ownerName: Schema.String,
  isOwn: Schema.Boolean,
  /** whether the list opens with it for the caller */
  isDefault: Schema.Boolean,
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
}).annotate({ identifier: "SavedView" })

const viewName = TextInput("Name", { required: true, most: 80 })
const sharedFrom = Schema.NullOr(
  Schema.Int.check(Schema.makeFilter((level) => (level >= 1 && level <= 10 ? undefined : "A view is shared with a level from 1 to 10"))),
)
const filters = Query.check(
  Schema.makeFilter((query) =>
    Object.keys(query).length > 30 || JSON.stringify(query).length > 4000 || JSON.stringify(query).includes("\\u0000")
      ? "A view can have 30 filters and 4000 characters at most"
      : undefined,
  ),
)
const columns = Schema.NullOr(
  Schema.Array(TextInput("Column", { most: 60 })).check(Schema.makeFilter((ids) => (ids.length > 60 ? "A view can have 60 columns at most" : undefined))),
)
const sort = Schema.NullOr(TextInput("Sort", { most: 200 }))
const listPath = Schema.String.check(
  Schema.makeFilter((path) =>
    path.length <= 200 && /^\/api\/[a-z0-9/-]+$/.test(path) ? undefined : "List must be the address of a list, such as /api/purchase-requests",
  ),
)
const own = "own views, and views shared with the caller's level"

export class SavedViewsGroup extends callGroup(
  "savedViews",
  call.get("list", "/api/saved-views", "List saved views", Schema.Array(SavedViewAnswer), {
    query: { list: Schema.optional(Schema.String), asOf: Schema.optional(Schema.String) },
    may: "session",
    scope: own,
    dependsOn: ["saved_view", "view_default"],
  }),
  call.post("save", "/api/saved-views", "Save a view", SavedViewAnswer.pipe(created), {
    payload: Schema.Struct({
      list: listPath,
      name: viewName,
      query: Schema.optional(filters),
      sort: Schema.optional(sort),
      columns: Schema.optional(columns),
      sharedFrom: Schema.optional(sharedFrom),
      isDefault: Schema.optional(Schema.Boolean),
    }),
    may: "session",
    scope: "one's own; shared by level 6 and above",
  }),
  call.patch("change", "/api/saved-views/:id", "Change a saved view", SavedViewAnswer, {
    payload: Schema.Struct({
      name: Schema.optional(viewName),
      query: Schema.optional(filters),
      sort: Schema.optional(sort),
      columns: Schema.optional(columns),
      sharedFrom: Schema.optional(sharedFrom),
      /** of the person who asks, also on a view that another shares */
      isDefault: Schema.optional(Schema.Boolean),
    }),
    may: "session",
    scope: "one's own; level 10 every shared one",
  }),
  call.delete("remove", "/api/saved-views/:id", "Remove a saved view", Schema.Struct({ id: Schema.Int }), {
    may: "session",
    scope: "one's own; level 10 every shared one",
  }),
) {}

export class SearchApi extends HttpApi.make("ops").add(SearchGroup).add(SavedViewsGroup) {}
