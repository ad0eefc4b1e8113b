/** The same work done with Tryton, which a user would otherwise choose: over HTTP, with eight callers, each side in its default form. */
import { addStockItem } from "@ops/stock/items/stock-item.ts"
import { dateOf } from "@ops/platform/calendar.ts"
import { performer, withCompany, withServer } from "../company.ts"
import { caller, expecting, serving, signIn } from "../http.ts"
import { hasTryton, packages, withTryton } from "./server.ts"
import { atLeast, interleaved, rate, type Row, type Suite } from "../row.ts"

const callers = 8
const rounds = 3
const milliseconds = 3000

export const tryton: Suite = {
  rows: ["peer-purchase", "peer-list", "peer-journal"],
  unit: "a second",
  peer: "Tryton 6.0 behind gunicorn with three workers, over JSON-RPC",
  run: async (log) => {
    if (!hasTryton()) {
      log(`skipped: Tryton is not installed, and cannot be installed here from ${packages.join(", ")}`)
      return []
    }
    return withServer((server) =>
      withCompany(server, "company", async (company) => {
        await company.lay("create database tryton")
        log("installing the modules of Tryton in its database")
        return withTryton(server, async (theirs) => {
          const { execute } = await performer(company)
          const { by } = company
          const item = await company.run(execute(addStockItem, { name: "Rice", category: "other", unit: "kg", description: null, preferredVendorId: null }, by))
          return serving("application.ts", company.env, async (port) => {
            const call = caller(port)
            const [ceo, finance] = [await signIn(call), await signIn(call, "FO-FIN-001")]
            const post = async (path: string, headers: Readonly<Record<string, string>>, body: unknown) => {
              const { text } = await expecting(201, call)({ method: "POST", path, headers, body: JSON.stringify(body) })
              return JSON.parse(text) as { id: number }
            }
            const items = [{ stockItemId: item.id, quantity: 20, estimatedCost: "1.25" }]
            const purchase = () => post("/api/purchase-requests", ceo, { siteId: 1, priority: "high", justification: "Rice for the week", items })
            const list = async () => {
              const { text } = await expecting(200, call)({ method: "GET", path: "/api/purchase-requests?limit=200", headers: ceo })
              if ((JSON.parse(text) as ReadonlyArray<unknown>).length !== 200) throw new Error("The list is not 200 rows long")
            }
            const lines = [
              { account: "6100", debitAmount: "12.50", creditAmount: 0 },
              { account: "1000", debitAmount: 0, creditAmount: "12.50" },
            ]
            /** Written by one person and posted by another, as the rules require. */
            const journal = async () => {
              const { id } = await post("/api/journal-drafts", finance, { entryDate: dateOf(new Date()), description: "Bought rice", lines })
              await expecting(200, call)({ method: "POST", path: `/api/journal-drafts/${id}/post`, headers: ceo, body: "{}" })
            }
            const row = async (name: string, bound: number, ours: () => Promise<unknown>, others: () => Promise<unknown>): Promise<Row> => {
              const both = [ours, others].map((work) => () => rate(callers, milliseconds, work)) as [() => Promise<number>, () => Promise<number>]
              return atLeast(name, bound, await interleaved(rounds, ...both, log))
            }
            const purchases = await row("peer-purchase", 15, purchase, theirs.purchase)
            for (let n = 0; n < 200; n += callers) {
              for (const one of [purchase, theirs.purchase]) await Promise.all(Array.from({ length: callers }, one))
            }
            const lists = await row("peer-list", 40, list, theirs.list)
            // the first entry opens the journal of the month, which two entries at once both try and one of them fails
            await theirs.journal()
            return [purchases, lists, await row("peer-journal", 15, journal, theirs.journal)]
          })
        })
      }),
    )
  },
}
