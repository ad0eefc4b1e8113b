/** The board: prospects by stage, due follow-ups first, then the largest value. A card is moved by its menu, or by Alt and an arrow key. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { IconButton } from "@ops/platform/ui/button.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { Menu, MenuItem, MenuLabel } from "@ops/platform/ui/layers/menu.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { StatusMark, statusWord } from "@ops/platform/ui/status-mark.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { MoveRight } from "lucide-react"
import { type KeyboardEvent, type ReactNode, useEffect, useState } from "react"
import { Link } from "react-router-dom"
import type { BoardAnswer } from "../../contract.ts"
import type { Stage } from "../../labels.ts"
import { useApi, useCommand } from "../../web/client.ts"
import "../../web/crm.css"
import { daysText, isClosed, prospectLists, stages } from "../../web/labels.ts"

type Card = (typeof BoardAnswer.Type)["columns"][number]["prospects"][number]
const usd = (value: number) => formatMoney(value.toFixed(2), "USD")

/** Arrow keys move from card to card, and from column to column. */
const go = (event: KeyboardEvent<HTMLElement>) => {
  const by = { ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] }[event.key]
  const card = (event.target as HTMLElement).closest<HTMLElement>(".open")
  if (!by || !card || event.altKey) return
  const columns = [...event.currentTarget.querySelectorAll("section")].map((section) => [...section.querySelectorAll<HTMLElement>(".open")])
  const column = columns.findIndex((cards) => cards.includes(card))
  const row = columns[column]!.indexOf(card)
  const [across, down] = by as [number, number]
  let next = columns[column]![row + down]
  for (let at = column + across; across !== 0 && !next && columns[at] !== undefined; at += across) next = columns[at]![Math.min(row, columns[at]!.length - 1)]
  event.preventDefault()
  next?.focus()
}

interface BoardProps {
  readonly actions: ReactNode
  readonly open: string | null
  readonly onOpen: (id: number) => void
  /** opens the dialog that a closed stage requires */
  readonly onMove: (id: number, stage: Stage) => void
}

export const ProspectBoard = ({ actions, open, onOpen, onMove }: BoardProps) => {
  const [mine, setMine] = useAddress("mine")
  const [moved, setMoved] = useState<{ readonly id: number; readonly stage: string }>()
  const board = useApi("GET /api/crm/prospects/board", { query: mine === "true" ? { mine } : undefined })
  const write = useCommand("PATCH /api/crm/prospects/:id/stage", {
    params: ({ id }: { readonly id: number; readonly stage: Stage }) => ({ id }),
    body: ({ stage }) => ({ stage }),
    lists: prospectLists,
    done: ({ companyName, stage }) => `${companyName} moved to ${statusWord(stage)}`,
    failed: "Failed to move prospect",
    onDone: ({ id, stage }) => setMoved({ id, stage }),
  })
  const columns = board.data?.columns
  useEffect(() => {
    const stands = columns?.some(({ stage, prospects }) => stage === moved?.stage && prospects.some(({ id }) => id === moved.id))
    if (!moved || !stands) return
    // a card that moves to another column loses the focus, which is restored unless something else has it
    if (document.activeElement === document.body) document.querySelector<HTMLElement>(`[data-prospect="${moved.id}"]`)?.focus()
    setMoved(undefined)
  }, [columns, moved])
  const move = (card: Card, stage: Stage) => (isClosed(stage) ? onMove(card.id, stage) : void write.run({ id: card.id, stage }))
  const press = (event: KeyboardEvent, card: Card) => {
    const to = stages[stages.indexOf(card.stage) + (event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0)]
    if (!event.altKey || !to || to === card.stage || !card.canMove || inThePast || write.pending) return
    event.preventDefault()
    event.stopPropagation()
    move(card, to)
  }
  return (
    <>
      <div className="crm-bar">
        <label className="check">
          <input type="checkbox" checked={mine === "true"} onChange={({ target }) => void setMine(target.checked ? "true" : null)} />
          Only mine
        </label>
        <span className="line">{actions}</span>
      </div>
      <p className="sr">Arrows go from card to card; Alt and an arrow move a card to the stage beside it.</p>
      <Answer of={board} rows={8}>
        {({ columns }) => (
          <div className="prospect-board" role="group" aria-label="Board" onKeyDown={go}>
            {columns.map(({ stage, count, value, prospects }) => (
              <section key={stage} aria-label={statusWord(stage)}>
                <h2>
                  {statusWord(stage)}
                  <span className="muted num">{count}</span>
                </h2>
                <p className="column-value muted num">{usd(value)}</p>
                {prospects.length === 0 ? (
                  <p className="muted none">None</p>
                ) : (
                  <ul>
                    {prospects.map((card) => (
                      <li key={card.id} className="prospect-card">
                        <button
                          type="button"
                          className="open"
                          data-prospect={card.id}
                          aria-current={open === String(card.id) || undefined}
                          aria-keyshortcuts="Alt+ArrowRight Alt+ArrowLeft"
                          onClick={() => onOpen(card.id)}
                          onKeyDown={(event) => press(event, card)}
                        >
                          <b>{card.companyName}</b>
                          <span className="muted">{[card.contactPerson, card.assignee].filter(Boolean).join(" · ")}</span>
                          <span className="num">{card.estimatedValue === null ? "N/A" : usd(card.estimatedValue)}</span>
                          <span className="muted">
                            {daysText(card.daysInStage)} here{card.nextFollowUp && !card.followUpDue && `, follow-up ${formatDay(card.nextFollowUp)}`}
                          </span>
                          {card.followUpDue && <StatusMark status="overdue" label={`Follow-up ${formatDay(card.nextFollowUp!)}`} />}
                        </button>
                        {card.canMove && !inThePast && (
                          <span className="move">
                            <Menu
                              label={`Move ${card.companyName}`}
                              trigger={
                                <IconButton aria-label={`Move ${card.companyName}`}>
                                  <MoveRight size={15} aria-hidden />
                                </IconButton>
                              }
                            >
                              <MenuLabel>Move to</MenuLabel>
                              {stages
                                .filter((one) => one !== card.stage)
                                .map((one) => (
                                  <MenuItem key={one} onSelect={() => move(card, one)}>
                                    {statusWord(one)}
                                  </MenuItem>
                                ))}
                            </Menu>
                          </span>
                        )}
                      </li>
                    ))}
                  </ul>
                )}
                {count > prospects.length && (
                  <p className="none">
                    <Link className="link" to={`/marketing?tab=prospects&stage=${stage}`}>
                      All {count}
                    </Link>
                  </p>
                )}
              </section>
            ))}
          </div>
        )}
      </Answer>
    </>
  )
}
