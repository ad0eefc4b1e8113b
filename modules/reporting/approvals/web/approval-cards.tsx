import { When } from "@ops/platform/ui/date.tsx"
import { inThePast, keepInstant } from "@ops/platform/ui/instant.ts"
import { Money } from "@ops/platform/ui/money.tsx"
import type { RowSelectionState } from "@tanstack/react-table"
import { Link } from "react-router-dom"
import type { Approval } from "../contract.ts"
import { idOf, type Verb } from "./approval-labels.ts"

interface Props {
  readonly rows: readonly Approval[]
  readonly selected: RowSelectionState
  readonly onSelect: (id: string) => void
  readonly onDecide: (verb: Verb, row: Approval) => void
  readonly foot: string
}

/** The inbox on a phone: each row with all that one needs to decide, and its two buttons. */
export const ApprovalCards = ({ rows, selected, onSelect, onDecide, foot }: Props) => (
  <ul className="cards">
    {rows.map((row) => {
      const id = idOf(row)
      return (
        <li key={id} data-row={id} data-selected={selected[id] || undefined} className="approval-card">
          <div className="card-line">
            {!inThePast && <input type="checkbox" aria-label={`Choose ${row.number}`} checked={selected[id] ?? false} onChange={() => onSelect(id)} />}
            <Link className="number" to={keepInstant(row.path)}>
              {row.number}
            </Link>
            <span className="spread" />
            {row.amount && <Money amount={row.amount} currency={row.currency ?? "USD"} />}
          </div>
          <p className="approval-title">{row.title}</p>
          <p className="muted">
            {row.label} · {row.requestedByName || "Field Office"}
            {row.siteName && ` · ${row.siteName}`} · <When at={row.since} />
          </p>
          <p className="approval-rule">{row.rule}</p>
          {!inThePast && (
            <div className="approval-acts">
              <button type="button" className="act" data-solid aria-label={`Approve ${row.number}`} onClick={() => onDecide("approve", row)}>
                Approve
              </button>
              {row.reject && (
                <button type="button" className="act" aria-label={`Reject ${row.number}`} onClick={() => onDecide("reject", row)}>
                  Reject
                </button>
              )}
            </div>
          )}
        </li>
      )
    })}
    <li className="cards-foot">{foot}</li>
  </ul>
)
