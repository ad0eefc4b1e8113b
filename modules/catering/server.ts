/** The handlers of the calls about menus and recipes. */
import { Effect, Layer, Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { mondayOf } from "@ops/platform/dates/days.ts"
import { NO_SITE, siteMissing } from "@ops/platform/access/site-scope.ts"
import { Who } from "@ops/platform/access/who.ts"
import { addDays } from "@ops/platform/calendar.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, rowAnswer } from "@ops/platform/http/list-query.ts"
import { type RequestOf, resourceLive, withDecisions } from "@ops/platform/http/resources/server.ts"
import { forbidden, invalid, notFound, Rejection } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { RecipesApi } from "./contract.ts"
import { addDish, changeDish, dishes, restoreDish, retireDish } from "./recipes/dish.ts"
import { issueMeal, kitchenIssues } from "./kitchen-issues/kitchen-issue.ts"
import { currentMenuAnswer, orderOf, recommendationsAnswer, requirementsAnswer } from "./menus/answers.ts"
import { menuOn } from "./menus/calendar.ts"
import { setSlots } from "./menus/menu-cycle.ts"
import { planMeals } from "./menus/menu-plan.ts"
import { requestShortages } from "./menus/shortages.ts"
import { logWish, menuWishes } from "./recommendations/menu-wish.ts"
import { planFacts, recommendationFacts, todayThere } from "./menus/plan-facts.ts"
import { menus } from "./menus/resource.ts"
import { issueList, recipeList, wishList } from "./queries.ts"
import { recommend } from "./recommendations/recommendations.ts"

/** The maximum number of days of a plan per call. */
const mostDays = 92

const recipes = answering(dishes, () => recipeList(null))
const ofMenus = answering(menus.stream, menus.shape, withDecisions(menus))
const ofWishes = answering(menuWishes, wishList)
const ofIssues = answering(kitchenIssues, issueList)

const siteColumns = { id: col.whole, name: col.text, code: col.text }
const siteSql = sql(siteColumns, "select id, name, code from site where id::text = $1 or slug = $1")
const sitesSql = sql(siteColumns, "select id, name, code from site where is_active order by id")
const menuSql = sql(
  {
    id: col.whole,
    version: col.whole,
    weeks: col.whole,
    startDate: col.text,
    site: col.json(Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })),
  },
  `select m.id, m.version, m.weeks, to_char(m.start_date, 'YYYY-MM-DD') as "startDate", json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site
   from menu_cycle m join site s on s.id = m.site_id where m.id = $1 and ($2::bigint is null or m.site_id = $2)`,
)
const requestSql = sql(
  { body: col.text },
  `select json_build_object('id', id, 'requestNumber', request_number, 'siteId', site_id, 'itemCount', jsonb_array_length(items), 'estimatedTotal', es.money(estimated_total))::text as body
   from purchase_request where id = $1`,
)
const descriptionsSql = sql({ id: col.whole, description: col.text }, "select id, description from dish")

/** The site with this id or slug, if the user may see it; null if none is given and all sites are visible. */
const siteAsked = (named: string | number | undefined) =>
  Effect.gen(function* () {
    const { confinedTo } = yield* Who
    const asked = named === undefined || named === "" ? confinedTo : named
    if (asked === null) return null
    if (asked === NO_SITE) return yield* Effect.fail(forbidden(siteMissing))
    const [site] = yield* mapDatabaseErrors(statement(siteSql, [String(asked)]))
    if (!site || (confinedTo !== null && site.id !== confinedTo)) return yield* Effect.fail(notFound(`Site ${String(asked).slice(0, 60)} does not exist`))
    return site
  })

const RecipesLive = HttpApiBuilder.group(RecipesApi, "recipes", (handlers) =>
  handlers.handleAll({
    list: ({ query: { mealType, siteId, ...query } }) =>
      Effect.gen(function* () {
        const site = yield* siteAsked(siteId)
        const shape = recipeList(site?.id ?? null)
        const where = mealType ? [{ sql: "d.meal_types @> to_jsonb(?::text)", values: [mealType] }] : []
        return yield* listAnswer("/api/recipes", { ...shape, where }, query)
      }),
    one: ({ params }) => Effect.flatMap(siteAsked(undefined), (site) => rowAnswer(recipeList(site?.id ?? null), params.id, "Recipe")),
    add: ({ payload: { description = "", allergens = [], diets = [], ...dish } }) => recipes.execute(addDish, { ...dish, description, allergens, diets }, 201),
    change: ({ params, payload }) => recipes.execute(changeDish, { ...params, ...payload }),
    retire: ({ params, payload }) => recipes.execute(retireDish, { ...params, ...payload }),
    restore: ({ params }) => recipes.execute(restoreDish, params),
  }),
)

/** The menu with its site and version, if the person may see it. */
const menuSeen = (id: number) =>
  Effect.gen(function* () {
    const { confinedTo } = yield* Who
    const [menu] = yield* mapDatabaseErrors(statement(menuSql, [id, confinedTo]))
    return menu ?? (yield* Effect.fail(notFound(`Menu ${id} does not exist`)))
  })
