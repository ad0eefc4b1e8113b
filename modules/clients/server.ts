/** The handlers of the calls about clients. */
import { Effect, Layer, type Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { withDecisions } from "@ops/platform/http/resources/server.ts"
import { inputFor } from "@ops/platform/http/resources/wire.ts"
import type { Command, DeclaredCommand } from "@ops/platform/records/command.ts"
import { erasureOf, requireEncrypted } from "@ops/platform/records/personal-data/erasure.ts"
import { BadgesLive } from "./badges/server.ts"
import { addClient, changeClient, clients, deactivateClient, eraseClientContact, reactivateClient } from "./client.ts"
import { agreeBasis, agreeRate, describeService, noDetails, signContract } from "./contracts/client-contract.ts"
import { ClientsApi } from "./contract.ts"
import { contracts } from "./contracts/resource.ts"
import { clientList, customerList, projectHeadList } from "./queries.ts"

const sitesSql = sql({ id: col.whole }, "select id from site where id::text = any($1::text[]) or slug = any($1::text[])")

/** Turns an empty value of a form into null; an omitted field stays undefined. */
const emptied = <Value>(value: Value | "" | null | undefined): Value | null | undefined => (value === "" ? null : value)
const orNull = <Value>(value: Value | "" | null | undefined): Value | null => (value === undefined || value === "" ? null : value)
/** The same for every field of a form; required fields were checked before. */
const allEmptied = <Form extends object>(form: Form) =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, emptied(value)])) as { readonly [Name in keyof Form]: Exclude<Form[Name], ""> }

/** Clients of the user's site, or of all sites. */
const ownClient = answering(clients, (who) => clientList(who, who.confinedTo === null ? null : [who.confinedTo]))
// a user may add or change clients without seeing all of them: the answer contains the client anyway
const anyClient = answering(clients, (who) => clientList(who, null))
const contract = answering(contracts.stream, contracts.shape, withDecisions(contracts))
const given =
  <F extends Schema.Struct.Fields>(act: DeclaredCommand<F>) =>
  ({ params, payload }: { readonly params: object; readonly payload?: object | null }) =>
    anyClient.execute(act, inputFor(act)({ ...payload, ...params }))

const ClientsGroupLive = HttpApiBuilder.group(
  ClientsApi,
  "clients",
  Effect.fn(function* (handlers) {
    const { statement } = yield* Database
    /** The requested sites, by id or slug, within those the user may see; null for all. */
    const sitesAsked = (siteId: string | undefined) =>
      Effect.gen(function* () {
        const { confinedTo } = yield* Who
        if (!siteId) return confinedTo === null ? null : [confinedTo]
        const rows = yield* mapDatabaseErrors(statement(sitesSql, [siteId.split(",")]))
        return rows.map(({ id }) => id).filter((id) => confinedTo === null || id === confinedTo)
      })
    return handlers.handleAll({
      list: ({ query }) =>
        Effect.gen(function* () {
          return yield* listAnswer("/api/clients", clientList(yield* Who, yield* sitesAsked(query.siteId)), query)
        }),
      customers: ({ query }) =>
        Effect.gen(function* () {
          return yield* listAnswer("/api/customers", customerList(yield* Who, yield* sitesAsked(query.siteId)), query)
        }),
      one: ({ params: { id } }) => ownClient.one(id),
      history: ({ params: { id } }) => ownClient.history(id),
      add: ({ payload }) => anyClient.execute(addClient, inputFor(addClient)(payload), 201),
      change: given(changeClient),
      deactivate: given(deactivateClient),
      reactivate: given(reactivateClient),
      erasure: ({ params: { id } }) => mapDatabaseErrors(erasureOf(clients, id)),
      eraseContact: ({ params: { id }, payload }) =>
        Effect.andThen(mapDatabaseErrors(requireEncrypted(clients, id)), anyClient.execute(eraseClientContact, { id, ...payload })),
    })
  }),
)

/** Cents per meal if the contract has no price. */
const defaultRate = 6000

const onContract = <Input>(act: Command<Input>, input: Input, status = 201) => contract.execute(act, input, status)

const ContractTermsLive = HttpApiBuilder.group(ClientsApi, "contractTerms", (handlers) =>
  handlers.handleAll({
    sign: ({ payload }) => {
      const { clientId, siteId, serviceType, startDate, endDate, currency = "USD", taxCode = "SALES", notes = "" } = payload
      const { bands = [], guaranteedShare, currentStaffCount, mealRate, billingBasis, ...more } = payload
      const isCatering = serviceType === "catering"
      const rate = mealRate === undefined && isCatering && currency === "USD" ? defaultRate : (mealRate ?? null)
      const basis = billingBasis === undefined && isCatering ? "served" : (billingBasis ?? null)
      const details = Object.fromEntries(Object.entries(noDetails).map(([name, none]) => [name, emptied(more[name as keyof typeof noDetails]) ?? none]))
      return onContract(signContract, {
        clientId,
        siteId,
        serviceType,
        startDate,
        endDate: orNull(endDate),
        currency,
        taxCode,
        notes,
        details: details as unknown as typeof noDetails,
        rate: rate === null ? null : { rate, bands },
        basis: basis === null ? null : { basis, guaranteedShare: guaranteedShare ?? 0 },
        heads: currentStaffCount ?? null,
      })
    },
    describe: ({ params: { id }, payload: { notes, ...details } }) => onContract(describeService, { id, details: allEmptied(details), notes }, 200),
    agreeRate: ({ params: { id }, payload: { from, rate, bands = [] } }) => onContract(agreeRate, { id, from, rate, bands }),
    agreeBasis: ({ params: { id }, payload: { from, basis, guaranteedShare } }) =>
      onContract(agreeBasis, { id, from, basis, guaranteedShare: guaranteedShare ?? 0 }),
  }),
)

const ProjectHeadsLive = HttpApiBuilder.group(ClientsApi, "projectHeads", (handlers) =>
  handlers.handleAll({ list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/project-heads", projectHeadList(who), query)) }),
)

export const ClientsLive = Layer.mergeAll(ClientsGroupLive, ContractTermsLive, ProjectHeadsLive, BadgesLive)
