import { delegations } from "./delegations/resource.ts"
import { defineModule } from "@ops/platform/module.ts"
import { userChangesImport, usersImport } from "./import.ts"
import { topLevelInbox } from "./inbox.ts"
import { challengeTables } from "./sign-in/challenges.ts"
import { languageChoices } from "./language.ts"
import { people } from "./person.ts"
import { sessionTables } from "./sessions.ts"
import { setupIdentity } from "./setup.ts"
import { signInTables } from "./sign-in/throttle.ts"
import { signInGroups } from "./sign-in-groups/resource.ts"
import { workingSites } from "./working-site.ts"

export const identityModule = defineModule({
  resources: [delegations, signInGroups],
  imports: [usersImport, userChangesImport],
  streams: [people, workingSites, languageChoices],
  tables: [...sessionTables, ...challengeTables, ...signInTables],
  inbox: [topLevelInbox],
  setup: setupIdentity,
})
