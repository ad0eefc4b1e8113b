/** The calls with which people sign in and out, and the directory of users. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { MadeOf, Rule, STAFF } from "@ops/platform/access/rule.ts"
import { Answered, created, Id, ListQuery, OneOf, Permit, refusals, Session, TextInput } from "@ops/platform/http/contract.ts"
import { wellFormed } from "@ops/platform/text.ts"

/** An employee ID is taken as it is: not trimmed, not folded. */
const employeeId = Schema.String.check(wellFormed, Schema.isMaxLength(100, { message: "Employee ID can have 100 characters at most" }))
const password = Schema.String.check(Schema.isMaxLength(512, { message: "Password is too long" }))

const maybe = Schema.NullOr(Schema.String)

export const UserAnswer = Schema.Struct({
  id: Schema.String,
  employeeId: Schema.String,
  firstName: Schema.String,
  lastName: Schema.String,
  email: maybe,
  phoneNumber: maybe,
  position: maybe,
  department: maybe,
  role: Schema.String,
  accessLevel: Schema.Int,
  levelName: Schema.String,
  levelDescription: Schema.String,
  permissions: Schema.Array(Schema.String),
  site: Schema.NullOr(Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String, label: Schema.String })),
  siteId: Schema.NullOr(Schema.Int),
  /** sees and writes only what belongs to his own site */
  siteConfined: Schema.Boolean,
  biometricEnabled: Schema.Boolean,
  fingerprintHash: Schema.Null,
  faceRecognitionHash: Schema.Null,
  profileImageUrl: Schema.Null,
  lastLogin: maybe,
  hireDate: maybe,
  supervisor: maybe,
  isActive: Schema.Boolean,
  /** by the scan of demo mode: may not approve money */
  simulated: Schema.Boolean,
  /** may do nothing until he has chosen a password of his own */
  mustChangePassword: Schema.Boolean,
  createdAt: Schema.String,
  updatedAt: Schema.String,
})

/** In production only the first two, and those the same for everybody. */
export const LookupAnswer = Schema.Struct({
  employeeId: Schema.String,
  biometricEnabled: Schema.Boolean,
  firstName: Schema.optional(Schema.String),
  lastName: Schema.optional(Schema.String),
  position: Schema.optional(maybe),
  department: Schema.optional(maybe),
  accessLevel: Schema.optional(Schema.Int),
  levelName: Schema.optional(Schema.String),
})

export const DemoAccounts = Schema.Struct({
  password: Schema.String,
  accounts: Schema.Array(
    Schema.Struct({ employeeId: Schema.String, name: Schema.String, role: Schema.String, levelName: Schema.String, accessLevel: Schema.Int }),
  ),
})

export const SessionAnswer = Schema.Struct({
  id: Schema.Int,
  userId: Schema.String,
  employeeId: Schema.String,
  name: Schema.String,
  method: Schema.String,
  via: Schema.String,
  simulated: Schema.Boolean,
  createdAt: Schema.String,
  lastSeenAt: Schema.String,
  endsAt: Schema.String,
  /** the session that asks */
  current: Schema.Boolean,
  /** begun in a browser that calls itself the same as the one that asks */
  sameBrowser: Schema.Boolean,
})

export const TokenAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  scopes: Schema.Array(Schema.String),
  createdAt: Schema.String,
  lastUsedAt: maybe,
  endsAt: Schema.String,
})

/** What a browser's WebAuthn functions take and give: theirs to define. */
const Ceremony = Schema.Unknown

const everybody = { may: "public", scope: "nobody is signed in yet" } as const
const demo = { may: "demo", scope: "demo accounts" } as const
const self = { may: "session", scope: "oneself" } as const

