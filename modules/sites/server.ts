import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Config } from "@ops/platform/config.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql, sqlOf } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer, type ListShape } from "@ops/platform/http/list-query.ts"
import { conflict } from "@ops/platform/records/command.ts"
import { history } from "@ops/platform/records/history.ts"
import { execute } from "@ops/platform/records/records.ts"
import { SitesApi } from "./contract.ts"
import { changeSite, closeSite, companies, Company, describeCompany, openSite, reopenSite, Site, sites } from "./site.ts"

/** The public fields of the company; the others are for those who manage the settings. */
const open = Company.answer("c", "name", "tagline", "vision", "mission", "email", "phone", "address", "services")
const bodySql = sqlOf({ body: col.text })
const otherSql = sql({ name: col.text }, "select name from site where code = $1 and id is distinct from $2::bigint")
type Installed = Pick<Config["Service"], "mode" | "rehearsal" | "signInService">
const company = ({ mode, rehearsal, signInService }: Installed, columns = open) =>
  handle(function* () {
    const [row] = yield* statement(bodySql(`select row_to_json(c)::text as body from (select ${columns} from company c where id = 1) c`), [])
    const installed = { mode, ...(rehearsal !== undefined && { rehearsal }), ...(signInService && { signInService: signInService.name }) }
    return jsonResponse(JSON.stringify({ ...(JSON.parse(row!.body) as object), ...installed }))
  })
const whole = `${open}, ${Company.answer("c", "taxNumber", "bank")}`

const siteList: ListShape = {
  select: Site.answer("s", "id", "name", "code", "slug", "label", "client", "location", "capacity", "isActive"),
  from: "site s",
  id: "s.id",
  filters: { status: "case when s.is_active then 'active' else 'closed' end" },
  sorts: { name: "s.name", code: "s.code", capacity: "s.capacity", id: "s.id" },
  order: "id",
  search: ["s.name", "s.code", "s.client", "s.location"],
  file: "Sites",
  columns: [
    { key: "code", title: "Code", kind: "text" },
    { key: "name", title: "Name", kind: "text" },
    { key: "client", title: "Client", kind: "text" },
    { key: "location", title: "Location", kind: "text" },
    { key: "capacity", title: "Capacity", kind: "integer" },
    { key: "isActive", title: "Open", kind: "text" },
  ],
}

const site = answering(sites, () => siteList)

/** Turns cleared fields of a form into null. */
const orNull = (text: string | null | undefined) => (text === "" || text === undefined ? null : text)
/** The slug of a name for addresses: "Bentiu camp" becomes bentiu-camp. */
const slugOf = (name: string) =>
  name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60)

export const SitesLive = Layer.mergeAll(
  HttpApiBuilder.group(
    SitesApi,
    "sites",
    Effect.fn(function* (handlers) {
      const installation = yield* Config
      /** Requires a code that no other site uses: its two letters identify the site in every list. */
      const requireUniqueCode = (code: string | undefined, id: number | null) =>
        handle(function* () {
          const [other] = yield* statement(otherSql, [code ?? "", id])
          if (other) return yield* Effect.fail(conflict(`${other.name} has the code ${code} already`))
        })

      return handlers.handleAll({
        list: ({ query }) => listAnswer("/api/sites", siteList, query),
        open: ({ payload: { name, code, label, client, location, capacity = null } }) =>
          Effect.andThen(
            requireUniqueCode(code, null),
            site.execute(
              openSite,
              { name, code, slug: slugOf(name) || code.toLowerCase(), label: label || name, client: orNull(client), location: orNull(location), capacity },
              201,
            ),
          ),
        change: ({ params: { id }, payload: { client, location, label, ...more } }) =>
          Effect.andThen(
            requireUniqueCode(more.code, id),
            site.execute(changeSite, {
              id,
              ...more,
              ...(label && { label }),
              ...(client !== undefined && { client: orNull(client) }),
              ...(location !== undefined && { location: orNull(location) }),
            }),
          ),
        close: ({ params: { id }, payload: { reason } }) => site.execute(closeSite, { id, reason }),
        reopen: ({ params: { id } }) => site.execute(reopenSite, { id }),
        history: ({ params: { id } }) => site.history(id),
        describeCompany: ({ payload: { email, phone, address, taxNumber, bank, ...facts } }) =>
          Effect.gen(function* () {
            const details = { ...(taxNumber !== undefined && { taxNumber: orNull(taxNumber) }), ...(bank !== undefined && { bank: orNull(bank) }) }
            const described = { ...facts, email: orNull(email), phone: orNull(phone), address: orNull(address), ...details }
            yield* mapDatabaseErrors(execute(describeCompany, described, yield* Who, yield* commandKey))
            return yield* company(installation, whole)
          }),
        companySettings: () => company(installation, whole),
        companyHistory: () => mapDatabaseErrors(history(companies, 1)),
      })
    }),
  ),
  HttpApiBuilder.group(
    SitesApi,
    "company",
    Effect.fn(function* (handlers) {
      const installation = yield* Config
      return handlers.handleAll({ read: () => company(installation) })
    }),
  ),
)
