/** The API of signing in and out, and of the directory of users. */
import { Schema } from "effect"
import { HttpApi, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Rule, STAFF } from "@ops/platform/access/rule.ts"
import { payloadOf } from "@ops/platform/http/resources/wire.ts"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { ErrorMapping, created, IdInput, OneOf, TextInput } from "@ops/platform/http/contract.ts"
import { HistoryAnswer } from "@ops/platform/http/history-contract.ts"
import { ErasureAnswer, ErasureInput } from "@ops/platform/http/erasure-contract.ts"
import { languageCodes } from "@ops/platform/language/languages.ts"
import { wellFormed } from "@ops/platform/well-formed.ts"
import { accountChanges, employeeIdRule, importPerson } from "./person.ts"

/** An employee ID is used as given: not trimmed, no change of case. */
const employeeId = Schema.String.check(wellFormed, Schema.isMaxLength(100, { message: "Employee ID can have 100 characters at most" }))
const password = Schema.String.check(Schema.isMaxLength(512, { message: "Password is too long" }))

const maybe = Schema.NullOr(Schema.String)
const SentBack = Schema.String.check(wellFormed, Schema.isMaxLength(4096, { message: "The sign-in service's response is too long" }))

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
  /** the selected working site, all sites if its id is null; null until one is selected */
  workingSite: Schema.NullOr(Schema.Struct({ siteId: Schema.NullOr(Schema.Int) })),
  /** the language of the screens; null until one is chosen */
  language: Schema.NullOr(Schema.Literals(languageCodes)),
  site: Schema.NullOr(Schema.Struct({ id: Schema.Int, name: Schema.String, code: Schema.String, label: Schema.String })),
  siteId: Schema.NullOr(Schema.Int),
  /** may see the rows of every site by an explicit grant */
  allSites: Schema.Boolean,
  /** may read and write only rows of the person's own site */
  siteConfined: Schema.Boolean,
  biometricEnabled: Schema.Boolean,
  /** number of registered passkeys */
  passkeys: Schema.Int,
  fingerprintHash: Schema.Null,
  faceRecognitionHash: Schema.Null,
  profileImageUrl: Schema.Null,
  lastLogin: maybe,
  hireDate: maybe,
  supervisor: maybe,
  isActive: Schema.Boolean,
  /** signed in by the simulated scan of demo mode: it proves nothing, so the session may not approve money */
  simulated: Schema.Boolean,
  /** nothing is permitted until the person has chosen a password */
  mustChangePassword: Schema.Boolean,
  createdAt: Schema.String,
  updatedAt: Schema.String,
}).annotate({ identifier: "User" })

/** In production only the first two fields, with the same values for everyone. */
export const LookupAnswer = Schema.Struct({
  employeeId: Schema.String,
  biometricEnabled: Schema.Boolean,
  firstName: Schema.optional(Schema.String),
  lastName: Schema.optional(Schema.String),
  position: Schema.optional(maybe),
  department: Schema.optional(maybe),
  accessLevel: Schema.optional(Schema.Int),
  levelName: Schema.optional(Schema.String),
}).annotate({ identifier: "Lookup" })

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
  /** whether it is the session of this request */
  current: Schema.Boolean,
  /** started in a browser with the same name as the one of this request */
  sameBrowser: Schema.Boolean,
}).annotate({ identifier: "Session" })

/** An area to which a token can be limited, with what the person may read and change there. */
export const TokenAreaAnswer = Schema.Struct({ id: Schema.String, name: Schema.String, reads: Schema.Boolean, writes: Schema.Boolean }).annotate({
  identifier: "TokenArea",
})

export const TokenAnswer = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  scopes: Schema.Array(Schema.String),
  createdAt: Schema.String,
  lastUsedAt: maybe,
  endsAt: Schema.String,
}).annotate({ identifier: "Token" })

/** Input and output of a browser's WebAuthn functions, which define them. */
const Ceremony = Schema.Unknown

const everybody: Rule = { may: "public", scope: "before sign-in" } as const
const demo: Rule = { may: "demo", scope: "demo accounts" } as const
const self: Rule = { may: "session", scope: "the caller" } as const

