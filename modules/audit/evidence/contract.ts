/** The evidence of one document: everything that was done about it, with what proves it, in a self-contained file. */
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { Schema } from "effect"
import { HttpApi, HttpApiSchema } from "effect/http-api"
import { APPROVERS, FINANCE } from "@ops/platform/access/rule.ts"

export class EvidenceGroup extends callGroup(
  "auditEvidence",
  call.get(
    "download",
    "/api/audit/evidence/:kind/:id",
    "Download evidence of a record",
    Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/zip" })),
    {
      params: {
        /** invoice, purchase_request, payment, journal_entry, client_contract; `any` if the number identifies the kind */
        kind: Schema.String,
        /** its id, or its number */
        id: Schema.String,
      },
      query: { asOf: Schema.optional(Schema.String) },
      may: ["invoices.manage", "operations.supervise", "department.manage", "system.admin", ...FINANCE, ...APPROVERS],
      scope: "documents that the person may open, with what is linked to them at the sites that they see",
      audited: "export",
    },
  ),
) {}

export class EvidenceApi extends HttpApi.make("ops").add(EvidenceGroup) {}
