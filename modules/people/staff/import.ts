/** Hiring people from a file: `ops import staff`. */
import { importBy } from "@ops/platform/imports/importable.ts"
import { leads } from "../contract.ts"
import { hire } from "./commands.ts"

export const staffImport = importBy({ noun: ["member of staff", "staff"], path: "/api/hr/staff" }, { command: hire, access: leads })
