/** Today's meals: the sessions, the people fed, and the link to the kiosk. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatTime } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { MetricStrip } from "@ops/platform/ui/metric-strip.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { Link } from "react-router-dom"
import type { MealTilesAnswer } from "../contract.ts"
import { pathOf, useApi } from "./client.ts"
import "./meals.css"
import { fullName, useDiners } from "./people.ts"
import { SessionActs, useMeals } from "../meal-sessions/web/session-commands.tsx"
import { useSessionsOfToday } from "../meal-sessions/web/sessions-of-today.ts"
import { useTaps } from "../kiosk/web/use-taps.ts"
import { counted, countsOf, dinersOf, type MealSession, mealWord, planWord, servedAt } from "./labels.ts"

const SessionDialog = lazyPart(() => import("../meal-sessions/web/session-dialog.tsx"))
const AttendanceDialog = lazyPart(() => import("../meal-sessions/web/attendance-dialog.tsx"))

export const Component = () => {
  const { siteId } = useWorkingSite()
  const { serves } = useMeals()
  const dialog = useDialog()
  const [asked, setAsked] = useAddress("session")
  const sessions = useSessionsOfToday(siteId)
  const { kept } = useTaps()
  useReadyForKiosk(sessions.data)
  const open = sessions.data?.filter(({ status }) => status !== "cancelled") ?? []
  const chosen = sessions.data?.find(({ id }) => String(id) === asked) ?? open.find(({ status }) => status === "active") ?? open[0]
  const recordable = chosen !== undefined && chosen.status !== "cancelled"
  const create = () => dialog.open("new-session")
  useKeys("Meals", serves ? { c: ["New session", create] } : {})
  return (
    <Page
      actions={
        <>
          <Button asChild>
            <Link to="/meal-tracking-enhanced">Enhanced Meal Tracking</Link>
          </Button>
          {serves && (
            <Button disabled={!recordable} onClick={() => dialog.open("record-attendance")}>
              Record Attendance
            </Button>
          )}
          {serves && (
            <Button kind="primary" onClick={create}>
              New Session
            </Button>
          )}
        </>
      }
    >
      <Tiles />
      {kept.length > 0 && (
        <p className="meals-unsent" role="status">
          {counted(kept.length, "tap", "taps")} of a kiosk in this browser {kept.length === 1 ? "has" : "have"} not been recorded yet.{" "}
          <Link className="link" to={`/meal-tracking/kiosk/${kept[0]!.mealSessionId}`}>
            Show
          </Link>
        </p>
      )}
      <div className="columns">
        <Panel title="Meal Sessions" {...(sessions.data && { count: sessions.data.length })}>
          <Answer of={sessions} rows={3} loading="Loading meal sessions..." empty={{ title: "No meal sessions for today" }}>
            {(rows) => (
              <ul className="rows">
                {[...rows].sort(byUrgency).map((session) => (
                  <SessionRow key={session.id} session={session} chosen={session === chosen} choose={() => void setAsked(String(session.id))} />
                ))}
              </ul>
            )}
          </Answer>
        </Panel>
        <ActiveStaff session={chosen} />
      </div>
      {dialog.name === "new-session" && <SessionDialog onClose={dialog.close} onOpened={({ id }) => void setAsked(String(id))} />}
      {dialog.name === "record-attendance" && recordable && <AttendanceDialog sessions={open} chosen={chosen.id} onClose={dialog.close} />}
    </Page>
  )
}

/** Preloads the data of the kiosk for each open session, so that it also opens offline. */
const useReadyForKiosk = (sessions: readonly MealSession[] = []) => {
  const queries = useQueryClient()
  useEffect(() => {
    for (const { id, siteId, clientId, status } of sessions) {
      if (status !== "active") continue
      void queries.prefetchQuery({ queryKey: [pathOf("GET /api/meal-sessions/:id", { id })] })
      void queries.prefetchQuery({ queryKey: [pathOf("GET /api/meal-attendance"), servedAt(id)] })
      void queries.prefetchQuery({ queryKey: [pathOf("GET /api/staff-members"), dinersOf({ siteId, clientId })] })
    }
  }, [queries, sessions])
}

