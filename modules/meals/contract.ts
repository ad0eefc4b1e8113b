/** The calls about meals: head-counts, sessions and who was served, capacities, summaries. Money is a decimal string. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi } from "effect/http-api"
import { ANYONE, OPERATIONS } from "@ops/platform/access/rule.ts"
import { wholeInput } from "@ops/platform/decimal-input.ts"
import { created, DateInput, IdInput, ListQuery, OneOf, TextInput, SiteGiven } from "@ops/platform/http/contract.ts"
import { payloadOf } from "@ops/platform/http/resources/wire.ts"
import { MoneyInput } from "@ops/platform/money.ts"
import { Chosen, MealsInput, Notes, Reason } from "./head-counts/meals-input.ts"
import { MealTimeInput } from "./meal-time.ts"
import { diners } from "./meal-sessions/meal-session.ts"
import { mealSessions } from "./meal-sessions/resource.ts"
import { READERS, SUPERVISORS } from "./permissions.ts"

const mealTypes = ["breakfast", "lunch", "dinner"] as const
const MealType = Schema.Literals(mealTypes)
const Text = Schema.NullOr(Schema.String)
const Whole = Schema.NullOr(Schema.Int)
const SiteNamed = Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String })
const ClientNamed = Schema.Struct({ id: Schema.Int, companyName: Schema.String })

export const StaffFeedingAnswer = Schema.Struct({
  id: Schema.Int,
  siteId: Schema.Int,
  clientId: Whole,
  date: Schema.String,
  mealType: Schema.String,
  staffCount: Schema.Int,
  notes: Schema.String,
  recordedBy: Whole,
  recordedByUser: Schema.NullOr(Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String })),
  site: SiteNamed,
  client: Schema.NullOr(ClientNamed),
  /** heads planned for the meal by the contract or the capacity, and the count minus that; null without a contract */
  planned: Whole,
  difference: Whole,
  /** names at the top level, for tables */
  siteName: Schema.String,
  companyName: Text,
  recordedByName: Text,
  createdAt: Schema.String,
  updatedAt: Schema.String,
}).annotate({ identifier: "StaffFeeding" })

const attendance = {
  id: Schema.Int,
  mealSessionId: Schema.Int,
  staffMemberId: Schema.Int,
  attended: Schema.Boolean,
  attendanceTime: Schema.String,
  /** when it arrived, if it was done on a device; otherwise null */
  recordedAt: Text,
  mealType: MealType,
  mealCost: Schema.String,
  currency: Schema.Literals(["USD", "SSP"]),
  /** why a supervisor must decide: the meal is not in the person's plan, or no contract is in force */
  exception: Schema.NullOr(Schema.Literals(["not_on_plan", "no_contract"])),
  /** the decision; null until it is made */
  allowed: Schema.NullOr(Schema.Boolean),
  billable: Schema.Boolean,
  /** added or corrected after the session was closed */
  late: Schema.Boolean,
  notes: Schema.String,
  recordedBy: Whole,
  staffMember: Schema.Struct({ id: Schema.Int, firstName: Schema.String, lastName: Schema.String, staffNumber: Schema.String }),
  mealSession: Schema.Struct({
    id: Schema.Int,
    sessionDate: Schema.String,
    mealType: MealType,
    siteId: Schema.Int,
    status: Schema.Literals(["active", "completed", "cancelled"]),
  }),
  version: Schema.Int,
  createdAt: Schema.String,
  updatedAt: Schema.String,
}
export const MealAttendanceAnswer = Schema.Struct(attendance).annotate({ identifier: "MealAttendance" })
export const TapAnswer = Schema.Struct({
  ...attendance,
  /** the person already had the same record at this meal; nothing was written */
  duplicate: Schema.Boolean,
  /** a sentence for the user, if there is something to know: an exception, or more people than the capacity */
  notice: Text,
}).annotate({ identifier: "MealTap" })
export const BulkAnswer = Schema.Struct({
  mealSessionId: Schema.Int,
  recorded: Schema.Int,
  duplicates: Schema.Int,
  corrected: Schema.Int,
  /** number of people recorded by this call who await a supervisor's decision */
  exceptions: Schema.Int,
  totalAttendees: Schema.Int,
  notice: Text,
}).annotate({ identifier: "MealTaps" })

