/** The handlers of the calls about sites and the company. */
import { Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Config } from "@ops/platform/config.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sqlOf } from "@ops/platform/database/statement.ts"
import { handle, jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { type RequestOf, resourceLive } from "@ops/platform/http/resources/server.ts"
import { history } from "@ops/platform/records/history.ts"
import { execute } from "@ops/platform/records/records.ts"
import { CompanyApi } from "./contract.ts"
import { sites } from "./resource.ts"
import { companies, Company, describeCompany } from "./site.ts"

/** The public fields of the company; the others are for those who manage the settings. */
const open = Company.answer("c", "name", "tagline", "vision", "mission", "email", "phone", "address", "services")
const bodySql = sqlOf({ body: col.text })
const company = (columns = open) =>
  handle(function* () {
    const { mode, rehearsal, signInService } = yield* Config
    const [row] = yield* statement(bodySql(`select row_to_json(c)::text as body from (select ${columns} from company c where id = 1) c`), [])
    const installed = { mode, ...(rehearsal !== undefined && { rehearsal }), ...(signInService && { signInService: signInService.name }) }
    return jsonResponse(JSON.stringify({ ...(JSON.parse(row!.body) as object), ...installed }))
  })
const settings = company(`${open}, ${Company.answer("c", "taxNumber", "bank")}`)

/** Turns cleared fields of a form into null. */
const orNull = (text: string | null | undefined) => (text === "" || text === undefined ? null : text)

const SiteRecordsLive = resourceLive(sites, {
  describeCompany: ({ payload: { email, phone, address, taxNumber, bank, ...facts } }: RequestOf<typeof sites, "describeCompany">) =>
    handle(function* () {
      const details = { ...(taxNumber !== undefined && { taxNumber: orNull(taxNumber) }), ...(bank !== undefined && { bank: orNull(bank) }) }
      const described = { ...facts, email: orNull(email), phone: orNull(phone), address: orNull(address), ...details }
      yield* execute(describeCompany, described, yield* Who, yield* commandKey)
      return yield* settings
    }),
  companySettings: () => settings,
  companyHistory: () => mapDatabaseErrors(history(companies, 1)),
})

const CompanyLive = HttpApiBuilder.group(CompanyApi, "company", (handlers) => handlers.handleAll({ read: () => company(open) }))

export const SitesLive = Layer.mergeAll(SiteRecordsLive, CompanyLive)
