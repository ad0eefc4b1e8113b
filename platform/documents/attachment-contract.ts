/** The calls about files that people attach to records: receipts, bills, photos, papers of staff. */
import { call, callGroup } from "../http/call-group.ts"
import { Schema } from "effect"
import { Multipart } from "effect/http"
import { HttpApi, HttpApiSchema } from "effect/http-api"
import { Rule, STAFF } from "../access/rule.ts"
import { AttachedFile } from "../records/field.ts"
import { created } from "../http/contract.ts"

export const attachmentBytes = 5 * 1024 * 1024

/** A file that is attached to a record, or about to be. */
export const Attachment = AttachedFile.annotate({ identifier: "AttachedFile" })
export type Attachment = typeof Attachment.Type

const oneFile = HttpApiSchema.asMultipartStream({
  maxParts: 1,
  maxFileSize: attachmentBytes,
  maxTotalSize: attachmentBytes + 16 * 1024,
  maxFieldSize: 1024,
})
/** The field `file` of a form. */
export const UploadedFile = Schema.Struct({ file: Multipart.SingleFileSchema }).pipe(oneFile)
const seen: Rule = { may: STAFF, scope: "own uploads, and files of records the caller can see" }

export class AttachmentsGroup extends callGroup(
  "attachments",
  call.post("upload", "/api/attachments", "Upload a file", Attachment.pipe(created), {
    payload: UploadedFile,
    may: STAFF,
    scope: "in one's own name; what is attached to nothing goes after a day",
  }),
  call.get("one", "/api/attachments/:id", "Read the details of a file", Attachment, seen),
  call.get("download", "/api/attachments/:id/download", "Download a file", Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array()), {
    ...seen,
    audited: "export",
    dependsOn: ["attachment"],
  }),
) {}

export class AttachmentsApi extends HttpApi.make("ops").add(AttachmentsGroup) {}
