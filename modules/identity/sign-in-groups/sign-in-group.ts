/** The level that a group of the sign-in service grants, with start and end date: people who sign in by the service get the level of their groups. */
import { levels } from "@ops/platform/access/levels.ts"
import { command, conflict, forbidden, get, invalid, newId, permitted } from "@ops/platform/records/command.ts"
import { BusinessDate, label, Line, Optional, Ref, Whole } from "@ops/platform/records/field.ts"
import { record } from "@ops/platform/records/record.ts"
import { event, stream } from "@ops/platform/records/stream.ts"
import { topLevel } from "../person.ts"

const facts = { groupName: label("Group", Line(200)), accessLevel: label("Level", Whole), from: BusinessDate }

export const SignInGroup = record(
  "sign_in_group",
  { ...facts, to: Optional(BusinessDate), givenBy: Optional(Ref("person")) },
  { label: "Sign-in group", title: "group_name", unique: [{ fields: ["groupName", "from"], sentence: "This group has a level from that day on already" }] },
)

export const SignInGroupGiven = event(
  "SignInGroupGiven",
  1,
  { ...facts, givenBy: Optional(Ref("person")) },
  (e) => `${e.groupName} gives level ${e.accessLevel} from ${e.from}`,
)
export const SignInGroupEnded = event("SignInGroupEnded", 1, { to: BusinessDate }, (e) => `Ends with ${e.to}`)

export const signInGroups = stream(SignInGroup, SignInGroupGiven, SignInGroupEnded).fold({
  SignInGroupGiven: (_, given) => ({ ...given, to: null }),
  SignInGroupEnded: (group, { to }) => ({ ...group, to }),
})

const known = new Set(levels.map(({ level }) => level))

/** Level 10 takes two people, so no group can grant it. */
export const giveLevel = command("sign_in_group.give", "Set the level of a sign-in service group, from a date", facts, function* (input, by) {
  if (by.level < topLevel) throw forbidden("Only an administrator can map groups to levels")
  if (input.accessLevel >= topLevel) throw invalid("Level 10 is granted by two people, not by a group")
  if (!known.has(input.accessLevel))
    throw invalid(
      `Level must be one of ${[...known]
        .filter((level) => level < topLevel)
        .sort((a, b) => a - b)
        .join(", ")}`,
    )
  if (input.from < by.today) throw invalid("From cannot be in the past")
  return [signInGroups.at(yield* newId(signInGroups), SignInGroupGiven({ ...input, givenBy: by.person }))]
})

export const endLevel = command(
  "sign_in_group.end",
  "Set the last day of a group's level",
  { id: Ref("sign_in_group"), to: BusinessDate },
  function* ({ id, to }, by) {
    if (by.level < topLevel) throw forbidden("Only an administrator can map groups to levels")
    const group = yield* get(signInGroups, id)
    if (group.to !== null && group.to <= by.today) throw conflict(`It ends with ${group.to}. Set the level again from a later day`)
    yield* permitted()
    if (to < group.from) throw invalid("To cannot be before From")
    return [signInGroups.at(id, SignInGroupEnded({ to }))]
  },
)
