/** The weekly menu planner: seven days by three meals of a site's menu, required goods, and shortages. */
import { addDays } from "@ops/platform/calendar.ts"
import { lazyPart } from "@ops/platform/ui/lazy-with-retry.ts"
import { Button, IconButton } from "@ops/platform/ui/button.tsx"
import { Answer } from "@ops/platform/ui/data/answer.tsx"
import { formatDay, today } from "@ops/platform/ui/date.tsx"
import { EmptyState } from "@ops/platform/ui/empty-state.tsx"
import { useKeys } from "@ops/platform/ui/keyboard.tsx"
import { Page } from "@ops/platform/ui/page.tsx"
import { useSession } from "@ops/platform/ui/data/session.tsx"
import { useAddress, useDialog } from "@ops/platform/ui/url-state.ts"
import { useWorkingSite } from "@ops/platform/ui/working-site.tsx"
import { ChevronLeft, ChevronRight } from "lucide-react"
import { useId } from "react"
import { Link } from "react-router-dom"
import type { MealType } from "../../labels.ts"
import { useApi } from "../../web/client.ts"
import { mealTypes, mondayOf, type Menu } from "../../web/menu-labels.ts"
import { KitchenIssues } from "../../kitchen-issues/web/kitchen-issues.tsx"
import { MenuGrid } from "./menu-grid.tsx"
import { MenuNeeds } from "./menu-needs.tsx"
import "../../web/menus.css"

const MenuDialog = lazyPart(() => import("./menu-dialog.tsx"))
const MealDialog = lazyPart(() => import("./meal-dialog.tsx"))
const IssueDialog = lazyPart(() => import("../../kitchen-issues/web/issue-dialog.tsx"))
const SetAsideDialog = lazyPart(() => import("./set-aside-dialog.tsx"))

export const Component = () => {
  const { can } = useSession()
  const { siteId } = useWorkingSite()
  const dialog = useDialog()
  const plans = can("operations.supervise", "department.manage")
  const menus = useApi("GET /api/menus", { query: siteId === undefined ? undefined : { siteId } })
  const [asked, setAsked] = useAddress("menu")
  const create = () => dialog.open("new-menu")
  useKeys("Menus", plans ? { c: ["New menu", create] } : {})
  const chosen = menus.data?.find(({ id }) => String(id) === asked) ?? menus.data?.find(({ isCurrent }) => isCurrent) ?? menus.data?.[0]
  const button = plans && (
    <Button kind="primary" onClick={create}>
      New Menu
    </Button>
  )
  return (
    <Page
      actions={
        <>
          <Button asChild>
            <Link to="/catering/recipes">Recipes</Link>
          </Button>
          <Button asChild>
            <Link to="/catering/menus/current">View Current Menus</Link>
          </Button>
          {button}
        </>
      }
    >
      <Answer of={menus} rows={6} loading="Loading menus...">
        {(rows) =>
          chosen ? (
            <Planner menus={rows} menu={chosen} plans={plans} choose={(id) => void setAsked(String(id))} />
          ) : (
            <EmptyState title="No menus yet" text="A menu plans each meal for one to six weeks, then repeats." {...(button && { action: button })} />
          )
        }
      </Answer>
      {dialog.name === "new-menu" && plans && <MenuDialog onClose={dialog.close} onSaved={({ id }) => void setAsked(String(id))} />}
    </Page>
  )
}

interface PlannerProps {
  readonly menus: readonly Menu[]
  readonly menu: Menu
  readonly plans: boolean
  readonly choose: (id: number) => void
}

const Planner = ({ menus, menu, plans, choose }: PlannerProps) => {
  const { can } = useSession()
  const dialog = useDialog()
  const id = useId()
  const [askedWeek, setWeek] = useAddress("week")
  const start = mondayOf(menu.startDate)
  const monday = askedWeek && /^20\d\d-\d\d-\d\d$/.test(askedWeek) ? mondayOf(askedWeek) : mondayOf(today() > menu.startDate ? today() : menu.startDate)
  const sunday = addDays(monday, 6)
  const needs = useApi("GET /api/menus/:id/requirements", { id: menu.id, query: { from: monday, to: sunday } })
  const week = needs.data?.days.find(({ week }) => week !== null)?.week
  const serves = can("operations.basic", "operations.supervise", "department.manage")
  const siteNames = new Set(menus.map(({ site }) => site.id)).size > 1
  const meal = mealOf(dialog.value)
  const place = needs.data?.days.find(({ date }) => date === meal?.date)
  return (
    <>
      <div className="menu-bar">
        <div className="field">
          <label className="label" htmlFor={id}>
            Menu
          </label>
          <select id={id} className="input" value={menu.id} onChange={({ target }) => choose(Number(target.value))}>
            {menus.map((each) => (
              <option key={each.id} value={each.id}>
                {siteNames ? `${each.site.name}: ${each.name}` : each.name}
                {each.isActive ? "" : " (archived)"}
              </option>
            ))}
          </select>
        </div>
        <div className="menu-weeks">
          <IconButton aria-label="Previous week" disabled={monday <= start} onClick={() => void setWeek(addDays(monday, -7))}>
            <ChevronLeft size={17} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <p aria-live="polite">
            <strong>
              {formatDay(monday)} to {formatDay(sunday)}
            </strong>
            <span className="muted">{!needs.data ? "…" : week ? `Week ${week} of ${menu.weeks}` : "Before this menu starts"}</span>
          </p>
          <IconButton aria-label="Next week" onClick={() => void setWeek(addDays(monday, 7))}>
            <ChevronRight size={17} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <Button onClick={() => void setWeek(null)} disabled={askedWeek === null}>
            This week
          </Button>
        </div>
        {plans && (
          <div className="line">
            <Button onClick={() => dialog.open("change-menu")}>Change</Button>
            <Button onClick={() => dialog.open("use-menu")}>{menu.isActive ? "Archive" : "Restore"}</Button>
          </div>
        )}
      </div>
      {!menu.isActive && (
        <p className="muted" role="status">
          This menu is archived. The ingredients it would need are shown below.
        </p>
      )}
      <MenuGrid
        menu={menu}
        monday={monday}
        needs={needs.data}
        {...(plans && { edit: (date: string, mealType: MealType) => dialog.open("meal", `${date}-${mealType}`) })}
        {...(serves && { issue: (date: string, mealType: MealType) => dialog.open("issue", `${date}-${mealType}`) })}
      />
      <MenuNeeds menu={menu} needs={needs} serves={serves} />
      <KitchenIssues siteId={menu.siteId} from={monday} to={sunday} />
      {dialog.name === "change-menu" && plans && <MenuDialog menu={menu} onClose={dialog.close} />}
      {dialog.name === "use-menu" && plans && <SetAsideDialog menu={menu} onClose={dialog.close} />}
      {dialog.name === "meal" && plans && meal && place?.week && place.day && (
        <MealDialog menu={menu} {...meal} week={place.week} day={place.day} onClose={dialog.close} />
      )}
      {dialog.name === "issue" && serves && meal && needs.data && <IssueDialog needs={needs.data} {...meal} onClose={dialog.close} />}
    </>
  )
}

/** The meal of a dialog from the address: 2026-11-21-lunch. */
const mealOf = (value: string | undefined) => {
  const [, date, word] = /^(20\d\d-\d\d-\d\d)-(\w+)$/.exec(value ?? "") ?? []
  const mealType = mealTypes.find((each) => each === word)
  return date && mealType ? { date, mealType } : undefined
}