export const SiteMealCapacityAnswer = Schema.Struct({
  id: Schema.Int,
  siteId: Schema.Int,
  clientId: Schema.Int,
  projectId: Whole,
  maxBreakfastCapacity: Schema.Int,
  maxLunchCapacity: Schema.Int,
  maxDinnerCapacity: Schema.Int,
  /** counts of today, if the window covers today */
  currentBreakfastCount: Schema.Int,
  currentLunchCount: Schema.Int,
  currentDinnerCount: Schema.Int,
  /** percent: current divided by maximum, summed over the three meals; null if the maximum is 0 */
  utilisation: Whole,
  /** only for users who may see prices */
  mealRate: Text,
  currency: Schema.Literals(["USD", "SSP"]),
  startDate: Schema.String,
  endDate: Text,
  notes: Schema.String,
  /** in force today */
  isActive: Schema.Boolean,
  site: SiteNamed,
  client: ClientNamed,
  project: Schema.NullOr(Schema.Struct({ id: Schema.Int, projectName: Schema.String })),
  createdAt: Schema.String,
}).annotate({ identifier: "SiteMealCapacity" })

export const DailyMealSummaryAnswer = Schema.Struct({
  /** composed of site, client, project and day; there is no underlying record */
  id: Schema.String,
  summaryDate: Schema.String,
  siteId: Schema.Int,
  clientId: Schema.Int,
  projectId: Whole,
  site: SiteNamed,
  client: ClientNamed,
  project: Schema.NullOr(Schema.Struct({ id: Schema.Int, projectName: Schema.String })),
  breakfastPlanned: Schema.Int,
  breakfastServed: Schema.Int,
  breakfastMissed: Schema.Int,
  breakfastRevenue: Text,
  lunchPlanned: Schema.Int,
  lunchServed: Schema.Int,
  lunchMissed: Schema.Int,
  lunchRevenue: Text,
  dinnerPlanned: Schema.Int,
  dinnerServed: Schema.Int,
  dinnerMissed: Schema.Int,
  dinnerRevenue: Text,
  totalPlanned: Schema.Int,
  totalServed: Schema.Int,
  totalMissed: Schema.Int,
  /**
   * before tax: the meals billed on the contract's basis (served, planned or guaranteed) at its rate of the day, in
   * `currency`; null for users who may not see it
   */
  totalRevenue: Text,
  currency: Schema.Literals(["USD", "SSP"]),
  /** percent: served divided by planned; null if nothing was planned */
  efficiency: Whole,
  /** notes of the day's sessions */
  notes: Schema.String,
  /** number of slots counted twice with different results, of open sessions, and of undecided exceptions */
  discrepancies: Schema.Int,
  openSessions: Schema.Int,
  exceptions: Schema.Int,
}).annotate({ identifier: "DailyMealSummary" })

export const MealTilesAnswer = Schema.Struct({
  todaysSessions: Schema.Int,
  totalAttendees: Schema.Int,
  activeStaff: Schema.Int,
  /** attendees times the cost of the meal; null for users who may not see it */
  todaysRevenue: Text,
  /** the same for sessions priced in South Sudanese pounds */
  todaysRevenueSsp: Text,
  activeSites: Schema.Int,
  /** percent of today's capacity; null if none is set */
  capacityUtilisation: Whole,
  /** meals served today including visitors and others, and heads: the largest meal of each site, summed */
  mealsServedToday: Schema.Int,
  staffFedToday: Schema.Int,
  today: Schema.String,
  asOf: Schema.String,
}).annotate({ identifier: "MealTiles" })

export const MealAnalyticsAnswer = Schema.Struct({
  from: Schema.String,
  to: Schema.String,
  served: Schema.Array(
    Schema.Struct({ date: Schema.String, breakfast: Schema.Int, lunch: Schema.Int, dinner: Schema.Int, planned: Schema.Int, served: Schema.Int }),
  ),
  /** share of planned meals that were not eaten, percent with one decimal; null if nothing was planned */
  noShows: Schema.Array(
    Schema.Struct({ clientId: Schema.Int, companyName: Schema.String, planned: Schema.Int, missed: Schema.Int, rate: Schema.NullOr(Schema.Finite) }),
  ),
  /** taps by hour of the day, Juba time */
  peaks: Schema.Array(Schema.Struct({ hour: Schema.Int, count: Schema.Int })),
}).annotate({ identifier: "MealAnalytics" })