/** What people need who are not signed in yet. */
export class SignInGroup extends HttpApiGroup.make("signIn")
  .add(
    HttpApiEndpoint.post("lookup", "/api/auth/lookup", { payload: Schema.Struct({ employeeId }), success: LookupAnswer, error: refusals }).annotate(
      Rule,
      everybody,
    ),
  )
  .add(
    HttpApiEndpoint.post("login", "/api/auth/login", { payload: Schema.Struct({ employeeId, password }), success: UserAnswer, error: refusals }).annotate(
      Rule,
      everybody,
    ),
  )
  .add(
    HttpApiEndpoint.post("passkeyOptions", "/api/auth/passkey/options", {
      payload: Schema.Struct({ employeeId }),
      success: Ceremony,
      error: refusals,
    }).annotate(Rule, everybody),
  )
  .add(
    HttpApiEndpoint.post("passkeyVerify", "/api/auth/passkey/verify", {
      payload: Schema.Struct({ response: Ceremony }),
      success: UserAnswer,
      error: refusals,
    }).annotate(Rule, everybody),
  )
  .add(
    HttpApiEndpoint.post("demoScan", "/api/auth/demo-scan", {
      payload: Schema.Struct({ employeeId, method: OneOf("Method", "fingerprint", "face") }),
      success: UserAnswer,
      error: refusals,
    }).annotate(Rule, demo),
  )
  .add(HttpApiEndpoint.get("demoAccounts", "/api/auth/demo-accounts", { success: DemoAccounts, error: refusals }).annotate(Rule, demo))
  .middleware(Answered)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

/** What signed-in people do about their own account. */
export class AuthGroup extends HttpApiGroup.make("auth")
  .add(HttpApiEndpoint.get("user", "/api/auth/user", { success: UserAnswer, error: refusals }).annotate(Rule, self))
  .add(HttpApiEndpoint.post("logout", "/api/auth/logout", { success: HttpApiSchema.NoContent, error: refusals }).annotate(Rule, self))
  .add(
    HttpApiEndpoint.post("password", "/api/auth/password", {
      payload: Schema.Struct({ currentPassword: password, newPassword: password }),
      success: HttpApiSchema.NoContent,
      error: refusals,
    }).annotate(Rule, self),
  )
  .add(
    HttpApiEndpoint.post("registerPasskey", "/api/auth/passkey/register", {
      payload: Schema.Struct({ response: Schema.optional(Ceremony), name: Schema.optional(TextInput("Name", { most: 60 })) }),
      success: Ceremony,
      error: refusals,
    }).annotate(Rule, { ...self, scope: "oneself, within ten minutes of signing in" }),
  )
  .add(
    HttpApiEndpoint.get("sessions", "/api/auth/sessions", { success: Schema.Array(SessionAnswer), error: refusals }).annotate(Rule, {
      may: "session",
      scope: "one's own; with access.monitor everybody's",
      audited: true,
    }),
  )
  .add(
    HttpApiEndpoint.delete("endSession", "/api/auth/sessions/:id", { params: { id: Id }, success: HttpApiSchema.NoContent, error: refusals }).annotate(Rule, {
      may: "session",
      scope: "one's own; with access.monitor those below one's own level",
    }),
  )
  .add(HttpApiEndpoint.get("tokens", "/api/auth/tokens", { success: Schema.Array(TokenAnswer), error: refusals }).annotate(Rule, self))
  .add(
    HttpApiEndpoint.post("makeToken", "/api/auth/tokens", {
      payload: Schema.Struct({
        password: Schema.optional(password),
        name: Schema.optional(TextInput("Name", { most: 60 })),
        scopes: Schema.optional(Schema.Array(Schema.String)),
      }),
      success: Schema.Struct({ id: Schema.Int, token: Schema.String, name: Schema.String, scopes: Schema.Array(Schema.String), endsAt: Schema.String }).pipe(
        created,
      ),
      error: refusals,
    }).annotate(Rule, { ...self, scope: "oneself, with the password or within ten minutes of signing in" }),
  )
  .add(
    HttpApiEndpoint.delete("endToken", "/api/auth/tokens/:id", { params: { id: Id }, success: HttpApiSchema.NoContent, error: refusals }).annotate(Rule, self),
  )
  .middleware(Permit)
  .middleware(Session)
  .middleware(Answered)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class UsersGroup extends HttpApiGroup.make("users")
  .add(
    HttpApiEndpoint.get("list", "/api/users", {
      query: { ...ListQuery, department: Schema.optional(Schema.String) },
      success: Schema.Array(Schema.Unknown),
      error: refusals,
    })
      .annotate(Rule, { may: STAFF, scope: "3, 5, 6, 7: names for pickers; 8: own department; 10: all. Never a hash" })
      .annotate(MadeOf, ["person"]),
  )
  .middleware(Permit)
  .middleware(Session)
  .middleware(Answered)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class IdentityApi extends HttpApi.make("ops").add(SignInGroup).add(AuthGroup).add(UsersGroup) {}
