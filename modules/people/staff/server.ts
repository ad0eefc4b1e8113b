import { Effect, type Schema } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Sessions } from "@ops/identity/sessions.ts"
import { Who } from "@ops/platform/access/who.ts"
import { statement } from "@ops/platform/database/database.ts"
import { col, sql } from "@ops/platform/database/statement.ts"
import { attached } from "@ops/platform/documents/attachment.ts"
import { handle, mapDatabaseErrors } from "@ops/platform/http/answer.ts"
import { inputFor } from "@ops/platform/http/resources/wire.ts"
import { type DeclaredCommand } from "@ops/platform/records/command.ts"
import { listAnswer } from "@ops/platform/http/list-query.ts"
import { erasureOf, requireEncrypted } from "@ops/platform/records/personal-data/erasure.ts"
import { answering } from "@ops/platform/http/answering.ts"
import { companyStaff } from "./company-staff.ts"
import { PeopleApi } from "../contract.ts"
import { employeeList, staffList, staffProfile } from "../queries.ts"
import { addDocument, changePay, changeStaff, eraseStaff, hire, reinstateStaff, suspendStaff, terminate } from "./commands.ts"

const orNull = <Value>(value: Value | "" | null | undefined): Value | null => (value === undefined || value === "" ? null : value)
const accountSql = sql({ personId: col.nullable(col.whole) }, `select person_id as "personId" from company_staff where id = $1`)
const staff = answering(companyStaff, staffProfile)
/** Answers a call by a command on the person in its path. */
const given =
  <F extends Schema.Struct.Fields>(act: DeclaredCommand<F>, status = 200) =>
  ({ params, payload }: { readonly params: object; readonly payload: object | null }) =>
    staff.execute(act, inputFor(act)({ ...payload, ...params }), status)

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
      hire: ({ payload }) => staff.execute(hire, inputFor(hire)(payload), 201),
      change: given(changeStaff),
      changePay: given(changePay, 201),
      suspend: (asked) => Effect.tap(given(suspendStaff)(asked), () => signedOut(asked.params.id)),
      reinstate: given(reinstateStaff),
      terminate: (asked) => Effect.tap(given(terminate)(asked), () => signedOut(asked.params.id)),
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
