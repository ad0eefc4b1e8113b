/** Binds the calls about clients to the commands and queries. */
import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { Database } from "@ops/platform/database/database.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { type ListShape, listAnswer, rowAnswer, rowText } from "@ops/platform/http/list-query.ts"
import { type Command, notFound } from "@ops/platform/records/command.ts"
import { erasureOf, requireEncrypted } from "@ops/platform/records/erasure.ts"
import { history } from "@ops/platform/records/history.ts"
import { Records } from "@ops/platform/records/records.ts"
import type { AnyStream } from "@ops/platform/records/stream.ts"
import { addClient, changeClient, clients, deactivateClient, eraseClientContact, reactivateClient } from "./client.ts"
import { agreeBasis, agreeRate, clientContracts, describeService, endContract, noDetails, planHeadCount, signContract } from "./contracts/client-contract.ts"
import { ClientsApi } from "./contract.ts"
import { changeProject, closeProject, openProject } from "./projects/project.ts"
import { clientList, contractList, customerList, projectHeadList, projectList, staffMemberList } from "./queries.ts"
import { changeStaffMember, comeBack, eraseStaffMember, joinStaffMember, leave, staffMembers } from "./staff-members/staff-member.ts"

/** Null where a form sends an empty value; a field left out stays undefined. */
const emptied = <Value>(value: Value | "" | null | undefined): Value | null | undefined => (value === "" ? null : value)
const orNull = <Value>(value: Value | "" | null | undefined): Value | null => (value === undefined || value === "" ? null : value)
/** The same for every field of a form; what may not be empty was refused before. */
const allEmptied = <Form extends object>(form: Form) =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, emptied(value)])) as { readonly [Name in keyof Form]: Exclude<Form[Name], ""> }

const answering = Effect.gen(function* () {
  const { execute } = yield* Records
  return {
    /** Does a command and answers its record's row, as the list has it. */
    answer: <Input>(act: Command<Input>, input: Input, shape: (who: Who["Service"]) => ListShape, what: string, status = 200) =>
      Effect.gen(function* () {
        const who = yield* Who
        const { id } = yield* mapDatabaseErrors(execute(act, input, who, yield* commandKey))
        return yield* rowAnswer(shape(who), id, what, status)
      }),
    /** The history of a record that the caller sees. */
    past: (stream: AnyStream, id: number, shape: (who: Who["Service"]) => ListShape) =>
      mapDatabaseErrors(
        Effect.gen(function* () {
          const row = yield* rowText(shape(yield* Who), id)
          if (row === undefined) return yield* Effect.fail(notFound(`${stream.record.label} ${id} does not exist`))
          return yield* history(stream, id)
        }),
      ),
  }
})

/** Clients of the person's site, or of all. */
const ofOwnSite = (who: Who["Service"]) => clientList(who, who.confinedTo === null ? null : [who.confinedTo])

const ClientsGroupLive = HttpApiBuilder.group(
  ClientsApi,
  "clients",
  Effect.fn(function* (handlers) {
    const { statement } = yield* Database
    const { answer, past } = yield* answering
    /** The sites asked for by id or slug, of those the person may see; null for all. */
    const sitesAsked = (siteId: string | undefined) =>
      Effect.gen(function* () {
        const { confinedTo } = yield* Who
        if (!siteId) return confinedTo === null ? null : [confinedTo]
        const rows = yield* mapDatabaseErrors(statement("select id from site where id::text = any($1::text[]) or slug = any($1::text[])", [siteId.split(",")]))
        return rows.map(({ id }) => id as number).filter((id) => confinedTo === null || id === confinedTo)
      })
    // a caller who may write clients may not see all of them: the client is answered anyway
    const onClient = <Input>(act: Command<Input>, input: Input, status = 200) => answer(act, input, (who) => clientList(who, null), "Client", status)

    return handlers.handleAll({
      list: ({ query }) =>
        Effect.gen(function* () {
          return yield* listAnswer("/api/clients", clientList(yield* Who, yield* sitesAsked(query.siteId)), query)
        }),
      customers: ({ query }) =>
        Effect.gen(function* () {
          return yield* listAnswer("/api/customers", customerList(yield* Who, yield* sitesAsked(query.siteId)), query)
        }),
      one: ({ params: { id } }) => Effect.flatMap(Who, (who) => rowAnswer(ofOwnSite(who), id, "Client")),
      history: ({ params: { id } }) => past(clients, id, ofOwnSite),
      add: ({ payload: { clientCode, companyName, contactPerson, email, phone, address, currency = "USD", paymentTerms = "30_days", notes } }) =>
        onClient(
          addClient,
          {
            clientCode: orNull(clientCode),
            companyName,
            contactPerson: orNull(contactPerson),
            email: orNull(email),
            phone: orNull(phone),
            address: orNull(address),
            currency,
            paymentTerms,
            notes: orNull(notes),
          },
          201,
        ),
      change: ({ params: { id }, payload }) => onClient(changeClient, { id, ...allEmptied(payload) }),
      deactivate: ({ params: { id }, payload: { reason } }) => onClient(deactivateClient, { id, reason }),
      reactivate: ({ params: { id } }) => onClient(reactivateClient, { id }),
      erasure: ({ params: { id } }) => mapDatabaseErrors(erasureOf(clients, id)),
      eraseContact: ({ params: { id }, payload }) =>
        Effect.andThen(mapDatabaseErrors(requireEncrypted(clients, id)), onClient(eraseClientContact, { id, ...payload })),
    })
  }),
)

