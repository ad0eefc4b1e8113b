/** Scheduled reports: the list, and one of them with the results of its runs. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatDay, When } from "@ops/platform/ui/date.tsx"
import { ConfirmDialog } from "@ops/platform/ui/forms/confirm-dialog.tsx"
import { DataTable } from "@ops/platform/ui/lists/data-table.tsx"
import { Drawer } from "@ops/platform/ui/layers/drawer.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { ErrorPanel } from "@ops/platform/ui/error-panel.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { KeyValues } from "@ops/platform/ui/record/key-values.tsx"
import { Loading } from "@ops/platform/ui/loading.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useState } from "react"
import type { ReportScheduleAnswer } from "../contract.ts"
import { pathOf, pathsOf, useApi, useCommand } from "../../web/client.ts"
import { periodNames, rhythmText, scheduledNames } from "../../analytics/web/labels.ts"

type Schedule = typeof ReportScheduleAnswer.Type

const ScheduleDialog = lazyPart(() => import("./schedule-dialog.tsx"))
const State = ({ of }: { readonly of: Schedule }) => <StatusMark status={of.isActive ? "active" : "on_hold"} label={of.isActive ? "Active" : "Paused"} />

export const Schedules = ({ onNew }: { readonly onNew: () => void }) => {
  const schedules = useApi("GET /api/report-schedules")
  const [open, setOpen] = useAddress("schedule", "push")
  return (
    <>
      <Panel title="Scheduled reports" {...(schedules.data && { count: schedules.data.length })}>
        <Answer of={schedules} rows={3} loading="Loading schedules...">
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState title="No report is scheduled yet" small {...(!inThePast && { action: <Button onClick={onNew}>Schedule Report</Button> })} />
            ) : (
              <DataTable<Schedule>
                label="Scheduled reports"
                rows={[...rows]}
                rowId={({ id }) => String(id)}
                columns={[
                  {
                    id: "name",
                    header: "Name",
                    cell: (s) => (
                      <button type="button" className="link" onClick={() => void setOpen(String(s.id))}>
                        {s.name}
                      </button>
                    ),
                  },
                  { id: "report", header: "Report", cell: (s) => scheduledNames[s.report] },
                  { id: "often", header: "How often", cell: rhythmText },
                  { id: "recipients", header: "To", cell: ({ recipients }) => recipients.map(({ name }) => name).join(", "), grows: true },
                  { id: "next", header: "Next", cell: ({ nextRunAt }) => (nextRunAt ? <When at={nextRunAt} exact /> : "") },
                  { id: "status", header: "Status", cell: (s) => <State of={s} /> },
                ]}
              />
            )
          }
        </Answer>
      </Panel>
      {open && <ScheduleDrawer id={open} onClose={() => void setOpen(null)} />}
    </>
  )
}

const ScheduleDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const of = useApi("GET /api/report-schedules/:id", { id })
  const runs = useApi("GET /api/report-schedules/:id/runs", { id })
  const [asked, ask] = useState<"change" | "run">()
  const lists = [...pathsOf("GET /api/report-schedules"), pathOf("GET /api/report-schedules/:id", { id }), pathOf("GET /api/report-schedules/:id/runs", { id })]
  const change = useCommand("PATCH /api/report-schedules/:id", {
    id,
    lists,
    done: ({ name, isActive }) => `${name} ${isActive ? "resumed" : "paused"}`,
    failed: "Failed to change the schedule",
  })
  const run = useCommand("POST /api/report-schedules/:id/run", {
    id,
    lists,
    done: ({ sent, deliveries }) => `Sent to ${sent} of ${deliveries.length} ${deliveries.length === 1 ? "person" : "people"}`,
    failed: "Failed to send the report",
  })
  if (!of.data) {
    return (
      <Drawer title="Scheduled report" onClose={onClose}>
        {of.isError ? <ErrorPanel error={of.error} retry={() => void of.refetch()} /> : <Loading rows={5} label="Loading schedule..." />}
      </Drawer>
    )
  }
  const schedule = of.data
  return (
    <Drawer
      title={schedule.name}
      subject={`${scheduledNames[schedule.report]} report, ${schedule.siteName ?? "all sites"}`}
      status={<State of={schedule} />}
      onClose={onClose}
      actions={
        schedule.canChange && (
          <>
            <Button disabled={change.pending} onClick={() => change.run({ isActive: !schedule.isActive })}>
              {schedule.isActive ? "Pause" : "Resume"}
            </Button>
            <Button onClick={() => ask("change")}>Change</Button>
            <Button kind="primary" disabled={run.pending} onClick={() => ask("run")}>
              Send now
            </Button>
          </>
        )
      }
    >
      <KeyValues
        of={[
          ["Period", `${periodNames[schedule.period]}, counted from the day it is sent`],
          ["How often", `${rhythmText(schedule)} in Juba`],
          ["Attached as", schedule.format.toUpperCase()],
          ["To", schedule.recipients.map(({ name }) => name).join(", ")],
          ["Next", schedule.nextRunAt ? <When key="next" at={schedule.nextRunAt} exact /> : null],
          ["Made by", schedule.createdByName],
        ]}
      />
      <p className="muted">Each recipient receives only the figures they have access to on the day it is sent.</p>
      <section className="part">
        <h3>Runs</h3>
        <Answer of={runs} rows={3} empty={{ title: "It has not been sent yet" }}>
          {(rows) => (
            <ul className="report-runs">
              {rows.map((run) => (
                <li key={run.id}>
                  <div>
                    <When at={run.at} exact />{" "}
                    <span className="muted">{`of ${formatDay(run.from)} to ${formatDay(run.to)}${run.startedByName ? `, by ${run.startedByName}` : ""}`}</span>
                  </div>
                  <ul>
                    {run.deliveries.map(({ personId, name, mail, reason }) => (
                      <li key={personId}>
                        {name ?? `Person ${personId}`}:{" "}
                        {mail === null ? `not sent, ${reason ?? "reason unknown"}` : mail === "failed" ? `failed, ${reason ?? ""}` : mail}
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
          )}
        </Answer>
      </section>
      {asked === "change" && <ScheduleDialog of={schedule} onClose={() => ask(undefined)} />}
      {asked === "run" && (
        <ConfirmDialog
          title={`Send ${schedule.name} now?`}
          text={`To ${schedule.recipients.map(({ name }) => name).join(", ")}. Its schedule does not change.`}
          confirm="Send now"
          onConfirm={() => run.send()}
          onClose={() => ask(undefined)}
        />
      )}
    </Drawer>
  )
}
