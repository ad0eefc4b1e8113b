/** The parts of a screen that follow from the declaration of a resource: the columns and filters of its list, the facts of its drawer. */
import type { ReactNode } from "react"
import type { Column } from "../../documents/column.ts"
import type { Screen } from "../../http/resources/screen.ts"
import type { AnyResource } from "../../http/resources/resource.ts"
import { textOf, wordOf } from "../../text.ts"
import { Day, dayOf, formatDay } from "../date.tsx"
import type { TableColumn } from "../lists/data-table.tsx"
import type { Filter } from "../lists/list-state.ts"
import { StatusMark } from "../status-mark.tsx"

type Typed = AnyResource & { readonly Row: object }
type Fields = Readonly<Record<string, unknown>>

/** A value as it is read in a table or among facts; null where there is nothing to show. */
const shown = (value: unknown, { key, kind }: Column, { choices }: Pick<Screen, "choices">): ReactNode => {
  if (value === null || value === undefined || value === "") return null
  if (key === "status") return <StatusMark status={String(value)} />
  if (choices.includes(key)) return wordOf(String(value))
  if (kind === "date") return <Day date={String(value)} />
  if (kind === "instant") return formatDay(dayOf(String(value)))
  return textOf(value)
}

/** The columns of a list, in the order of the declaration. `own` overrides or extends single columns. */
export const columnsOf = <R extends Typed>(
  screen: Screen<R>,
  own: { readonly [K in keyof R["Row"] & string]?: Partial<TableColumn<R["Row"]>> } = {},
): readonly TableColumn<R["Row"]>[] =>
  screen.columns.map((column): TableColumn<R["Row"]> => {
    const { key, title, kind } = column
    const value = (row: R["Row"]) => (row as Fields)[key]
    const currency = (row: R["Row"]) => String((row as Fields)["currency"] ?? "USD")
    const plain: Partial<TableColumn<R["Row"]>> =
      kind === "money"
        ? { money: (row) => ({ amount: Number(value(row)) === 0 ? null : (value(row) as string | null), currency: currency(row) }) }
        : kind === "integer"
          ? { figure: (row) => value(row) as ReactNode }
          : { cell: (row) => shown(value(row), column, screen) }
    const given = own[key as keyof typeof own]
    return { id: key, header: title, ...(given?.cell ? {} : plain), ...(screen.sorts.includes(key) && { sort: true }), ...given }
  })

/** The filters of a list: those of its fields that hold one of a few words, and the days from and to. `labels` where the list says it shorter. */
export const filtersOf = (screen: Pick<Screen, "filters">, labels: Readonly<Record<string, string>> = {}): readonly Filter[] => [
  ...screen.filters.flatMap(({ name, label, words }) =>
    words ? [{ field: name, label: labels[name] ?? label, options: words.map((value) => ({ value, label: wordOf(value) })) }] : [],
  ),
  { field: "from", label: "Dated from", date: true },
  { field: "to", label: "Dated to", date: true },
]

/** The facts of one record, without the empty ones. `own` is shown in place of a value. */
export const factsOf = <R extends Typed>(
  screen: Screen<R>,
  row: R["Row"],
  own: { readonly [K in keyof R["Row"] & string]?: ReactNode } = {},
): readonly (readonly [title: string, value: ReactNode])[] =>
  screen.details.flatMap((column) => {
    const value = column.key in own ? own[column.key as keyof typeof own] : shown((row as Fields)[column.key], column, screen)
    return value === null || value === undefined || value === "" ? [] : [[column.title, value] as const]
  })
