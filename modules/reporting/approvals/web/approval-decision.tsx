import { formatDaysIn } from "@ops/platform/ui/date.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Modal } from "@ops/platform/ui/layers/modal.tsx"
import { formatMoney, Money } from "@ops/platform/ui/money.tsx"
import { useQuery } from "@tanstack/react-query"
import { readPage } from "@ops/platform/ui/data/api.ts"
import type { Approval } from "../contract.ts"
import { pathOf } from "../../web/client.ts"
import { idOf, leftOut, type Verb } from "./approval-labels.ts"
import { sumsOf } from "./approval-words.ts"

interface OneProps {
  readonly verb: Verb
  readonly row: Approval
  readonly onDecide: (reason: string) => void
  readonly onClose: () => void
}

/** Asks for the reason of one decision. */
export const ReasonDialog = ({ verb, row, onDecide, onClose }: OneProps) => {
  const isRejected = verb === "reject"
  const word = isRejected ? "Reject" : "Approve"
  return (
    <ConfirmDialog
      title={`${word} ${row.number}?`}
      text={
        <p>
          {row.label}: {formatDaysIn(row.title)}
          {row.amount && `, ${formatMoney(row.amount, row.currency ?? "USD")}`}
          {row.requestedByName && `, requested by ${row.requestedByName}`}.{" "}
          {isRejected ? "The reason is shown to the requester." : row.unusual.map(({ text }) => text).join(". ")}
        </p>
      }
      confirm={word}
      danger={isRejected}
      reason={{ label: "Reason", required: !isRejected || row.reject?.reason === "required", usual: isRejected ? usualReasons : [] }}
      onConfirm={async (reason) => onDecide(reason)}
      onClose={onClose}
    />
  )
}
const usualReasons = ["Not in the budget", "More details needed", "Requested twice"]

interface ManyProps {
  readonly verb: Verb
  readonly chosen: readonly Approval[]
  readonly onDecide: (rows: readonly Approval[], reason: string) => void
  readonly onClose: () => void
}

/** Previews what a decision on several records would do, and what it leaves out, based on the current list; then asks once for confirmation. */
export const ManyDialog = ({ verb, chosen, onDecide, onClose }: ManyProps) => {
  const path = pathOf("GET /api/approvals")
  const now = useQuery({
    queryKey: [path, "dry run", chosen.map(idOf).join()],
    queryFn: ({ signal }) => readPage<Approval>(path, { limit: 1000 }, signal),
    staleTime: 0,
    gcTime: 0,
  })
  const word = verb === "approve" ? "Approve" : "Reject"
  if (!now.data) {
    return (
      <Modal title={`${word} ${chosen.length}?`} onClose={onClose}>
        {now.isError ? <ErrorPanel error={now.error} retry={() => void now.refetch()} /> : <Loading rows={chosen.length} label="Checking each..." />}
      </Modal>
    )
  }
  const waiting = new Set(now.data.rows.map(idOf))
  const out = chosen.flatMap((row) => {
    const why = leftOut(row, verb, waiting)
    return why === undefined ? [] : [{ row, why }]
  })
  const rows = chosen.filter((row) => leftOut(row, verb, waiting) === undefined)
  const sum = sumsOf(rows)
  const needed = verb === "reject" && rows.some(({ reject }) => reject?.reason === "required")
  const lists = (
    <>
      {rows.length > 0 && (
        <p>
          {sum ? `Total ${sum}. ` : ""}
          {verb === "approve" ? "Each is approved in your name." : "Each is rejected in your name, with this reason."}
        </p>
      )}
      <ul className="approval-list">
        {rows.map((row) => (
          <li key={idOf(row)}>
            <b className="num">{row.number}</b> {formatDaysIn(row.title)} {row.amount && <Money amount={row.amount} currency={row.currency ?? "USD"} />}
          </li>
        ))}
      </ul>
      {out.length > 0 && (
        <section aria-label="Left out">
          <h3 className="approval-left">Left out: {out.length}</h3>
          <ul className="approval-list">
            {out.map(({ row, why }) => (
              <li key={idOf(row)}>
                <b className="num">{row.number}</b> {why}.
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
  if (rows.length === 0) {
    return (
      <Modal title={`${word} none of ${chosen.length}`} onClose={onClose}>
        <div className="modal-body">{lists}</div>
      </Modal>
    )
  }
  return (
    <ConfirmDialog
      title={`${word} ${rows.length}?`}
      text={lists}
      confirm={word}
      danger={verb === "reject"}
      {...(verb === "reject" && { reason: { label: "Reason", required: needed, usual: usualReasons } })}
      onConfirm={async (reason) => onDecide(rows, reason)}
      onClose={onClose}
    />
  )
}
