/** The parts of a screen that are derived from the declaration of a resource: the columns and filters of its list, the facts of its drawer. */
import type { ReactNode } from "react"
import type { Column } from "../../lists/column.ts"
import type { InputField, Screen, ScreenParts } from "../../http/resources/screen.ts"
import type { AnyResource } from "../../http/resources/resource.ts"
import { textOf, wordOf } from "../../text.ts"
import { Day, dayOf, formatDay } from "../date.tsx"
import { Figure } from "../figure.tsx"
import type { TableColumn } from "../lists/data-table.tsx"
import type { Card } from "../lists/list-page.tsx"
import type { Filter } from "../lists/list-state.ts"
import { formatMoney, Money } from "../money.tsx"
import type { KeyValue } from "../record/key-values.tsx"
import { SiteCode } from "../site-code.tsx"
import { StatusMark } from "../status-mark.tsx"

/** A resource with the type of its rows. */
export type Typed = AnyResource & { readonly Row: object }
export type RowOf<R extends Typed> = R["Row"]
type Fields = Readonly<Record<string, unknown>>

/** The display name of a choice's value. */
export const nameOfWord = ({ names }: Pick<ScreenParts, "names">, field: string, word: string) => names[field]?.[word] ?? wordOf(word)

/** The select options of a choice. */
export const optionsOf = ({ words = [], names = {} }: { readonly [K in "words" | "names"]?: InputField[K] | undefined }) =>
  words.map((value) => ({ value, label: names[value] ?? wordOf(value) }))

/** The field as plain text, as used in titles. */
const said = (screen: ScreenParts, row: object, key: string) => {
  const value = (row as Fields)[key]
  const kind = screen.columns.find((column) => column.key === key)?.kind
  return kind === "date" && value ? formatDay(String(value)) : textOf(value)
}
/** The name of a record: the fields of its title. */
export const nameOf = <R extends Typed>(screen: Screen<R>, row: R["Row"]): string =>
  screen.title
    .map((key) => said(screen, row, key))
    .filter((text) => text !== "")
    .join(screen.between)

/** A value as shown in a table or among facts; null if there is nothing to show. */
const shown = (value: unknown, { key, kind }: Pick<Column, "key" | "kind">, screen: Pick<ScreenParts, "choices" | "emails" | "names">): ReactNode => {
  if (value === null || value === undefined || value === "") return null
  if (key === "status") return <StatusMark status={String(value)} label={nameOfWord(screen, key, String(value))} />
  if (screen.choices.includes(key)) return nameOfWord(screen, key, String(value))
  if (screen.emails.includes(key)) {
    return (
      <a key={key} className="link" href={`mailto:${value}`}>
        {String(value)}
      </a>
    )
  }
  if (kind === "date") return <Day date={String(value)} />
  if (kind === "instant") return formatDay(dayOf(String(value)))
  return textOf(value)
}
export const currencyOf = (row: object) => String((row as Fields)["currency"] ?? "USD")
/** The amount that a row is about, as the screen shows it beside its name. */
export const figureOf = (screen: ScreenParts, row: object) => {
  const { field, figure } = screen.amount ?? {}
  return figure === undefined || field === undefined ? undefined : { name: figure, parameters: { id: (row as Fields)["id"] as number } }
}

