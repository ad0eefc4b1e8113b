/** The resource of the levels of groups. */
import { Schema } from "effect"
import { computed, creates, type Join, resource, updates } from "@ops/platform/http/resources/resource.ts"
import { everyRow } from "@ops/platform/records/visibility.ts"
import { userJoin } from "../joins.ts"
import { endLevel, giveLevel, SignInGroup, signInGroups as stream } from "./sign-in-group.ts"

const administrator = { may: ["settings.system"], scope: "all", stepUp: true } as const
const current = {
  fields: { isCurrent: computed(Schema.Boolean, `(r."from" <= es.today() and (r."to" is null or r."to" >= es.today()))`, { kind: "flag", label: "In force" }) },
} as const satisfies Join

export const signInGroups = resource("signInGroups", stream, {
  path: "/api/sign-in-groups",
  noun: ["sign-in group", "sign-in groups"],
  answer: "SignInGroup",
  number: "groupName",
  read: { may: ["settings.system"], rows: everyRow() },
  joins: [userJoin(SignInGroup, "givenBy"), current],
  titles: { givenByUser: "Given by" },
  list: {
    columns: ["groupName", "accessLevel", "from", "to", "isCurrent", "givenByUser"],
    sorts: ["groupName", "accessLevel", "from"],
    order: "groupName",
    search: ["groupName"],
    file: "Sign-in groups",
  },
  details: ["accessLevel", "from", "to", "isCurrent", "givenByUser"],
  commands: {
    give: creates(giveLevel, { ...administrator, imported: false }),
    end: updates(endLevel, administrator),
  },
})

export const SignInGroupsApi = signInGroups.api
