import { people } from "./person.ts"
import { signInTables } from "./throttle.ts"
import { challengeTables } from "./passkeys.ts"
import { sessionTables } from "./sessions.ts"

export const identityModule = {
  streams: [people],
  consequences: [],
  views: [],
  tables: [...sessionTables, ...challengeTables, ...signInTables],
  reactors: [],
}
