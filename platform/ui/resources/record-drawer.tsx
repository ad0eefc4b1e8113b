/** The drawer of a record: its title, facts, files and history, and what this person may do. */
import { capitalised } from "../../text.ts"
import { type ReactElement, type ReactNode, Suspense } from "react"
import type { AttachedFile } from "../../records/field.ts"
import type { CommandScreen, Screen } from "../../http/resources/screen.ts"
import { useApiQuery } from "../data/data.ts"
import { useSession } from "../data/session.tsx"
import { isEnrolled } from "../data/unsent.ts"
import { ErrorPanel } from "../error-panel.tsx"
import { AttachedFiles } from "../files/attached-files.tsx"
import { inThePast } from "../instant.ts"
import { lazyWithRetry } from "../lazy-with-retry.ts"
import { Drawer } from "../layers/drawer.tsx"
import { Loading } from "../loading.tsx"
import { Activity } from "../record/activity.tsx"
import { type KeyValue, KeyValues } from "../record/key-values.tsx"
import { StatusMark } from "../status-mark.tsx"
import { Decisions, type DecisionsProps } from "./decisions.tsx"
import { factsOf, nameOf, type Typed } from "./screen-parts.tsx"

const LaidOver = lazyWithRetry(() => import("../device/kept-here.tsx"))

interface Reading<Row> {
  readonly data: Row | undefined
  readonly isError: boolean
  readonly error: unknown
  readonly refetch: () => unknown
}

interface RecordDrawerProps<Row> {
  readonly of: Reading<Row>
  /** singular, such as "Transaction" */
  readonly noun: string
  readonly loading: string
  /** the path of its list, if it can be worked on without a connection */
  readonly path?: string
  readonly onClose: () => void
  /** nothing, if the screen draws it once it is loaded */
  readonly children?: (row: Row) => ReactNode
}

/** The drawer of a record while it is loading, and if it cannot be loaded; otherwise with the screen's content. */
export const RecordDrawer = <Row extends object>({ of, noun, loading, path, onClose, children = () => null }: RecordDrawerProps<Row>) =>
  of.data === undefined ? (
    <Drawer title={noun} onClose={onClose}>
      {of.isError ? <ErrorPanel error={of.error} retry={() => void of.refetch()} /> : <Loading rows={6} label={loading} />}
    </Drawer>
  ) : path === undefined || !isEnrolled() ? (
    children(of.data)
  ) : (
    <Suspense fallback={children(of.data)}>
      <LaidOver row={of.data} path={path}>
        {children as (row: object) => ReactNode}
      </LaidOver>
    </Suspense>
  )

/** Custom content of the drawer of one row. */
export interface DrawerParts<R extends Typed> extends Omit<DecisionsProps<R>, "screen" | "row" | "of"> {
  readonly subject?: ReactNode
  /** the value of its status, if it has no field of that name; or a custom mark */
  readonly status?: string | ReactElement
  /** above the facts, such as a table of costs */
  readonly above?: ReactNode
  /** facts displayed differently than their kind implies; null leaves one out */
  readonly facts?: { readonly [K in keyof R["Row"] & string]?: ReactNode }
  /** facts after those of the declaration */
  readonly more?: readonly (KeyValue | null | false)[]
  /** between the facts and the files */
  readonly middle?: ReactNode
  /** below the facts and files */
  readonly below?: ReactNode
  /** below the history */
  readonly end?: ReactNode
  /** buttons that belong to no command, before the others */
  readonly actions?: ReactNode
}
interface ResourceDrawerProps<R extends Typed> {
  readonly screen: Screen<R>
  readonly id: string
  /** the commands that have a button, in this order, the primary one last; by default all, in declaration order */
  readonly decisions?: DecisionsProps<R>["of"]
  readonly parts?: (row: R["Row"]) => DrawerParts<R>
  readonly onClose: () => void
}

export const ResourceDrawer = <R extends Typed>({ screen, id, onClose, ...own }: ResourceDrawerProps<R>) => {
  const { called, noun } = screen
  return (
    <RecordDrawer
      of={useApiQuery<R["Row"]>(`${screen.path}/${encodeURIComponent(id)}`)}
      noun={capitalised(called)}
      loading={`Loading ${noun[1]}...`}
      path={screen.path}
      onClose={onClose}
    >
      {(row) => <OpenDrawer screen={screen} row={row} onClose={onClose} {...own} />}
    </RecordDrawer>
  )
}

interface Waiting {
  readonly id: number
  readonly status?: string
  readonly cannot: Readonly<Record<string, string | undefined>>
}

const OpenDrawer = <R extends Typed>({
  screen,
  row,
  decisions,
  parts = () => ({}),
  onClose,
}: Omit<ResourceDrawerProps<R>, "id"> & { readonly row: R["Row"] }) => {
  const commands = Object.entries<CommandScreen>(screen.commands).filter(([, { isNew, erases }]) => !isNew && !erases)
  const rank = ([, { words }]: (typeof commands)[number]) => (words.kind === "primary" ? 1 : 0)
  const shown = decisions ?? commands.sort((a, b) => rank(a) - rank(b)).map(([name]) => name as DecisionsProps<R>["of"][number])
  const { id, cannot, ...own } = row as R["Row"] & Waiting
  const { subject, status = own.status, above, middle, facts, more = [], below, end, actions, ...buttons } = parts(row)
  const { sees } = useSession()
  const isHistoryOpen = screen.mayReadHistory.length === 0 || sees(...screen.mayReadHistory)
  const files = row as Readonly<Record<string, readonly AttachedFile[] | undefined>>
  const primary = shown.find((name) => screen.commands[name].words.kind === "primary")
  const why = (typeof status === "string" ? status : own.status) === "pending" && !inThePast && primary !== undefined ? cannot[primary] : undefined
  return (
    <Drawer
      title={nameOf(screen, row)}
      subject={subject}
      {...(status !== undefined && { status: typeof status === "string" ? <StatusMark status={status} /> : status })}
      onClose={onClose}
      actions={
        (Boolean(actions) || shown.length > 0) && (
          <>
            {actions}
            {shown.length > 0 && <Decisions screen={screen} row={row} of={shown} {...buttons} />}
          </>
        )
      }
    >
      {above}
      <section className="part">
        {why !== undefined && <p className="hint">{why}.</p>}
        <KeyValues of={[...factsOf(screen, row, facts), ...more]} />
      </section>
      {middle}
      {screen.files.map(({ key, title }) => (
        <AttachedFiles key={key} of={files[key] ?? []} title={title} />
      ))}
      {below}
      {screen.hasHistory && isHistoryOpen && <Activity path={`${screen.path}/${id}`} />}
      {end}
    </Drawer>
  )
}
