import { capitalised } from "@ops/platform/text.ts"
import { formatDay } from "@ops/platform/ui/date.tsx"
import { useMedia } from "@ops/platform/ui/media.ts"
import { useId } from "react"
import "@ops/platform/ui/charts/charts.css"

export interface ServedDay {
  readonly date: string
  readonly breakfast: number
  readonly lunch: number
  readonly dinner: number
  readonly planned: number
  readonly served: number
}

const meals = ["breakfast", "lunch", "dinner"] as const
const height = 240
const left = 40
const ground = height - 22
const top = 10

/** A round number not below `most`, and a third of it. */
const scaleOf = (most: number) => {
  const rough = Math.max(most, 3) / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((each) => each * power >= rough && Number.isInteger(each * power)) ?? 10) * power
  return { step, most: step * 3 }
}

/** The meals of each day as a stacked bar, with a line at the number planned. */
export const ServedChart = ({ days }: { readonly days: readonly ServedDay[] }) => {
  const id = useId()
  // drawn at about its real size, so that its text has the size of the page's text
  const [width, labels] = useMedia("(max-width: 700px)") ? [340, 4] : [1040, 10]
  const scale = scaleOf(Math.max(...days.map(({ planned, served }) => Math.max(planned, served))))
  const y = (heads: number) => ground - (heads / scale.most) * (ground - top)
  const slot = (width - left) / days.length
  const thick = Math.min(40, slot * 0.72)
  const x = (place: number) => left + slot * place + (slot - thick) / 2
  const every = Math.ceil(days.length / labels)
  const first = days[0]!
  const last = days.at(-1)!
  const total = (of: (day: ServedDay) => number) => days.reduce((sum, day) => sum + of(day), 0)
  return (
    <figure className="chart">
      <figcaption className="chart-key">
        {meals.map((meal) => (
          <span key={meal} data-meal={meal}>
            <i aria-hidden /> {capitalised(meal)}
          </span>
        ))}
        <span data-meal="planned">
          <i aria-hidden /> Planned
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={id}>
        <title id={id}>
          {`Meals served from ${formatDay(first.date)} to ${formatDay(last.date)}: ${total(({ served }) => served)} of ${total(({ planned }) => planned)} planned.`}
        </title>
        {[0, 1, 2, 3].map((step) => (
          <g key={step}>
            <line className="chart-grid" x1={left} x2={width} y1={y(step * scale.step)} y2={y(step * scale.step)} />
            <text x={left - 8} y={y(step * scale.step) + 4} textAnchor="end">
              {step * scale.step}
            </text>
          </g>
        ))}
        {days.map((day, place) => {
          const floors = { breakfast: 0, lunch: day.breakfast, dinner: day.breakfast + day.lunch }
          return (
            <g key={day.date}>
              {meals.map(
                (meal) =>
                  day[meal] > 0 && (
                    <rect
                      key={meal}
                      className="chart-meal"
                      data-meal={meal}
                      x={x(place)}
                      width={thick}
                      y={y(floors[meal] + day[meal])}
                      height={y(floors[meal]) - y(floors[meal] + day[meal])}
                    />
                  ),
              )}
              {day.planned > 0 && <line className="chart-planned" x1={x(place) - 2} x2={x(place) + thick + 2} y1={y(day.planned)} y2={y(day.planned)} />}
              {place % every === 0 && (
                <text x={x(place) + thick / 2} y={height - 5} textAnchor="middle">
                  {formatDay(day.date).replace(/ \d+$/, "")}
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
