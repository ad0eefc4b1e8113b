/** The work in progress of this project in recent months; finance posts that of the past month. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { useApiMutation } from "@ops/platform/ui/data/data.ts"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { today } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useState } from "react"
import { pathsOf, useApi } from "../../web/client.ts"
import type { Wip } from "../../budget/web/budget-labels.ts"

/** The previous month of a day. */
const before = (day: string) => {
  const [year = 0, month = 1] = day.split("-").map(Number)
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, "0")}`
}

export const BillingWip = ({ projectId }: { readonly projectId: number }) => {
  const { can } = useSession()
  const months = useApi("GET /api/construction-wip", { query: { limit: 24 } })
  const [asked, ask] = useState<Wip>()
  const period = before(today())
  const post = useApiMutation<{ dryRun: boolean }, Wip>({
    method: "POST",
    path: ({ dryRun }) => `/api/construction-wip${dryRun ? "?dryRun=true" : ""}`,
    body: () => ({ period }),
    lists: pathsOf("GET /api/construction-wip"),
    failed: "Failed to post the work in progress",
  })
  return (
    <Panel
      title="Work in progress"
      actions={
        can("finance.full") && (
          <Button disabled={post.pending} onClick={() => void post.run({ dryRun: true }).then((wip) => wip && ask(wip))}>
            Post {period}
          </Button>
        )
      }
    >
      <Answer
        of={months}
        empty={{
          title: "No month posted yet",
          text: "At month-end, unbilled and overbilled work is accrued, and reversed the next day.",
        }}
      >
        {(rows) => (
          <DataTable
            rows={rows.flatMap((wip) =>
              wip.lines.filter((line) => line.projectId === projectId).map((line) => ({ ...line, period: wip.period, entries: wip.entries, wipId: wip.id })),
            )}
            label="Work in progress of the project"
            rowId={({ period }) => period}
            columns={[
              { id: "period", header: "Month", cell: ({ period }) => period },
              { id: "actual", header: "Spent", money: ({ actual }) => ({ amount: actual, currency: "USD" }) },
              { id: "forecast", header: "Forecast", money: ({ forecast }) => ({ amount: forecast, currency: "USD" }) },
              { id: "earned", header: "Earned", money: ({ earned }) => ({ amount: earned, currency: "USD" }) },
              { id: "certified", header: "Certified", money: ({ certified }) => ({ amount: certified, currency: "USD" }) },
              {
                id: "position",
                header: "Not billed",
                figure: ({ position, wipId }) => (
                  <Figure
                    value={formatMoney(position, "USD")}
                    of={{ name: "constructionWip.position", parameters: { id: wipId ?? 0, projectId } }}
                    label="Not billed"
                  />
                ),
              },
              { id: "entries", header: "Entries", cell: ({ entries }) => entries.map(({ entry }) => entry.entryNumber).join(", ") },
            ]}
          />
        )}
      </Answer>
      {asked && (
        <ConfirmDialog
          title={`Post the work in progress of ${asked.period}`}
          text={`${formatMoney(asked.underBilled, "USD")} earned but not billed, ${formatMoney(asked.overBilled, "USD")} billed in advance, on ${asked.lines.length} ${asked.lines.length === 1 ? "contract" : "contracts"}. Reversed on the first of the next month.`}
          confirm="Post"
          onConfirm={() => post.send({ dryRun: false })}
          onClose={() => ask(undefined)}
        />
      )}
    </Panel>
  )
}
