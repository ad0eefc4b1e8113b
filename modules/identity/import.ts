/** Adding and changing accounts from a file: `ops import users`, `ops import user-changes`. */
import { importBy } from "@ops/platform/imports/importable.ts"
import { adds, changesAccounts } from "./contract.ts"
import { importPerson, importPersonChange } from "./person.ts"

export const usersImport = importBy({ noun: ["account", "accounts"], path: "/api/users" }, { command: importPerson, access: adds })

export const userChangesImport = importBy(
  { noun: ["change of an account", "changes of accounts"], path: "/api/user-changes", changes: true },
  { command: importPersonChange, access: changesAccounts },
)
