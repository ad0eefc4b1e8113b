/** The calls about staff feeding. */
import { Schema, SchemaGetter } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ANYONE, MadeOf, OPERATIONS, Rule } from "@ops/platform/access/rule.ts"
import { Answered, created, ListQuery, OneOf, Permit, refusals, Session, TextInput } from "@ops/platform/http/contract.ts"

export const StaffFeedingAnswer = Schema.Struct({
  id: Schema.Int,
  siteId: Schema.Int,
  date: Schema.String,
  mealType: Schema.String,
  staffCount: Schema.Int,
  notes: Schema.String,
  recordedBy: Schema.NullOr(Schema.Int),
  site: Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String }),
  createdAt: Schema.String,
})

export const MealsInput = Schema.Struct({
  siteId: Schema.Union([Schema.String, Schema.Finite]),
  mealType: OneOf("Meal type", "breakfast", "lunch", "dinner"),
  staffCount: Schema.Union([Schema.String, Schema.Finite])
    .check(Schema.makeFilter((value) => (/^\d{1,6}$/.test(String(value)) ? undefined : "Staff count must be a whole number")))
    .pipe(
      Schema.decodeTo(Schema.Int, {
        decode: SchemaGetter.transform((value: string | number) => Number(value)),
        encode: SchemaGetter.transform((value: number): string | number => value),
      }),
    ),
  notes: Schema.optional(TextInput("Notes", { most: 500 })),
})

export const DayCount = Schema.Struct({ date: Schema.String, count: Schema.Int })

export class CateringGroup extends HttpApiGroup.make("catering")
  .add(
    HttpApiEndpoint.post("recordMeals", "/api/staff-feeding", { payload: MealsInput, success: StaffFeedingAnswer.pipe(created), error: refusals }).annotate(
      Rule,
      { may: OPERATIONS, scope: "levels 3 and 6: own site" },
    ),
  )
  .add(
    HttpApiEndpoint.get("feedings", "/api/staff-feeding", { query: ListQuery, success: Schema.Array(StaffFeedingAnswer), error: refusals })
      .annotate(Rule, { may: [...OPERATIONS, "finance.full"], scope: "own site if confined to one" })
      .annotate(MadeOf, ["staff_feeding_record"]),
  )
  .add(
    HttpApiEndpoint.get("weeklyStats", "/api/staff-feeding/weekly-stats", {
      query: { siteId: ListQuery.siteId, asOf: ListQuery.asOf },
      success: Schema.Array(DayCount),
      error: refusals,
    })
      .annotate(Rule, { may: ANYONE, scope: "aggregate" })
      .annotate(MadeOf, ["staff_feeding_record"]),
  )
  .middleware(Permit)
  .middleware(Session)
  .middleware(Answered)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class CateringApi extends HttpApi.make("ops").add(CateringGroup) {}
