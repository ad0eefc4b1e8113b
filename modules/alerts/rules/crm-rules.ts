/** A due follow-up of a prospect raises an alert until an activity is logged or it is rescheduled. It names the company, not the person. */
import { consequence, get, type CommandGenerator } from "@ops/platform/records/command.ts"
import type { Change } from "@ops/platform/records/stream.ts"
import { people } from "@ops/identity/person.ts"
import { ProspectConverted, ProspectFollowUpDue, ProspectFollowUpSet, prospects } from "@ops/crm/prospects/prospect.ts"
import { raise, settle } from "../alert.ts"

const causeOf = (id: number) => `prospect/${id}/follow_up`
function* done(_: unknown, { id }: { readonly id: number }): CommandGenerator<ReadonlyArray<Change>> {
  return yield* settle(causeOf(id))
}

export const crmRules = [
  consequence(ProspectFollowUpDue, function* ({ on }, { id }) {
    const { companyName, prospectNumber, followUpNote, assignedTo } = yield* get(prospects, id)
    const person = assignedTo === null ? undefined : yield* get(people, assignedTo)
    return yield* raise({
      cause: causeOf(id),
      type: "crm",
      priority: "medium",
      title: `Follow up with ${companyName}`.slice(0, 200),
      message: `${prospectNumber}, planned for ${on}${followUpNote === null ? "" : `: ${followUpNote}`}${person ? `. ${person.firstName} ${person.lastName} deals with it` : ""}`,
      siteId: null,
      relatedEntity: "prospect",
      relatedEntityId: id,
    })
  }),
  consequence(ProspectFollowUpSet, done),
  consequence(ProspectConverted, done),
]
