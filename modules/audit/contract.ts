/** The call with which the log itself is read. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { Rule } from "@ops/platform/access/rule.ts"
import { Answered, Permit, refusals, Session } from "@ops/platform/http/contract.ts"

/** An event in plain words. What it holds beyond them stays in the log: password hashes are among it. */
export const AuditEvent = Schema.Struct({
  position: Schema.Int,
  /** when it was written */
  at: Schema.String,
  /** when it happened: earlier, if it was told later */
  occurredAt: Schema.String,
  by: Schema.String,
  actor: Schema.String,
  via: Schema.String,
  /** the record as people call it: "Purchase request PR-2026-0001" */
  record: Schema.String,
  /** kind/id */
  stream: Schema.String,
  version: Schema.Int,
  type: Schema.String,
  text: Schema.String,
  command: Schema.String,
  hash: Schema.String,
})

export const AuditQuery = {
  /** the kind of record: purchase_request */
  entity: Schema.optional(Schema.String),
  /** the record's id, or its number, which needs no entity */
  id: Schema.optional(Schema.String),
  /** only events after this position; a negative one counts from the end of the log */
  after: Schema.optional(Schema.String),
  /** 100 if not given, 1000 at most */
  limit: Schema.optional(Schema.String),
}

export class AuditGroup extends HttpApiGroup.make("audit")
  .add(
    HttpApiEndpoint.get("log", "/api/audit", { query: AuditQuery, success: Schema.Array(AuditEvent), error: refusals }).annotate(Rule, {
      may: ["system.admin"],
      scope: "the whole log, in plain words",
      audited: true,
    }),
  )
  .middleware(Permit)
  .middleware(Session)
  .middleware(Answered)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class AuditApi extends HttpApi.make("ops").add(AuditGroup) {}
