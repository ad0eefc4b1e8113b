/** The low stock of the last days on the dashboard, beside the movements up to the end of each day, added up level by level. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { demoApp } from "../demo/demo-app.ts"

let app: Awaited<ReturnType<typeof demoApp>>
beforeAll(async () => {
  app = await demoApp()
}, 120_000)
afterAll(() => app.dispose())

const addedUp = `select count(l.id) filter (where l.minimum_level > 0 and l.minimum_level >=
    (select coalesce(sum(m.quantity), 0) from live.stock_movement m where m.level_id = l.id and m.date <= d))::int as low
  from generate_series(es.today() - 12, es.today(), interval '1 day') d left join live.stock_level l on $1::bigint is null or l.site_id = $1 group by d order by d`

test("the trend of low stock counts the levels that were low at the end of each day", async () => {
  const who = await app.signedIn("FO-CEO-001")
  for (const siteId of [null, 1, 2, 3]) {
    const { trends } = JSON.parse((await who("GET", `/api/dashboard/metrics${siteId === null ? "" : `?siteId=${siteId}`}`)).text) as {
      trends: { stock: ReadonlyArray<number> }
    }
    const expected = (await app.owner(addedUp, [siteId])).map(({ low }) => low)
    expect(trends.stock, `site ${siteId ?? "all"}`).toEqual(expected)
    if (siteId === null) expect(new Set(expected).size).toBeGreaterThan(1)
  }
})
