/** The meals of a month that are earned but not billed, up to today or its end, and their accrual at month-end. */
import { SmallTable } from "@ops/platform/ui/lists/small-table.tsx"
import { write } from "@ops/platform/ui/data/api.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { formatFigure, formatMoney } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useQuery } from "@tanstack/react-query"
import type { AccrualAnswer } from "../../accruals/contract.ts"
import { pathOf, pathsOf, useCommand } from "../../web/client.ts"

type Accrual = typeof AccrualAnswer.Type

export const AccrualPanel = ({ month }: { readonly month: string }) => {
  const { can } = useSession()
  const found = useQuery({
    queryKey: [pathOf("GET /api/accruals"), "preview", month],
    queryFn: () => write<Accrual>("POST", `${pathOf("GET /api/accruals")}?dryRun=true`, { period: month }),
    enabled: month <= today().slice(0, 7),
    staleTime: 0,
    retry: false,
  })
  const accrue = useCommand("POST /api/accruals", {
    lists: pathsOf("GET /api/accruals"),
    done: ({ total }) => `Accrued: USD ${formatFigure(total)} earned and not billed`,
    failed: "Failed to accrue the month",
  })
  if (month > today().slice(0, 7)) return null
  return (
    <Answer of={found} rows={4}>
      {({ date, lines, total, toPost }) => {
        const isOver = date.slice(0, 7) < today().slice(0, 7)
        const isPosted = toPost === "0.00"
        return (
          <Panel
            title="Earned, not billed"
            besides={`up to ${formatDay(date)}, before tax`}
            actions={
              can("finance.full") &&
              !inThePast &&
              isOver &&
              !isPosted && (
                <Button disabled={accrue.pending} onClick={() => void accrue.run({ period: month })}>
                  Post accrual of {formatMoney(toPost ?? "0.00", "USD")}
                </Button>
              )
            }
          >
            {lines.length === 0 ? (
              <EmptyState title="All meals served up to that day are billed" small />
            ) : (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
              <div className="table-frame" tabIndex={0} role="region" aria-label="Earned, not billed">
                <SmallTable
                  rows={lines}
                  rowKey={(line) => line.contractId}
                  columns={[
                    {
                      header: "Contract",
                      cell: (line) => (
                        <>
                          {line.client}
                          <small className="muted">
                            {" "}
                            {line.contractNumber}, {line.site}
                          </small>
                        </>
                      ),
                    },
                    { header: "Meals", className: "num wide", cell: (line) => line.meals.toLocaleString("en-US") },
                    {
                      header: "Amount",
                      className: "num",
                      cell: (line) => (
                        <Figure
                          value={formatMoney(line.amount, line.currency)}
                          of={{ name: "contract.notBilled", parameters: { id: line.contractId, day: date } }}
                          label={`${line.client}, not billed`}
                        />
                      ),
                    },
                    { header: "USD", className: "num", cell: (line) => formatFigure(line.usd) },
                  ]}
                  foot={
                    <tr>
                      <td>
                        {isOver
                          ? isPosted
                            ? "Posted; reversed on the first of the next month"
                            : "Must be posted before the month is closed"
                          : "So far; no entry of the books has it yet"}
                      </td>
                      <td className="wide" />
                      <td />
                      <td className="num">{formatFigure(total)}</td>
                    </tr>
                  }
                />
              </div>
            )}
          </Panel>
        )
      }}
    </Answer>
  )
}
