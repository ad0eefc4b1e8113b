import { Effect, Layer } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Who } from "@ops/platform/access/who.ts"
import { mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { commandKey } from "@ops/platform/http/command-key.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { erasureOf, requireEncrypted } from "@ops/platform/records/erasure.ts"
import { Records } from "@ops/platform/records/records.ts"
import { answering } from "@ops/platform/http/answering.ts"
import {
  approveHours,
  assignContractor,
  cancelContractorAssignment,
  completeAssignment,
  rateAssignment,
  recordHours,
  rejectHours,
  startAssignment,
} from "./work/assignment-commands.ts"
import { billMonth } from "./bills/commands.ts"
import { ContractorsApi } from "./contract.ts"
import { contractors } from "./contractor.ts"
import {
  agreeRate,
  changeContractor,
  endContractor,
  eraseContractor,
  nameVendor,
  registerContractor,
  reinstateContractor,
  suspendContractor,
} from "./contractor-commands.ts"
import { contractorAssignments } from "./work/contractor-assignment.ts"
import { contractorBills } from "./bills/contractor-bill.ts"
import { contractorHours } from "./work/contractor-hours.ts"
import { contractorAssignmentList, contractorBillList, contractorHoursList, contractorList } from "./queries.ts"
import { ContractorWorkApi } from "./work/contract.ts"

const orNull = <Value>(value: Value | "" | null | undefined): Value | null => (value === undefined || value === "" ? null : value)
/** Null where a form sends an empty value; a field left out stays undefined. */
const emptied = <Form extends object>(form: Form) =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value === "" ? null : value])) as {
    readonly [Name in keyof Form]: Exclude<Form[Name], "">
  }
/** Text that the record always has. */
const texts = ({ certifications, experience, notes }: { readonly [Name in "certifications" | "experience" | "notes"]?: string | null | undefined }) => ({
  ...(certifications !== undefined && { certifications: certifications ?? "" }),
  ...(experience !== undefined && { experience: experience ?? "" }),
  ...(notes !== undefined && { notes: notes ?? "" }),
})

const contractor = answering(contractors, contractorList)
const assignment = answering(contractorAssignments, contractorAssignmentList)
const hours = answering(contractorHours, contractorHoursList)
const bills = answering(contractorBills, contractorBillList)

const rateOf = (payload: { readonly [Name in "hourlyRate" | "dailyRate" | "monthlyRate"]?: number | "" | null | undefined }) => {
  const amounts = { hour: orNull(payload.hourlyRate), day: orNull(payload.dailyRate), month: orNull(payload.monthlyRate) }
  for (const unit of ["hour", "day", "month"] as const) if (amounts[unit] !== null) return { unit, amount: amounts[unit] }
  return null
}

const RegisterLive = HttpApiBuilder.group(ContractorsApi, "contractors", (handlers) =>
  handlers.handleAll({
    list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/contractors", contractorList(who), query)),
    one: ({ params }) => contractor.one(params.id),
    history: ({ params }) => contractor.history(params.id),
    register: ({ payload }) => {
      const { firstName, lastName, phone, serviceType, departmentId, contractStart, currency = "USD", ...given } = payload
      const rest = emptied(given)
      return contractor.execute(
        registerContractor,
        {
          firstName,
          lastName,
          phone,
          serviceType,
          departmentId,
          contractStart,
          currency,
          contractorNumber: orNull(rest.contractorNumber),
          companyName: orNull(rest.companyName),
          email: orNull(rest.email),
          nationalId: orNull(rest.nationalId),
          contractorType: rest.contractorType ?? "individual",
          siteId: orNull(rest.siteId),
          contractEnd: orNull(rest.contractEnd),
          contractValue: orNull(rest.contractValue),
          paymentTerms: rest.paymentTerms ?? "monthly",
          skills: rest.skills ?? [],
          certifications: rest.certifications ?? "",
          experience: rest.experience ?? "",
          address: orNull(rest.address),
          bankName: orNull(rest.bankName),
          bankAccount: orNull(rest.bankAccount),
          workPermitNumber: orNull(rest.workPermitNumber),
          workPermitExpiry: orNull(rest.workPermitExpiry),
          notes: rest.notes ?? "",
          rate: rateOf(payload),
        },
        201,
      )
    },
    change: ({ params: { id }, payload: { certifications, experience, notes, ...payload } }) =>
      contractor.execute(changeContractor, { id, ...emptied(payload), ...texts({ certifications, experience, notes }) }),
    rate: ({ params: { id }, payload: { reason, ...term } }) => contractor.execute(agreeRate, { id, ...term, reason: reason ?? "" }, 201),
    suspend: ({ params: { id }, payload }) => contractor.execute(suspendContractor, { id, ...payload }),
    reinstate: ({ params: { id } }) => contractor.execute(reinstateContractor, { id }),
    end: ({ params: { id }, payload }) => contractor.execute(endContractor, { id, ...payload }),
    vendor: ({ params: { id }, payload }) => contractor.execute(nameVendor, { id, vendorId: payload?.vendorId ?? null }),
    erasure: ({ params: { id } }) => mapDatabaseErrors(erasureOf(contractors, id)),
    erase: ({ params: { id }, payload }) =>
      Effect.andThen(mapDatabaseErrors(requireEncrypted(contractors, id)), contractor.execute(eraseContractor, { id, ...payload })),
  }),
)

const WorkLive = HttpApiBuilder.group(ContractorWorkApi, "contractorWork", (handlers) =>
  handlers.handleAll({
    assignments: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/contractor-assignments", contractorAssignmentList(who), query)),
    assignment: ({ params }) => assignment.one(params.id),
    assignmentHistory: ({ params }) => assignment.history(params.id),
    assign: ({ payload: { assignmentType, projectId, endDate, estimatedHours, notes, ...given } }) =>
      assignment.execute(
        assignContractor,
        {
          ...given,
          assignmentType: assignmentType ?? (projectId ? "project" : "service"),
          projectId: orNull(projectId),
          endDate: orNull(endDate),
          estimatedHours: orNull(estimatedHours),
          notes: notes ?? "",
        },
        201,
      ),
    start: ({ params: { id }, payload }) => Effect.flatMap(Who, ({ today }) => assignment.execute(startAssignment, { id, date: payload?.date ?? today })),
    complete: ({ params: { id }, payload }) =>
      Effect.flatMap(Who, ({ today }) =>
        assignment.execute(completeAssignment, { id, date: payload?.date ?? today, note: payload?.note ?? "", rating: orNull(payload?.rating) }),
      ),
    cancel: ({ params: { id }, payload }) => assignment.execute(cancelContractorAssignment, { id, ...payload }),
    rateWork: ({ params: { id }, payload: { rating, note } }) => assignment.execute(rateAssignment, { id, rating, note: note ?? "" }),
    hours: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/contractor-hours", contractorHoursList(who), query)),
    record: ({ payload: { note, ...given } }) => hours.execute(recordHours, { ...given, note: note ?? "" }, 201),
    approve: ({ payload: { ids } }) =>
      mapDatabaseErrors(
        Effect.gen(function* () {
          const { execute } = yield* Records
          yield* execute(approveHours, { ids }, yield* Who, yield* commandKey)
          return { approved: new Set(ids).size }
        }),
      ),
    reject: ({ params: { id }, payload }) => hours.execute(rejectHours, { id, ...payload }),
    bill: ({ params: { id }, payload: { month } }) => bills.execute(billMonth, { id, month }, 201),
    bills: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/contractor-bills", contractorBillList(who), query)),
  }),
)

export const ContractorsLive = Layer.mergeAll(RegisterLive, WorkLive)
