import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { useSites } from "@ops/platform/ui/working-site.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { formatAgo, formatDaysIn, formatInstant } from "@ops/platform/ui/date.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import type { RowSelectionState } from "@tanstack/react-table"
import type { Approval, Shown } from "../contract.ts"
import { idOf } from "./approval-labels.ts"
import { ageOf, isLate } from "./approval-words.ts"

interface Props {
  readonly show: Shown
  readonly rows: readonly Approval[]
  readonly open: string | undefined
  readonly hrefOf: (id: string) => string
  /** `byKey`: opened with Enter, not the mouse */
  readonly onOpen: (id: string, byKey: boolean) => void
  /** undefined while selection is off */
  readonly selected: RowSelectionState | undefined
  readonly onSelect: (id: string) => void
  readonly now: number
}

/** The waiting records: what it is, the amount, the requester, the waiting time, and what is unusual. The rule is not shown. */
export const ApprovalList = ({ show, rows, open, hrefOf, onOpen, selected, onSelect, now }: Props) => {
  const sites = useSites()
  return (
    <ul className="approval-rows">
      {rows.map((row) => {
        const { number, title, amount, currency, requestedByName, siteId, siteName, since, unusual, waitsFor, onBehalfOfName, decision } = row
        const id = idOf(row)
        return (
          <li key={id} data-row={id} data-open={id === open || undefined} data-selected={selected?.[id] || undefined}>
            {selected && <input type="checkbox" aria-label={`Choose ${number}`} checked={selected[id] ?? false} onChange={() => onSelect(id)} />}
            <a
              className="number approval-row"
              href={hrefOf(id)}
              aria-current={id === open || undefined}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey) return
                event.preventDefault()
                onOpen(id, event.detail === 0)
              }}
            >
              <span className="card-line">
                <b className="approval-title">{formatDaysIn(title)}</b>
                {amount && <Money amount={amount} currency={currency ?? "USD"} />}
              </span>
              <span className="card-line approval-by">
                <SiteCode code={sites.find((site) => site.id === siteId)?.code} name={siteName} />
                <span className="approval-title">
                  {requestedByName || "Field Office"} · <span className="num">{number}</span>
                </span>
                {show === "decided" ? (
                  <span title={formatInstant(since)}>{formatAgo(since)}</span>
                ) : (
                  <span className={isLate(since, now) ? "approval-late" : undefined} title={`Waiting since ${formatInstant(since)}`}>
                    {ageOf(since, now)}
                  </span>
                )}
              </span>
              {decision && <StatusMark status={decision} />}
              {onBehalfOfName && <span className="approval-by">In the place of {onBehalfOfName}</span>}
              {show === "others" && <span className="approval-by">Awaits {waitsFor ?? "a decision; no one else may decide it"}</span>}
              {unusual.length > 0 && <Tags of={unusual} />}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

export const Tags = ({ of }: { readonly of: Approval["unusual"] }) => (
  <span className="approval-tags">
    {[...new Set(of.map(({ tag }) => tag))].map((tag) => (
      <span key={tag} className="badge" data-accent-color="amber">
        {tag}
      </span>
    ))}
  </span>
)
