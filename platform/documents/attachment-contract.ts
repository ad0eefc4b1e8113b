/** The calls about files that people attach to records: receipts, bills, photos, staff documents. */
import { Schema } from "effect"
import { Multipart } from "effect/http"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ruled } from "../http/call-group.ts"
import { InvalidatedBy, Rule, STAFF } from "../access/rule.ts"
import { AttachedFile } from "../records/field.ts"
import { ErrorMapping, created, Id, IdInput, Authorization, rejections, Authentication } from "../http/contract.ts"

export const attachmentBytes = 5 * 1024 * 1024

/** A file that is attached to a record, or about to be. */
export const Attachment = AttachedFile.annotate({ identifier: "AttachedFile" })
export type Attachment = typeof Attachment.Type

/** The ids of uploaded files, in the payload of the record to attach them to. At most twenty. */
export const AttachmentsInput = Schema.Array(IdInput("Files must be the ids of files that you have uploaded")).check(
  Schema.isMaxLength(20, { message: "20 files at most" }),
)

const oneFile = HttpApiSchema.asMultipartStream({
  maxParts: 1,
  maxFileSize: attachmentBytes,
  maxTotalSize: attachmentBytes + 16 * 1024,
  maxFieldSize: 1024,
})
const seen: Rule = { may: STAFF, scope: "one's own uploads, and the files of records that one may see" }

export class AttachmentsGroup extends HttpApiGroup.make("attachments")
  .add(
    HttpApiEndpoint.post("upload", "/api/attachments", {
      payload: Schema.Struct({ file: Multipart.SingleFileSchema }).pipe(oneFile),
      success: Attachment.pipe(created),
      error: rejections,
    }).annotateMerge(ruled("Upload a file", { may: STAFF, scope: "in one's own name; what is attached to nothing goes after a day" })),
  )
  .add(
    HttpApiEndpoint.get("one", "/api/attachments/:id", { params: { id: Id }, success: Attachment, error: rejections }).annotateMerge(
      ruled("Read what a file is", seen),
    ),
  )
  .add(
    HttpApiEndpoint.get("download", "/api/attachments/:id/download", {
      params: { id: Id },
      success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()),
      error: rejections,
    })
      .annotateMerge(ruled("Download a file", { ...seen, audited: "export" }))
      .annotate(InvalidatedBy, ["attachment"]),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping)
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" }) {}

export class AttachmentsApi extends HttpApi.make("ops").add(AttachmentsGroup) {}
