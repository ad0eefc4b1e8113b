import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Sessions } from "@ops/identity/sessions.ts"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { attached } from "@ops/platform/documents/attachment.ts"
import { handle, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { erasureOf, requireEncrypted } from "@ops/platform/records/personal-data/erasure.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { companyStaff } from "./company-staff.ts"
import { PeopleApi } from "../contract.ts"
import { employeeList, staffList, staffProfile } from "../queries.ts"
import { addDocument, changePay, changeStaff, eraseStaff, hire, reinstateStaff, suspendStaff, terminate } from "./commands.ts"

const orNull = <Value>(value: Value | "" | null | undefined): Value | null => (value === undefined || value === "" ? null : value)
/** Turns a form's empty texts into null; omitted fields stay undefined. */
const emptied = <Form extends object>(form: Form) =>
  Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value === "" ? null : value])) as {
    readonly [Name in keyof Form]: Exclude<Form[Name], "">
  }

const accountSql = sql({ personId: col.nullable(col.whole) }, `select person_id as "personId" from company_staff where id = $1`)
const staff = answering(companyStaff, staffProfile)

export const StaffLive = HttpApiBuilder.group(
  PeopleApi,
  "staff",
  Effect.fn(function* (handlers) {
    const sessions = yield* Sessions
    /** Ends the person's sessions: one that was only unused would become valid again on reinstatement. */
    const signedOut = (id: number) =>
      handle(function* () {
        const [row] = yield* statement(accountSql, [id])
        if (row?.personId) yield* sessions.endAll(row.personId)
      })
    return handlers.handleAll({
      list: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/hr/staff", staffList(who), query)),
      employees: ({ query }) => Effect.flatMap(Who, (who) => listAnswer("/api/employees", employeeList(who), query)),
      one: ({ params }) => staff.one(params.id),
      history: ({ params }) => staff.history(params.id),
      hire: ({ payload: { firstName, lastName, positionId, departmentId, hireDate, salary, currency = "USD", employmentType = "full_time", ...payload } }) => {
        const rest = emptied(payload)
        return staff.execute(
          hire,
          {
            firstName,
            lastName,
            positionId,
            departmentId,
            hireDate,
            salary,
            currency,
            employmentType,
            staffNumber: orNull(rest.staffNumber),
            personId: orNull(rest.personId),
            email: orNull(rest.email),
            phone: orNull(rest.phone),
            nationalId: orNull(rest.nationalId),
            siteId: orNull(rest.siteId),
            supervisorId: orNull(rest.supervisorId),
            dateOfBirth: orNull(rest.dateOfBirth),
            gender: orNull(rest.gender),
            address: orNull(rest.address),
            emergencyContact: orNull(rest.emergencyContact),
            emergencyPhone: orNull(rest.emergencyPhone),
            bankName: orNull(rest.bankName),
            bankAccount: orNull(rest.bankAccount),
            passportNumber: orNull(rest.passportNumber),
            workPermitNumber: orNull(rest.workPermitNumber),
            workPermitExpiry: orNull(rest.workPermitExpiry),
            notes: rest.notes ?? "",
          },
          201,
        )
      },
      change: ({ params: { id }, payload: { notes, ...payload } }) =>
        staff.execute(changeStaff, { id, ...emptied(payload), ...(notes !== undefined && { notes: notes ?? "" }) }),
      changePay: ({ params: { id }, payload: { currency = "USD", ...payload } }) => staff.execute(changePay, { id, currency, ...payload }, 201),
      suspend: ({ params: { id }, payload }) => Effect.tap(staff.execute(suspendStaff, { id, reason: payload?.reason ?? "" }), () => signedOut(id)),
      reinstate: ({ params: { id }, payload }) => Effect.flatMap(Who, ({ today }) => staff.execute(reinstateStaff, { id, from: payload?.from || today })),
      terminate: ({ params: { id }, payload }) => Effect.tap(staff.execute(terminate, { id, ...payload }), () => signedOut(id)),
      addDocument: ({ params: { id }, payload: { kind, name, number, expiryDate, attachmentId } }) =>
        Effect.gen(function* () {
          const [attachment] = yield* attached(attachmentId ? [attachmentId] : [], "company_staff")
          const document = { kind, name, number: orNull(number), expiryDate: orNull(expiryDate), attachment: attachment ?? null }
          return yield* staff.execute(addDocument, { id, ...document }, 201)
        }),
      erasure: ({ params: { id } }) => mapDatabaseErrors(erasureOf(companyStaff, id)),
      erase: ({ params: { id }, payload }) =>
        Effect.andThen(mapDatabaseErrors(requireEncrypted(companyStaff, id)), staff.execute(eraseStaff, { id, ...payload })),
    })
  }),
)
