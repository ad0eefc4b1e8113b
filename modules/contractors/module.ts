import { defineModule } from "@ops/platform/module.ts"
import { contractorConsequences } from "./bills/commands.ts"
import { contractorBills } from "./bills/resource.ts"
import { contractorAccounts } from "./contractor-account.ts"
import { contractors } from "./resource.ts"
import { contractorAssignments, contractorHours } from "./work/resource.ts"

export const contractorsModule = defineModule({
  resources: [contractors, contractorAssignments, contractorHours, contractorBills],
  streams: [contractorAccounts],
  consequences: contractorConsequences,
})
