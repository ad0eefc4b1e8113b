/** Today's meals and their head-counts, shortages for tomorrow, items running short, and attendance of the last two weeks. */
import { withUnit } from "@ops/platform/text.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Badge, Button } from "@ops/platform/ui/button.tsx"
import { formatDay, formatTime, today } from "@ops/platform/ui/date.tsx"
import type { FigureRef } from "@ops/platform/ui/data/figure-ref.ts"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { inThePast } from "@ops/platform/ui/instant.ts"
import { Panel, Row, Rows } from "@ops/platform/ui/panel.tsx"
import { SiteCode } from "@ops/platform/ui/site-code.tsx"
import { StatusMark } from "@ops/platform/ui/status-mark.tsx"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { addDays } from "@ops/platform/calendar.ts"
import { count } from "@ops/platform/text.ts"
import { mealOptions, type MealSession, type MealType } from "@ops/meals/web/labels.ts"
import { useLowStock } from "@ops/stock/web/low-stock.ts"
import { useQueries } from "@tanstack/react-query"
import { Link } from "react-router-dom"
import type { RequirementsAnswer } from "../contract.ts"
import { pathOf, useApi } from "./client.ts"

type Requirements = typeof RequirementsAnswer.Type

const begins = { breakfast: "06:30", lunch: "12:30", dinner: "18:30" } as const satisfies Record<MealType, string>
const days = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "long" })
const weekday = (date: string) => days.format(new Date(`${date}T00:00:00Z`))
export const whole = new Intl.NumberFormat("en-US")
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
const share = (part: number, all: number) => `${all === 0 ? 0 : Math.min(100, Math.round((part / all) * 100))}%`

const useDay = () => {
  const { siteId, sites } = useWorkingSite()
  const query = { siteId, from: today(), to: today() }
  return {
    sites: siteId === undefined ? sites : sites.filter(({ id }) => id === siteId),
    sessions: useApi("GET /api/meal-sessions", { query: { ...query, sort: "sessionDate" } }),
    summaries: useApi("GET /api/daily-meal-summaries", { query: { ...query, limit: 200 } }),
    menus: useApi("GET /api/menus/current", { query: { siteId } }),
  }
}

