/** Saved views: named filters, order and columns of a list, for one person or for a level and above. */
import { Schema } from "effect"
import { command, type By, conflict, find, forbidden, get, invalid, newId, notFound, type CommandGenerator, unchanged } from "@ops/platform/records/command.ts"
import { Line, Optional, Ref, Structure, Whole } from "@ops/platform/records/field.ts"
import { record, type Row } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"

/** Filters as in the address: `{ status: "pending,approved" }`, with `!` before excluded values. */
const Query = Schema.Record(Schema.String, Schema.String)
const looks = {
  query: Structure(Query),
  /** for example `-requestDate,priority`; null for the list's own order */
  sort: Optional(Line()),
  /** the visible columns; null for the list's own */
  columns: Structure(Schema.NullOr(Schema.Array(Schema.String))),
}
type Looks = { readonly query: Readonly<Record<string, string>>; readonly sort: string | null; readonly columns: ReadonlyArray<string> | null }

/** The level from which views can be shared. */
const sharesFrom = 6
/** The maximum number of views per list and person, so that they fit as tabs. */
export const viewsAtMost = 20

export const SavedView = record(
  "saved_view",
  {
    ownerId: Ref("person"),
    /** the path of the list's call: /api/purchase-requests */
    list: Line(),
    name: Line(80),
    /** the name in lower case; null once the view is removed, so that the name can be used again */
    nameKey: Optional(Line(160)),
    ...looks,
    /** shared with people of this level and above; null for the owner only */
    sharedFrom: Optional(Whole),
  },
  {
    label: "Saved view",
    title: "name",
    unique: [{ fields: ["ownerId", "list", "nameKey"], sentence: "You already have a view with this name on this list. Choose another name" }],
    indexes: [["list"]],
  },
)
type SavedViewRow = Row<typeof SavedView>

const named = { name: Line(80), sharedFrom: Optional(Whole) }
const withWhom = (level: number | null) => (level === null ? "for themselves" : `for level ${level} and above`)
export const ViewSaved = event("ViewSaved", 1, { ownerId: Ref("person"), list: Line(), ...named, ...looks }, ({ name, list, sharedFrom }) => {
  return `View ${name} of ${list} saved ${withWhom(sharedFrom)}`
})
export const ViewChanged = event("ViewChanged", 1, { ...named, ...looks }, ({ name, sharedFrom }) => `Changed: ${name}, ${withWhom(sharedFrom)}`)
export const ViewRemoved = event("ViewRemoved", 1, {}, () => "Removed")

export const savedViews = stream(SavedView, ViewSaved, ViewChanged, ViewRemoved).fold({
  ViewSaved: (_, view) => ({ ...view, nameKey: view.name.toLowerCase() }),
  ViewChanged: (view, changed) => ({ ...view, ...changed, nameKey: changed.name.toLowerCase() }),
  ViewRemoved: (view) => ({ ...view, nameKey: null, sharedFrom: null }),
})

/** The view with which a list opens for a person. */
const ViewDefault = record(
  "view_default",
  {
    personId: Ref("person"),
    list: Line(),
    /** null for the list's own first view */
    viewId: Optional(Ref("saved_view")),
  },
  { label: "First view", title: "list", unique: [{ fields: ["personId", "list"], sentence: "Your first view of this list was just chosen. Try again" }] },
)
export const DefaultViewChosen = event(
  "DefaultViewChosen",
  1,
  { personId: Ref("person"), list: Line(), viewId: Optional(Ref("saved_view")) },
  ({ list, viewId }, title) => `${list} opens with ${viewId === null ? "the list's own view" : title("saved_view", viewId)}`,
)
export const viewDefaults = stream(ViewDefault, DefaultViewChosen).fold({ DefaultViewChosen: (_, chosen) => chosen })

const requireMayShare = (by: By, sharedFrom: number | null) => {
  if (sharedFrom === null) return
  if (by.level < sharesFrom) throw forbidden(`Only level ${sharesFrom} and above can share a view. Keep it for yourself`)
  if (sharedFrom > by.level) throw invalid("A view can be shared with your own level at most")
}
const personOf = (by: By) => {
  if (by.person === null) throw forbidden("Views belong to people. Sign in with an account")
  return by.person
}

/** The view, if the user may see it: one's own, or shared with one's level. */
function* visible(id: number, by: By): CommandGenerator<SavedViewRow> {
  const view = yield* get(savedViews, id)
  const isShared = view.sharedFrom !== null && by.level >= view.sharedFrom
  if (view.nameKey === null || (view.ownerId !== by.person && !isShared)) throw notFound(`View ${id} does not exist`)
  return view
}
/** The view, if the user may change it: one's own, or for level 10 also shared ones. */
function* changeable(id: number, by: By): CommandGenerator<SavedViewRow> {
  const view = yield* visible(id, by)
  if (view.ownerId !== by.person && by.level < 10) throw forbidden("Only its owner can change this view. Save a copy under another name")
  return view
}

export interface NewView extends Looks {
  readonly list: string
  readonly name: string
  readonly sharedFrom: number | null
}
export const saveView = command("saved_view.save", function* (view: NewView, by) {
  const ownerId = personOf(by)
  requireMayShare(by, view.sharedFrom)
  if (yield* find(savedViews, { ownerId, list: view.list, nameKey: view.name.toLowerCase() })) {
    throw conflict("You already have a view with this name on this list. Choose another name")
  }
  return [savedViews.at(yield* newId(savedViews), ViewSaved({ ...view, ownerId }))]
})

interface Given extends Partial<Looks> {
  readonly name?: string
  readonly sharedFrom?: number | null
}
/** Undefined fields stay unchanged. */
export type ViewChange = { readonly id: number } & { readonly [K in keyof Given]: Given[K] | undefined }
export const changeView = command("saved_view.change", function* ({ id, ...change }: ViewChange, by) {
  const view = yield* changeable(id, by)
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Given
  if (given.sharedFrom !== undefined && given.sharedFrom !== view.sharedFrom) requireMayShare(by, given.sharedFrom)
  const { name, sharedFrom, query, sort, columns } = { ...view, ...given }
  const next = { name, sharedFrom, query, sort, columns }
  if (JSON.stringify(next) === JSON.stringify({ name: view.name, sharedFrom: view.sharedFrom, query: view.query, sort: view.sort, columns: view.columns })) {
    return unchanged(id)
  }
  const other = yield* find(savedViews, { ownerId: view.ownerId, list: view.list, nameKey: name.toLowerCase() })
  if (other && other.id !== id) throw conflict("You already have a view with this name on this list. Choose another name")
  return [savedViews.at(id, ViewChanged(next))]
})

export const removeView = command("saved_view.remove", function* ({ id }: { readonly id: number }, by) {
  yield* changeable(id, by)
  return [savedViews.at(id, ViewRemoved({}))]
})

/** Sets the view with which a list opens for a person; null for the list itself. */
export const chooseDefault = command("saved_view.default", function* ({ list, viewId }: { readonly list: string; readonly viewId: number | null }, by) {
  const personId = personOf(by)
  if (viewId !== null && (yield* visible(viewId, by)).list !== list) throw invalid("This view belongs to another list")
  const known = yield* find(viewDefaults, { personId, list })
  if ((known?.viewId ?? null) === viewId) return known ? unchanged(known.id) : unchanged(viewId ?? 0)
  return [viewDefaults.at(known?.id ?? (yield* newId(viewDefaults)), DefaultViewChosen({ personId, list, viewId }))]
})
