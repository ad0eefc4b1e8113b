import { ApiError, newKey, sentenceOf, write } from "@ops/platform/ui/data/api.ts"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { markSaving, markWritten, readAgain } from "@ops/platform/ui/data/live.ts"
import { formatMoney, Money, sumMoney } from "@ops/platform/ui/money.tsx"
import { notify } from "@ops/platform/ui/layers/notices.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Approval } from "../contract.ts"
import { pathsOf } from "../../web/client.ts"
import { type Outcome, past } from "./approval-outcomes.tsx"
import { idOf, type Verb } from "./approval-labels.ts"

interface Props {
  readonly verb: Verb
  readonly rows: readonly Approval[]
  readonly onDone: (outcomes: readonly Outcome[]) => void
  readonly onClose: () => void
}

/** The sums of rows, a currency at a time. */
const sums = (rows: readonly Approval[]) =>
  [
    ...Map.groupBy(
      rows.filter(({ amount }) => amount !== null),
      ({ currency }) => currency ?? "USD",
    ),
  ]
    .map(([currency, some]) => formatMoney(sumMoney(some.map(({ amount }) => amount)), currency))
    .join(" and ")

/** Whether a refusal is of this one record, and the next may still go through. */
const isOfRecord = (error: unknown) => error instanceof ApiError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status)

/** Asks once, then decides on each row by the call that it names; what one of them is refused does not stop the others. */
export const DecideDialog = ({ verb, rows, onDone, onClose }: Props) => {
  const queries = useQueryClient()
  const [at, setAt] = useState(0)
  const [one] = rows as readonly [Approval]
  const word = verb === "approve" ? "Approve" : "Reject"
  const many = rows.length > 1
  const sum = sums(rows)

  const decide = async (reason: string) => {
    const outcomes: Outcome[] = []
    for (const [n, row] of rows.entries()) {
      setAt(n)
      const call = verb === "approve" ? row.approve : row.reject!
      const body = verb === "approve" ? row.approve.body : reason ? { reason } : {}
      markSaving()
      try {
        await write(call.method, call.path, body, { key: newKey() })
        markWritten(true)
        outcomes.push({ row, verb, ok: true })
      } catch (error) {
        markWritten(false)
        // the identity is not confirmed, or the server cannot be reached: the others would fare no better
        const stops = !isOfRecord(error) || (error as ApiError).sentence.startsWith("Cancelled")
        if (stops && outcomes.length === 0) throw error
        const sentence = sentenceOf(error)
        outcomes.push(...(stops ? rows.slice(n) : [row]).map((left) => ({ row: left, verb, ok: false, sentence })))
        if (stops) break
      }
    }
    void readAgain(queries, pathsOf("GET /api/approvals"))
    const done = outcomes.filter(({ ok }) => ok).length
    if (done === rows.length) notify.success(many ? `${done} ${past[verb]}` : `${one.number} ${past[verb]}`)
    else if (!many) notify.error(outcomes[0]!.sentence!)
    onDone(outcomes)
  }
  const text = many ? (
    <>
      <p>
        {sum ? `Total ${sum}. ` : ""}
        {verb === "approve" ? "Each is approved in your name." : "Each is rejected in your name, with this reason."}
      </p>
      <ul className="approval-list">
        {rows.map((row) => (
          <li key={idOf(row)}>
            <b className="num">{row.number}</b> {row.title}
            {row.amount && (
              <>
                {" "}
                <Money amount={row.amount} currency={row.currency ?? "USD"} />
              </>
            )}
          </li>
        ))}
      </ul>
    </>
  ) : (
    <p>
      {one.label}: {one.title}
      {one.amount && `, ${formatMoney(one.amount, one.currency ?? "USD")}`}
      {one.requestedByName && `, asked by ${one.requestedByName}`}. {one.rule}.
    </p>
  )
  return (
    <ConfirmDialog
      title={many ? `${word} ${rows.length}?` : `${word} ${one.number}?`}
      text={text}
      confirm={word}
      pending={many ? `${at + 1} of ${rows.length}...` : verb === "approve" ? "Approving..." : "Rejecting..."}
      danger={verb === "reject"}
      {...(verb === "reject" && { reason: { label: "Reason", required: rows.some(({ reject }) => reject?.reason === "required") } })}
      onConfirm={decide}
      onClose={onClose}
    />
  )
}
