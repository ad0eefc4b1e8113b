import { topLevelInbox } from "./inbox.ts"
import { challengeTables } from "./sign-in/passkeys.ts"
import { people } from "./person.ts"
import { sessionTables } from "./sessions.ts"
import { setupIdentity } from "./setup.ts"
import { signInTables } from "./sign-in/throttle.ts"
import { workingSites } from "./working-site.ts"

export const identityModule = {
  streams: [people, workingSites],
  consequences: [],
  views: [],
  tables: [...sessionTables, ...challengeTables, ...signInTables],
  reactors: [],
  inbox: [topLevelInbox],
  setup: setupIdentity,
}
