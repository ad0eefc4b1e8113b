/** The dishes of today and this week at each site, for a phone or a wall display. */
import type { CurrentMenuAnswer } from "../../contract.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button, IconButton } from "@ops/platform/ui/button.tsx"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useAddress } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { ChevronLeft, ChevronRight } from "lucide-react"
import { Link } from "react-router-dom"
import { useApi } from "../../web/client.ts"
import { dayNames, inWords, mealTypes, mondayOf, titled } from "../../web/menu-labels.ts"
import "../../web/menus.css"

type Current = typeof CurrentMenuAnswer.Type
type Meal = Current["days"][number]["meals"][number]

export const Component = () => {
  const { siteId } = useWorkingSite()
  const [asked, setAsked] = useAddress("week")
  const monday = mondayOf(asked && /^20\d\d-\d\d-\d\d$/.test(asked) ? asked : today())
  const menus = useApi("GET /api/menus/current", { query: { siteId, date: monday } })
  return (
    <Page
      actions={
        <>
          <Button asChild>
            <Link to="/catering/menus">Weekly Menu Planner</Link>
          </Button>
          <Button kind="primary" onClick={() => print()}>
            Print
          </Button>
        </>
      }
    >
      <div className="menu-bar">
        <div className="menu-weeks">
          <IconButton aria-label="Previous week" onClick={() => void setAsked(addDays(monday, -7))}>
            <ChevronLeft size={17} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <p aria-live="polite">
            <strong>
              {formatDay(monday)} to {formatDay(addDays(monday, 6))}
            </strong>
          </p>
          <IconButton aria-label="Next week" onClick={() => void setAsked(addDays(monday, 7))}>
            <ChevronRight size={17} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <Button onClick={() => void setAsked(null)} disabled={asked === null}>
            This week
          </Button>
        </div>
      </div>
      <Answer of={menus} rows={6} loading="Loading menus..." empty={{ title: "There are no sites" }}>
        {(sites) => sites.map((of) => <SiteMenu key={of.site.id} of={of} />)}
      </Answer>
    </Page>
  )
}

const SiteMenu = ({ of: { site, menu, days, today } }: { readonly of: Current }) => {
  const day = days.find(({ date }) => date === today)
  const isEmpty = days.every(({ meals }) => meals.length === 0)
  return (
    <Panel title={`${site.name}${menu ? `, ${menu.name}` : ""}`} padded={!isEmpty}>
      {isEmpty ? (
        <EmptyState
          small
          title="Nothing is planned for this week"
          action={
            <Link className="link" to="/catering/menus">
              Weekly Menu Planner
            </Link>
          }
        />
      ) : (
        <div className="stack">
          {day && (
            <section aria-label={`Today at ${site.name}`} className="today">
              <h3>Today, {formatDay(today)}</h3>
              <div className="today-meals">
                {mealTypes.map((mealType) => (
                  <div key={mealType}>
                    <h4>{titled(mealType)}</h4>
                    <Dishes meal={day.meals.find((meal) => meal.mealType === mealType)} whole />
                  </div>
                ))}
              </div>
            </section>
          )}
          <div className="table-frame week-wide">
            <table className="table week-table" aria-label={`This week at ${site.name}`}>
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  {mealTypes.map((mealType) => (
                    <th scope="col" key={mealType}>
                      {titled(mealType)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {days.map(({ date, meals }, n) => (
                  <tr key={date} data-today={date === today || undefined}>
                    <td>
                      {dayNames[n]} <span className="muted">{formatDay(date).replace(/ \d+$/, "")}</span>
                    </td>
                    {mealTypes.map((mealType) => (
                      <td key={mealType} data-label={titled(mealType)}>
                        <Dishes meal={meals.find((meal) => meal.mealType === mealType)} />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </Panel>
  )
}

const Dishes = ({ meal, whole }: { readonly meal: Meal | undefined; readonly whole?: boolean }) =>
  meal && meal.dishes.length > 0 ? (
    <ul className="week-dishes">
      {meal.dishes.map(({ id, name, description, allergens, diets }) => (
        <li key={id}>
          {whole ? <strong>{name}</strong> : name}
          {whole && description !== "" && <div className="muted">{description}</div>}
          {whole && diets.length > 0 && <div className="menu-facts">Suits {diets.map(inWords).join(", ")}</div>}
          {allergens.length > 0 && <div className="menu-mark">Contains {allergens.map(inWords).join(", ")}</div>}
        </li>
      ))}
    </ul>
  ) : (
    <span className="muted">Nothing planned</span>
  )
