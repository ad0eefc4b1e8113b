/** The page behind the link in an order's mail: the supplier sees the order, and enters the delivery date. No account is needed. */
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { ApiError, sentenceOf } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatInstant, today } from "@ops/platform/ui/date.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { DateInput } from "@ops/platform/ui/forms/date-input.tsx"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Money } from "@ops/platform/ui/money.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { type SubmitEvent, useEffect, useId, useState } from "react"
import { useParams } from "react-router-dom"
import { formatLongDay } from "@ops/platform/dates/sentence.ts"
import type { OrderAnswer } from "../contract.ts"
import { pathOf, send, useApi } from "../../web/client.ts"
import "./acknowledge.css"

type Order = typeof OrderAnswer.Type

const ended = {
  completed: { title: "All goods have arrived", text: "This order is complete. Thank you." },
  cancelled: { title: "This order was cancelled", text: "Please do not deliver it." },
}

/** The order as it was mailed, for suppliers who no longer have the mail open. */
const Sheet = ({ order }: { readonly order: Order }) => (
  <>
    <header className="order-title">
      <p className="muted">Purchase order</p>
      <h1 className="num">{order.orderNumber}</h1>
    </header>
    <KeyValues
      of={[
        ["Supplier", order.supplier],
        ["Deliver to", order.deliverTo],
        ["Ordered on", formatLongDay(order.orderedOn)],
      ]}
    />
    <div className="order-lines">
      <SmallTable
        rows={order.lines}
        rowKey={(_, place) => place}
        columns={[
          {
            header: "Item",
            cell: (line) => (
              <>
                {line.item}
                {line.notes && <div className="muted">{line.notes}</div>}
              </>
            ),
          },
          {
            header: "Quantity",
            className: "num",
            cell: (line) => (
              <>
                {line.quantity.toLocaleString("en-US")} {line.unit}
              </>
            ),
          },
        ]}
        foot={
          <tr>
            <td>Estimated total</td>
            <td className="num">
              <Money amount={order.estimatedTotal} currency={order.currency} />
            </td>
          </tr>
        }
      />
    </div>
  </>
)

interface AnswerProps {
  readonly order: Order
  readonly send: (answer: { readonly expectedDate: string; readonly note: string }) => Promise<void>
}

/** Asks for the date and a note; if the supplier has already answered, shows the answer until they change it. */
const Delivery = ({ order, send }: AnswerProps) => {
  const [changing, setChanging] = useState(false)
  const [expectedDate, setExpectedDate] = useState(order.expectedDate ?? "")
  const [note, setNote] = useState(order.note ?? "")
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState("")
  const id = useId()

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    if (expectedDate === "") return setFault("Choose your delivery date")
    setBusy(true)
    setFault("")
    try {
      await send({ expectedDate, note })
      setChanging(false)
    } catch (error) {
      setFault(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }

  if (order.expectedDate !== null && !changing) {
    return (
      <div className="order-said" role="status">
        <h2>Delivery on {formatLongDay(order.expectedDate)}</h2>
        {order.note && <p>{order.note}</p>}
        <p className="muted">
          Thank you. {order.company} knows of it{order.acknowledgedAt && ` since ${formatInstant(order.acknowledgedAt)}`}.
        </p>
        <Button onClick={() => setChanging(true)}>Change the day</Button>
      </div>
    )
  }
  return (
    <form className="stack-fields" onSubmit={(event) => void submit(event)} noValidate>
      <h2>When will you deliver?</h2>
      <div className="field">
        <label htmlFor={`${id}-day`}>Day of delivery</label>
        <DateInput
          id={`${id}-day`}
          min={today()}
          value={expectedDate}
          onChange={setExpectedDate}
          onMistyped={setExpectedDate}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-note`}>
          Note <span className="muted">(optional)</span>
        </label>
        <textarea id={`${id}-note`} className="input" rows={3} maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
      </div>
      {fault && (
        <p className="fault" id={`${id}-fault`} role="alert">
          {fault}
        </p>
      )}
      <Button type="submit" kind="primary" large disabled={busy}>
        {busy ? "Sending..." : "Confirm the delivery"}
      </Button>
      {changing && (
        <Button large disabled={busy} onClick={() => setChanging(false)}>
          Keep {formatLongDay(order.expectedDate!)}
        </Button>
      )}
    </form>
  )
}

const Ended = ({ state }: { readonly state: keyof typeof ended }) => (
  <div className="order-said" data-state={state}>
    <h2>{ended[state].title}</h2>
    <p>{ended[state].text}</p>
  </div>
)

export const Component = () => {
  const { token = "" } = useParams()
  const path = pathOf("GET /api/acknowledgements/:token", { token })
  const order = useApi("GET /api/acknowledgements/:token", { token })
  const company = useApi("GET /api/company").data?.name
  const queries = useQueryClient()
  const of = order.data
  const dead = order.error instanceof ApiError && order.error.status === 404
  useEffect(() => {
    document.title = [of ? `Order ${of.orderNumber}` : "Order", company].filter(Boolean).join(" · ")
  }, [of, company])
  return (
    <main className="order">
      <header className="order-head">
        <span className="mark" aria-hidden />
        <b>{company ?? "\u00a0"}</b>
      </header>
      <section className="panel order-sheet">
        {of ? (
          <>
            <Sheet order={of} />
            <div className="order-answer">
              {of.state === "open" ? (
                <Delivery
                  order={of}
                  send={async (answer) => void queries.setQueryData([path], await send("POST /api/acknowledgements/:token", { token, body: answer }))}
                />
              ) : (
                <Ended state={of.state} />
              )}
            </div>
          </>
        ) : dead ? (
          <div className="empty">
            <h1 className="empty-title">This link is no longer valid</h1>
            <p className="muted">Please write to the buyer.</p>
          </div>
        ) : order.isError ? (
          <ErrorPanel error={order.error} retry={() => void order.refetch()} />
        ) : (
          <Loading rows={6} label="Loading order..." />
        )}
      </section>
    </main>
  )
}
