/** The evidence of one document: all actions on it, with their proofs, in a self-contained file. */
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { ruled } from "@ops/platform/http/call-group.ts"
import { APPROVERS, FINANCE } from "@ops/platform/access/rule.ts"
import { ErrorMapping, Authorization, rejections, Authentication } from "@ops/platform/http/contract.ts"

export class EvidenceGroup extends HttpApiGroup.make("auditEvidence")
  .add(
    HttpApiEndpoint.get("download", "/api/audit/evidence/:kind/:id", {
      params: {
        /** invoice, purchase_request, payment, journal_entry, client_contract; `any` if the number identifies the kind */
        kind: Schema.String,
        /** its id, or its number */
        id: Schema.String,
      },
      query: { asOf: Schema.optional(Schema.String) },
      success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/zip" })),
      error: rejections,
    }).annotateMerge(
      ruled("Download evidence of a record", {
        may: ["invoices.manage", "operations.supervise", "department.manage", "system.admin", ...FINANCE, ...APPROVERS],
        scope: "documents that the person may open, with what is linked to them at the sites that they see",
        audited: "export",
      }),
    ),
  )
  .middleware(Authorization)
  .middleware(Authentication)
  .middleware(ErrorMapping) {}

export class EvidenceApi extends HttpApi.make("ops").add(EvidenceGroup) {}
