/** Trends of meals: served by meal, planned against served, no-shows, and peak hours. */
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { BarChart } from "@ops/platform/ui/charts/bar-chart.tsx"
import { Day, formatDay, today } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { DateInput } from "@ops/platform/ui/forms/date-input.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { addDays } from "@ops/platform/calendar.ts"
import { type ReactNode, useId } from "react"
import type { MealAnalyticsAnswer } from "../contract.ts"
import { useApi } from "./client.ts"
import { ServedChart } from "./served-chart.tsx"
import { ShareBar } from "./share-bar.tsx"

type Meals = typeof MealAnalyticsAnswer.Type

const servedIn = (meals: Meals) => meals.served.reduce((sum, { served }) => sum + served, 0)
const figure = new Intl.NumberFormat("en-US").format
const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((100 * part) / whole))

export default function Analytics() {
  const { siteId } = useWorkingSite()
  const [from, setFrom] = useAddress("from")
  const [to, setTo] = useAddress("to")
  const last = to ?? today()
  const first = from ?? addDays(last, -29)
  const meals = useApi("GET /api/meal-analytics", { query: { siteId, from: first, to: last } })
  return (
    <div className="stack">
      <form className="line" aria-label="Period" onSubmit={(event) => event.preventDefault()}>
        <DayField label="From" value={first} max={last} change={setFrom} />
        <DayField label="To" value={last} min={first} change={setTo} />
      </form>
      <Answer of={meals} rows={8}>
        {(of) =>
          of.served.length === 0 ? (
            <EmptyState title="No meals in this period" text={`From ${formatDay(of.from)} to ${formatDay(of.to)} nothing was planned or served.`} />
          ) : (
            <>
              <Served of={of} />
              <div className="columns">
                <NoShows of={of} />
                <Peaks of={of} />
              </div>
              <p className="muted">Goods issued for a meal are shown with the menus, waste with the stock. Neither is split by client.</p>
            </>
          )
        }
      </Answer>
    </div>
  )
}

interface DayFieldProps {
  readonly label: string
  readonly value: string
  readonly min?: string
  readonly max?: string
  readonly change: (day: string | null) => unknown
}

const DayField = ({ label, value, min, max, change }: DayFieldProps) => {
  const id = useId()
  return (
    <span className="line-tight">
      <label htmlFor={id}>{label}</label>
      <DateInput id={id} value={value} min={min} max={max} onChange={(day) => void change(day || null)} />
    </span>
  )
}

/** A table that may be wider than a phone. */
const Table = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be reachable by keyboard
  <section className="table-frame" tabIndex={0} aria-label={label}>
    <table className="table">{children}</table>
  </section>
)

/** The figures of a chart as a table, to be read or copied. */
const Figures = (props: { readonly label: string; readonly children: ReactNode }) => (
  <details className="figures">
    <summary>Show the figures</summary>
    <Table {...props} />
  </details>
)

