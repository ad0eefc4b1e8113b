/** Recommended dishes for a site's people, with reasons; and their clients' wishes and ratings. */
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { Button } from "@ops/platform/ui/button.tsx"
import { When } from "@ops/platform/ui/date.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { formatMoney } from "@ops/platform/ui/money.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { Panel } from "@ops/platform/ui/panel.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { useId } from "react"
import { Link } from "react-router-dom"
import { useApi } from "../../web/client.ts"
import { mealTypes, titled } from "../../web/menu-labels.ts"
import "../../web/menus.css"

const WishDialog = lazyPart(() => import("./wish-dialog.tsx"))

export const Component = () => {
  const { can } = useSession()
  const { siteId: working, sites } = useWorkingSite()
  const dialog = useDialog()
  const [askedSite, setSite] = useAddress("site")
  const [clientId, setClient] = useAddress("client")
  const [mealType, setMeal] = useAddress("meal")
  const siteId = working ?? sites.find(({ id }) => String(id) === askedSite)?.id ?? sites[0]?.id
  const clients = useApi("GET /api/clients", siteId ? { query: { siteId } } : null).data ?? []
  const query = { siteId, clientId: clientId ?? undefined, mealType: mealType ?? undefined }
  const advice = useApi("GET /api/menus/recommendations", siteId ? { query } : null)
  const wishes = useApi("GET /api/menus/wishes", siteId ? { query: { siteId, clientId: clientId ?? undefined, limit: 20 } } : null)
  const logs = can("operations.basic", "operations.supervise", "department.manage")
  const log = () => dialog.open("log-wish")
  useKeys("Recommendations", logs ? { c: ["Add request", log] } : {})
  return (
    <Page
      actions={
        <>
          <Button asChild>
            <Link to="/catering/menus">Weekly Menu Planner</Link>
          </Button>
          {logs && (
            <Button kind="primary" onClick={log}>
              Add request
            </Button>
          )}
        </>
      }
    >
      <div className="menu-bar">
        {working === undefined && (
          <Choice
            label="Site"
            value={String(siteId ?? "")}
            onChange={(value) => void setSite(value)}
            options={sites.map(({ id, name }) => [String(id), name])}
          />
        )}
        <Choice
          label="Client"
          value={clientId ?? ""}
          onChange={(value) => void setClient(value || null)}
          options={[["", "All clients"], ...clients.map(({ id, companyName }): [string, string] => [String(id), companyName])]}
        />
        <Choice
          label="Meal"
          value={mealType ?? ""}
          onChange={(value) => void setMeal(value || null)}
          options={[["", "All meals"], ...mealTypes.map((word): [string, string] => [word, titled(word)])]}
        />
      </div>
      <div className="columns">
        <Panel title="Suggested dishes" {...(advice.data && { count: advice.data.dishes.length })}>
          <Answer of={advice} rows={6} loading="Loading recommendations...">
            {({ dishes }) =>
              dishes.length === 0 ? (
                <p className="panel-body muted">
                  No dish is available at this meal yet.{" "}
                  <Link className="link" to="/catering/recipes?dialog=new-recipe">
                    Add a recipe
                  </Link>
                </p>
              ) : (
                <ol className="rows">
                  {dishes.map((dish) => (
                    <li className="row" key={dish.id}>
                      <div className="row-body advice">
                        <div className="advice-head">
                          <Link className="link" to={`/catering/recipes?open=${dish.id}`}>
                            {dish.name}
                          </Link>
                          <span className="muted">{dish.mealTypes.map(titled).join(", ")}</span>
                          <span className="spread" />
                          {dish.costPerHead !== null && <span className="num">{formatMoney(dish.costPerHead, "USD")} per head</span>}
                          <strong className="num">{points(dish.score)}</strong>
                        </div>
                        <ul className="advice-reasons">
                          {dish.reasons.map((reason) => (
                            <li key={reason.kind + reason.text}>
                              <span className={`num ${reason.points > 0 ? "positive" : "negative"}`}>{points(reason.points)}</span>
                              <span>{reason.text}</span>
                            </li>
                          ))}
                        </ul>
                      </div>
                    </li>
                  ))}
                </ol>
              )
            }
          </Answer>
        </Panel>
        <Panel title="Client requests and ratings" {...(wishes.data && { count: wishes.data.length })}>
          <Answer
            of={wishes}
            rows={3}
            loading="Loading wishes..."
            empty={{ title: "No requests or ratings yet", text: "Client requests and ratings change the suggestions." }}
          >
            {(rows) => (
              <ul className="rows">
                {rows.map((wish) => (
                  <li className="row" key={wish.id}>
                    <div className="row-body">
                      <div>
                        {wish.dishName && <strong>{wish.dishName} </strong>}
                        {wish.rating !== null && <span className="num">rated {wish.rating} of 5</span>}
                      </div>
                      {wish.text !== "" && <div>{wish.text}</div>}
                      <div className="muted">
                        {wish.companyName}, <When at={wish.at} />
                      </div>
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </Answer>
        </Panel>
      </div>
      {dialog.name === "log-wish" && logs && siteId && <WishDialog siteId={siteId} onClose={dialog.close} />}
    </Page>
  )
}

const points = (of: number) => `${of > 0 ? "+" : of < 0 ? "−" : ""}${Math.abs(of).toFixed(1)}`

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly onChange: (value: string) => void
}
const Choice = ({ label, value, options, onChange }: ChoiceProps) => {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <select id={id} className="input" value={value} onChange={({ target }) => onChange(target.value)}>
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
