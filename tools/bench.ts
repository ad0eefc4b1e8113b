/**
 * `npm run bench [-- --json] [-- --only NAMES]`: benchmarks, each value beside a peer or a limit measured in the same run. NAMES are beginnings of rows'
 * names, separated by commas. With --json one object per line, otherwise a table. Exits with 1 if a bound is violated or a row could not be measured.
 */
import { parseArgs } from "node:util"
import { attendances } from "./bench/attendance.ts"
import { board } from "./bench/board.ts"
import { postings, previews } from "./bench/billing.ts"
import { appends, commands } from "./bench/commands.ts"
import { packets, tablet } from "./bench/field/field.ts"
import { growth } from "./bench/growth/growth.ts"
import { listSql, lists, posts } from "./bench/http.ts"
import { journalBatches } from "./bench/journals.ts"
import { javascript } from "./bench/javascript.ts"
import { firstLook, laterLooks } from "./bench/instant.ts"
import { latency } from "./bench/latency.ts"
import { growthWrites, logYears } from "./bench/log/log-years.ts"
import { payrolls } from "./bench/payroll.ts"
import { rebuilds, rebuildsBeside } from "./bench/rebuild.ts"
import { meals } from "./bench/meals.ts"
import { routes } from "./bench/routes.ts"
import { reports } from "./bench/reports.ts"
import type { Row, Suite } from "./bench/row.ts"
import { search } from "./bench/search.ts"
import { startup } from "./bench/startup.ts"
import { statements } from "./bench/statements.ts"
import { stock } from "./bench/stock.ts"
import { transactions } from "./bench/transactions.ts"
import { tryton } from "./bench/tryton/rows.ts"
import { verifies } from "./bench/verify.ts"
import { switches, whileReplaying } from "./bench/switch.ts"

const suites: ReadonlyArray<Suite> = [
  commands,
  appends,
  posts,
  lists,
  listSql,
  statements,
  growth,
  reports,
  journalBatches,
  transactions,
  stock,
  meals,
  packets,
  tablet,
  previews,
  postings,
  payrolls,
  attendances,
  board,
  search,
  rebuilds,
  verifies,
  rebuildsBeside,
  firstLook,
  laterLooks,
  whileReplaying,
  switches,
  latency,
  logYears,
  growthWrites,
  javascript,
  startup,
  routes,
  tryton,
]

const { values: asked } = parseArgs({ options: { json: { type: "boolean", default: false }, only: { type: "string", default: "" } } })
const beginnings = asked.only.split(",")
const isAsked = (name: string) => beginnings.some((beginning) => name.startsWith(beginning))
const wanted = suites.filter(({ rows }) => rows.some(isAsked))
if (wanted.length === 0) {
  console.error(`No row of the benchmark is called ${asked.only}. There are ${suites.flatMap(({ rows }) => rows).join(", ")}.`)
  process.exit(1)
}

const figure = (value: number) => value.toFixed(value >= 100 ? 0 : 2)
const show = ({ name, value, peer, ratio, bound, holds }: Row, suite: Suite) =>
  console.log(
    `${name.padEnd(22)}${figure(value).padStart(9)}${figure(peer).padStart(9)}  ${suite.unit.padEnd(11)}${ratio.toFixed(2).padStart(6)}  ` +
      `bound ${bound}  ${holds ? "holds" : "DOES NOT HOLD"}  (${suite.peer})`,
  )

let holds = true
const { NODE_ENV } = process.env
for (const suite of wanted) {
  // a build of the web app sets it to production, where the servers of the next rows would refuse the demonstration
  if (NODE_ENV === undefined) delete process.env["NODE_ENV"]
  else process.env["NODE_ENV"] = NODE_ENV
  process.stderr.write(`${suite.rows.join(", ")}\n`)
  try {
    for (const row of await suite.run((text) => process.stderr.write(`  ${text}\n`))) {
      if (!isAsked(row.name)) continue
      holds &&= row.holds
      if (asked.json) console.log(JSON.stringify(row))
      else show(row, suite)
    }
  } catch (error) {
    // the other rows are still worth their minutes
    holds = false
    console.error(`${suite.rows.join(", ")} could not be measured:`, error)
  }
}
process.exitCode = holds ? 0 : 1
