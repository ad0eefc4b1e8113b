/** The API of badges: cards with a QR code that identify people at meals without typing a name. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import { callGroup, ruled } from "@ops/platform/http/call-group.ts"
import { Id, rejections, TextInput } from "@ops/platform/http/contract.ts"
import { KEEPERS } from "../permissions.ts"
import { staffMembers } from "../staff-members/resource.ts"

const keeps = { may: KEEPERS, scope: "6: own site; 8: own site if it has one; 7 and 10: all" }
const optional = Schema.optional(Schema.String)

export class BadgesGroup extends callGroup(
  "badges",
  HttpApiEndpoint.post("issue", "/api/staff-members/:id/badge", {
    params: { id: Id },
    /** the reason for replacing a badge; required if the person already has one */
    payload: [Schema.Null, Schema.Struct({ reason: Schema.optional(Schema.NullOr(TextInput("Reason", { most: 500 }))) })],
    success: staffMembers.schema,
    error: rejections,
  }).annotateMerge(ruled("Issue a badge to a client's person; it replaces the one they had", keeps)),
  HttpApiEndpoint.post("issueAll", "/api/staff-members/badges", {
    payload: Schema.Struct({ siteId: TextInput("Site", { required: true, most: 60 }), clientId: Schema.optional(Schema.NullOr(Schema.Int)) }),
    success: Schema.Struct({ issued: Schema.Int }),
    error: rejections,
  }).annotateMerge(ruled("Issue badges to all active people of a site who have none", keeps)),
  HttpApiEndpoint.get("sheet", "/api/staff-members/badges", {
    query: { siteId: optional, clientId: optional, id: optional },
    success: Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
    error: rejections,
  }).annotateMerge(ruled("Print badges as PDF, ten to a page", { may: OPERATIONS, scope: "the same rows as the list of people", audited: "export" })),
) {}
