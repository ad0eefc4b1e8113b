/** Issues badges, and prints them. */
import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { jsonResponse, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { withDecisions } from "@ops/platform/http/resources/server.ts"
import { conflict, notFound } from "@ops/platform/records/command.ts"
import { execute } from "@ops/platform/records/records.ts"
import { siteOfTheirs } from "@ops/sites/queries.ts"
import { ClientsApi } from "../contract.ts"
import { staffMembers } from "../staff-members/resource.ts"
import { issueBadge, issueBadges } from "../staff-members/staff-member.ts"
import { badgeCode } from "@ops/platform/access/badge.ts"
import { badgesPdf } from "./badges-pdf.ts"

const member = answering(staffMembers.stream, staffMembers.shape, withDecisions(staffMembers))
/** A check symbol that QR codes have no short form for would make the modules of this one badge smaller. */
const newCode = (): string => {
  const code = badgeCode(randomBytes(10))
  return /[=~]$/.test(code) ? newCode() : code
}

/** Sheets for more people than this must be requested by site or by client. */
const mostPrinted = 500

const withoutSql = sql(
  { id: col.whole },
  "select id from staff_member where status = 'active' and badge is null and site_id = $1 and ($2::bigint is null or client_id = $2) order by id limit 5000",
)
const clientSql = sql({ id: col.whole }, "select id from client where id = $1")
const printedSql = sql(
  { code: col.text, name: col.text, staffNumber: col.text, client: col.text, site: col.text },
  `select r.badge as code, r.first_name || ' ' || r.last_name as name, r.staff_number as "staffNumber", c.company_name as client, s.name as site
   from staff_member r join client c on c.id = r.client_id join site s on s.id = r.site_id
   where r.badge is not null and r.status = 'active' and ($1::bigint is null or r.site_id = $1) and ($2::bigint is null or r.client_id = $2)
     and ($3::bigint is null or r.id = $3)
   order by c.company_name, r.last_name, r.first_name, r.id limit ${mostPrinted + 1}`,
)
const whole = (text: string | undefined) => (text === undefined || text === "" ? null : /^\d{1,9}$/.test(text) ? Number(text) : 0)

export const BadgesLive = HttpApiBuilder.group(
  ClientsApi,
  "badges",
  Effect.fn(function* (handlers) {
    const database = yield* Database
    const there = Effect.provideService(Database, database)
    return handlers.handleAll({
      issue: ({ params: { id }, payload }) => member.execute(issueBadge, { id, badge: newCode(), reason: payload?.reason || null }, 201),
      issueAll: ({ payload: { siteId, clientId } }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const who = yield* Who
            const site = yield* siteOfTheirs(siteId)
            if (clientId !== undefined && clientId !== null && (yield* database.statement(clientSql, [clientId])).length === 0)
              return yield* Effect.fail(notFound(`Client ${clientId} does not exist`))
            const people = yield* database.statement(withoutSql, [site, clientId ?? null])
            if (people.length > 0) {
              yield* execute(
                issueBadges,
                people.map(({ id }) => ({ id, badge: newCode() })),
                who,
                yield* commandKey,
              )
            }
            return jsonResponse(JSON.stringify({ issued: people.length }))
          }).pipe(there),
        ),
      sheet: ({ query: { siteId, clientId, id } }) =>
        mapDatabaseErrors(
          Effect.gen(function* () {
            const { at } = yield* Who
            const badges = yield* database.statement(printedSql, [yield* siteOfTheirs(siteId), whole(clientId), whole(id)])
            if (badges.length === 0) return yield* Effect.fail(conflict("No active person here has a badge. Issue badges first"))
            if (badges.length > mostPrinted) return yield* Effect.fail(conflict(`More than ${mostPrinted} people have a badge. Choose a site or a client`))
            return HttpServerResponse.uint8Array(yield* badgesPdf(badges, at), {
              contentType: "application/pdf",
              headers: { "content-disposition": 'inline; filename="Badges.pdf"' },
            })
          }).pipe(there),
        ),
    })
  }),
)
