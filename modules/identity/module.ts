import { topLevelInbox } from "./inbox.ts"
import { challengeTables } from "./passkeys.ts"
import { people } from "./person.ts"
import { sessionTables } from "./sessions.ts"
import { setupIdentity } from "./setup.ts"
import { signInTables } from "./throttle.ts"

export const identityModule = {
  streams: [people],
  consequences: [],
  views: [],
  tables: [...sessionTables, ...challengeTables, ...signInTables],
  reactors: [],
  inbox: [topLevelInbox],
  setup: setupIdentity,
}
