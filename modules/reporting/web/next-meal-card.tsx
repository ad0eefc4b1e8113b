/** The next meal at the working site: the menu, the number of heads, and the link to serve it. */
import { capitalised } from "@ops/platform/text.ts"
import { Button } from "@ops/platform/ui/button.tsx"
import { formatTime, today } from "@ops/platform/ui/date.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { Play, UsersRound } from "lucide-react"
import { useEffect, useState } from "react"
import { Link } from "react-router-dom"
import { useApi } from "./client.ts"
import { nextMeal, untilMeal } from "./next-meal.ts"

/** The time in Juba, updated every minute. */
const useMinute = () => {
  const [time, setTime] = useState(() => formatTime(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setTime(formatTime(new Date())), 20_000)
    return () => clearInterval(timer)
  }, [])
  return time
}

export default function NextMealCard({ siteId }: { readonly siteId: number }) {
  const { can } = useSession()
  const time = useMinute()
  const sessions = useApi("GET /api/meal-sessions", { query: { siteId, from: today(), to: today(), sort: "sessionDate" } })
  const menus = useApi("GET /api/menus/current", { query: { siteId } })
  const planned = useApi("GET /api/daily-meal-summaries", { query: { siteId, from: today(), to: today(), limit: 200 } })
  if (!sessions.data) return null
  const next = nextMeal(sessions.data, time)
  const { meal, begins, isTomorrow, running } = next
  const days = menus.data?.[0]?.days
  const day = days?.findIndex(({ date }) => date === today()) ?? -1
  const dishes = days?.[isTomorrow ? day + 1 : day]?.meals.find(({ mealType }) => mealType === meal)?.dishes ?? []
  const clients = (planned.data ?? []).map(({ client, ...row }) => ({ name: client.companyName, heads: row[`${meal}Planned`] }))
  const expected = clients.reduce((sum, { heads }) => sum + heads, 0)
  const isServed = running !== undefined && (time >= begins || running.served > 0)
  const serves = can("operations.basic", "operations.supervise", "department.manage")
  return (
    <section className="next-meal" aria-labelledby="next-meal">
      <div className="next-meal-head">
        <h2 id="next-meal">{capitalised(meal)}</h2>
        <span>{isServed && time >= begins ? "serving now" : untilMeal(next, time)}</span>
      </div>
      <p>
        {begins}
        {dishes.length > 0 ? ` · ${dishes.map(({ name }) => name).join(", ")}` : menus.data && ` · No menu for ${meal}`}
      </p>
      {expected > 0 && (
        <dl>
          {isServed && (
            <div>
              <dd className="num">{running.served}</dd>
              <dt>served</dt>
            </div>
          )}
          <div>
            <dd className="num">{expected}</dd>
            <dt>expected</dt>
          </div>
          {!isServed &&
            clients.slice(0, 2).map(({ name, heads }) => (
              <div key={name}>
                <dd className="num">{heads}</dd>
                <dt>{name}</dt>
              </div>
            ))}
        </dl>
      )}
      {serves && !isTomorrow && (
        <Button large asChild>
          <Link to={running ? `/meal-tracking/kiosk/${running.id}` : "/meal-tracking?dialog=new-session"}>
            {running ? <UsersRound size={20} strokeWidth={1.75} aria-hidden /> : <Play size={20} strokeWidth={1.75} aria-hidden />}
            {running ? "Open kiosk" : `Start ${meal}`}
          </Link>
        </Button>
      )}
    </section>
  )
}
