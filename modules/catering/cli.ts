/** `ops menus`: menus, their requirements from the store, recommendations, and clients' wishes. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { clientIdNamed } from "@ops/clients/client-named.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { listCommand } from "@ops/platform/terminal/listing/list-command.ts"
import { printWith } from "@ops/platform/terminal/lists.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { menus } from "./menus/resource.ts"
import { mealTypes, type MealType } from "./labels.ts"

type Menu = (typeof menus)["Row"]

const menuColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Menu", kind: "integer", priority: 0 },
  { key: "name", title: "Name", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 0 },
  { key: "weeks", title: "Weeks", kind: "integer", priority: 1 },
  { key: "startDate", title: "Starts", kind: "date", priority: 1 },
  { key: "mealsPlanned", title: "Meals planned", kind: "integer", priority: 1 },
  { key: "isActive", title: "In use", kind: "text", priority: 2 },
  { key: "isCurrent", title: "In force", kind: "text", priority: 0 },
]
const mealColumns: ReadonlyArray<TableColumn> = [
  { key: "date", title: "Date", kind: "date", priority: 0 },
  { key: "mealType", title: "Meal", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "dishNames", title: "Dishes", kind: "text", priority: 0 },
  { key: "heads", title: "People", kind: "integer", priority: 1 },
  { key: "costPerHead", title: "Cost per person (USD)", kind: "money", priority: 1 },
  { key: "short", title: "Short of", kind: "text", priority: 2 },
  { key: "warning", title: "Mind", kind: "text", priority: 2 },
]
const itemColumns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "Item", kind: "text", priority: 0 },
  { key: "unit", title: "Unit", kind: "text", priority: 1 },
  { key: "required", title: "Required", kind: "text", priority: 0 },
  { key: "onHand", title: "On hand", kind: "text", priority: 2 },
  { key: "earlier", title: "Earlier meals", kind: "text", priority: 3 },
  { key: "available", title: "Left for it", kind: "text", priority: 1 },
  { key: "shortage", title: "Short", kind: "text", priority: 0 },
  { key: "onOrder", title: "On order", kind: "text", priority: 1 },
  { key: "toRequest", title: "To request", kind: "integer", priority: 0 },
  { key: "estimatedCost", title: "Cost (USD)", kind: "money", priority: 2 },
]
const recipeColumns: ReadonlyArray<TableColumn> = [
  { key: "id", title: "Recipe", kind: "integer", priority: 0 },
  { key: "name", title: "Dish", kind: "text", priority: 0 },
  { key: "meals", title: "Meals", kind: "text", priority: 1 },
  { key: "costPerHead", title: "Cost per person (USD)", kind: "money", priority: 0 },
  { key: "contains", title: "Contains", kind: "text", priority: 2 },
  { key: "suits", title: "Suits", kind: "text", priority: 3 },
  { key: "isActive", title: "Active", kind: "text", priority: 2 },
]
const adviceColumns: ReadonlyArray<TableColumn> = [
  { key: "name", title: "Dish", kind: "text", priority: 0 },
  { key: "score", title: "Score", kind: "text", priority: 0 },
  { key: "costPerHead", title: "Cost per person (USD)", kind: "money", priority: 1 },
  { key: "why", title: "Why", kind: "text", priority: 0 },
]
const wishColumns: ReadonlyArray<TableColumn> = [
  { key: "at", title: "Logged", kind: "instant", priority: 1 },
  { key: "companyName", title: "Client", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 2 },
  { key: "dishName", title: "Dish", kind: "text", priority: 0 },
  { key: "rating", title: "Rating", kind: "integer", priority: 0 },
  { key: "text", title: "Wish", kind: "text", priority: 0 },
]
const issueColumns: ReadonlyArray<TableColumn> = [
  { key: "date", title: "Date", kind: "date", priority: 0 },
  { key: "mealType", title: "Meal", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "heads", title: "People", kind: "integer", priority: 1 },
  { key: "lineCount", title: "Items", kind: "integer", priority: 1 },
  { key: "cost", title: "Cost (USD)", kind: "money", priority: 0 },
]
const requestColumns: ReadonlyArray<TableColumn> = [
  { key: "requestNumber", title: "Request #", kind: "text", priority: 0 },
  { key: "itemCount", title: "Items", kind: "integer", priority: 0 },
  { key: "estimatedTotal", title: "Estimated (USD)", kind: "money", priority: 0 },
]

const api = async () => (await import("./menus/resource.ts")).MenusApi
const coded = <Row extends { readonly site: { readonly code: string } }>(row: Row) => ({ ...row, siteCode: row.site.code })
const names = (of: ReadonlyArray<{ readonly name: string }>) => of.map(({ name }) => name).join(", ")
const mealOption = () => new Option("--meal <meal>", "breakfast, lunch or dinner").choices(mealTypes)

/** The menu with this id or, if none is given, the one that applies at the site today, or the only one that applies. */
const menuNamed = async (call: Call, command: Command, name: string | undefined, site: string | undefined): Promise<Menu> => {
  const contract = await api()
  if (name !== undefined) {
    if (!/^[1-9]\d{0,14}$/.test(name)) throw new Exit("usage", `"${name}" is not the id of a menu.`, { next: "ops menus list" })
    return call(command, contract, (client) => client.menus.one({ params: { id: Number(name) } }))
  }
  const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
  const menus = await call(command, contract, (client) => client.menus.list({ query: { siteId } }))
  const current = menus.filter(({ isCurrent }) => isCurrent)
  if (current.length === 1) return current[0]!
  throw new Exit("usage", current.length === 0 ? "No menu applies today." : "Each site has its own menu.", {
    next: "Give a menu id (ops menus list), or --site.",
  })
}

