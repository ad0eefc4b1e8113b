import { defineModule } from "@ops/platform/module.ts"
import { contractorConsequences } from "./bills/commands.ts"
import { contractors } from "./contractor.ts"
import { contractorAccounts } from "./contractor-account.ts"
import { contractorAssignments } from "./work/contractor-assignment.ts"
import { contractorBills } from "./bills/contractor-bill.ts"
import { contractorHours } from "./work/contractor-hours.ts"

export const contractorsModule = defineModule({
  streams: [contractors, contractorAccounts, contractorAssignments, contractorHours, contractorBills],
  consequences: contractorConsequences,
})
