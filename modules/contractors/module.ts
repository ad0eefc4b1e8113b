import { contractorConsequences } from "./bill-commands.ts"
import { contractors } from "./contractor.ts"
import { contractorAccounts } from "./contractor-account.ts"
import { contractorAssignments } from "./contractor-assignment.ts"
import { contractorBills } from "./contractor-bill.ts"
import { contractorHours } from "./contractor-hours.ts"

export const contractorsModule = {
  streams: [contractors, contractorAccounts, contractorAssignments, contractorHours, contractorBills],
  consequences: contractorConsequences,
  views: [],
  tables: [],
  reactors: [],
}
