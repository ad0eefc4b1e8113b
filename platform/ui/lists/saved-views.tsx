import { t } from "../language/words.ts"
import { Bookmark } from "lucide-react"
import { Suspense, useState } from "react"
import { lazyPart, lazyWithRetry } from "../lazy-with-retry.ts"
import { Button, IconButton } from "../button.tsx"
import { useApiQuery, useApiMutation } from "../data/data.ts"
import { inThePast } from "../instant.ts"
import { type Looks, type SavedView, savedViewsPath } from "./saved-view.ts"
import type { Filter, ListState, View } from "./list-state.ts"
import { Menu, MenuItem, MenuLabel } from "../layers/menu.tsx"

const SavedViewDialog = lazyPart(() => import("./saved-view-dialog.tsx"))
const ConfirmDialog = lazyWithRetry(async () => ({ default: (await import("../forms/confirm-dialog.tsx")).ConfirmDialog }))

const none: readonly SavedView[] = []
const idOf = ({ id }: SavedView) => `saved-${id}`

/** The views of a list: built-in and saved ones. Filters of a saved view that the list no longer has are left out. */
export const useSavedViews = (path: string, many: string, views: readonly View[], filters: readonly Filter[]) => {
  const { data } = useApiQuery<readonly SavedView[]>(savedViewsPath, { list: path })
  const rows = data ?? none
  const known = new Set([...filters.map(({ field }) => field), ...views.flatMap(({ query }) => Object.keys(query ?? {}))])
  // two people may choose the same name: the owner distinguishes them
  const named = (view: SavedView) =>
    rows.some(({ id, name }) => id !== view.id && name.toLowerCase() === view.name.toLowerCase()) && !view.isOwn
      ? `${view.name} (${view.ownerName})`
      : view.name
  const own: readonly View[] = rows.length > 0 && views.length === 0 ? [{ id: "all", label: `All ${many}` }] : views
  const saved = rows.map((row): View => {
    const { query, sort, columns } = row
    return {
      id: idOf(row),
      label: named(row),
      query: Object.fromEntries(Object.entries(query).filter(([field]) => known.has(field))),
      ...(sort && { sort }),
      ...(columns && { columns }),
    }
  })
  const chosen = rows.find(({ isDefault }) => isDefault)
  return { path, rows, views: [...own, ...saved], first: chosen ? idOf(chosen) : own[0]?.id, chosen }
}
type SavedViews = ReturnType<typeof useSavedViews>

interface Props {
  readonly saved: SavedViews
  readonly list: ListState
  readonly looks: Looks
}
const openOf = ({ saved, list }: Props) => saved.rows.find((row) => idOf(row) === list.view?.id)

/** Save and Save as, once a view was changed. Reset restores it. */
export const SaveView = (props: Props) => {
  const { saved, list, looks } = props
  const open = openOf(props)
  const [asking, setAsking] = useState(false)
  const save = useApiMutation<void, SavedView>({
    method: "PATCH",
    path: () => `${savedViewsPath}/${open?.id}`,
    body: () => looks,
    lists: [savedViewsPath],
    done: "View saved",
    failed: "Failed to save the view",
    onDone: list.reset,
  })
  if (inThePast || (!list.changed && !asking)) return null
  return (
    <>
      {open?.isOwn && (
        <Button kind="quiet" className="bar-button" disabled={save.pending} onClick={() => save.run()}>
          Save
        </Button>
      )}
      <Button kind="quiet" className="bar-button" onClick={() => setAsking(true)}>
        Save as
      </Button>
      {asking && <SavedViewDialog list={saved.path} looks={looks} onSaved={({ id }) => list.setView(`saved-${id}`)} onClose={() => setAsking(false)} />}
    </>
  )
}

/** The actions on the open view. */
export const ViewMenu = (props: Props) => {
  const { saved, list, looks } = props
  const open = openOf(props)
  const [asked, setAsked] = useState<"save" | "change" | "remove">()
  const first = useApiMutation<boolean, SavedView>({
    method: "PATCH",
    path: () => `${savedViewsPath}/${(open ?? saved.chosen)?.id}`,
    body: (isDefault) => ({ isDefault }),
    lists: [savedViewsPath],
    done: ({ isDefault }) => (isDefault ? "This list now opens with this view" : "This list opens with its default view again"),
    failed: "Failed to choose the view",
  })
  if (inThePast) return null
  const isFirst = open ? open.isDefault : saved.chosen === undefined
  const close = () => setAsked(undefined)
  return (
    <>
      <Menu
        label="View"
        tip="View"
        align="start"
        trigger={
          <IconButton aria-label="View">
            <Bookmark size={16} strokeWidth={1.75} aria-hidden />
          </IconButton>
        }
      >
        {open && (
          <MenuLabel>
            {open.isOwn ? (open.sharedFrom === null ? "Visible to you" : `Visible to level ${open.sharedFrom} and above`) : t(`Shared by ${open.ownerName}`)}
          </MenuLabel>
        )}
        <MenuItem onSelect={() => setAsked("save")}>Save as a new view</MenuItem>
        {!isFirst && <MenuItem onSelect={() => first.run(open !== undefined)}>Open this list with it</MenuItem>}
        {open?.isDefault && <MenuItem onSelect={() => first.run(false)}>Open this list without it</MenuItem>}
        {open?.isOwn && <MenuItem onSelect={() => setAsked("change")}>Rename or share</MenuItem>}
        {open?.isOwn && (
          <MenuItem danger onSelect={() => setAsked("remove")}>
            Remove
          </MenuItem>
        )}
      </Menu>
      <Suspense>
        {asked === "save" && <SavedViewDialog list={saved.path} looks={looks} onSaved={({ id }) => list.setView(`saved-${id}`)} onClose={close} />}
        {asked === "change" && open && <SavedViewDialog list={saved.path} looks={looks} of={open} onClose={close} />}
        {asked === "remove" && open && <Remove view={open} onClose={close} onRemoved={() => list.setView(saved.views[0]!.id)} />}
      </Suspense>
    </>
  )
}

const Remove = ({ view, onClose, onRemoved }: { readonly view: SavedView; readonly onClose: () => void; readonly onRemoved: () => void }) => {
  const remove = useApiMutation<void>({
    method: "DELETE",
    path: () => `${savedViewsPath}/${view.id}`,
    lists: [savedViewsPath],
    done: "View removed",
    onDone: onRemoved,
  })
  return (
    <ConfirmDialog
      title={`Remove the view ${view.name}?`}
      text={view.sharedFrom === null ? "The list does not change." : "The view is deleted for everyone. The list does not change."}
      confirm="Remove view"
      danger
      onConfirm={() => remove.send()}
      onClose={onClose}
    />
  )
}
