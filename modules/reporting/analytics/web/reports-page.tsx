/** Reports: the figures of a period at a site, part by part, all computed; downloads; and scheduled reports. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { href } from "@ops/platform/ui/data/api.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { useApiQuery } from "@ops/platform/ui/data/data.ts"
import { today } from "@ops/platform/ui/date.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession, useUser } from "@ops/platform/ui/data/session.tsx"
import { DateInput } from "@ops/platform/ui/forms/date-input.tsx"
import { Tabs } from "@ops/platform/ui/tabs.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { useSites, useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { Download } from "lucide-react"
import { type ReactNode, useId } from "react"
import type { ReportAnswer } from "../contract.ts"
import type { ReportTab } from "../labels.ts"
import { reportTabs, schedulers, tabNames, tabReaders } from "./labels.ts"
import { ReportView } from "./report-view.tsx"
import { Schedules } from "../../schedules/web/report-schedules.tsx"
import "./reports.css"

const ScheduleDialog = lazyPart(() => import("../../schedules/web/schedule-dialog.tsx"))

const periods = [
  ["this_month", "Current Month"],
  ["last_month", "Last Month"],
  ["this_quarter", "Current Quarter"],
  ["this_year", "Current Year"],
  ["custom", "Custom Range"],
] as const
const everySite = "all"

/** The parameters of the report, from the address. */
const useAsked = () => {
  const user = useUser()
  const { siteId } = useWorkingSite()
  const [period, setPeriod] = useAddress("period")
  const [from, setFrom] = useAddress("from")
  const [to, setTo] = useAddress("to")
  const [site, setSite] = useAddress("siteId")
  const isCustom = period === "custom"
  const first = from ?? `${today().slice(0, 7)}-01`
  const last = to ?? today()
  const shown = user.siteConfined ? undefined : site === everySite ? undefined : (site ?? siteId)
  return {
    period: period ?? "this_month",
    isCustom,
    isReversed: isCustom && first > last,
    from: first,
    to: last,
    site: shown === undefined ? everySite : String(shown),
    query: { ...(isCustom ? { from: first, to: last } : { period: period ?? "this_month" }), siteId: shown },
    setFrom,
    setTo,
    setSite,
    choosePeriod: (next: string) => {
      void setPeriod(next === "this_month" ? null : next)
      void setFrom(next === "custom" ? first : null)
      void setTo(next === "custom" ? last : null)
    },
  }
}
type Asked = ReturnType<typeof useAsked>

export const Component = () => {
  const { can, sees } = useSession()
  const dialog = useDialog()
  const asked = useAsked()
  const maySchedule = sees(...schedulers)
  const schedule = () => dialog.open("schedule-report")
  const tabs = reportTabs.filter((tab) => sees(...tabReaders[tab]))
  return (
    <Page>
      <Tabs label="Reports" tabs={tabs.map((id) => ({ id, label: tabNames[id] }))}>
        {(tab) => (
          <>
            <Controls asked={asked}>
              {!inThePast && can(...schedulers) && <Button onClick={schedule}>Schedule Report</Button>}
              {asked.isReversed ? (
                <Button disabled>Export All</Button>
              ) : (
                <Button asChild>
                  <a href={href(`/api/reports/analytics/${tab}/export`, asked.query)} download>
                    <Download size={16} strokeWidth={1.75} aria-hidden /> Export All
                  </a>
                </Button>
              )}
            </Controls>
            <Report key={tab} tab={tab as ReportTab} asked={asked} />
          </>
        )}
      </Tabs>
      {maySchedule && <Schedules onNew={schedule} />}
      {dialog.name === "schedule-report" && !inThePast && maySchedule && <ScheduleDialog onClose={dialog.close} />}
    </Page>
  )
}

const Report = ({ tab, asked }: { readonly tab: ReportTab; readonly asked: Asked }) => {
  const report = useApiQuery<ReportAnswer>(`/api/reports/analytics/${tab}`, asked.query)
  return (
    <Answer of={report} rows={10} loading="Loading report...">
      {(of) => <ReportView of={of} />}
    </Answer>
  )
}

const Field = ({ label, children }: { readonly label: string; readonly children: (id: string) => ReactNode }) => {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}

const Controls = ({ asked, children }: { readonly asked: Asked; readonly children: ReactNode }) => {
  const user = useUser()
  const sites = useSites()
  return (
    <form className="report-controls" aria-label="Report" onSubmit={(event) => event.preventDefault()}>
      <Field label="Period">
        {(id) => (
          <span className="select">
            <select id={id} className="input" value={asked.period} onChange={({ target }) => asked.choosePeriod(target.value)}>
              {periods.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </span>
        )}
      </Field>
      {asked.isCustom && (
        <>
          <Field label="From">{(id) => <DateInput id={id} value={asked.from} onChange={(day) => void asked.setFrom(day || null)} />}</Field>
          <Field label="To">{(id) => <DateInput id={id} value={asked.to} onChange={(day) => void asked.setTo(day || null)} />}</Field>
        </>
      )}
      {!user.siteConfined && (
        <Field label="Site">
          {(id) => (
            <span className="select">
              <select id={id} className="input" value={asked.site} onChange={({ target }) => void asked.setSite(target.value)}>
                <option value={everySite}>All Sites</option>
                {sites.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            </span>
          )}
        </Field>
      )}
      <span className="spread" />
      <span className="report-acts">{children}</span>
    </form>
  )
}
