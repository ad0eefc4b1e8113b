/** The seals of the log: what was stated, signed, at which moment, and whether it is valid. Those who do not trust the server use `ops audit verify`. */
import { call } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiGroup } from "effect/http-api"
import { ErrorMapping, Authorization, Authentication } from "@ops/platform/http/contract.ts"

const asked = Schema.optional(Schema.String)

export const LogSeal = Schema.Struct({
  id: Schema.Int,
  /** why it was made: something new, the end of a business day, or of a month */
  kind: Schema.Literals(["new", "day", "month"]),
  at: Schema.String,
  /** the last event that it covers, and how many events that are in all */
  position: Schema.Int,
  size: Schema.Int,
  /** the Merkle root over those events, hex */
  root: Schema.String,
  /** which key has signed it: eight hex digits */
  keyId: Schema.String,
  /** the signed note as it stands: to be kept outside, and compared later */
  note: Schema.String,
})

export const SealsAnswer = Schema.Struct({
  state: Schema.Struct({
    seals: Schema.Int,
    /** up to here the log is sealed; 0 before the first seal */
    sealedTo: Schema.Int,
    sealedAt: Schema.NullOr(Schema.String),
    /** the last event of the log, and how many wait for a seal */
    position: Schema.Int,
    unsealed: Schema.Int,
    /** names the log in its notes */
    origin: Schema.NullOr(Schema.String),
    /** PEM: whoever has it and an exported log can verify without this server; null where this server seals nothing */
    publicKey: Schema.NullOr(Schema.String),
    keyId: Schema.NullOr(Schema.String),
  }),
  /** newest first */
  seals: Schema.Array(LogSeal),
}).annotate({ identifier: "Seals" })

/** The result of comparing the log with its seals, and with the outside notes where there are any. */
export const VerifiedAnswer = Schema.Struct({
  clean: Schema.Boolean,
  events: Schema.Int,
  seals: Schema.Int,
  /** the last event looked at, and the last that a seal covers */
  position: Schema.Int,
  sealedTo: Schema.Int,
  /** how many outside notes were compared with it; null where there are none */
  outside: Schema.NullOr(Schema.Int),
  /** how many faults there are in all; a hundred of them are listed */
  found: Schema.Int,
  /** events at which the clock of the database had gone back, with the time it had shown before */
  clock: Schema.Array(Schema.Struct({ position: Schema.Int, recordedAt: Schema.String, before: Schema.String })),
  findings: Schema.Array(
    Schema.Struct({
      position: Schema.Int,
      stream: Schema.NullOr(Schema.String),
      /** what people call that record */
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
  /** new, day or month; with commas */
  kind: asked,
  /** 50 if not given, 1000 at most */
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
