/** Adding accounts from a file: `ops import users`. */
import { importBy } from "@ops/platform/imports/importable.ts"
import { adds } from "./contract.ts"
import { importPerson } from "./person.ts"

export const usersImport = importBy({ noun: ["account", "accounts"], path: "/api/users" }, { command: importPerson, access: adds })
