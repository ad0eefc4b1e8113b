/** The holidays from today on. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Day, formatDay, today } from "@ops/platform/ui/date.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { useState } from "react"
import type { holidays as resource } from "../resource.ts"
import { pathsOf, useApi, useCommand } from "../../web/client.ts"
import { leaveLists } from "../../leave/web/labels.ts"
import "../../leave/web/leave.css"

type Holiday = (typeof resource)["Row"]

const HolidayDialog = lazyPart(() => import("./holiday-dialog.tsx"))

export const Holidays = () => {
  const { can } = useSession()
  const holidays = useApi("GET /api/hr/holidays", { query: { from: today(), status: "active", limit: 4 } })
  const [adding, add] = useState(false)
  const [off, callOff] = useState<Holiday>()
  const may = can("department.manage", "users.manage")
  const call = useCommand("PUT /api/hr/holidays/:id/call-off", {
    params: (id: number) => ({ id }),
    lists: [...pathsOf("GET /api/hr/holidays"), ...leaveLists],
    done: "Holiday called off",
    failed: "Failed to change the holiday",
  })
  return (
    <Panel
      title="Holidays"
      actions={
        may && (
          <button type="button" className="act" onClick={() => add(true)}>
            Add
          </button>
        )
      }
    >
      <Answer of={holidays} rows={3} empty={{ title: "No holidays ahead" }}>
        {(rows) => (
          <table className="table leave-balance" aria-label="Holidays">
            <tbody>
              {rows.map((holiday) => (
                <tr key={holiday.id}>
                  <td>
                    {holiday.name}
                    <div className="muted">
                      <Day date={holiday.date} />
                      {holiday.site && `, ${holiday.site.name}`}
                    </div>
                  </td>
                  {may && (
                    <td className="num">
                      <button type="button" className="act" aria-label={`Remove ${holiday.name}, ${formatDay(holiday.date)}`} onClick={() => callOff(holiday)}>
                        Call off
                      </button>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Answer>
      {adding && <HolidayDialog onClose={() => add(false)} />}
      {off && (
        <ConfirmDialog
          title={`Remove ${off.name}`}
          text={`${formatDay(off.date)} becomes a working day. Approved leave is not recalculated.`}
          confirm="Remove"
          danger
          onConfirm={() => call.send(off.id)}
          onClose={() => callOff(undefined)}
        />
      )}
    </Panel>
  )
}
