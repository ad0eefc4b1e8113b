/** The API of badges: cards with a QR code that identify people at meals without typing a name. */
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { OPERATIONS } from "@ops/platform/access/rule.ts"
import { call, callGroup } from "@ops/platform/http/call-group.ts"
import { created, TextInput } from "@ops/platform/http/contract.ts"
import { KEEPERS } from "../permissions.ts"
import { staffMembers } from "../staff-members/resource.ts"

const keeps = { may: KEEPERS, scope: "6: own site; 8: own site if it has one; 7 and 10: all" }
const optional = Schema.optional(Schema.String)

export class BadgesGroup extends callGroup(
  "badges",
  call.post("issue", "/api/staff-members/:id/badge", "Issue a badge to a client's person; it replaces the one they had", staffMembers.schema.pipe(created), {
    /** why a badge is replaced; needed where the person has one */
    payload: [Schema.Null, Schema.Struct({ reason: Schema.optional(Schema.NullOr(TextInput("Reason", { most: 500 }))) })],
    ...keeps,
  }),
  call.post("issueAll", "/api/staff-members/badges", "Issue badges to all active people of a site who have none", Schema.Struct({ issued: Schema.Int }), {
    payload: Schema.Struct({ siteId: TextInput("Site", { required: true, most: 60 }), clientId: Schema.optional(Schema.NullOr(Schema.Int)) }),
    ...keeps,
  }),
  call.get(
    "sheet",
    "/api/staff-members/badges",
    "Print badges as PDF, ten to a page",
    Schema.Uint8Array.pipe(HttpApiSchema.asUint8Array({ contentType: "application/pdf" })),
    { query: { siteId: optional, clientId: optional, id: optional }, may: OPERATIONS, scope: "the same rows as the list of people", audited: "export" },
  ),
) {}