/** Calls for people who are not signed in yet. */
export class SignInGroup extends HttpApiGroup.make("signIn")
  .add(call.post("lookup", "/api/auth/lookup", "Read how a person signs in", LookupAnswer, { payload: Schema.Struct({ employeeId }), ...everybody }))
  .add(call.post("login", "/api/auth/login", "Sign in with a password", UserAnswer, { payload: Schema.Struct({ employeeId, password }), ...everybody }))
  .add(
    call.post("passkeyOptions", "/api/auth/passkey/options", "Start sign-in with a passkey", Ceremony, {
      payload: Schema.Struct({ employeeId }),
      ...everybody,
    }),
  )
  .add(
    call.post("passkeyVerify", "/api/auth/passkey/verify", "Sign in with a passkey", UserAnswer, {
      payload: Schema.Struct({ response: Ceremony }),
      ...everybody,
    }),
  )
  .add(call.post("providerBegin", "/api/auth/provider/begin", "Start sign-in with the sign-in service", Schema.Struct({ url: Schema.String }), everybody))
  .add(
    // what the service sent the browser back with
    call.post("providerFinish", "/api/auth/provider/finish", "Sign in with the sign-in service", UserAnswer, {
      payload: Schema.Struct({
        state: SentBack,
        code: Schema.optionalKey(SentBack),
        iss: Schema.optionalKey(SentBack),
        error: Schema.optionalKey(SentBack),
      }),
      ...everybody,
    }),
  )
  .add(
    call.post("demoScan", "/api/auth/demo-scan", "Sign in with a simulated scan", UserAnswer, {
      payload: Schema.Struct({ employeeId, method: OneOf("Method", "fingerprint", "face") }),
      ...demo,
    }),
  )
  .add(call.get("demoAccounts", "/api/auth/demo-accounts", "List the demo accounts", DemoAccounts, demo))
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

/** Calls of signed-in people about their own account. */
export class AuthGroup extends callGroup(
  "auth",
  call.get("user", "/api/auth/user", "Read your own account", UserAnswer, self),
  // null for all sites
  call.put("workingSite", "/api/auth/working-site", "Choose the site you work at", UserAnswer, {
    payload: Schema.Struct({ siteId: Schema.NullOr(IdInput("Site must be one of the list")) }),
    ...self,
  }),
  call.put("language", "/api/auth/language", "Choose the language of your screens", UserAnswer, {
    payload: Schema.Struct({ language: OneOf("Language", ...languageCodes) }),
    ...self,
  }),
  // a browser empties what it stores for us, unless it says that it keeps what has not been sent yet
  call.post("logout", "/api/auth/logout", "Sign out", HttpApiSchema.NoContent, { query: { keep: Schema.optional(OneOf("keep", "unsent")) }, ...self }),
  call.post("password", "/api/auth/password", "Change your password", HttpApiSchema.NoContent, {
    payload: Schema.Struct({ currentPassword: password, newPassword: password }),
    ...self,
  }),
  // with the password, or with a passkey that has answered the options of a sign-in
  call.post("stepUp", "/api/auth/step-up", "Confirm your identity again", UserAnswer, {
    payload: Schema.Union([Schema.Struct({ password }), Schema.Struct({ response: Ceremony })]),
    ...self,
  }),
  call.post("registerPasskey", "/api/auth/passkey/register", "Register a passkey", Ceremony, {
    payload: Schema.Struct({ response: Schema.optional(Ceremony), name: Schema.optional(TextInput("Name", { most: 60 })) }),
    ...self,
    stepUp: true,
  }),
  call.get("sessions", "/api/auth/sessions", "List sessions", Schema.Array(SessionAnswer), {
    may: "session",
    scope: "your own; with access.monitor everyone's",
    audited: "sessions",
  }),
  call.delete("endSession", "/api/auth/sessions/:id", "End a session", HttpApiSchema.NoContent, {
    may: "session",
    scope: "your own; with access.monitor those below your own level",
  }),
  call.get("tokens", "/api/auth/tokens", "List your personal tokens", Schema.Array(TokenAnswer), self),
  call.get("tokenAreas", "/api/auth/token-areas", "List the areas of personal tokens", Schema.Array(TokenAreaAnswer), self),
  call.post(
    "makeToken",
    "/api/auth/tokens",
    "Create a personal token",
    Schema.Struct({ id: Schema.Int, token: Schema.String, name: Schema.String, scopes: Schema.Array(Schema.String), endsAt: Schema.String }).pipe(created),
    {
      payload: Schema.Struct({
        name: Schema.optional(TextInput("Name", { most: 60 })),
        scopes: Schema.optional(Schema.Array(Schema.String)),
      }),
      ...self,
      stepUp: true,
    },
  ),
  call.delete("endToken", "/api/auth/tokens/:id", "Revoke a personal token", HttpApiSchema.NoContent, self),
) {}