const SiteInput = SiteGiven
/** An id that may be omitted, null or empty, as a select without a choice sends it. */
export const CorrectionOfMealsInput = Schema.Struct({
  siteId: SiteInput,
  clientId: Chosen("Client must be one of the list"),
  date: DateInput("Date"),
  mealType: OneOf("Meal type", ...mealTypes),
  staffCount: wholeInput("Staff count must be a whole number", 999_999),
  reason: TextInput("Reason", { required: true, most: 500 }),
})
export const SessionInput = Schema.Struct({
  sessionDate: MealTimeInput("Session date must be a day such as 2026-11-21, or a date and time"),
  mealType: OneOf("Meal type", ...mealTypes),
  siteId: SiteInput,
  projectId: Chosen("Project must be one of the list"),
  clientId: Chosen("Client must be one of the list"),
  notes: Notes,
})
export const ReasonInput = Schema.Struct({ reason: Reason })
export const TapInput = Schema.Struct({
  mealSessionId: IdInput("Meal session is required"),
  staffMemberId: IdInput("Staff member is required"),
  attended: Schema.optional(Schema.Boolean),
  /** why the person is added after the close */
  reason: Reason,
  notes: Notes,
})
export const BulkInput = Schema.Struct({
  mealSessionId: IdInput("Meal session is required"),
  staffMemberIds: Schema.Array(IdInput("Staff member is required")).check(
    Schema.makeFilter((ids) => (ids.length >= 1 && ids.length <= 500 ? undefined : "Select 1 to 500 staff members")),
  ),
  attended: Schema.optional(Schema.Boolean),
  reason: Reason,
  notes: Notes,
})
export const CorrectionInput = Schema.Struct({ attended: Schema.Boolean, reason: Reason })
export const CapacityInput = Schema.Struct({
  siteId: SiteInput,
  clientId: IdInput("Client is required"),
  projectId: Chosen("Project must be one of the list"),
  maxBreakfastCapacity: wholeInput("Breakfast capacity must be a whole number", 999_999),
  maxLunchCapacity: wholeInput("Lunch capacity must be a whole number", 999_999),
  maxDinnerCapacity: wholeInput("Dinner capacity must be a whole number", 999_999),
  /** defaults to the contract's rate */
  mealRate: Schema.optional(Schema.NullOr(MoneyInput("Meal rate must be a number with at most two decimals"))),
  startDate: DateInput("Start date"),
  endDate: Schema.optional(Schema.NullOr(Schema.Union([Schema.Literal(""), DateInput("End date")]))),
  notes: Notes,
})

export const DayCount = Schema.Struct({ date: Schema.String, count: Schema.Int })

const ownSite = "levels 3 and 6: own site; 8: own site if it has one; 7 and 10: all"
const clientId = { clientId: Schema.optional(Schema.String) }

