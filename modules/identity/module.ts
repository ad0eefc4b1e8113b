import { defineModule } from "@ops/platform/module.ts"
import { topLevelInbox } from "./inbox.ts"
import { challengeTables } from "./sign-in/passkeys.ts"
import { people } from "./person.ts"
import { sessionTables } from "./sessions.ts"
import { setupIdentity } from "./setup.ts"
import { signInTables } from "./sign-in/throttle.ts"
import { workingSites } from "./working-site.ts"

export const identityModule = defineModule({
  streams: [people, workingSites],
  tables: [...sessionTables, ...challengeTables, ...signInTables],
  inbox: [topLevelInbox],
  setup: setupIdentity,
})