interface Days {
  readonly site?: string
  readonly from?: string
  readonly to?: string
}
const withDays = (command: Command) =>
  command
    .option("--site <code>", "the menu of this site that applies today")
    .option("--from <day>", "from this day; today if not given")
    .option("--to <day>", "up to this day; a week if not given")

/** Adds the `menus` commands to the program. */
export const addMenuCommands = (program: Command, call: Call): void => {
  const menus = program.command("menus").description("menus and recipes: planned dishes, required ingredients, recommendations")
  const siteAsked = (command: Command, name: string) => siteNamed(call, command, name)
  const print = async (rows: object, command: Command, columns: ReadonlyArray<TableColumn>) =>
    (await import("@ops/platform/terminal/output.ts")).print(rows, { ...commonOptions(command), columns })

  listCommand(menus.command("list").description("menus of the sites you can see"), {
    columns: menuColumns,
    site: siteAsked,
    rows: async (query, command) => call(command, await api(), (client) => client.menus.list({ query, responseMode: "decoded-and-response" })),
    shown: coded,
    examples: [
      { line: "ops menus list", does: "which menu each site has" },
      { line: "ops menus list --site US -o json", does: "the menus of Unity State with their dishes" },
    ],
  })

  menus
    .command("current")
    .description("this week's menu, or today's meals with --today")
    .option("--site <code>", "at one site: its code, name or id")
    .option("--date <day>", "in the week of this day")
    .option("--today", "today only")
    .examples(
      { line: "ops menus current --site US --today", does: "today's three meals at Unity State" },
      { line: "ops menus current --site US -o csv > week.csv", does: "the week, as a file" },
    )
    .action(async ({ site, date, today }: { site?: string; date?: string; today?: boolean }, command: Command) => {
      const contract = await api()
      const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
      const found = await call(command, contract, (client) => client.menus.current({ query: { siteId, date } }))
      const rows = found.flatMap((answer) =>
        answer.days
          .filter((day) => !today || day.date === answer.today)
          .flatMap((day) =>
            day.meals.map(({ mealType, dishes }) => ({ date: day.date, siteCode: answer.site.code, mealType, dishNames: names(dishes), dishes })),
          ),
      )
      await print(rows, command, mealColumns.slice(0, 4))
    })

  withDays(menus.command("needs [menu]").description("ingredients a menu needs, compared with stock on hand less the needs of earlier meals"))
    .examples(
      { line: "ops menus needs --site US", does: "the next seven days at Unity State" },
      { line: "ops menus needs 1 --from 2026-11-23 --to 2026-11-29 -o json", does: "a week of menu 1, for another program" },
    )
    .action(async (name: string | undefined, { site, from, to }: Days, command: Command) => {
      const contract = await api()
      const menu = await menuNamed(call, command, name, site)
      const needs = await call(command, contract, (client) => client.menus.requirements({ params: { id: menu.id }, query: { from, to } }))
      const { meals, items, ...head } = needs
      const flat = meals.map((meal) => ({
        ...meal,
        dishNames: names(meal.dishes),
        short: meal.needs.flatMap(({ name, shortage, unit }) => (Number(shortage) > 0 ? [`${name} ${shortage} ${unit}`] : [])).join(", "),
        warning: meal.warnings
          .map(({ kind, word, people }) => (kind === "allergen" ? `${word}: ${people} allergic` : `nothing ${word} for ${people}`))
          .join(", "),
      }))
      const columns: ReadonlyArray<TableColumn> = [
        { key: "menu", title: "Menu", kind: "text" },
        { key: "siteCode", title: "Site", kind: "text" },
        { key: "from", title: "From", kind: "date" },
        { key: "to", title: "To", kind: "date" },
      ]
      const shownMeals = mealColumns.filter(({ key }) => key !== "siteCode")
      await printWith(command, { ...head, menu: menu.name, siteCode: head.site.code }, columns, { meals: [flat, shownMeals], items: [items, itemColumns] })
      if (items.some(({ toRequest }) => toRequest > 0))
        process.stderr.write(`Order the shortages: ops menus request ${menu.id} --from ${needs.from} --to ${needs.to}\n`)
    })

  withDays(menus.command("request [menu]").description("create one purchase request for the items that are short and not on order"))
    .option("--priority <word>", "low, medium, high or urgent", "medium")
    .option("--yes", "do not ask")
    .examples({ line: "ops menus request --site US --to 2026-11-28 --priority high", does: "asks, then requests Unity State's shortages until then" })
    .action(async (name: string | undefined, { site, from, to, priority, yes }: Days & { priority: string; yes?: boolean }, command: Command) => {
      const contract = await api()
      const menu = await menuNamed(call, command, name, site)
      const params = { id: menu.id }
      const needs = await call(command, contract, (client) => client.menus.requirements({ params, query: { from, to } }))
      const lines = needs.items.filter(({ toRequest }) => toRequest > 0)
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      const asked = lines.map(({ name, toRequest, unit }) => `${toRequest} ${unit} of ${name}`).join(", ")
      if (lines.length > 0) await confirm(`Request ${asked} for ${menu.site.name}?`, { yes: yes ?? false })
      const payload = { from: needs.from, to: needs.to, priority: priority as "medium" }
      const made = await call(command, contract, (client) => client.menus.requestShortages({ params, payload }))
      await print(made, command, requestColumns)
    })

  menus
    .command("issue <site> <meal>")
    .description("issue to the kitchen the ingredients for today's meal")
    .option("--date <day>", "the day: today or tomorrow")
    .option("--yes", "do not ask")
    .examples({ line: "ops menus issue US lunch", does: "asks, then issues today's lunch at Unity State" })
    .action(async (site: string, meal: string, { date, yes }: { date?: string; yes?: boolean }, command: Command) => {
      const mealType = mealTypes.find((word) => word === meal)
      if (!mealType) throw new Exit("usage", `"${meal}" is not a meal.`, { next: `Name one of: ${mealTypes.join(", ")}` })
      const contract = await api()
      const siteId = await siteNamed(call, command, site)
      const day = date ?? (await import("@ops/platform/calendar.ts")).dateOf(new Date())
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(`Issue what ${mealType} of ${day} needs from the store?`, { yes: yes ?? false })
      const issued = await call(command, contract, (client) => client.menus.issue({ payload: { siteId, date: day, mealType } }))
      await print(coded(issued), command, issueColumns)
    })

  const issues = menus.command("issues").description("goods issued to kitchens, and their cost")
  listCommand(issues.option("--from <day>", "meals on or after this day").option("--to <day>", "up to this day"), {
    columns: issueColumns,
    site: siteAsked,
    rows: async (query, command) => call(command, await api(), (client) => client.menus.issues({ query, responseMode: "decoded-and-response" })),
    shown: coded,
    examples: [{ line: "ops menus issues --site US --from 2026-11-01 -o csv > kitchen.csv", does: "a month of issues to Unity State's kitchen, as a file" }],
  })

  listCommand(
    menus.command("recipes").description("dishes, with their cost per person at a site").addOption(mealOption()).option("--q <text>", "with this text"),
    {
      columns: recipeColumns,
      site: siteAsked,
      asked: ({ meal, q }) => ({ mealType: meal, q }),
      rows: async (query, command) =>
        call(command, (await import("./contract.ts")).RecipesApi, (client) => client.recipes.list({ query, responseMode: "decoded-and-response" })),
      shown: (row) => ({ ...row, meals: row.mealTypes.join(", "), contains: row.allergens.join(", "), suits: row.diets.join(", ") }),
      examples: [{ line: "ops menus recipes --site US --meal lunch", does: "dishes for lunch, at Unity State's cost" }],
    },
  )

  menus
    .command("recommend <site>")
    .description("which dishes to cook next at a site, and why")
    .option("--client <name>", "for the people of one client: its code, name or id")
    .addOption(mealOption())
    .option("--limit <count>", "how many at most", "10")
    .examples({ line: "ops menus recommend US --meal dinner --limit 5", does: "five dinners for Unity State, each with its reasons" })
    .action(async (site: string, { client: named, meal, limit }: { client?: string; meal?: MealType; limit: string }, command: Command) => {
      if (!/^[1-9]\d{0,3}$/.test(limit)) throw new Exit("usage", `--limit cannot be "${limit}".`, { next: "Give a whole number." })
      const contract = await api()
      const siteId = String(await siteNamed(call, command, site))
      const clientId = named === undefined ? undefined : String(await clientIdNamed(call, command, named))
      const { dishes } = await call(command, contract, (client) => client.menus.recommendations({ query: { siteId, clientId, mealType: meal } }))
      const rows = dishes
        .slice(0, Number(limit))
        .map((dish) => ({ ...dish, why: dish.reasons.map(({ text, points }) => `${points > 0 ? "+" : ""}${points} ${text}`).join("; ") }))
      await print(rows, command, adviceColumns)
    })

  listCommand(menus.command("wishes").description("clients' requests and ratings"), {
    columns: wishColumns,
    site: siteAsked,
    rows: async (query, command) => call(command, await api(), (client) => client.menus.wishes({ query, responseMode: "decoded-and-response" })),
    shown: coded,
    examples: [{ line: "ops menus wishes --site US", does: "requests at Unity State, latest first" }],
  })
}
