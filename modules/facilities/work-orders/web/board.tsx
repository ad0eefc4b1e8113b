/** The board: orders by status, most urgent first, then oldest. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { RowsHere } from "@ops/platform/ui/lists/rows-here.tsx"
import { statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { type KeyboardEvent, useMemo } from "react"
import { Link } from "react-router-dom"
import { pathOf, useApi } from "../../web/client.ts"
import { Card } from "./order-card.tsx"
import "../../web/facilities.css"

/** Arrow keys move from card to card, and from column to column. */
const move = (event: KeyboardEvent<HTMLElement>) => {
  const by = { ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] }[event.key]
  const card = (event.target as HTMLElement).closest<HTMLElement>(".order-card")
  if (!by || !card) return
  const columns = [...event.currentTarget.querySelectorAll("section")].map((section) => [...section.querySelectorAll<HTMLElement>(".order-card")])
  const column = columns.findIndex((cards) => cards.includes(card))
  const row = columns[column]!.indexOf(card)
  const [across, down] = by as [number, number]
  let next = columns[column]![row + down]
  for (let at = column + across; across !== 0 && next === card && columns[at] !== undefined; at += across)
    next = columns[at]![Math.min(row, columns[at]!.length - 1)] ?? card
  event.preventDefault()
  next?.focus()
}

export const Board = ({ serviceType, mine }: { readonly serviceType: string | undefined; readonly mine: boolean }) => {
  const { siteId } = useWorkingSite()
  const [open, setOpen] = useAddress("open", "push")
  const board = useApi("GET /api/work-orders/board", { query: { siteId, serviceType, mine: mine || undefined } })
  const cards = useMemo(() => board.data?.columns.flatMap(({ orders }) => orders) ?? [], [board.data])
  return (
    <Answer of={board} rows={8}>
      {({ columns }) => (
        <RowsHere rows={cards} path={pathOf("GET /api/work-orders")}>
          {(shown, isHere) => (
            <div className="board" role="group" aria-label="Board" onKeyDown={move}>
              {columns.map(({ status, count: counted, isMore, orders: before }) => {
                const orders = shown.filter((order) => order.status === status)
                const count = counted + orders.length - before.length
                return (
                  <section key={status} aria-label={statusWord(status)}>
                    <h2>
                      {status === "completed" ? "To verify" : statusWord(status)}
                      <span className="muted num">
                        {count}
                        {isMore && "+"}
                      </span>
                    </h2>
                    {orders.length === 0 ? (
                      <p className="muted none">None</p>
                    ) : (
                      <ul>
                        {orders.map((order) => (
                          <li key={order.id}>
                            <Card order={order} onOpen={(id) => void setOpen(String(id))} current={open === String(order.id)} isHere={isHere(order)} />
                          </li>
                        ))}
                      </ul>
                    )}
                    {count > orders.length && (
                      <p className="none">
                        <Link className="link" to={`/facilities/orders?view=list&status=${status}${serviceType ? `&serviceType=${serviceType}` : ""}`}>
                          All {isMore ? `${count}+` : count}
                        </Link>
                      </p>
                    )}
                  </section>
                )
              })}
            </div>
          )}
        </RowsHere>
      )}
    </Answer>
  )
}
