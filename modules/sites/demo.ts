/** The company in the demo scenario: contact and bank details, and the capacity of its sites. */
import { Effect } from "effect"
import { statement } from "@ops/platform/database/database.ts"
import { sql } from "@ops/platform/database/statement.ts"
import { stateColumns } from "@ops/platform/records/row-columns.ts"
import type { Scenario } from "@ops/platform/demo/scenario.ts"
import { changeSite, Company, describeCompany } from "./site.ts"

const chief = "FO-CEO-001"
const capacities = [
  { id: 1, capacity: 260 },
  { id: 2, capacity: 180 },
  { id: 3, capacity: 60 },
]

const { name, tagline, vision, mission, address, services } = stateColumns(Company)
const companySql = sql(
  { name, tagline, vision, mission, address, services },
  `select ${Company.answer("c", "name", "tagline", "vision", "mission", "address", "services")} from company c where c.id = 1`,
)

export const settingsDemo = ({ days, as, execute }: Scenario) =>
  Effect.gen(function* () {
    const by = as(chief, days[0]!, "06:05")
    const [described] = yield* statement(companySql, [])
    if (!described) return yield* Effect.die(new Error("The company is set up before the demonstration"))
    const contacts = {
      email: "office@field-office.example",
      phone: "+211 912 000 100",
      taxNumber: "100-234-567",
      bank: "Nile Commercial Bank, Juba\n0011-2233-4455",
    }
    yield* execute("settings-company", describeCompany, { ...described, ...contacts }, by)
    for (const site of capacities) yield* execute(`settings-site-${site.id}`, changeSite, site, by)
  })
