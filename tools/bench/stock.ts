/** Stock of 5,000 items at 20 sites after a million movements, over HTTP, beside one handwritten aggregate of the movements with the same answer. */
import { isDeepStrictEqual } from "node:util"
import { valuationSql } from "@ops/stock/queries.ts"
import { caller, expecting, serving, signIn } from "./http.ts"
import { performer, withCompany, withServer } from "./company.ts"
import { atMost, interleaved, type Suite } from "./row.ts"

const items = 5_000
const sites = 20
const each = 10
const rounds = 5

/** Alternating receipts and issues over two years; the remaining stock is valued at cost. */
const lay = `insert into live.site (id, version, created_at, updated_at, code, slug, name, label, client, location, is_active)
    select n, 1, now(), now(), 'S' || n, 'bench-' || n, 'Site ' || n, 'Site ' || n, 'SLB', null, true from generate_series(101, ${100 + sites}) n;
  insert into live.stock_item (id, version, created_at, updated_at, name, category, unit)
    select n, 1, now(), now(), 'Item ' || n, (array['fresh_vegetables', 'frozen_food', 'meat', 'cleaning_supplies', 'other'])[1 + n % 5], 'kg' from generate_series(1, ${items}) n;
  insert into live.stock_movement (id, version, created_at, updated_at, level_id, site_id, stock_item_id, kind, quantity, value, lots, note, date, balance)
    select n, 1, now(), now(), 1 + l, 101 + l % ${sites}, 1 + l / ${sites}, case when n % 2 = 1 then 'receive' else 'issue' end,
      case when n % 2 = 1 then 12000 else -9000 end, case when n % 2 = 1 then 1200 else -900 end, '[]', 'Bench', date '2024-01-01' + ((n / ${(items * sites) / 730})::int % 730), 3000
    from generate_series(1, ${items * sites * each}) n, lateral (select ((n - 1) / 2) % ${items * sites} as l) x;
  insert into live.stock_level (id, version, created_at, updated_at, site_id, stock_item_id, current_quantity, minimum_level, maximum_level, value, lots, last_moved_at)
    select level_id, ${each}, now(), now(), site_id, stock_item_id, sum(quantity), 5000, 20000, sum(value), '[]', now() from live.stock_movement group by 1, 5, 6;`

/** The quantity on hand of each item at each site: a page, and the number of all, counted as far as a list counts. */
const levelsByHand = `select json_agg(json_build_array(id, quantity, value)) as page, (select count(*)::int from (select from stock_movement group by level_id limit 10001) x) as total
  from (select m.level_id as id, es.quantity(sum(m.quantity)::bigint) as quantity, es.money(sum(m.value)::bigint) as value
    from stock_movement m join stock_item i on i.id = m.stock_item_id group by m.level_id, i.name order by i.name, m.level_id desc limit 50) x`
/** The totals by site and category. */
const valuationByHand = `select site_id, category, count(*) filter (where quantity > 0) as items, sum(value) as value
  from (select m.site_id, m.stock_item_id, i.category, sum(m.quantity) as quantity, sum(m.value) as value
    from stock_movement m join stock_item i on i.id = m.stock_item_id where m.date <= $1::date group by 1, 2, 3) x group by 1, 2`

export const stock: Suite = {
  rows: ["stock-levels", "stock-valuation"],
  unit: "ms",
  peer: "one aggregate of the movements by hand",
  run: (log) =>
    withServer((server) =>
      withCompany(server, "company", async (company) => {
        const { statement } = await performer(company)
        await company.lay(lay)
        await company.lay("vacuum analyze live.stock_movement")
        await company.lay("vacuum analyze live.stock_level")
        return serving("application.ts", company.env, async (port) => {
          const call = expecting(200, caller(port))
          const headers = await signIn(caller(port))
          const get = (path: string) => () => call({ method: "GET", path, headers })
          const byHand = (text: string, values: ReadonlyArray<unknown>) => () => company.run(statement(text, values))
          const mean = (calls: number, work: () => Promise<unknown>) => async () => {
            const begin = performance.now()
            for (let n = 0; n < calls; n++) await work()
            return (performance.now() - begin) / calls
          }
          const levels = get("/api/stock/levels?limit=50&sort=item")
          const added = byHand(levelsByHand, [])
          const { text, headers: told } = await levels()
          const listed = (JSON.parse(text) as ReadonlyArray<Readonly<Record<string, unknown>>>).map((row) => [row["id"], row["currentQuantity"], row["value"]])
          const [row] = await added()
          if (!isDeepStrictEqual([listed, told["x-total-count"], told["x-total-more"]], [row!["page"], String(Number(row!["total"]) - 1), "true"]))
            throw new Error("Two lists of the levels differ")
          const [theirs] = await company.run(statement(`select sum(value)::bigint as cents from (${valuationByHand}) x`, ["2025-06-30"]))
          const [ours] = await company.run(statement(`select sum(value)::bigint as cents from (${valuationSql.text}) x`, ["2025-06-30", null]))
          if (theirs!.cents !== ours!.cents) throw new Error(`Two valuations of the same day: ${theirs!.cents} and ${ours!.cents}`)
          const valued = get("/api/stock/valuation?at=2025-06-30")
          const valuedByHand = byHand(valuationByHand, ["2025-06-30"])
          return [
            atMost("stock-levels", 1.5, await interleaved(rounds, mean(20, levels), mean(20, added), log)),
            atMost("stock-valuation", 1.5, await interleaved(rounds, mean(1, valued), mean(1, valuedByHand), log)),
          ]
        })
      }),
    ),
}
