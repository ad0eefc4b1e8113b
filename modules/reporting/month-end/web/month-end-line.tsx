import { formatDaysIn, lastMonth, today } from "@ops/platform/ui/date.tsx"
import { keepInstant } from "@ops/platform/ui/instant.ts"
import { CalendarCheck } from "lucide-react"
import { Link } from "react-router-dom"
import { useApi } from "../../web/client.ts"
import "./month-end.css"

/** A link to the last month-end, and its status once it is loaded. */
export const MonthEndLine = () => {
  const period = lastMonth(today())
  const { data } = useApi("GET /api/month-end/:period", { period })
  const next = data?.steps.find(({ key }) => key === data.current)?.next
  return (
    <p className="panel month-line">
      <CalendarCheck size={17} strokeWidth={1.75} aria-hidden />
      <Link className="number" to={keepInstant(`/month-end/${period}`)}>
        Month-end, {formatDaysIn(period)}
      </Link>
      {data && (
        <span className="muted">
          {data.status === "closed" ? "Closed" : `${data.done} of ${data.steps.length} steps done`}
          {next && `. Next: ${next.label}`}
        </span>
      )}
    </p>
  )
}