const Tiles = () => {
  const { siteId } = useWorkingSite()
  const tiles = useApi("GET /api/meal-tiles", { query: siteId === undefined ? undefined : { siteId } })
  const of = tiles.data
  const cell = (label: string, value: (tiles: typeof MealTilesAnswer.Type) => string, name: string, currency?: "USD") => ({
    label,
    value: of ? value(of) : tiles.isError ? "–" : "...",
    loading: tiles.isPending,
    ...(of && { figure: { name, parameters: { siteId, currency } } }),
  })
  const revenue = cell("Today's Revenue", ({ todaysRevenue }) => (todaysRevenue === null ? "–" : formatMoney(todaysRevenue, "USD")), "meals.revenue", "USD")
  const pounds = of?.todaysRevenueSsp
  const also = (amount: string) => (
    <>
      and <Figure value={formatMoney(amount, "SSP")} of={{ name: "meals.revenue", parameters: { siteId, currency: "SSP" } }} label={revenue.label} />
    </>
  )
  return (
    <MetricStrip
      label="Meals today"
      cells={[
        cell("Today's Sessions", ({ todaysSessions }) => String(todaysSessions), "meals.sessions"),
        cell("Total Attendees", ({ totalAttendees }) => String(totalAttendees), "meals.attendees"),
        cell("Active Staff", ({ activeStaff }) => String(activeStaff), "client.activeStaff"),
        of && of.todaysRevenue === null
          ? { label: revenue.label, value: "–", note: { tone: "neutral", text: "Shown to finance and management" } }
          : { ...revenue, ...(pounds && Number(pounds) !== 0 && { note: { tone: "neutral" as const, text: also(pounds) } }) },
      ]}
    />
  )
}

/** Open sessions first, cancelled ones last; otherwise in order of the day. */
const byUrgency = (a: MealSession, b: MealSession) => order[a.status] - order[b.status]
const order = { active: 0, completed: 1, cancelled: 2 }

interface SessionRowProps {
  readonly session: MealSession
  readonly chosen: boolean
  readonly choose: () => void
}

const SessionRow = ({ session, chosen, choose }: SessionRowProps) => {
  const { mealType, sessionStartTime, site, client, project, status } = session
  const over = session.capacity !== null && session.totalAttendees > session.capacity
  return (
    <li className="row meal-session" data-chosen={chosen || undefined}>
      <button type="button" className="meal-pick" aria-pressed={chosen} onClick={choose}>
        <b>{mealWord(mealType)}</b> <span className="num">{formatTime(sessionStartTime)}</span>
      </button>
      <div className="row-body">
        <div>
          <SiteCode code={site.code} name={site.name} /> {client.companyName}
          {project && <span className="muted"> · {project.projectName}</span>}
        </div>
        <div className={over ? "num meals-warn" : "num muted"}>{countsOf(session)}</div>
      </div>
      <span className="meal-status">
        <StatusMark status={status} />
      </span>
      <span className="meal-acts">
        <SessionActs session={session} />
      </span>
    </li>
  )
}

/** The people of the selected session's client at its site; those of the working site if none is selected. */
const ActiveStaff = ({ session }: { readonly session: MealSession | undefined }) => {
  const { siteId } = useWorkingSite()
  const staff = useDiners(session ? { siteId: session.siteId, clientId: session.clientId } : { siteId })
  return (
    <Panel
      title="Active Staff"
      {...(staff.data && { count: staff.data.length })}
      // the tile of the same name counts everyone: this one names the client it counts
      besides={session !== undefined && `of ${session.client.companyName}`}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className="staff-list" tabIndex={0} aria-label="Active staff">
        <Answer of={staff} rows={6} loading="Loading staff..." empty={{ title: "No active staff" }}>
          {(people) => (
            <ul className="rows">
              {people.map((person) => (
                <li className="row" key={person.id}>
                  <div className="row-body">
                    <div>
                      {fullName(person)} <span className="muted num">{person.staffNumber}</span>
                    </div>
                    <div className="muted">{[person.position, person.department].filter(Boolean).join(" · ")}</div>
                  </div>
                  <span className="muted">{planWord(person.mealPlan)}</span>
                </li>
              ))}
            </ul>
          )}
        </Answer>
      </section>
    </Panel>
  )
}
