import type { ReactNode } from "react"

export type KeyValue = readonly [label: string, value: ReactNode]

/** Labels and values in two columns; missing pairs (null, false) are left out. */
export const KeyValues = ({ of }: { of: readonly (KeyValue | null | false | undefined)[] }) => (
  <dl className="key-values">
    {of.map(
      (pair) =>
        pair && (
          <div key={pair[0]}>
            <dt>{pair[0]}</dt>
            <dd>{pair[1] ?? <span className="muted">–</span>}</dd>
          </div>
        ),
    )}
  </dl>
)
