import { parseAsInteger, parseAsString, useQueryStates } from "nuqs"
import { useMemo, useRef } from "react"
import type { Query } from "@ops/client/calls.ts"

/** A field that a list can be filtered by: choices, one choice, one date, or a text. */
export interface Filter {
  readonly field: string
  readonly label: string
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  readonly date?: boolean
  /** Only one of the options, without a negation. */
  readonly one?: boolean
  /** The filter is typed; this is the placeholder. */
  readonly text?: string
}

/** A view of a list: its filters and order. */
export interface View {
  readonly id: string
  readonly label: string
  readonly count?: number | undefined
  readonly query?: Readonly<Record<string, string>>
  readonly sort?: string
  /** The columns it shows; by default those that the person has chosen in this browser. */
  readonly columns?: readonly string[]
}

/** The number of rows on a page of a list. */
export const pageSize = 25
/** What a list asks for at first, by its site and its first view, if the person has no view of their own. An enrolled device reads it ahead. */
export const firstPage = (siteId: number | undefined, view: Query = {}): Query => ({ siteId, limit: pageSize, ...view })

/**
 * The state of a list in the address: view, filters, order, search, page, open record. A filter's text is `a,b` (is a or b), `!a,b` (is not), or
 * empty (removed from the view).
 */
export const useListState = (views: readonly View[], filters: readonly Filter[], defaultSort: string | undefined, first = views[0]?.id) => {
  const fields = filters.map((filter) => filter.field).join(" ")
  const parsers = useMemo(
    () => ({
      view: parseAsString,
      q: parseAsString,
      sort: parseAsString,
      columns: parseAsString,
      after: parseAsString,
      page: parseAsInteger,
      ...Object.fromEntries(
        fields
          .split(" ")
          .filter(Boolean)
          .map((field) => [field, parseAsString]),
      ),
    }),
    [fields],
  )
  const [address, setAddress] = useQueryStates(parsers)
  const asked = address as Record<string, string | null> & { page: number | null }
  const cursors = useRef(new Map<number, string>())

  const view = views.find((each) => each.id === asked.view) ?? views.find((each) => each.id === first) ?? views[0]
  const own = filters.map((filter) => filter.field)
  const active = Object.fromEntries(
    own.flatMap((field) => {
      const value = asked[field] ?? view?.query?.[field] ?? ""
      return value ? [[field, value]] : []
    }),
  ) as Readonly<Record<string, string>>
  const fixed = Object.fromEntries(Object.entries(view?.query ?? {}).filter(([field]) => !own.includes(field)))
  const sort = asked.sort ?? view?.sort ?? defaultSort
  const page = asked.page ?? 1
  const firstPage = { after: null, page: null }

  const set = (change: Record<string, string | number | null>) => void setAddress(change)
  return {
    view,
    active,
    sort,
    page,
    q: asked.q ?? "",
    query: { limit: pageSize, sort, q: asked.q, ...fixed, ...active, cursor: asked.after } satisfies Query,
    /** The address differs from the view. */
    changed: own.some((field) => asked[field] !== null && asked[field] !== undefined) || asked.sort !== null || asked.columns !== null,
    columns: asked.columns?.split(",") ?? view?.columns,
    /** Every filter of the list, from the view or the address: stored with a saved view. */
    looks: { ...fixed, ...active },
    setColumns: (ids: readonly string[]) => set({ columns: ids.join(",") }),
    narrowed: Object.keys(active).length > 0 || !!asked.q,
    setView: (id: string) => {
      cursors.current.clear()
      set({
        ...Object.fromEntries(own.map((field) => [field, null])),
        sort: null,
        columns: null,
        q: null,
        ...firstPage,
        view: id === first ? null : id,
      })
    },
    setFilter: (field: string, value: string) => set({ [field]: value === (view?.query?.[field] ?? "") ? null : value, ...firstPage }),
    setSearch: (q: string) => set({ q: q || null, ...firstPage }),
    setSort: (next: string) => set({ sort: next || null, ...firstPage }),
    reset: () => set({ ...Object.fromEntries(own.map((field) => [field, null])), sort: null, columns: null, ...firstPage }),
    clear: () => set({ ...Object.fromEntries(own.map((field) => [field, view?.query?.[field] ? "" : null])), q: null, ...firstPage }),
    forward: (cursor: string) => {
      cursors.current.set(page + 1, cursor)
      set({ after: cursor, page: page + 1 })
    },
    back: () => {
      // A page opened from a link has no known previous page except the first.
      const before = page > 2 ? cursors.current.get(page - 1) : undefined
      set(before ? { after: before, page: page - 1 } : firstPage)
    },
  }
}

export type ListState = ReturnType<typeof useListState>
