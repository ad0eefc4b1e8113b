/** Building blocks of every module's contract: input checks, rejections, authentication and authorization. */
import { Context, Schema, SchemaGetter } from "effect"
import { HttpApiMiddleware, HttpApiSchema, HttpApiSecurity } from "effect/http-api"
import { Who } from "../access/who.ts"
import { Rejection } from "../records/command.ts"

export * from "./inputs.ts"

/** A rejection is sent as its message, in plain text, with its status. */
const refusedWith = (status: Rejection["status"]) =>
  Schema.String.pipe(
    Schema.decodeTo(
      Schema.declare((value): value is Rejection => value instanceof Rejection && value.status === status),
      {
        decode: SchemaGetter.transform((sentence: string) => new Rejection(status, sentence)),
        encode: SchemaGetter.transform((refusal: Rejection) => refusal.message),
      },
    ),
    HttpApiSchema.asText(),
    HttpApiSchema.status(status),
  )

/** All rejections that a call can answer with. */
export const rejections = [
  refusedWith(400),
  refusedWith(401),
  refusedWith(403),
  refusedWith(404),
  refusedWith(409),
  refusedWith(413),
  refusedWith(415),
  refusedWith(422),
  refusedWith(429),
  refusedWith(503),
] as const

/** The session cookie of browsers. */
export const sessionCookie = HttpApiSecurity.apiKey({ in: "cookie", key: "__Host-sid" })

/** Describes what was wrong with a request in one sentence, without revealing details of internal errors. */
export class ErrorMapping extends HttpApiMiddleware.Service<ErrorMapping>()("@ops/platform/http/ErrorMapping", { error: rejections }) {}

/** Identifies the caller, by the session cookie or a personal token. */
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: Who }>()("@ops/platform/http/Authentication", {
  security: { cookie: sessionCookie, bearer: HttpApiSecurity.bearer },
  error: rejections,
}) {}

/** Checks the endpoint's rule: whether the caller has permission, and has recently confirmed their identity. Runs before the payload is read. */
export class Authorization extends HttpApiMiddleware.Service<Authorization, { requires: Who }>()("@ops/platform/http/Authorization", {
  error: rejections,
}) {}

/** Query parameters of lists; each list picks those that make sense for it. */
export const ListQuery = {
  siteId: Schema.optional(Schema.String),
  status: Schema.optional(Schema.String),
  from: Schema.optional(Schema.String),
  to: Schema.optional(Schema.String),
  q: Schema.optional(Schema.String),
  sort: Schema.optional(Schema.String),
  limit: Schema.optional(Schema.String),
  cursor: Schema.optional(Schema.String),
  format: Schema.optional(Schema.Literals(["json", "csv", "xlsx"])),
  asOf: Schema.optional(Schema.String),
}

/** What the API's document says of a list. */
interface Listed {
  /** the fields it can be sorted by, and its default order */
  readonly fields: ReadonlyArray<string>
  readonly usual: string
  /** parameters of every list that have no effect on this one, such as siteId where the rows have no site */
  readonly unused: ReadonlyArray<string>
}
export const ListOrder = Context.Reference<Listed | undefined>("@ops/platform/http/ListOrder", { defaultValue: () => undefined })

/** Annotates a call with examples of parameters that it needs though they are optional one by one, for the API's document. */
export const ParameterExamples = Context.Reference<Readonly<Record<string, string>>>("@ops/platform/http/ParameterExamples", { defaultValue: () => ({}) })

/** Answered with 201. */
export const created = HttpApiSchema.status(201)