/** The columns of a list, in the order of the declaration. `own` overrides or extends individual columns. */
export const columnsOf = <R extends Typed>(
  screen: Screen<R>,
  own: { readonly [K in keyof R["Row"] & string]?: Partial<TableColumn<R["Row"]>> } = {},
): readonly TableColumn<R["Row"]>[] => {
  return screen.columns.map((column, n): TableColumn<R["Row"]> => {
    const { key, title, kind } = column
    const value = (row: R["Row"]) => (row as Fields)[key]
    // the first column opens the row: screen readers also announce the record's title
    const spoken = (row: R["Row"]) => screen.title.filter((name) => name !== key).map((name) => said(screen, row, name))
    const cell = (row: R["Row"]): ReactNode => {
      const seen = key === "siteName" ? <SiteCode code={textOf((row as Fields)["siteCode"])} name={textOf(value(row))} /> : shown(value(row), column, screen)
      return n > 0 ? seen : <FirstCell seen={seen} spoken={spoken(row)} />
    }
    const plain: Partial<TableColumn<R["Row"]>> =
      kind === "money"
        ? { money: (row) => ({ amount: Number(value(row)) === 0 ? null : (value(row) as string | null), currency: currencyOf(row) }) }
        : kind === "integer" || column.isFigure
          ? { figure: (row) => value(row) as ReactNode }
          : { cell }
    const given = own[key as keyof typeof own]
    const id = key === "siteName" ? "site" : key
    return {
      id,
      header: title,
      ...(given?.cell || given?.figure ? {} : plain),
      ...(screen.sorts.includes(id) && { sort: true }),
      ...(screen.hidden.includes(key) && { hidden: true }),
      ...(screen.amount?.field === key && { explain: (row: R["Row"]) => figureOf(screen, row) }),
      ...given,
    }
  })
}
const FirstCell = ({ seen, spoken }: { readonly seen: ReactNode; readonly spoken: readonly string[] }) => (
  <>
    {seen}
    {spoken.length > 0 && <span className="sr">, {spoken.join(", ")}</span>}
  </>
)

/** A row on a phone: its title, its status, the facts declared for cards, and its amount. */
export const cardOf = <R extends Typed>(screen: Screen<R>, row: R["Row"]): Card => {
  const [first = "id"] = screen.title
  const fields = row as Fields
  const { field } = screen.amount ?? {}
  const column = screen.columns.find(({ key }) => key === first) ?? { key: first, kind: "text" as const }
  const text = screen.card
    .map((key) => (screen.choices.includes(key) ? nameOfWord(screen, key, textOf(fields[key])) : said(screen, row, key)))
    .filter((part) => part !== "")
  return {
    title: shown(fields[first], column, screen),
    ...("status" in fields && { mark: shown(fields["status"], { key: "status", kind: "text" }, screen) }),
    ...(text.length > 0 && { text: text.join(" · ") }),
    ...(field !== undefined && { figure: <Money amount={textOf(fields[field])} currency={currencyOf(row)} /> }),
  }
}

/** By filter name, its label, or the placeholder of a typed filter. False hides it on the screen. */
export type FilterWords = Readonly<Record<string, string | false | { readonly text: string }>>

/** The filters of a list: those of its choice fields, and for dated rows the dates from and to. `own` provides shorter labels. */
export const filtersOf = (screen: Pick<ScreenParts, "filters" | "isDated">, own: FilterWords = {}): readonly Filter[] => {
  const called = (name: string, label: string) => (typeof own[name] === "string" ? own[name] : label)
  const day = (field: "from" | "to") => ({ field, label: called(field, `Dated ${field}`), date: true })
  return [
    ...screen.filters.flatMap(({ name, label, kind, words, names }): readonly Filter[] => {
      const given = own[name]
      if (typeof given === "object") return [{ field: name, label, text: given.text }]
      return words && given !== false ? [{ field: name, label: called(name, label), one: kind === "flag", options: optionsOf({ words, names }) }] : []
    }),
    ...(screen.isDated ? [day("from"), day("to")] : []),
  ]
}

/** The facts of one record, without empty ones. `own` replaces individual values; null leaves one out. */
export const factsOf = <R extends Typed>(
  screen: Screen<R>,
  row: R["Row"],
  own: { readonly [K in keyof R["Row"] & string]?: ReactNode } = {},
): readonly KeyValue[] =>
  screen.details.flatMap((column): readonly KeyValue[] => {
    const { key, title, kind } = column
    const fields = row as Fields
    const figure = screen.amount?.field === key ? figureOf(screen, row) : undefined
    const money = kind === "money" && textOf(fields[key]) !== "" ? formatMoney(textOf(fields[key]), currencyOf(row)) : undefined
    const plain = money === undefined ? shown(fields[key], column, screen) : figure ? <Figure key={key} value={money} of={figure} label={title} /> : money
    const given = own[key as keyof typeof own]
    const value = given === undefined ? plain : given
    return value === null || value === undefined || value === "" || value === false ? [] : [[title, value]]
  })