/** What a meal costs where the contract names no price, cents. */
const defaultRate = 6000

const ContractsGroupLive = HttpApiBuilder.group(
  ClientsApi,
  "contracts",
  Effect.fn(function* (handlers) {
    const { answer, past } = yield* answering
    const onContract = <Input>(act: Command<Input>, input: Input, status = 201) => answer(act, input, contractList, "Contract", status)
    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/contracts", contractList(who), query)),
      one: ({ params: { id } }) => Effect.flatMap(Who, (who) => rowAnswer(contractList(who), id, "Contract")),
      history: ({ params: { id } }) => past(clientContracts, id, contractList),
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
      planHeadCount: ({ params: { id }, payload }) => onContract(planHeadCount, { id, ...payload }),
      end: ({ params: { id }, payload }) => onContract(endContract, { id, ...payload }, 200),
    })
  }),
)

const ProjectsGroupLive = HttpApiBuilder.group(
  ClientsApi,
  "projects",
  Effect.fn(function* (handlers) {
    const { answer } = yield* answering
    const onProject = <Input>(act: Command<Input>, input: Input, status = 200) => answer(act, input, projectList, "Project", status)
    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/projects", projectList(who), query)),
      heads: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/project-heads", projectHeadList(who), query)),
      open: ({ payload: { projectCode, location, projectManager, startDate, endDate, budgetAmount = null, currency = "USD", description = "", ...project } }) =>
        onProject(
          openProject,
          {
            ...project,
            projectCode: orNull(projectCode),
            location: orNull(location),
            projectManager: orNull(projectManager),
            startDate: orNull(startDate),
            endDate: orNull(endDate),
            budgetAmount,
            currency,
            description,
          },
          201,
        ),
      change: ({ params: { id }, payload: { description, ...payload } }) => onProject(changeProject, { id, description, ...allEmptied(payload) }),
      close: ({ params: { id }, payload }) => onProject(closeProject, { id, ...payload }),
    })
  }),
)

const StaffMembersGroupLive = HttpApiBuilder.group(
  ClientsApi,
  "staffMembers",
  Effect.fn(function* (handlers) {
    const { answer } = yield* answering
    const onPerson = <Input>(act: Command<Input>, input: Input, status = 200) => answer(act, input, staffMemberList, "Staff member", status)
    return handlers.handleAll({
      // those who are here, unless others are asked for
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/staff-members", staffMemberList(who), { status: "active", ...query })),
      join: ({ payload: { firstName, lastName, clientId, siteId, mealPlan = "full", ...payload } }) => {
        const { staffNumber, email, phone, position, department, projectId, hireDate } = payload
        const { allergies, dietaryRestrictions, emergencyContact, emergencyPhone } = payload
        return onPerson(
          joinStaffMember,
          {
            firstName,
            lastName,
            clientId,
            siteId,
            mealPlan,
            staffNumber: orNull(staffNumber),
            email: orNull(email),
            phone: orNull(phone),
            position: orNull(position),
            department: orNull(department),
            projectId: orNull(projectId),
            hireDate: orNull(hireDate),
            allergies: orNull(allergies),
            dietaryRestrictions: orNull(dietaryRestrictions),
            emergencyContact: orNull(emergencyContact),
            emergencyPhone: orNull(emergencyPhone),
          },
          201,
        )
      },
      change: ({ params: { id }, payload: { siteId, ...payload } }) => onPerson(changeStaffMember, { id, siteId, ...allEmptied(payload) }),
      leave: ({ params: { id }, payload: { endDate, reason } }) => onPerson(leave, { id, endDate, reason: reason ?? "" }),
      comeBack: ({ params: { id }, payload: { from } }) => onPerson(comeBack, { id, from }),
      erasure: ({ params: { id } }) => mapDatabaseErrors(erasureOf(staffMembers, id)),
      erase: ({ params: { id }, payload }) =>
        Effect.andThen(mapDatabaseErrors(requireEncrypted(staffMembers, id)), onPerson(eraseStaffMember, { id, ...payload })),
    })
  }),
)

export const ClientsLive = Layer.mergeAll(ClientsGroupLive, ContractsGroupLive, ProjectsGroupLive, StaffMembersGroupLive)
