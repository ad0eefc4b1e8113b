/** The API of devices in the field. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { UploadedFile } from "@ops/platform/documents/attachment-contract.ts"
import { ErrorMapping, rejections } from "@ops/platform/http/contract.ts"
import { actStates } from "@ops/platform/access/signed-act.ts"
import { fieldActs } from "./acts/resource.ts"
import { fieldDevices } from "./devices/resource.ts"

/** The maximum number of acts in a packet. */
export const mostActs = 200

export const PacketInput = Schema.Struct({
  /** the device's id: base64url of the first 16 bytes of the SHA-256 of its public key */
  device: Schema.String.check(Schema.isMaxLength(22)),
  /** its clock in ms when it sent the packet */
  sentAt: Schema.Int,
  /** an empty packet only requests the time */
  acts: Schema.Array(Schema.Struct({ text: Schema.String, signature: Schema.String.check(Schema.isMaxLength(100)) })).check(
    Schema.isMaxLength(mostActs, { message: `${mostActs} acts at most` }),
  ),
})

export const PacketOutcome = Schema.Struct({
  now: Schema.Int,
  anchor: Schema.String,
  acts: Schema.Array(
    Schema.Struct({
      digest: Schema.String,
      status: Schema.Literals([...actStates, "unreadable"]),
      sentence: Schema.String,
      recordId: Schema.NullOr(Schema.Int),
    }),
  ),
  missing: Schema.Array(Schema.Tuple([Schema.Int, Schema.Int])),
  revoked: Schema.Boolean,
})

/** Authenticated by the signatures alone: the end of a session does not strand any acts. */
export class FieldPacketsGroup extends HttpApiGroup.make("fieldPackets")
  .add(
    HttpApiEndpoint.post("send", "/api/field/packets", { payload: PacketInput, success: PacketOutcome, error: rejections }).annotateMerge(
      ruled("Send what a device has signed", { may: "public", scope: "what an enrolled device has signed" }),
    ),
  )
  .add(
    HttpApiEndpoint.post("file", "/api/field/files/:digest", {
      params: { digest: Schema.String },
      payload: UploadedFile,
      success: Schema.Struct({ digest: Schema.String }),
      error: rejections,
    }).annotateMerge(
      ruled("Send a file whose SHA-256 is in the signed text of a record that waits for it", { may: "public", scope: "files that a received record names" }),
    ),
  )
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class FieldApi extends HttpApi.make("ops").add(FieldPacketsGroup).add(fieldDevices.group).add(fieldActs.group) {}
