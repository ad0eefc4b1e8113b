/** The list of a resource as a screen: columns, filters, cards, the drawer of a row and the form of a new one, from its declaration. */
import type { ReactNode } from "react"
import type { Screen } from "../../http/resources/screen.ts"
import type { Path } from "../data/client.ts"
import type { TableColumn } from "../lists/data-table.tsx"
import { type Card, ListPage } from "../lists/list-page.tsx"
import type { Filter, View } from "../lists/list-state.ts"
import { type Creating, useCreate } from "./create.tsx"
import { ResourceDrawer } from "./record-drawer.tsx"
import { cardOf, columnsOf, filtersOf, type Typed } from "./screen-parts.tsx"

interface ResourcePageProps<R extends Typed> {
  readonly screen: Screen<R>
  /** how a new one is made, where the plain form and its address do not do */
  readonly create?: Omit<Creating<R>, "screen">
  /** Columns that are drawn in another way than their kind says. */
  readonly columns?: { readonly [K in keyof R["Row"] & string]?: Partial<TableColumn<R["Row"]>> }
  readonly views?: readonly View[]
  /** Before the button by which a new one is made. */
  readonly actions?: ReactNode
  /** Columns after those of the screen, such as buttons. */
  readonly more?: readonly TableColumn<R["Row"]>[]
  /** Filters whose choices are read from elsewhere. */
  readonly moreFilters?: readonly Filter[]
  /** Labels of filters, where the list says them shorter. */
  readonly filters?: Readonly<Record<string, string>>
  /** What a phone shows of a row, where the words of the screen do not say it. */
  readonly card?: (row: R["Row"]) => Card
  /** by default the facts and files of a record, its history, and a button for each command */
  readonly drawer?: (id: string, close: () => void) => ReactNode
}

export const ResourcePage = <R extends Typed>({
  screen,
  create,
  actions,
  columns,
  more = [],
  moreFilters = [],
  views,
  filters,
  card,
  drawer,
}: ResourcePageProps<R>) => {
  const { button, dialog } = useCreate({ screen, ...create })
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
            {button}
          </>
        }
        {...(views && { views })}
        filters={[...filtersOf(screen, filters), ...moreFilters]}
        columns={[...columnsOf(screen, columns), ...more]}
        card={card ?? ((row) => cardOf(screen, row))}
        empty={{ title: `No ${several} found`, ...(button && { action: button }) }}
        drawer={(id, _, close) => drawer?.(id, close) ?? <ResourceDrawer key={id} screen={screen} id={id} onClose={close} />}
      />
      {dialog}
    </>
  )
}
