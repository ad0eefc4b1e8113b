/** The figures of clients: the price of a meal, and the number of their people. */
import type { Permission } from "@ops/platform/access/levels.ts"
import { Effect } from "effect"
import type { SignedIn } from "@ops/platform/access/who.ts"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { added, figure, listedAt, partsBy, said } from "@ops/platform/records/explain.ts"
import { PRICES } from "./permissions.ts"
import { contracts } from "./contracts/resource.ts"
import { clients, type Reader } from "./resource.ts"

const READERS: ReadonlyArray<Permission> = [...OPERATIONS, "finance.full"]

const contractRate = figure("contract.mealRate", {
  label: "Price of a meal today",
  unit: "USD",
  needs: ["id"],
  may: PRICES,
  document: { pattern: /^CT-[\w-]+$/i, sql: "select id from client_contract where contract_number = $1" },
  explain: ({ id }, who) =>
    Effect.gen(function* () {
      const contract = yield* listedAt(contracts.schema, contracts.shape(who), id, "Contract")
      const rates = contract.rates ?? []
      const held = rates.filter(({ from }) => from <= who.today).at(-1)
      const bands = (held?.bands ?? []).map(({ fromHeads, rate }) => `${said(rate, contract.currency)} from ${fromHeads} people`).join(", ")
      return {
        value: contract.mealRate,
        unit: contract.currency,
        formula: held
          ? `Price of ${contract.contractNumber} since ${held.from}: ${said(held.rate, contract.currency)} a meal${bands && `; ${bands}`}`
          : `${contract.contractNumber} has no price for today`,
        terms: rates.map(({ from, rate }) => ({
          label: from === held?.from ? "Price in force" : "Price of another period",
          value: rate,
          unit: contract.currency,
          from,
        })),
        records: [{ stream: `client_contract/${id}`, title: contract.contractNumber, value: contract.mealRate, path: `/clients?open=${contract.clientId}` }],
      }
    }),
})

/** The reader, for whom only this site counts. */
const at = (who: SignedIn, siteId: number | undefined): Reader => ({ ...who, sites: siteId === undefined ? null : [siteId] })
const inForceSql = sql(
  { id: col.whole, number: col.text },
  `select k.id, k.contract_number as number from client_contract k where k.client_id = $1 and k.service_type = 'catering' and k.start_date <= es.today()
   and (k.end_date is null or k.end_date >= es.today()) and ($2::bigint is null or k.site_id = $2) order by k.start_date desc, k.id desc limit 1`,
)

const clientRate = figure("client.mealRate", {
  label: "Price of a client's meal today",
  unit: "USD",
  needs: ["id"],
  takes: ["siteId"],
  may: PRICES,
  explain: ({ id, siteId }, who) =>
    Effect.gen(function* () {
      const client = yield* listedAt(clients.schema, clients.shape(at(who, siteId)), id, "Client")
      const [contract] = yield* statement(inForceSql, [id, siteId ?? null])
      const unit = client.contractCurrency ?? client.currency
      return {
        value: client.mealRate,
        unit,
        formula: contract ? `The price of ${contract.number}, the newest contract for catering in force` : "No contract for catering is in force",
        inputs: contract ? [{ label: contract.number, value: client.mealRate, figure: { name: "contract.mealRate", parameters: { id: contract.id } } }] : [],
      }
    }),
})

const activeStaff = figure("client.activeStaff", {
  label: "Registered people",
  unit: "people",
  takes: ["clientId", "siteId"],
  may: READERS,
  explain: ({ clientId, siteId }, who) =>
    Effect.gen(function* () {
      const on = `p.status = 'active' and ($1::bigint is null or p.site_id = $1) and ($2::bigint is null or p.client_id = $2)`
      const asked = [siteId ?? null, clientId ?? null]
      if (clientId === undefined) {
        const inputs = yield* partsBy(
          "people",
          { id: col.whole, label: col.text },
          `select c.id, c.company_name as label, count(*) as amount from staff_member p join client c on c.id = p.client_id where ${on} group by 1, 2 order by 2`,
          asked,
          ({ id, label }) => ({ label, figure: { name: "client.activeStaff", parameters: { clientId: id, siteId } } }),
        )
        return { value: inputs.sum, inputs, formula: `Clients' people currently registered: ${added(inputs, "people", "clients")}` }
      }
      const client = yield* listedAt(clients.schema, clients.shape(at(who, siteId)), clientId, "Client")
      const records = yield* partsBy(
        "people",
        { id: col.whole, title: col.text },
        `select p.id, p.first_name || ' ' || p.last_name || ', ' || p.staff_number as title, 1 as amount from staff_member p where ${on} order by p.last_name, p.id`,
        asked,
        ({ id, title }) => ({ stream: `staff_member/${id}`, title, value: null, path: `/clients?open=${clientId}&part=staff` }),
      )
      return { value: client.activeStaff, records, formula: `${said(client.activeStaff, "people")} of ${client.companyName} active now` }
    }),
})

export const clientFigures = [contractRate, clientRate, activeStaff]
