/** `ops stock`: stock on hand, its movements and its value. */
import { type Command, Option } from "@ops/platform/terminal/command.ts"
import { centsOf, thousandthsOf } from "@ops/platform/terminal/amounts.ts"
import type { Call } from "@ops/platform/terminal/call.ts"
import { decide, type Deciding } from "@ops/platform/terminal/decide.ts"
import { Exit } from "@ops/platform/terminal/exit-codes.ts"
import { printRows } from "@ops/platform/terminal/lists.ts"
import { listCommand } from "@ops/platform/terminal/listing/list-command.ts"
import { commonOptions } from "@ops/platform/terminal/options.ts"
import { addResourceCommands } from "@ops/platform/terminal/resource-commands.ts"
import type { TableColumn } from "@ops/platform/terminal/output.ts"
import { siteNamed } from "@ops/sites/site-named.ts"
import type { StockLevelAnswer } from "./contract.ts"
import { itemFinder, itemNamed } from "./items/item-named.ts"
import type { stockItems } from "./items/resource.ts"
import { screen } from "./items/screen.ts"

type Level = typeof StockLevelAnswer.Type

const levelColumns: ReadonlyArray<TableColumn> = [
  { key: "itemName", title: "Item", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 0 },
  { key: "currentQuantity", title: "On hand", kind: "text", priority: 0 },
  { key: "unit", title: "Unit", kind: "text", priority: 1 },
  { key: "minimumLevel", title: "Minimum", kind: "text", priority: 2 },
  { key: "maximumLevel", title: "Maximum", kind: "text", priority: 3 },
  { key: "daysRemaining", title: "Days", kind: "integer", priority: 1 },
  { key: "nextExpiry", title: "Use until", kind: "date", priority: 2 },
  { key: "averageCost", title: "One (USD)", kind: "money", priority: 3 },
  { key: "value", title: "Value (USD)", kind: "money", priority: 1 },
  { key: "lastMovedAt", title: "Last movement", kind: "instant", priority: 4 },
]
const movementColumns: ReadonlyArray<TableColumn> = [
  { key: "date", title: "Date", kind: "date", priority: 0 },
  { key: "itemName", title: "Item", kind: "text", priority: 0 },
  { key: "siteCode", title: "Site", kind: "text", priority: 1 },
  { key: "kind", title: "Kind", kind: "text", priority: 0 },
  { key: "quantity", title: "Quantity", kind: "text", priority: 0 },
  { key: "unit", title: "Unit", kind: "text", priority: 2 },
  { key: "value", title: "Value (USD)", kind: "money", priority: 1 },
  { key: "balance", title: "After", kind: "text", priority: 3 },
  { key: "note", title: "Note", kind: "text", priority: 2 },
]
const valuationColumns: ReadonlyArray<TableColumn> = [
  { key: "siteCode", title: "Site", kind: "text", priority: 0 },
  { key: "siteName", title: "Name", kind: "text", priority: 2 },
  { key: "category", title: "Category", kind: "text", priority: 0 },
  { key: "items", title: "Items", kind: "integer", priority: 1 },
  { key: "value", title: "Value (USD)", kind: "money", priority: 0 },
]

const flat = <Row extends { readonly stockItem: { readonly unit: string } }>(row: Row) => ({ ...row, unit: row.stockItem.unit })
const api = async () => (await import("./contract.ts")).StockApi

/** The current level of an item at a site; undefined if it was never there. */
const levelOf = async (call: Call, command: Command, siteId: number, stockItemId: number): Promise<Level | undefined> => {
  const [level] = await call(command, await api(), (client) =>
    client.stock.levels({ query: { siteId: String(siteId), stockItemId: String(stockItemId), limit: "1" } }),
  )
  return level
}

interface Moving extends Deciding {
  readonly site: string
  readonly note?: string
  readonly cost?: string
  readonly lot?: string
  readonly expiry?: string
}

const verbs = { receive: "Receive", issue: "Issue", opening: "Open with", waste: "Write off" } as const

