/** Catering: meals compared with the plan, food cost, waste, and the accuracy of head-counts. */
import { mealReaders, slotsSql } from "./overview.ts"
import { booksSql, type ReportShape, share, stepsSql, stepStart } from "./shape.ts"

const explained = (column: "planned" | "served" | "missed") => ({ name: `meals.${column}Between`, may: mealReaders })
const food = "account_number = '5100'"
const losses = "account_number = '5110'"
const sums = `sum(l.planned)::bigint as planned, sum(l.served)::bigint as served, sum(l.missed)::bigint as missed, ${share("sum(l.served)", "sum(l.planned)")} as share`
const meals = [
  { key: "planned", title: "Planned", kind: "integer" },
  { key: "served", title: "Served", kind: "integer" },
  { key: "missed", title: "Missed", kind: "integer" },
  { key: "share", title: "Served of planned (%)", kind: "decimal" },
] as const
/** Slots that were both counted and recorded by name: only for those can the count be checked. */
const counted = "l.head_count is not null and l.source = 'attendance'"
const perMeal = (cost: string, served: string) => `es.money(round((${cost})::numeric / nullif(${served}, 0))::bigint)`

export const cateringReport: ReportShape = {
  with: [slotsSql, booksSql, stepsSql],
  figures: [
    { key: "mealsServed", label: "Meals served", unit: "meals", sql: "select sum(served)::bigint from slots", figure: explained("served") },
    { key: "mealsPlanned", label: "Meals planned", unit: "meals", sql: "select sum(planned)::bigint from slots", figure: explained("planned") },
    { key: "mealsMissed", label: "No-shows", unit: "meals", sql: "select sum(missed)::bigint from slots", figure: explained("missed") },
    {
      key: "accuracy",
      label: "Head-counts that agree",
      unit: "%",
      sql: `select ${share("count(*) filter (where not l.discrepancy)", "count(*)")} from slots l where ${counted}`,
    },
    { key: "foodCost", label: "Cost of food", unit: "USD", money: true, sql: `select es.money(sum(amount)::bigint) from books where ${food}` },
    {
      key: "costPerMeal",
      label: "Food cost per meal",
      unit: "USD",
      money: true,
      sql: `select ${perMeal(`select sum(amount) from books where ${food}`, "(select sum(served) from slots)")}`,
    },
    { key: "waste", label: "Waste and losses of stock", unit: "USD", money: true, sql: `select es.money(sum(amount)::bigint) from books where ${losses}` },
    {
      key: "wasteShare",
      label: "Waste rate",
      unit: "%",
      money: true,
      sql: `select ${share(`sum(amount) filter (where ${losses})`, "sum(amount)")} from books where ${food} or ${losses}`,
    },
  ],
  tables: [
    {
      key: "meals",
      title: "Meals over time",
      columns: [{ key: "from", title: "From", kind: "date" }, ...meals],
      sql: `select s.step as from, m.* from steps s left join (select ${stepStart("l.date")} as at, ${sums} from slots l group by 1) m on m.at = s.step
        where exists (select from slots) order by s.step`,
      chart: { label: "from", value: "served", unit: "meals" },
    },
    {
      key: "sites",
      title: "Meals by site",
      columns: [{ key: "site", title: "Site", kind: "text" }, ...meals],
      sql: `select s.name as site, ${sums} from slots l join site s on s.id = l.site_id group by s.id, s.name order by s.name`,
      chart: { label: "site", value: "served", unit: "meals" },
    },
    {
      key: "kinds",
      title: "Breakfast, lunch and dinner",
      columns: [{ key: "meal", title: "Meal", kind: "text" }, ...meals],
      sql: `select initcap(l.meal_type) as meal, ${sums} from slots l group by l.meal_type order by array_position(array['breakfast', 'lunch', 'dinner'], l.meal_type)`,
      chart: { label: "meal", value: "served", unit: "meals" },
    },
    {
      key: "clients",
      title: "Meals by client",
      columns: [{ key: "client", title: "Client", kind: "text" }, ...meals],
      sql: `select c.company_name as client, ${sums} from slots l join client c on c.id = l.client_id group by c.id, c.company_name order by sum(l.served) desc, 1`,
    },
    {
      key: "costs",
      title: "Food cost and waste",
      money: true,
      columns: [
        { key: "from", title: "From", kind: "date" },
        { key: "foodCost", title: "Food (USD)", kind: "money" },
        { key: "waste", title: "Waste and losses (USD)", kind: "money" },
        { key: "perMeal", title: "Food cost per meal (USD)", kind: "money" },
      ],
      sql: `select s.step as from, es.money(b.food) as "foodCost", es.money(b.waste) as waste,
          ${perMeal("b.food", "m.served")} as "perMeal"
        from steps s left join (select ${stepStart("l.date")} as at, sum(l.served) as served from slots l group by 1) m on m.at = s.step left join (select step, sum(amount) filter (where ${food})::bigint as food, sum(amount) filter (where ${losses})::bigint as waste
          from books where ${food} or ${losses} group by step) b on b.step = s.step
        where exists (select from books where ${food} or ${losses}) order by s.step`,
      chart: { label: "from", value: "foodCost", unit: "USD" },
    },
    {
      key: "accuracy",
      title: "Head-counts against attendance",
      columns: [
        { key: "site", title: "Site", kind: "text" },
        { key: "compared", title: "Meals with both", kind: "integer" },
        { key: "agreeing", title: "Agree", kind: "integer" },
        { key: "accuracy", title: "Agree (%)", kind: "decimal" },
      ],
      sql: `select s.name as site, count(*) as compared, count(*) filter (where not l.discrepancy) as agreeing,
          ${share("count(*) filter (where not l.discrepancy)", "count(*)")} as accuracy
        from slots l join site s on s.id = l.site_id where ${counted} group by s.id, s.name order by s.name`,
    },
  ],
}
