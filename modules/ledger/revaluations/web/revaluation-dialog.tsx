/** Revalues a month, after a preview of the entries. */
import { write } from "@ops/platform/ui/data/api.ts"
import { lastMonth, today } from "@ops/platform/ui/date.tsx"
import { FormDialog } from "@ops/platform/ui/forms/form-dialog.tsx"
import { DateField } from "@ops/platform/ui/forms/form-fields.tsx"
import { formatFigure } from "@ops/platform/ui/money.tsx"
import { formOf, text } from "@ops/platform/ui/forms/checked-form.ts"
import { useQuery } from "@tanstack/react-query"
import { useWatch } from "react-hook-form"
import { formatMonth } from "@ops/platform/dates/sentence.ts"
import type { RevaluationAnswer } from "../contract.ts"
import { pathOf, pathsOf, useCommand } from "../../web/client.ts"
import { bookLists } from "../../web/labels.ts"

type Revaluation = typeof RevaluationAnswer.Type
const Form = formOf({ period: text("Month", 7, true) })

/** `period`: the preselected month; the default is the last one. */
export default function RevaluationDialog({ period = lastMonth(today()), onClose }: { readonly period?: string; readonly onClose: () => void }) {
  const revalue = useCommand("POST /api/revaluations", {
    lists: [...bookLists, ...pathsOf("GET /api/revaluations", "GET /api/ledger/checks"), "/api/month-end"],
    done: ({ period, total }) => `${formatMonth(period)} revalued: USD ${formatFigure(total)}`,
    failed: "Failed to revalue the month",
  })
  return (
    <FormDialog
      title="Revalue a Month"
      help="Open SSP balances are revalued at the official rate of the last day; the entry is reversed on the first day of the next month. Run again, it posts only the difference."
      schema={Form}
      defaults={{ period }}
      submit="Revalue"
      pending="Posting..."
      save={revalue.send}
      onClose={onClose}
    >
      <DateField name="period" label="Month" type="month" max={lastMonth(today())} required />
      <Preview />
    </FormDialog>
  )
}

/** What would be posted for the selected month. */
const Preview = () => {
  const { period } = useWatch<typeof Form.Type>()
  const asked = useQuery({
    queryKey: [pathOf("GET /api/revaluations"), "preview", period],
    queryFn: () => write<Revaluation>("POST", `${pathOf("GET /api/revaluations")}?dryRun=true`, { period }),
    enabled: /^\d{4}-\d{2}$/.test(period ?? ""),
    staleTime: 0,
    retry: false,
  })
  if (asked.isError) return <p className="fault">{(asked.error as Error).message}</p>
  const of = asked.data
  if (!of) return null
  if (of.lines.length === 0) return <p className="muted">All balances are already at {formatFigure(of.rate)} SSP per dollar: nothing to post.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
    <div className="table-frame" tabIndex={0} role="region" aria-label="What would be posted">
      <table className="table books-lines">
        <thead>
          <tr>
            <th>Account</th>
            <th className="num wide">In the books (USD)</th>
            <th className="num wide">At {formatFigure(of.rate)} (USD)</th>
            <th className="num">Difference</th>
          </tr>
        </thead>
        <tbody>
          {of.lines.map((line) => (
            <tr key={line.accountNumber}>
              <td className="books-words">
                {line.accountNumber} {line.accountName}
                <small className="muted">SSP {formatFigure(line.balance)}</small>
              </td>
              <td className="num wide">{formatFigure(line.carriedUsd)}</td>
              <td className="num wide">{formatFigure(line.worthUsd)}</td>
              <td className="num">{formatFigure(line.difference)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>Gain or loss</td>
            <td className="wide" />
            <td className="wide" />
            <td className="num">{formatFigure(of.total)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
