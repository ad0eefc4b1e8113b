/** The amounts owed at the end of an employment, recalculated when the reason changes; booked if the person has left. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { today } from "@ops/platform/ui/date.tsx"
import { sentenceOf } from "@ops/platform/ui/data/api.ts"
import { DateInput } from "@ops/platform/ui/forms/date-input.tsx"
import { Modal } from "@ops/platform/ui/layers/modal.tsx"
import { useId, useState } from "react"
import { useApi, useCommand } from "../../web/client.ts"
import { SettlementLines } from "./settlement-lines.tsx"
import { endingOptions, settlementLists } from "../../web/labels.ts"
import "../../web/payroll.css"

interface Props {
  readonly staffId: number
  readonly hasLeft: boolean
  readonly onClose: () => void
}

export default function SettlementDialog({ staffId, hasLeft, onClose }: Props) {
  const id = useId()
  const [reason, setReason] = useState<"contract_end" | "dismissed" | "redundant" | "resigned">("resigned")
  const [noticeWorked, setWorked] = useState(false)
  const [date, setDate] = useState(today())
  const [fault, setFault] = useState("")
  const settlement = useApi("GET /api/hr/staff/:id/settlement", {
    id: staffId,
    query: { reason, noticeWorked: String(noticeWorked), ...(!hasLeft && { date }) },
  })
  const book = useCommand("POST /api/hr/staff/:id/settlement", {
    id: staffId,
    body: () => ({ reason, noticeWorked }),
    lists: settlementLists(staffId),
    done: "Settlement booked",
    failed: "Failed to book the settlement",
  })
  const of = settlement.data
  const submit = async () => {
    setFault("")
    try {
      await book.send()
      onClose()
    } catch (error) {
      setFault(sentenceOf(error))
    }
  }
  const isNoticed = reason === "dismissed" || reason === "redundant"
  return (
    <Modal
      title={of ? `Final settlement of ${of.name}` : "Final settlement"}
      help={
        hasLeft
          ? "Unused leave, notice and severance are paid with the payroll of the month; the leave balance ends at zero."
          : "Preview as if this were the last day. Nothing is saved."
      }
      onClose={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (of?.canBook && !book.pending) void submit()
        }}
      >
        <div className="modal-body stack-fields">
          {!hasLeft && (
            <div className="field">
              <label htmlFor={`${id}-date`}>Last day</label>
              <DateInput id={`${id}-date`} value={date} onChange={(day) => day !== "" && setDate(day)} />
            </div>
          )}
          <div className="field">
            <label htmlFor={`${id}-reason`}>Why the employment ends</label>
            <span className="select">
              <select id={`${id}-reason`} className="input" value={reason} onChange={({ target }) => setReason(target.value as typeof reason)}>
                {endingOptions.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </select>
            </span>
          </div>
          {isNoticed && (
            <label className="check" htmlFor={`${id}-worked`}>
              <input id={`${id}-worked`} type="checkbox" checked={noticeWorked} onChange={({ target }) => setWorked(target.checked)} />
              The notice period was worked
            </label>
          )}
          <Answer of={settlement} rows={4}>
            {(of) => (
              <div className="stack">
                <SettlementLines of={of} />
                <p className="muted">{of.payroll ? `Paid with ${of.payroll.periodName}.` : "Paid with the payroll of the month, once it is created."}</p>
                {hasLeft && of.obstacle !== null && <p className="payroll-obstacle">{of.obstacle}</p>}
              </div>
            )}
          </Answer>
          {fault && (
            <p className="fault" role="alert">
              {fault}
            </p>
          )}
        </div>
        <footer className="modal-foot">
          <Button onClick={onClose}>{hasLeft ? "Cancel" : "Close"}</Button>
          {hasLeft && (
            <Button type="submit" kind="primary" disabled={!of?.canBook || book.pending}>
              {book.pending ? "Saving..." : "Book settlement"}
            </Button>
          )}
        </footer>
      </form>
    </Modal>
  )
}
