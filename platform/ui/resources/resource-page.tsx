/** The list of a resource as a screen: columns, filters, cards, the drawer of a row and the form of a new one, derived from its declaration. */
import type { ReactNode } from "react"
import type { Screen } from "../../http/resources/screen.ts"
import type { Path } from "@ops/client/calls.ts"
import type { TableColumn } from "../lists/data-table.tsx"
import { type Card, ListPage, type ListPageProps } from "../lists/list-page.tsx"
import type { Filter } from "../lists/list-state.ts"
import { type Creating, useCreate, useImport } from "./create.tsx"
import { ResourceDrawer } from "./record-drawer.tsx"
import { cardOf, columnsOf, type FilterWords, filtersOf, type Typed } from "./screen-parts.tsx"

interface ResourcePageProps<R extends Typed> extends Pick<ListPageProps<R["Row"]>, "above" | "priority" | "query" | "selection" | "sort" | "views"> {
  readonly screen: Screen<R>
  /** how a record is created, if not by the default form and address; null if it has its own button */
  readonly create?: Omit<Creating<R>, "screen"> | null
  /** Columns displayed differently than their kind implies. */
  readonly columns?: { readonly [K in keyof R["Row"] & string]?: Partial<TableColumn<R["Row"]>> }
  /** Columns after those of the screen, such as buttons. */
  readonly more?: readonly TableColumn<R["Row"]>[]
  /** Filters whose choices come from elsewhere. */
  readonly moreFilters?: readonly Filter[]
  /** Shorter labels of filters; or the placeholder of a filter that is typed instead of chosen. */
  readonly filters?: FilterWords
  /** Columns before those of the screen. */
  readonly first?: readonly TableColumn<R["Row"]>[]
  /** Before the button for a new record. */
  readonly actions?: ReactNode
  /** Shown if there are none: what would be here. */
  readonly empty?: { readonly title: string; readonly text?: string }
  /** The card of a row on a phone, if the screen's declaration is not suitable. */
  readonly card?: (row: R["Row"]) => Card
  /** by default the facts and files of a record, its history, and a button for each command */
  readonly drawer?: (id: string, close: () => void) => ReactNode
}

export const ResourcePage = <R extends Typed>({
  screen,
  create,
  columns,
  first = [],
  more = [],
  moreFilters = [],
  filters,
  actions,
  empty,
  card,
  drawer,
  ...list
}: ResourcePageProps<R>) => {
  const { button, dialog } = useCreate({ screen, ...create, isOff: create === null })
  const imports = useImport(screen)
  const [, several] = screen.noun
  const { number } = screen
  return (
    <>
      <ListPage<R["Row"]>
        path={screen.path as string as Path<readonly R["Row"][]>}
        noun={screen.noun}
        loading={`Loading ${several}...`}
        rowId={(row) => String((row as { readonly id: number }).id)}
        {...(number !== undefined && { number: (row) => String(row[number as keyof R["Row"]]) })}
        siteFilter={screen.hasSite}
        actions={
          <>
            {actions}
            {imports.button}
            {button}
          </>
        }
        {...list}
        filters={[...filtersOf(screen, filters), ...moreFilters]}
        columns={[...first, ...columnsOf(screen, columns), ...more]}
        card={card ?? ((row) => cardOf(screen, row))}
        empty={{ title: `No ${several} found`, ...(button && { action: button }), ...empty }}
        drawer={(id, _, close) => drawer?.(id, close) ?? <ResourceDrawer key={id} screen={screen} id={id} onClose={close} />}
      />
      {dialog}
      {imports.dialog}
    </>
  )
}