export class MealsGroup extends callGroup(
  "meals",
  call.post("recordMeals", "/api/staff-feeding", "Record how many staff were fed", StaffFeedingAnswer.pipe(created), {
    payload: MealsInput,
    may: OPERATIONS,
    scope: "levels 3 and 6: own site",
    duties: "a meal that was counted is corrected with a reason",
  }),
  call.post("correctMeals", "/api/staff-feeding/corrections", "Correct the head-count of staff meals", StaffFeedingAnswer.pipe(created), {
    payload: CorrectionOfMealsInput,
    may: SUPERVISORS,
    scope: "6: own site; 8: own site if it has one",
    duties: "with a reason; not once the meal is billed",
  }),
  call.get("feedings", "/api/staff-feeding", "List head-counts of staff meals", Schema.Array(StaffFeedingAnswer), {
    query: { ...ListQuery, ...clientId, mealType: Schema.optional(Schema.String) },
    may: READERS,
    scope: "own site, if limited to one",
    words: { status: ["breakfast", "lunch", "dinner"], mealType: ["breakfast", "lunch", "dinner"] },
    dependsOn: ["staff_feeding_record", "client_contract", "site_meal_capacity"],
  }),
  call.get("weeklyStats", "/api/staff-feeding/weekly-stats", "Read the meals of the week", Schema.Array(DayCount), {
    query: { siteId: ListQuery.siteId, asOf: ListQuery.asOf },
    may: ANYONE,
    scope: "aggregate",
    dependsOn: ["staff_feeding_record"],
  }),
  call.post("openSession", "/api/meal-sessions", "Open a meal session", mealSessions.schema.pipe(created), {
    payload: SessionInput,
    may: OPERATIONS,
    scope: "levels 3 and 6: own site",
  }),
  call.patch("completeSession", "/api/meal-sessions/:id/complete", "Complete a meal session", mealSessions.schema, {
    payload: [Schema.Null, payloadOf(diners)],
    may: OPERATIONS,
    scope: "own site",
  }),
  call.patch("cancelSession", "/api/meal-sessions/:id/cancel", "Cancel a meal session", mealSessions.schema, {
    payload: [Schema.Null, ReasonInput],
    may: OPERATIONS,
    scope: "own site",
    duties: "only without attendance",
  }),
  call.get("attendances", "/api/meal-attendance", "List meal attendance", Schema.Array(MealAttendanceAnswer), {
    query: {
      ...ListQuery,
      ...clientId,
      mealSessionId: Schema.optional(Schema.String),
      staffMemberId: Schema.optional(Schema.String),
      exception: Schema.optional(Schema.String),
    },
    may: READERS,
    scope: `${ownSite}; the last 31 days, unless a session, a person or a period is asked`,
    words: { status: ["attended", "missed"] },
    dependsOn: ["meal_attendance", "meal_session", "staff_member"],
  }),
  call.post("recordAttendance", "/api/meal-attendance", "Record one person's meal", TapAnswer.pipe(created), {
    payload: TapInput,
    may: OPERATIONS,
    scope: "levels 3 and 6: own site",
    duties: "after the close only a supervisor, with a reason; not once the meal is billed",
    isTap: true,
  }),
  call.post("recordAttendances", "/api/meal-attendance/bulk", "Record the meals of several people", BulkAnswer.pipe(created), {
    payload: BulkInput,
    may: OPERATIONS,
    scope: "levels 3 and 6: own site",
    duties: "as for one person; all of them or none",
  }),
  call.patch("correctAttendance", "/api/meal-attendance/:id/correct", "Correct a meal", MealAttendanceAnswer, {
    payload: CorrectionInput,
    may: OPERATIONS,
    scope: "own site",
    duties: "after the close only a supervisor, with a reason",
  }),
  call.patch("allowException", "/api/meal-attendance/:id/allow", "Allow a meal that is not on the plan", MealAttendanceAnswer, {
    payload: [Schema.Null, ReasonInput],
    may: SUPERVISORS,
    scope: "6: own site; 8: own site if it has one",
    duties: "not once the meal is billed",
  }),
  call.patch("refuseException", "/api/meal-attendance/:id/refuse", "Refuse a meal that is not on the plan", MealAttendanceAnswer, {
    payload: [Schema.Null, ReasonInput],
    may: SUPERVISORS,
    scope: "6: own site; 8: own site if it has one",
    duties: "not once the meal is billed",
  }),
  call.get("capacities", "/api/site-meal-capacities", "List meal capacities of sites", Schema.Array(SiteMealCapacityAnswer), {
    query: { ...ListQuery, ...clientId },
    may: READERS,
    scope: `${ownSite}; the rate for levels 6, 7, 8 and 10`,
    dependsOn: ["site_meal_capacity", "meal_session", "meal_attendance", "staff_feeding_record"],
  }),
  call.post("setCapacity", "/api/site-meal-capacities", "Set the meal capacity of a site", SiteMealCapacityAnswer.pipe(created), {
    payload: CapacityInput,
    may: ["inventory.manage", "department.manage"],
    scope: "6: own site; 8: own site if it has one",
    duties: "a rate other than the contract's: only levels 8 and 10",
  }),
  call.get("summaries", "/api/daily-meal-summaries", "List daily meal summaries", Schema.Array(DailyMealSummaryAnswer), {
    query: { ...ListQuery, ...clientId, startDate: Schema.optional(Schema.String), endDate: Schema.optional(Schema.String) },
    may: READERS,
    scope: `${ownSite}; revenue for levels 7, 8 and 10`,
    dependsOn: ["meal_session", "meal_attendance", "staff_feeding_record", "client_contract", "site_meal_capacity"],
  }),
  call.get("tiles", "/api/meal-tiles", "Read the figures of the meals page", MealTilesAnswer, {
    query: { siteId: ListQuery.siteId, asOf: ListQuery.asOf },
    may: READERS,
    scope: `${ownSite}; revenue for levels 7, 8 and 10`,
    dependsOn: ["meal_session", "meal_attendance", "staff_feeding_record", "staff_member", "site_meal_capacity"],
  }),
  call.get("analytics", "/api/meal-analytics", "Read the analytics of meals", MealAnalyticsAnswer, {
    query: { siteId: ListQuery.siteId, from: ListQuery.from, to: ListQuery.to, asOf: ListQuery.asOf },
    may: READERS,
    scope: ownSite,
    dependsOn: ["meal_session", "meal_attendance", "staff_feeding_record", "client_contract"],
  }),
) {}

export class MealsApi extends HttpApi.make("ops").add(MealsGroup).add(mealSessions.group) {}
