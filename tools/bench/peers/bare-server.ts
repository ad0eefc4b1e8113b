/** The minimum work of a server for a list: run its query, and send the JSON from Postgres. Sends its port to its parent. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import postgres from "postgres"

const text = process.env["BENCH_QUERY"]!
const values = JSON.parse(process.env["BENCH_VALUES"]!)
const sql = postgres(process.env["DATABASE_URL"]!, { max: 10, onnotice: () => {}, connection: { search_path: "live,es,public" } as object })

const server = createServer((_, response) => {
  sql.unsafe(text, values, { prepare: true }).then(
    ([row]) => response.writeHead(200, { "content-type": "application/json", "x-total-count": String(row!["total"]) }).end(row!["body"]),
    (error) => response.writeHead(500).end(String(error)),
  )
})
server.listen(0, "127.0.0.1", () => process.send!({ port: (server.address() as AddressInfo).port }))
process.once("disconnect", () => process.exit())