/** The fields of an account for everyone who selects a person from a list. */
const named = {
  id: Schema.String,
  employeeId: Schema.String,
  firstName: Schema.String,
  lastName: Schema.String,
  position: maybe,
  department: maybe,
  siteId: Schema.NullOr(Schema.Int),
  isActive: Schema.Boolean,
}
export const NamedAnswer = Schema.Struct(named).annotate({ identifier: "DemoAccount" })
/** An account as shown to those who manage accounts. */
export const AccountAnswer = Schema.Struct({
  ...named,
  email: maybe,
  phoneNumber: maybe,
  role: Schema.String,
  accessLevel: Schema.Int,
  allSites: Schema.Boolean,
  site: UserAnswer.fields.site,
  hireDate: maybe,
  biometricEnabled: Schema.Boolean,
  supervisor: maybe,
  profileImageUrl: Schema.Null,
  fingerprintHash: Schema.Null,
  faceRecognitionHash: Schema.Null,
  lastLogin: maybe,
  /** whether level 10 was requested for the person and awaits confirmation by another person */
  topLevelAsked: Schema.Boolean,
  canConfirmLevel: Schema.Boolean,
  createdAt: Schema.String,
  updatedAt: Schema.String,
}).annotate({ identifier: "OwnAccount" })

/** The person who received the requested level. */
const ConfirmedAnswer = Schema.Struct({
  id: Schema.String,
  employeeId: Schema.String,
  firstName: Schema.String,
  lastName: Schema.String,
  accessLevel: Schema.Int,
}).annotate({ identifier: "LevelConfirmation" })

const { employeeId: newId, firstName, lastName } = importPerson.fields
/** A new person. The level defaults to that of the role, and without a role to field operative. */
export const NewUser = payloadOf(
  { ...accountChanges, employeeId: newId, firstName, lastName },
  { employeeId: Schema.String.check(Schema.isPattern(employeeIdRule.pattern, { message: employeeIdRule.sentence })) },
)

/** The fields to change; omitted ones stay. */
export const UserChange = payloadOf(accountChanges)

/** A password for one sign-in, shown only in this answer. */
export const FirstPasswordAnswer = Schema.Struct({ id: Schema.Int, employeeId: Schema.String, password: Schema.String, expiresAt: Schema.String }).annotate({
  identifier: "FirstPassword",
})

const below: Rule = {
  may: ["users.department", "users.manage"],
  scope: "8: own department; 10: all",
  duties: "not yourself; only people below your own level",
  stepUp: true,
}
export const adds: Rule = { may: ["users.manage"], scope: "all", duties: "no level above your own; levels up to 6 get a site or all sites" }
export const changesAccounts: Rule = {
  may: ["users.manage"],
  scope: "all",
  duties: "not your own level up, and no level above your own; level 10 needs a second person",
  stepUp: true,
}
const erases: Rule = { may: ["system.admin"], scope: "all", duties: "not yourself; only suspended people", stepUp: true }

/** The directory, and other people's accounts. */
export class UsersGroup extends callGroup(
  "users",
  call.list("list", "/api/users", "List accounts", Schema.Union([AccountAnswer, NamedAnswer]), {
    filters: ["department", "accessLevel"],
    may: STAFF,
    scope: "3, 5, 6, 7: names for pickers; 8: own department; 10: all. Never a hash",
    words: { status: ["active", "suspended"] },
    dependsOn: ["person"],
  }),
  call.post("add", "/api/users", "Add an account", AccountAnswer.pipe(created), { payload: NewUser, ...adds, stepUp: true }),
  call.get("history", "/api/users/:id/history", "Read the history of one account", HistoryAnswer, {
    may: below.may,
    scope: "8: own department; 10: all. Changes only, no sign-ins",
    dependsOn: ["person"],
  }),
  call.patch("change", "/api/users/:id", "Change an account", AccountAnswer, {
    payload: UserChange,
    ...changesAccounts,
  }),
  call.put("confirmLevel", "/api/users/:id/confirm-level", "Confirm a level of access", ConfirmedAnswer, {
    may: ["users.manage", "department.manage", "finance.full"],
    scope: "all",
    duties: "level 7 and above; not the requester, nor the person who gets it",
    stepUp: true,
  }),
  call.put("suspend", "/api/users/:id/suspend", "Suspend an account", AccountAnswer, {
    payload: Schema.Struct({ reason: TextInput("Reason", { required: true, most: 500 }) }),
    ...below,
  }),
  call.put("reinstate", "/api/users/:id/reinstate", "Reinstate an account", AccountAnswer, below),
  call.put("resetPassword", "/api/users/:id/reset-password", "Give an account a new first password", FirstPasswordAnswer, below),
  call.get("erasure", "/api/users/:id/erasure", "Read what would be erased of one account", ErasureAnswer, { ...erases, stepUp: false }),
  call.post("erase", "/api/users/:id/erase", "Erase the personal data of an account", Schema.Unknown, { payload: ErasureInput, ...erases }),
) {}

export class IdentityApi extends HttpApi.make("ops").add(SignInGroup).add(AuthGroup).add(UsersGroup) {}