/** Adds the `stock` commands to the program. */
export const addStockCommands = (program: Command, call: Call): void => {
  const stock = program.command("stock").description("stock on hand, its movements and its value")
  const deciding = (command: Command) =>
    command.option("--yes", "do not ask").addOption(new Option("--dry-run", "only show the confirmation question").conflicts("yes"))
  const found = (command: Command) => command.option("--q <text>", "whose name has this text").option("--sort <field>", "such as item, -value, daysRemaining")
  const site = (command: Command, name: string) => siteNamed(call, command, name)

  listCommand(found(stock.command("levels").description("stock on hand of each item by site")).option("--low", "only items at or below their minimum"), {
    columns: levelColumns,
    site,
    asked: ({ low, ...typed }) => ({ ...typed, ...(low && { status: "low" }) }),
    rows: async (query, command) => call(command, await api(), (client) => client.stock.levels({ query, responseMode: "decoded-and-response" })),
    shown: flat,
    examples: [
      { line: "ops stock levels --low --sort daysRemaining", does: "items that run out first" },
      { line: "ops stock levels --site US --sort -value", does: "items by value" },
    ],
  })
  const movements = found(stock.command("movements").description("stock movements, latest first"))
    .option("--kind <words>", "receive, issue, waste, transfer_out, transfer_in, count or opening; several with commas")
    .option("--item <name>", "of one item")
    .option("--from <date>")
    .option("--to <date>")
  listCommand(movements, {
    columns: movementColumns,
    site,
    asked: async ({ item, ...typed }, command) => ({ ...typed, stockItemId: item === undefined ? undefined : String(await itemNamed(call, command, item)) }),
    rows: async (query, command) => call(command, await api(), (client) => client.stock.movements({ query, responseMode: "decoded-and-response" })),
    shown: flat,
    examples: [{ line: "ops stock movements --kind waste --from 2026-11-01", does: "waste of this month" }],
  })

  addResourceCommands<typeof stockItems>(program, call, {
    screen,
    api: async () => (await import("./items/resource.ts")).StockItemsApi,
    parent: stock.command("items"),
    under: "stock",
    description: "the items of the stores, with their usual cost",
    find: itemFinder(call),
    list: { flags: { status: "category" }, examples: [{ line: "ops stock items list --category meat", does: "the items of a category" }] },
    show: { examples: [{ line: "ops stock items show Rice", does: "by name or id" }] },
    commands: {
      add: {
        meanings: {
          unit: "kg, litre, piece …",
          unitCost: "USD for one, if no receipt or order gives a price",
          costAccount: "for its consumption, if not that of its category",
        },
        question: ({ name }) => `Add the item ${name}?`,
        examples: [{ line: "ops stock items add --name Lentils --category other --unit kg --unit-cost 1.20", does: "asks, then adds it, at USD 1.20" }],
      },
      cost: {
        meanings: { unitCost: "USD for one", costAccount: "for its consumption" },
        question: ({ name }) => `Change the usual cost of ${name}?`,
        examples: [{ line: "ops stock items cost Rice --unit-cost 1.25", does: "asks, then sets USD 1.25" }],
      },
    },
  })

  const moves = (kind: keyof typeof verbs) => async (item: string, amount: string, given: Moving, command: Command) => {
    const contract = await api()
    const quantity = await thousandthsOf("The quantity", amount)
    const cost = given.cost === undefined ? undefined : await centsOf("--cost", given.cost)
    const siteId = await siteNamed(call, command, given.site)
    const stockItemId = await itemNamed(call, command, item)
    const level = await levelOf(call, command, siteId, stockItemId)
    const has = level ? `, where ${level.currentQuantity} ${level.stockItem.unit} are on hand` : ""
    const question = `${verbs[kind]} ${amount} of ${level?.itemName ?? item} at ${level?.site.name ?? given.site}${has}?`
    const possible = kind === "receive" || kind === "opening" || Number(level?.currentQuantity ?? 0) * 1000 >= quantity
    await decide(command, given, { question, possible, name: level?.itemName ?? item, columns: levelColumns }, async () => {
      const payload = {
        kind,
        siteId,
        stockItemId,
        quantity,
        note: given.note ?? "",
        ...(cost !== undefined && { cost }),
        ...(given.lot !== undefined && { lotNumber: given.lot }),
        ...(given.expiry !== undefined && { expiryDate: given.expiry }),
      }
      return flat(await call(command, contract, (client) => client.stock.move({ payload })))
    })
  }
  deciding(
    stock
      .command("move <kind> <item> <quantity>")
      .description("receive goods without a request, issue goods to the kitchen, or record opening stock")
      .requiredOption("--site <code>", "whose store")
      .option("--note <text>", "purpose or source")
      .option("--cost <amount>", "total cost received, USD; defaults to an estimate")
      .option("--lot <number>", "lot received, or taken from")
      .option("--expiry <date>", "the expiry date of goods received"),
  )
    .examples(
      { line: 'ops stock move issue Rice 45 --site US --note "Kitchen"', does: "asks, then removes it at average cost" },
      { line: "ops stock move receive Onions 120 --site PA --cost 84 --expiry 2026-12-04", does: "with its cost and expiry date" },
    )
    .action(async (kind: string, item: string, amount: string, given: Moving, command: Command) => {
      if (kind !== "receive" && kind !== "issue" && kind !== "opening") {
        throw new Exit("usage", `Stock cannot be moved by "${kind}".`, { next: "Use receive, issue or opening. See also: ops stock waste, transfer, count." })
      }
      await moves(kind)(item, amount, given, command)
    })
  deciding(
    stock
      .command("waste <item> <quantity>")
      .description("write off spoilt, broken or lost goods")
      .requiredOption("--site <code>", "whose store")
      .requiredOption("--note <text>", "why")
      .option("--lot <number>", "of this lot; the soonest to expire first, if not given"),
  )
    .examples({ line: 'ops stock waste "Fresh tomatoes" 3.5 --site US --note "Spoilt in the heat"', does: "posts a loss at average cost" })
    .action(moves("waste"))
  deciding(
    stock
      .command("transfer <item> <quantity>")
      .description("send goods from one site's store to another's")
      .requiredOption("--from <code>", "sending site")
      .requiredOption("--to <code>", "receiving site")
      .option("--note <text>"),
  )
    .examples({ line: "ops stock transfer Rice 50 --from JU --to US", does: "with its lots and value" })
    .action(async (item: string, amount: string, given: Deciding & { from: string; to: string; note?: string }, command: Command) => {
      const contract = await api()
      const quantity = await thousandthsOf("The quantity", amount)
      const fromSiteId = await siteNamed(call, command, given.from)
      const toSiteId = await siteNamed(call, command, given.to)
      const stockItemId = await itemNamed(call, command, item)
      const level = await levelOf(call, command, fromSiteId, stockItemId)
      const question = `Send ${amount} ${level?.stockItem.unit ?? ""} of ${level?.itemName ?? item} from ${level?.site.name ?? given.from} to ${given.to}?`
      const possible = Number(level?.currentQuantity ?? 0) * 1000 >= quantity
      await decide(command, given, { question, possible, name: level?.itemName ?? item, columns: levelColumns }, async () => {
        const payload = { fromSiteId, toSiteId, stockItemId, quantity, note: given.note ?? "" }
        return flat(await call(command, contract, (client) => client.stock.transfer({ payload })))
      })
    })
  deciding(
    stock
      .command("count <items...>")
      .description("record a stock count of a site, all or nothing")
      .requiredOption("--site <code>", "whose store")
      .option("--note <text>"),
  )
    .examples({ line: 'ops stock count Rice=216 "Fresh tomatoes=30.4" --site US', does: "shortages are losses, surpluses are gains" })
    .action(async (counted: ReadonlyArray<string>, given: Deciding & { site: string; note?: string }, command: Command) => {
      const contract = await api()
      const siteId = await siteNamed(call, command, given.site)
      const lines: Array<{ stockItemId: number; quantity: number }> = []
      for (const each of counted) {
        const at = each.lastIndexOf("=")
        if (at < 1) throw new Exit("usage", `"${each}" has no quantity.`, { next: "Give each item as NAME=QUANTITY, such as Rice=216." })
        lines.push({ stockItemId: await itemNamed(call, command, each.slice(0, at)), quantity: await thousandthsOf(each.slice(0, at), each.slice(at + 1)) })
      }
      const question = `Record the count of ${lines.length} ${lines.length === 1 ? "item" : "items"} at ${given.site}?`
      if (given.dryRun) {
        await decide(command, given, { question, possible: true, name: given.site, columns: levelColumns }, async () => ({}))
        return
      }
      const { confirm } = await import("@ops/platform/terminal/confirm.ts")
      await confirm(question, given)
      const rows = await call(command, contract, (client) => client.stock.count({ payload: { siteId, lines, note: given.note ?? "" } }))
      await printRows(command, rows.map(flat), levelColumns)
    })
  stock
    .command("valuation")
    .description("stock on hand and its value, by site and category")
    .option("--at <date>", "at the end of this day; today, if not given")
    .option("--site <code>", "of one site")
    .examples({ line: "ops stock valuation --at 2026-10-31", does: "stock in the ledger at the end of October" })
    .action(async ({ at, site }: { at?: string; site?: string }, command: Command) => {
      const contract = await api()
      const siteId = site === undefined ? undefined : String(await siteNamed(call, command, site))
      const valued = await call(command, contract, (client) => client.stock.valuation({ query: { at, siteId } }))
      const { print } = await import("@ops/platform/terminal/output.ts")
      const options = commonOptions(command)
      await print(options.format === "json" ? valued : valued.rows, { ...options, columns: valuationColumns })
      if (options.format !== "json") process.stderr.write(`USD ${valued.total} at the end of ${valued.at}\n`)
    })
}