/** Today's meals, one row per site. */
export const TodaysMeals = ({ serves }: { readonly serves: boolean }) => {
  const { sites, sessions, summaries, menus } = useDay()
  const now = formatTime(new Date())
  const plannedFor = (site: number, meal: MealType) => {
    const rows = (summaries.data ?? []).filter(({ siteId }) => siteId === site)
    return { planned: sum(rows.map((row) => row[`${meal}Planned`])), served: sum(rows.map((row) => row[`${meal}Served`])), clients: rows }
  }
  const shown = sites.filter(({ id }) => plannedFor(id, "lunch").clients.length > 0 || sessions.data?.some(({ siteId }) => siteId === id))
  const dishOf = (site: number, meal: MealType) =>
    menus.data
      ?.find((menu) => menu.site.id === site)
      ?.days.find(({ date }) => date === today())
      ?.meals.find(({ mealType }) => mealType === meal)
      ?.dishes.map(({ name }) => name)
      .join(", ")
  return (
    <Panel
      title="Today's meals"
      besides={`${weekday(today())}, ${formatDay(today())} · served of planned`}
      actions={
        <span className="catering-legend muted" aria-hidden>
          <i data-part="served" /> served <i /> planned
        </span>
      }
    >
      <Answer of={summaries} rows={4} loading="Loading meals...">
        {() =>
          shown.length === 0 ? (
            <p className="panel-body muted">No meals are planned today.</p>
          ) : (
            <table className="catering-day">
              <thead>
                <tr>
                  <th scope="col">Site</th>
                  {mealOptions.map(({ value, label }) => (
                    <th scope="col" key={value}>
                      {label} · {begins[value]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map((site) => (
                  <tr key={site.id}>
                    <th scope="row">
                      <span className="line-tight">
                        <SiteCode code={site.code} name={site.name} /> {site.name}
                      </span>
                      <small className="muted">
                        {plannedFor(site.id, "lunch")
                          .clients.map(({ client, lunchPlanned }) => `${client.companyName} ${lunchPlanned}`)
                          .join(", ")}
                      </small>
                    </th>
                    {mealOptions.map(({ value, label }) => (
                      <Meal
                        key={value}
                        label={label}
                        figure={{ name: "meals.servedBetween", parameters: { siteId: site.id, from: today(), to: today(), meal: value } }}
                        of={plannedFor(site.id, value)}
                        dish={dishOf(site.id, value)}
                        sessions={(sessions.data ?? []).filter(
                          ({ siteId, mealType, status }) => siteId === site.id && mealType === value && status !== "cancelled",
                        )}
                        hasBegun={now >= begins[value]}
                        serves={serves}
                      />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Answer>
    </Panel>
  )
}

interface MealProps {
  readonly label: string
  /** explains how many were served */
  readonly figure: FigureRef
  readonly of: { readonly planned: number; readonly served: number }
  readonly dish: string | undefined
  readonly sessions: readonly MealSession[]
  readonly hasBegun: boolean
  readonly serves: boolean
}

const Meal = ({ label, figure, of: { planned, served }, dish, sessions, hasBegun, serves }: MealProps) => {
  const active = sessions.filter(({ status }) => status === "active")
  const isRunning = active.length > 0 && hasBegun
  const isWaiting = served === 0 && !isRunning
  const kiosk = active.length === 1 ? `/meal-tracking/kiosk/${active[0]!.id}` : "/meal-tracking"
  return (
    <td data-running={isRunning || undefined}>
      <div className="catering-count">
        <span className="catering-meal muted">{label}</span>
        <b className="num">{isWaiting ? whole.format(planned) : <Figure value={whole.format(served)} of={figure} label={`${label}, served`} />}</b>
        <span className="muted num">{isWaiting ? "planned" : `/ ${whole.format(planned)}`}</span>
        <span className="spread" />
        {isRunning && serves && !inThePast ? (
          <Button kind="primary" asChild>
            <Link to={kiosk}>Open kiosk</Link>
          </Button>
        ) : active.length === 0 && sessions.length > 0 ? (
          <StatusMark status="closed" />
        ) : (
          serves &&
          !inThePast &&
          served === 0 && (
            <Link className="act" to={active.length > 0 ? kiosk : "/meal-tracking?dialog=new-session"} aria-label={`Start ${label.toLowerCase()}`}>
              Start
            </Link>
          )
        )}
      </div>
      <div className="catering-bar" aria-hidden>
        <i style={{ width: share(served, planned) }} />
      </div>
      <small className="muted">{[dish ?? "No menu", isRunning && "serving now"].filter(Boolean).join(" · ")}</small>
    </td>
  )
}

/** Tomorrow's dishes, and which ingredients the store lacks. */
export const Tomorrow = () => {
  const { menus, summaries } = useDay()
  const tomorrow = addDays(today(), 1)
  const people = sum((summaries.data ?? []).map(({ lunchPlanned }) => lunchPlanned))
  const dishes = (meal: MealType) => [
    ...new Set(
      (menus.data ?? []).flatMap(
        ({ days: planned }) =>
          planned
            .find(({ date }) => date === tomorrow)
            ?.meals.find(({ mealType }) => mealType === meal)
            ?.dishes.map(({ name }) => name) ?? [],
      ),
    ),
  ]
  return (
    <Panel
      title="Tomorrow's menu"
      besides={`${weekday(tomorrow)}${people > 0 ? `, ${whole.format(people)} people` : ""}`}
      actions={
        <Link className="link" to="/catering/menus">
          Menu planner
        </Link>
      }
    >
      <Answer of={menus} rows={3}>
        {(rows) => (
          <Rows>
            {mealOptions.map(({ value, label }) => (
              <Row key={value}>
                <span className="catering-tomorrow">
                  <span className="muted">{label}</span>
                  <span>{dishes(value).join(", ") || "No menu"}</span>
                  <span className="line">
                    <Stores menus={rows.flatMap(({ menu, site }) => (menu ? [{ menuId: menu.id, siteCode: site.code }] : []))} day={tomorrow} meal={value} />
                  </span>
                </span>
              </Row>
            ))}
          </Rows>
        )}
      </Answer>
    </Panel>
  )
}

interface StoresProps {
  readonly menus: readonly { readonly menuId: number; readonly siteCode: string }[]
  readonly day: string
  readonly meal: MealType
}
/** What the stores of the sites lack for a meal. */
const Stores = ({ menus, day, meal }: StoresProps) => {
  const needs = useQueries({
    queries: menus.map(({ menuId }) => ({
      queryKey: [pathOf("GET /api/menus/:id/requirements", { id: menuId }), { from: day, to: day }],
      select: ({ meals }: Requirements) => meals.find(({ mealType }) => mealType === meal)?.needs ?? [],
    })),
  })
  const short = needs.flatMap(({ data = [] }, n) =>
    data.filter(({ shortage }) => Number(shortage) > 0).map((need) => ({ ...need, siteCode: menus[n]!.siteCode })),
  )
  if (short.length === 0)
    return needs.some(({ data }) => data && data.length > 0) && needs.every(({ isSuccess }) => isSuccess) ? (
      <StatusMark status="approved" label="Stock is enough" />
    ) : null
  return short.slice(0, 2).map(({ stockItemId, name, shortage, unit, siteCode }) => (
    <Badge key={`${siteCode} ${stockItemId}`} tone="red">
      {whole.format(Math.ceil(Number(shortage)))} {unit} {name.toLowerCase()} short at {siteCode}
    </Badge>
  ))
}

interface SupplyProps {
  readonly name: string
  readonly request: { readonly id: number; readonly status: string; readonly expectedDate: string | null } | undefined
  readonly may: boolean
}
/** What has been done about an item that runs short: when its order arrives, or that it has been requested; otherwise the way to request it. */
const Supply = ({ name, request, may }: SupplyProps) => {
  if (request === undefined)
    return (
      may && (
        <Link className="act" to="/procurement/new" aria-label={`Request ${name}`}>
          Request
        </Link>
      )
    )
  const { id, status, expectedDate } = request
  return (
    <Link className="badge catering-supply" to={`/procurement?open=${id}`}>
      {status === "pending" ? "Requested" : expectedDate ? `Arrives ${formatDay(expectedDate).slice(0, -5)}` : "Ordered"}
    </Link>
  )
}

/** The items that run out first, and what has been done about them. */
export const RunningShort = ({ serves }: { readonly serves: boolean }) => {
  const { siteId } = useWorkingSite()
  const alerts = useApi("GET /api/stock/alerts", { query: { siteId, limit: 3 } })
  const all = useLowStock(siteId === undefined ? {} : { siteId }).data?.stockAlerts
  const requests = useApi("GET /api/purchase-requests", { query: { siteId, status: "pending,approved", limit: 100 } }).data ?? []
  return (
    <Panel
      title="Running short"
      besides={!!all && count(all, "item")}
      actions={
        <Link className="link" to="/catering/stock">
          All stock
        </Link>
      }
    >
      <Answer of={alerts} rows={4} empty={{ title: "All stock levels are adequate" }}>
        {(rows) => (
          <Rows>
            {rows.map(({ id, siteCode, site, itemName, currentQuantity, stockItem, daysRemaining }) => (
              <Row
                key={id}
                act={
                  <Supply
                    name={itemName}
                    request={requests.find((each) => each.siteId === site.id && each.items?.some(({ stockItemId }) => stockItemId === stockItem.id))}
                    may={serves && !inThePast}
                  />
                }
              >
                <span className="catering-short">
                  <SiteCode code={siteCode} name={site.name} />
                  <span>{itemName}</span>
                  <span className="muted num">{withUnit(currentQuantity, stockItem.unit)}</span>
                  {daysRemaining !== null && (
                    <b className={`num ${daysRemaining <= 2 ? "negative" : daysRemaining <= 5 ? "catering-soon" : ""}`}>{count(daysRemaining, "day")}</b>
                  )}
                </span>
              </Row>
            ))}
          </Rows>
        )}
      </Answer>
    </Panel>
  )
}

/** The share of planned meals that were served by day, one chart per site. */
const useLately = () => {
  const { siteId } = useWorkingSite()
  const to = today()
  const from = addDays(to, -13)
  return { from, summaries: useApi("GET /api/daily-meal-summaries", { query: { siteId, from, to, limit: 1000 } }) }
}

/** The meals planned and served, and the people planned for, on each of the last 14 days, today last. */
export const useLatelyByDay = () => {
  const { from, summaries } = useLately()
  return (
    summaries.data &&
    Array.from({ length: 14 }, (_, n) => {
      const onDay = summaries.data.filter(({ summaryDate }) => summaryDate === addDays(from, n))
      return {
        planned: sum(onDay.map(({ totalPlanned }) => totalPlanned)),
        served: sum(onDay.map(({ totalServed }) => totalServed)),
        people: sum(onDay.map(({ lunchPlanned }) => lunchPlanned)),
      }
    })
  )
}

export const ServedLately = () => {
  const { from, summaries } = useLately()
  return (
    <Panel
      title="Served, last 14 days"
      besides="share of planned meals"
      actions={
        <Link className="link" to="/catering/feeding-history">
          Feeding history
        </Link>
      }
    >
      <Answer of={summaries} rows={2} empty={{ title: "No meals in the last 14 days" }}>
        {(rows) => (
          <div className="catering-lately">
            {[...Map.groupBy(rows, ({ site }) => site.id).values()].map((of) => {
              const { site } = of[0]!
              const perDay = Array.from({ length: 14 }, (_, n) => {
                const date = addDays(from, n)
                const onDay = of.filter(({ summaryDate }) => summaryDate === date)
                return { date, planned: sum(onDay.map(({ totalPlanned }) => totalPlanned)), served: sum(onDay.map(({ totalServed }) => totalServed)) }
              })
              const whole14 = share(sum(perDay.map(({ served }) => served)), sum(perDay.map(({ planned }) => planned)))
              return (
                <figure key={site.id} aria-label={`${site.name}: ${whole14} of the planned meals of 14 days were served`}>
                  <figcaption className="line">
                    <SiteCode code={site.code} name={site.name} /> {site.name}
                    <span className="spread" />
                    <b className="num">{whole14}</b>
                  </figcaption>
                  <div className="catering-days" aria-hidden>
                    {perDay.map(({ date, planned, served }) => (
                      <span
                        key={date}
                        title={`${formatDay(date)}: ${whole.format(served)} of ${whole.format(planned)}`}
                        data-today={date === today() || undefined}
                      >
                        <i style={{ height: share(served, planned) }} />
                      </span>
                    ))}
                  </div>
                </figure>
              )
            })}
          </div>
        )}
      </Answer>
    </Panel>
  )
}
