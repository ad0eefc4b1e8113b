/** The weekdays on which a site currently works: a part of the site's screen. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useState } from "react"
import { useApi } from "../../web/client.ts"
import { weekdays } from "../../leave/web/labels.ts"
import "../../leave/web/leave.css"

const WorkWeekDialog = lazyPart(() => import("./work-week-dialog.tsx"))

export const WorkWeekPart = ({ siteId }: { readonly siteId: number }) => {
  const { can, user } = useSession()
  const weeks = useApi("GET /api/hr/work-weeks")
  const [changing, change] = useState(false)
  const week = weeks.data?.find((week) => week.siteId === siteId)
  const may = can("department.manage", "users.manage") && (!user?.siteConfined || user.site?.id === siteId)
  return (
    <section className="part">
      <div className="leave-head">
        <h3>Working week</h3>
        {may && week && <Button onClick={() => change(true)}>Set week</Button>}
      </div>
      <Answer of={weeks} rows={1} loading="Loading the working week...">
        {() => (
          <p data-testid="work-week">
            {week?.days.map((day) => weekdays[day - 1]).join(", ")}
            {week?.from && <span className="muted">, from {formatDay(week.from)}</span>}
          </p>
        )}
      </Answer>
      {changing && week && <WorkWeekDialog week={week} onClose={() => change(false)} />}
    </section>
  )
}
