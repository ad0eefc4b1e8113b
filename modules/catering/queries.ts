/** The SQL of the lists of menus and recipes. */
import type { SignedIn } from "@ops/platform/access/who.ts"
import type { Condition, ListShape } from "@ops/platform/http/list-query.ts"
import { Dish } from "./recipes/dish.ts"
import { filledIn } from "@ops/platform/records/row-columns.ts"
import { KitchenIssue } from "./kitchen-issues/kitchen-issue.ts"
import { MenuWish } from "./recommendations/menu-wish.ts"

const own = (site: string, { confinedTo }: Pick<SignedIn, "confinedTo">): ReadonlyArray<Condition> =>
  confinedTo === null ? [] : [{ sql: `${site} = ?`, values: [confinedTo] }]
const site = "json_build_object('id', s.id, 'name', s.name, 'code', s.code) as site"
const person = (id: string) => `(select u.first_name || ' ' || u.last_name from person u where u.id = ${id})`
/** The dishes with these ids, as JSON. */
export const dishesNamed = (ids: string) =>
  `(select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name) order by x.n), '[]') from jsonb_array_elements_text(${ids}) with ordinality as x(id, n) join dish d on d.id = x.id::bigint)`

/** Cents per unit of item `i`: the average of the stock at a site, or overall, else its usual cost. */
export const unitCostSql = (siteId: number | null) =>
  `coalesce((select case when sum(v.current_quantity) > 0 and sum(v.value) > 0 then round(sum(v.value) * 1000.0 / sum(v.current_quantity))::bigint end
    from stock_level v where v.stock_item_id = i.id${siteId === null ? "" : ` and v.site_id = ${Math.trunc(siteId)}`}), i.unit_cost)`

/** Dishes with their cost per head at a site, or overall. */
export const recipeList = (siteId: number | null): ListShape => ({
  select:
    `${Dish.answer("d", "id", "name", "description", "mealTypes", "allergens", "diets", "isActive", "version", "createdAt", "updatedAt")}, ` +
    `c.ingredients, es.money(c.cents) as "costPerHead"`,
  from: `dish d cross join lateral (select
      json_agg(json_build_object('stockItemId', i.id, 'name', i.name, 'unit', i.unit, 'quantity', es.quantity((g.part->>'quantity')::bigint),
        'unitCost', es.money(p.cents), 'cost', es.money(round(p.cents * (g.part->>'quantity')::bigint / 1000.0)::bigint)) order by g.n) as ingredients,
      case when count(*) = count(p.cents) then round(sum(p.cents * (g.part->>'quantity')::bigint) / 1000.0)::bigint end as cents
    from jsonb_array_elements(d.ingredients) with ordinality as g(part, n) join stock_item i on i.id = (g.part->>'stockItemId')::bigint
    cross join lateral (select ${unitCostSql(siteId)} as cents) p) c`,
  base: "dish d",
  id: "d.id",
  filters: { status: "case when d.is_active then 'active' else 'retired' end" },
  search: ["d.name", "d.description"],
  sorts: { name: "d.name", costPerHead: "c.cents", createdAt: "d.created_at" },
  order: "name",
  file: "Recipes",
  columns: [
    { key: "name", title: "Dish", kind: "text" },
    { key: "description", title: "Description", kind: "text" },
    { key: "costPerHead", title: "Cost per person (USD)", kind: "money" },
    { key: "isActive", title: "Active", kind: "text" },
  ],
})

/** Goods issued to the kitchens. */
export const issueList = (who: Pick<SignedIn, "confinedTo">): ListShape => ({
  select:
    `${KitchenIssue.answer("k", "id", "siteId", "date", "mealType", "heads", "issuedBy", "createdAt")}, ${site}, s.name as "siteName", ${dishesNamed("k.dish_ids")} as dishes, ` +
    `(select coalesce(json_agg(json_build_object('stockItemId', i.id, 'name', i.name, 'unit', i.unit, 'quantity', es.quantity((l->>'quantity')::bigint)) order by i.name), '[]')
      from jsonb_array_elements(k.lines) l join stock_item i on i.id = (l->>'stockItemId')::bigint) as lines, jsonb_array_length(k.lines) as "lineCount", ` +
    `es.money(coalesce((select -sum(v.value) from stock_movement v where v.source_kind = 'kitchen_issue' and v.source_id = k.id), 0)::bigint) as cost, ${person("k.issued_by")} as "issuedByName"`,
  from: "kitchen_issue k join site s on s.id = k.site_id",
  base: "kitchen_issue k",
  filled: filledIn(KitchenIssue, "k"),
  id: "k.id",
  site: "k.site_id",
  date: "k.date",
  where: own("k.site_id", who),
  filters: { mealType: "k.meal_type" },
  search: ["s.name", "k.meal_type"],
  sorts: { date: "k.date", site: "s.name", mealType: "array_position(array['breakfast', 'lunch', 'dinner'], k.meal_type)", createdAt: "k.created_at" },
  order: "-date,-createdAt",
  file: "Kitchen issues",
  columns: [
    { key: "date", title: "Date", kind: "date" },
    { key: "siteName", title: "Site", kind: "text" },
    { key: "mealType", title: "Meal", kind: "text" },
    { key: "heads", title: "People", kind: "integer" },
    { key: "lineCount", title: "Items", kind: "integer" },
    { key: "cost", title: "Cost (USD)", kind: "money" },
    { key: "issuedByName", title: "Issued by", kind: "text" },
  ],
})

/** Clients' wishes and ratings. */
export const wishList = (who: Pick<SignedIn, "confinedTo">): ListShape => ({
  select:
    `${MenuWish.answer("w", "id", "clientId", "siteId", "dishId", "text", "rating", "at")}, c.company_name as "companyName", ${site}, s.name as "siteName", ` +
    `d.name as "dishName", ${person("w.logged_by")} as "loggedByName"`,
  from: "menu_wish w join client c on c.id = w.client_id join site s on s.id = w.site_id left join dish d on d.id = w.dish_id",
  base: "menu_wish w",
  id: "w.id",
  site: "w.site_id",
  date: "(w.at at time zone 'Africa/Juba')::date",
  where: own("w.site_id", who),
  filters: { clientId: "w.client_id", dishId: "w.dish_id" },
  search: ["c.company_name", "d.name", "w.text"],
  sorts: { at: "w.at", rating: "w.rating", client: "c.company_name", dish: "d.name" },
  order: "-at",
  file: "Menu wishes",
  columns: [
    { key: "at", title: "Logged", kind: "text" },
    { key: "companyName", title: "Client", kind: "text" },
    { key: "siteName", title: "Site", kind: "text" },
    { key: "dishName", title: "Dish", kind: "text" },
    { key: "rating", title: "Rating", kind: "integer" },
    { key: "text", title: "Wish", kind: "text" },
    { key: "loggedByName", title: "Logged by", kind: "text" },
  ],
})
