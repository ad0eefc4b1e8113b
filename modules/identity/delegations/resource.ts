/** How delegations of approvals are reached and read. */
import { Schema } from "effect"
import { DECIDERS } from "@ops/platform/access/rule.ts"
import { computed, creates, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { userJoin } from "../joins.ts"
import { delegateApprovals, Delegation, delegations as stream, endDelegation, isActiveSql, rows } from "./delegation.ts"

const statuses = ["planned", "active", "ended"] as const
const statusSql = `(case when ${isActiveSql} then 'active' when r.ended or r."to" < es.today() then 'ended' else 'planned' end)`
const standing = {
  fields: { status: computed(Schema.Literals(statuses), statusSql, { label: "Status" }) },
  filters: { status: { sql: statusSql, words: statuses } },
} as const satisfies Join

export const delegations = resource("delegations", stream, {
  path: "/api/delegations",
  noun: ["delegation", "delegations"],
  answer: "Delegation",
  read: { may: DECIDERS, rows },
  joins: [userJoin(Delegation, "delegatorId", "delegateId"), standing],
  titles: { delegatorIdUser: "Delegator", delegateIdUser: "Delegate" },
  list: {
    columns: ["delegatorIdUser", "delegateIdUser", "from", "to", "reason", "status"],
    filters: ["status"],
    sorts: ["from", "to", "createdAt"],
    order: "-from",
    search: ["reason"],
    date: "from",
    file: "Delegations",
  },
  details: ["delegatorIdUser", "delegateIdUser", "from", "to", "status", "reason"],
  commands: {
    create: creates(delegateApprovals, { may: DECIDERS, scope: "the caller's own approvals", stepUp: true, imported: false }),
    end: updates(endDelegation, { may: DECIDERS, scope: "the delegator, the delegate, or level 10" }),
  },
})

export const DelegationsApi = delegations.api
