/** The seals of the log: what was stated, signed, at which moment, and whether it is valid. Those who do not trust the server use `ops audit verify`. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import { ErrorMapping, Authorization, Authentication } from "@ops/platform/http/contract.ts"

const asked = Schema.optional(Schema.String)

export const LogSeal = Schema.Struct({
  id: Schema.Int,
  /** why it was created: new events, the end of a business day, or of a month */
  kind: Schema.Literals(["new", "day", "month"]),
  at: Schema.String,
  /** the last event that it covers, and the total number of events covered */
  position: Schema.Int,
  size: Schema.Int,
  /** the Merkle root over those events, hex */
  root: Schema.String,
  /** the id of the signing key: eight hex digits */
  keyId: Schema.String,
  /** the complete signed note, to be stored elsewhere and compared later */
  note: Schema.String,
})

export const SealsAnswer = Schema.Struct({
  state: Schema.Struct({
    seals: Schema.Int,
    /** the position up to which the log is sealed; 0 before the first seal */
    sealedTo: Schema.Int,
    sealedAt: Schema.NullOr(Schema.String),
    /** the last event of the log, and the number of events without a seal */
    position: Schema.Int,
    unsealed: Schema.Int,
    /** the name of the log in its notes */
    origin: Schema.NullOr(Schema.String),
    /** PEM: verifies an exported log without this server; null if this server does not seal */
    publicKey: Schema.NullOr(Schema.String),
    keyId: Schema.NullOr(Schema.String),
    /** how far the verification under way in this process has read; null if there is none */
    verifying: Schema.NullOr(Schema.Struct({ events: Schema.Int, total: Schema.Int })),
  }),
  /** newest first */
  seals: Schema.Array(LogSeal),
}).annotate({ identifier: "Seals" })

/** The result of comparing the log with its seals, and with the outside notes if there are any. */
export const VerifiedAnswer = Schema.Struct({
  clean: Schema.Boolean,
  events: Schema.Int,
  /** when the first and the last event checked occurred; null for an empty log */
  first: Schema.NullOr(Schema.String),
  last: Schema.NullOr(Schema.String),
  seals: Schema.Int,
  /** the last event checked, and the last one that a seal covers */
  position: Schema.Int,
  sealedTo: Schema.Int,
  /** number of outside notes compared; null if there are none */
  outside: Schema.NullOr(Schema.Int),
  /** total number of faults; at most a hundred are listed */
  found: Schema.Int,
  /** events at which the clock of the database had gone back, with the time before */
  clock: Schema.Array(Schema.Struct({ position: Schema.Int, recordedAt: Schema.String, before: Schema.String })),
  findings: Schema.Array(
    Schema.Struct({
      position: Schema.Int,
      stream: Schema.NullOr(Schema.String),
      /** the name of that record */
      record: Schema.optional(Schema.String),
      deed: Schema.String,
      text: Schema.String,
      seal: Schema.NullOr(Schema.Int),
    }),
  ),
}).annotate({ identifier: "LogVerification" })

export const SealsQuery = {
  /** only seals before this one */
  before: asked,
  /** new, day or month; separated by commas */
  kind: asked,
  /** the default is 50, the maximum 1000 */
  limit: asked,
  asOf: asked,
}

export class SealsGroup extends HttpApiGroup.make("auditSeals")
  .add(
    call.get("list", "/api/audit/seals", "List the seals of the log", SealsAnswer, {
      query: SealsQuery,
      may: ["system.admin"],
      scope: "the seals of the whole log",
    }),
  )
  .add(call.post("verify", "/api/audit/verify", "Verify the log", VerifiedAnswer, { may: ["system.admin"], scope: "the whole log" }))
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping) {}

export class SealsApi extends HttpApi.make("ops").add(SealsGroup) {}
