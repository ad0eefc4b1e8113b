/** The part of the module that is about money. */
import { certificates } from "./certificate.ts"
import { constructionChecks } from "./closing.ts"
import { commitments } from "./commitment.ts"
import { projectContracts } from "./contract-terms.ts"
import { costCodes } from "./cost-code.ts"
import { moneyInbox } from "./money-inbox.ts"
import { setupCostCodes } from "./money-setup.ts"
import { moneyViews } from "./money-views.ts"
import { certificateConsequences } from "./postings.ts"
import { budgetChanges, projectBudgets } from "./project-budget.ts"
import { projectCostConsequences } from "./project-cost-commands.ts"
import { projectCosts } from "./project-cost.ts"
import { constructionTies } from "./ties.ts"
import { contractWip, wipConsequences } from "./wip.ts"

export const money = {
  streams: [costCodes, projectBudgets, budgetChanges, projectCosts, commitments, projectContracts, certificates, contractWip],
  consequences: [...projectCostConsequences, ...certificateConsequences, ...wipConsequences],
  views: moneyViews,
  closing: constructionChecks,
  ties: constructionTies,
  inbox: moneyInbox,
  setup: setupCostCodes,
}
