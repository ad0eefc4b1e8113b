/** The button that reverses a record of a resource, with its preview. */
import { inboxPath } from "@ops/platform/ui/data/inbox-path.ts"
import { nameOf, type RowOf, type Typed } from "@ops/platform/ui/resources/screen-parts.tsx"
import type { Screen } from "@ops/platform/http/resources/screen.ts"
import { ReverseButton } from "./reverse-button.tsx"

interface Props<R extends Typed> {
  readonly screen: Screen<R>
  readonly row: RowOf<R> & { readonly id: number; readonly version: number; readonly canReverse: boolean }
  /** the name of what is reversed, if it is not the record itself */
  readonly what?: string
  readonly onReversed?: (id: number) => void
}

export const ResourceReverse = <R extends Typed>({ screen, row, what = nameOf(screen, row), ...of }: Props<R>) => {
  const version = screen.commands["reverse"]?.versioned ? row.version : undefined
  return <ReverseButton can={row.canReverse} what={what} path={`${screen.path}/${row.id}`} version={version} lists={[screen.path, inboxPath]} {...of} />
}