const Served = ({ of }: { readonly of: Meals }) => {
  const { siteId } = useWorkingSite()
  const between = (name: "served" | "planned", { from, to }: Meals) => ({ name: `meals.${name}Between`, parameters: { siteId, from, to } })
  const on = (name: "served" | "planned", day: string, meal?: string) => ({ name: `meals.${name}Between`, parameters: { siteId, from: day, to: day, meal } })
  const planned = of.served.reduce((sum, day) => sum + day.planned, 0)
  const served = servedIn(of)
  return (
    <Panel
      title="Meals served"
      padded
      actions={
        <span className="muted num">
          <Figure value={figure(served)} of={between("served", of)} label="Served" />
          {planned === 0 ? (
            " served"
          ) : (
            <>
              {" of "}
              <Figure value={figure(planned)} of={between("planned", of)} label="Planned" /> planned, {percent(served, planned)}%
            </>
          )}
        </span>
      }
    >
      <ServedChart days={of.served} />
      <Figures label="Meals served, day by day">
        <thead>
          <tr>
            <th scope="col">Date</th>
            {["Breakfast", "Lunch", "Dinner", "Planned", "Served", "Efficiency"].map((head) => (
              <th key={head} scope="col" className="num">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.served.map((day) => (
            <tr key={day.date}>
              <th scope="row">
                <Day date={day.date} />
              </th>
              {(["breakfast", "lunch", "dinner"] as const).map((meal) => (
                <td key={meal} className="num">
                  <Figure value={day[meal]} of={on("served", day.date, meal)} label={meal} />
                </td>
              ))}
              <td className="num">
                <Figure value={day.planned} of={on("planned", day.date)} label="Planned" />
              </td>
              <td className="num">
                <Figure value={day.served} of={on("served", day.date)} label="Served" />
              </td>
              <td className="num">{percent(day.served, day.planned) === null ? "–" : `${percent(day.served, day.planned)}%`}</td>
            </tr>
          ))}
        </tbody>
      </Figures>
    </Panel>
  )
}

const NoShows = ({ of }: { readonly of: Meals }) => {
  const { siteId } = useWorkingSite()
  const ofClient = (name: string, clientId: number) => ({ name: `meals.${name}`, parameters: { siteId, from: of.from, to: of.to, clientId } })
  return (
    <Panel title="No-shows by client">
      {of.noShows.length === 0 ? (
        <EmptyState title="Nothing was planned in this period" small />
      ) : (
        <Table label="No-shows by client">
          <thead>
            <tr>
              <th scope="col">Client</th>
              <th scope="col" className="num">
                Planned
              </th>
              <th scope="col" className="num">
                Missed
              </th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {of.noShows.map(({ clientId, companyName, planned, missed, rate }) => (
              <tr key={clientId}>
                <td>{companyName}</td>
                <td className="num">
                  <Figure value={planned} of={ofClient("plannedBetween", clientId)} label={`Planned for ${companyName}`} />
                </td>
                <td className="num">
                  <Figure value={missed} of={ofClient("missedBetween", clientId)} label={`Missed by ${companyName}`} />
                </td>
                <td>
                  {rate === null ? (
                    <ShareBar percent={rate} />
                  ) : (
                    <Figure value={<ShareBar percent={rate} />} of={ofClient("missedShare", clientId)} label="Share" />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

/** Taps by hour, including empty hours between the first and the last. */
const Peaks = ({ of }: { readonly of: Meals }) => {
  const { siteId } = useWorkingSite()
  const counts = new Map(of.peaks.map(({ hour, count }) => [hour, count]))
  const first = of.peaks[0]?.hour ?? 0
  const last = of.peaks.at(-1)?.hour ?? -1
  const hours = Array.from({ length: last - first + 1 }, (_, place) => ({ hour: first + place, count: counts.get(first + place) ?? 0 }))
  const busiest = Math.max(...hours.map(({ count }) => count))
  const peak = hours.find(({ count }) => count === busiest)
  return (
    <Panel title="Arrivals by hour" padded>
      {peak === undefined ? (
        <EmptyState title="No attendance by name in this period" small />
      ) : (
        <>
          <BarChart
            title="People by the hour"
            unit="people"
            bars={hours.map(({ hour, count }) => ({ label: String(hour), value: count, current: count === busiest }))}
            sentence={`Busiest between ${peak.hour} and ${peak.hour + 1} o'clock: ${peak.count} of ${of.peaks.reduce((sum, { count }) => sum + count, 0)}.`}
          />
          <Figures label="People by the hour">
            <thead>
              <tr>
                <th scope="col">Hour in Juba</th>
                <th scope="col" className="num">
                  People
                </th>
              </tr>
            </thead>
            <tbody>
              {hours.map(({ hour, count }) => (
                <tr key={hour}>
                  <th scope="row">
                    {hour}:00 to {hour + 1}:00
                  </th>
                  <td className="num">
                    <Figure value={count} of={{ name: "meals.hour", parameters: { siteId, from: of.from, to: of.to, hour } }} label="People" />
                  </td>
                </tr>
              ))}
            </tbody>
          </Figures>
        </>
      )}
    </Panel>
  )
}