/** The requested dates: a week from today by default. */
const daysAsked = ({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) =>
  Effect.gen(function* () {
    const first = from ?? (yield* mapDatabaseErrors(todayThere))
    const last = to ?? addDays(first, 6)
    if (last < first) return yield* Effect.fail(invalid("To must be on or after from"))
    if (last > addDays(first, mostDays)) return yield* Effect.fail(invalid(`A plan can cover ${mostDays} days at most. Choose fewer days`))
    return [first, last] as const
  })
/** The plan for an order or an issue; permission for the site was checked before. */
const factsOf = (siteId: number, from: string, to: string, menuId?: number) => mapDatabaseErrors(planFacts(siteId, from, to, menuId))

const MenusLive = resourceLive(menus, {
  setEntries: ({ params, payload }: RequestOf<typeof menus, "setEntries">) => ofMenus.execute(setSlots, { ...params, slots: payload.entries }),
  requirements: ({ params, query }: RequestOf<typeof menus, "requirements">) =>
    Effect.gen(function* () {
      const menu = yield* menuSeen(params.id)
      const [from, to] = yield* daysAsked(query)
      const facts = yield* factsOf(menu.site.id, from, to, menu.id)
      return jsonResponse(JSON.stringify(requirementsAnswer(menu, menu.site, facts, from, to)))
    }),
  requestShortages: ({ params, payload: { priority = "medium", ...days } }: RequestOf<typeof menus, "requestShortages">) =>
    Effect.gen(function* () {
      const who = yield* Who
      const menu = yield* menuSeen(params.id)
      const [first, to] = yield* daysAsked(days)
      const from = first < who.today ? who.today : first
      if (to < from) return yield* Effect.fail(invalid("These days are in the past. Choose today or later"))
      const facts = yield* factsOf(menu.site.id, from, to, menu.id)
      const lines = planMeals(facts, from, to).totals.filter(({ toRequest }) => toRequest > 0)
      const act = requestShortages({ version: menu.version, lines: lines.map(orderOf) })
      const { id } = yield* mapDatabaseErrors(execute(act, { id: menu.id, from, to, priority }, who, yield* commandKey))
      const [made] = yield* mapDatabaseErrors(statement(requestSql, [id]))
      return jsonResponse(made!.body, { status: 201 })
    }),
  current: ({ query: { siteId, date } }: RequestOf<typeof menus, "current">) =>
    Effect.gen(function* () {
      const site = yield* siteAsked(siteId)
      const sites = site ? [site] : yield* mapDatabaseErrors(statement(sitesSql, []))
      const day = date ?? (yield* mapDatabaseErrors(todayThere))
      const monday = mondayOf(day)
      const texts = yield* mapDatabaseErrors(statement(descriptionsSql, []))
      const descriptions = new Map(texts.map(({ id, description }) => [id, description]))
      const answers = yield* Effect.forEach(sites, (site) =>
        Effect.map(factsOf(site.id, monday, addDays(monday, 6)), (facts) =>
          currentMenuAnswer(site, facts, menuOn(facts.menus, facts.today), day, descriptions),
        ),
      )
      return jsonResponse(JSON.stringify(answers))
    }),
  recommendations: ({ query: { siteId, clientId, mealType } }: RequestOf<typeof menus, "recommendations">) =>
    Effect.gen(function* () {
      const site = yield* siteAsked(siteId)
      if (!site) return yield* Effect.fail(new Rejection(400, "Site is required"))
      if (clientId && !/^[1-9]\d{0,14}$/.test(clientId)) return yield* Effect.fail(new Rejection(400, "Client must be one of the list"))
      const { candidates, situation } = yield* mapDatabaseErrors(recommendationFacts(site.id, clientId ? Number(clientId) : null))
      return jsonResponse(JSON.stringify(recommendationsAnswer(site, situation, recommend(candidates, situation), mealType)))
    }),
  wishes: ({ query }: RequestOf<typeof menus, "wishes">) => Effect.flatMap(Who, (who) => listAnswer("/api/menus/wishes", wishList(who), query)),
  logWish: ({ payload: { dishId = null, text = "", rating = null, ...wish } }: RequestOf<typeof menus, "logWish">) =>
    ofWishes.execute(logWish, { ...wish, dishId, text, rating }, 201),
  issues: ({ query }: RequestOf<typeof menus, "issues">) => Effect.flatMap(Who, (who) => listAnswer("/api/menus/issues", issueList(who), query)),
  issue: ({ payload: { siteId, date, mealType, lines } }: RequestOf<typeof menus, "issue">) =>
    Effect.gen(function* () {
      const site = yield* siteAsked(siteId)
      if (!site) return yield* Effect.fail(new Rejection(400, "Site is required"))
      const facts = yield* factsOf(site.id, date, date)
      const meal = planMeals(facts, date, date).meals.find((meal) => meal.mealType === mealType)
      const onMenu = meal && {
        menuId: meal.menuId,
        dishIds: meal.dishes.map(({ id }) => id),
        heads: meal.heads,
        needs: meal.needs.map(({ stockItemId, required }) => ({ stockItemId, quantity: required })),
      }
      return yield* ofIssues.execute(issueMeal(onMenu), { siteId: site.id, date, mealType, lines }, 201)
    }),
})

export const CateringLive = Layer.mergeAll(RecipesLive, MenusLive)
