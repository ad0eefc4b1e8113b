/** The layout in effect on a day. For browser and terminal. */
interface Named {
  readonly name: string
  readonly from: string
}
/** The version of a named layout that is in effect on a day. */
export const layoutOn = <L extends Named>({ layouts }: { readonly layouts: ReadonlyArray<L> }, name: string, day: string): L | undefined =>
  layouts.filter((layout) => layout.name === name && layout.from <= day).toSorted((one, other) => other.from.localeCompare(one.from))[0]
