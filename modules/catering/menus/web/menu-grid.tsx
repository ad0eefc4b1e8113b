/** Seven days by three meals: dishes, number of people, cost per head, allergies, and shortages. On a narrow screen, one day at a time. */
import { addDays } from "@ops/platform/calendar.ts"
import { Badge } from "@ops/platform/ui/button.tsx"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { Figure } from "@ops/platform/ui/figure.tsx"
import { useMedia } from "@ops/platform/ui/media.ts"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import type { MealType } from "../../labels.ts"
import { dayNames, inWords, mealTypes, type Menu, peopleWord, type PlannedMeal, type Requirements, titled } from "../../web/menu-labels.ts"

interface MenuGridProps {
  readonly menu: Menu
  readonly monday: string
  readonly needs: Requirements | undefined
  readonly edit?: (date: string, mealType: MealType) => void
  readonly issue?: (date: string, mealType: MealType) => void
}

/** For example "16 Nov" from 2026-11-16. */
const dayMonth = (date: string) => formatDay(date).replace(/ \d+$/, "")

export const MenuGrid = (props: MenuGridProps) => {
  const { menu, monday } = props
  const narrow = useMedia("(max-width: 1000px)")
  const days = dayNames.map((name, n) => ({ name, date: addDays(monday, n) }))
  const now = today()
  if (narrow) {
    return (
      <div className="stack">
        {days.map(({ name, date }) => (
          <Panel key={date} title={`${name}, ${dayMonth(date)}`}>
            {mealTypes.map((mealType) => (
              <div className="menu-narrow" key={mealType}>
                <h3>{titled(mealType)}</h3>
                <Meal {...props} date={date} mealType={mealType} />
              </div>
            ))}
          </Panel>
        ))}
      </div>
    )
  }
  return (
    <div className="table-frame menu-frame">
      <table className="menu-grid" aria-label={`${menu.name}, ${formatDay(monday)} to ${formatDay(addDays(monday, 6))}`}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">Meal</span>
            </th>
            {days.map(({ name, date }) => (
              <th scope="col" key={date} data-today={date === now || undefined}>
                {name} <span className="muted">{dayMonth(date)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {mealTypes.map((mealType) => (
            <tr key={mealType}>
              <th scope="row">{titled(mealType)}</th>
              {days.map(({ date }) => (
                <td key={date} data-today={date === now || undefined}>
                  <Meal {...props} date={date} mealType={mealType} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Meal = ({ menu, needs, edit, issue, date, mealType }: MenuGridProps & { readonly date: string; readonly mealType: MealType }) => {
  const now = today()
  const found = needs?.days.find((each) => each.date === date)
  const place = found?.week && found.day ? { week: found.week, day: found.day } : undefined
  const entry = menu.entries.find((entry) => entry.week === place?.week && entry.day === place.day && entry.mealType === mealType)
  const meal = needs?.meals.find((meal) => meal.date === date && meal.mealType === mealType)
  // another menu may already apply on this day
  const own = meal?.menuId === menu.id ? meal : undefined
  const isSoon = date === now || date === addDays(now, 1)
  return (
    <div className="menu-cell">
      {entry ? (
        <ul className="menu-dishes">
          {entry.dishes.map((dish) => (
            <li key={dish.id}>{dish.name}</li>
          ))}
        </ul>
      ) : (
        <span className="muted">{!needs ? "" : place ? "Nothing planned" : "Not started"}</span>
      )}
      {meal && !own && entry && <span className="muted">Another menu applies</span>}
      {own && <Facts meal={own} menuId={menu.id} />}
      <span className="menu-acts">
        {edit && place && (
          <button
            type="button"
            className="act"
            aria-label={`${entry ? "Change" : "Plan"} ${mealType} of ${formatDay(date)}`}
            onClick={() => edit(date, mealType)}
          >
            {entry ? "Change" : "Plan"}
          </button>
        )}
        {own?.issued && <Badge tone="green">Issued</Badge>}
        {issue && own && !own.issued && own.dishes.length > 0 && menu.isActive && isSoon && (
          <button type="button" className="act" aria-label={`Issue ${mealType} of ${formatDay(date)} to the kitchen`} onClick={() => issue(date, mealType)}>
            Issue
          </button>
        )}
      </span>
    </div>
  )
}

const headsWord = ({ heads, source }: PlannedMeal) =>
  source === "none" ? "Number of people not set" : `${heads} people${source === "served" ? ", as recently served" : ""}`

const Facts = ({ meal, menuId }: { readonly meal: PlannedMeal; readonly menuId: number }) => {
  const short = meal.needs.filter(({ shortage }) => Number(shortage) > 0)
  return (
    <>
      <span className="menu-facts">
        {headsWord(meal)}
        {meal.costPerHead !== null && (
          <span>
            <Figure
              value={formatMoney(meal.costPerHead, "USD")}
              of={{ name: "menu.costPerHead", parameters: { id: menuId, day: meal.date, meal: meal.mealType } }}
              label={`Cost per person, ${meal.mealType}`}
            />
            {" per person"}
          </span>
        )}
      </span>
      {!meal.past &&
        meal.warnings.map(({ kind, word, people, dishes }) => (
          <span key={kind + word} className="menu-mark" data-kind={kind} title={dishes.join(", ") || undefined}>
            {kind === "allergen" ? `${titled(word)}: ${peopleWord(people)} allergic` : `Nothing ${inWords(word)} for ${peopleWord(people)}`}
          </span>
        ))}
      {short.length > 0 && (
        <span className="menu-mark" data-kind="short" title={short.map(({ name, shortage, unit }) => `${name} ${shortage} ${unit}`).join(", ")}>
          Short of {short.map(({ name }) => name).join(", ")}
        </span>
      )}
    </>
  )
}
