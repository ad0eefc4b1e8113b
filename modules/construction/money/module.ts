/** The part of the module for budgets, costs and billing. */
import { certificates } from "../billing/certificate.ts"
import { constructionChecks } from "../closing.ts"
import { commitments } from "../budget/commitment.ts"
import { projectContracts } from "../billing/contract-terms.ts"
import { moneyInbox } from "./inbox.ts"
import { setupCostCodes } from "./setup.ts"
import { moneyViews } from "./views.ts"
import { certificateConsequences } from "./postings.ts"
import { budgetChanges, projectBudgets } from "../budget/project-budget.ts"
import { projectCostConsequences } from "../budget/project-cost-commands.ts"
import { projectCosts } from "../budget/project-cost.ts"
import { constructionTies } from "./ties.ts"
import { contractsNotBilled } from "../wip/queries.ts"
import { contractWip, wipConsequences } from "../wip/wip.ts"

export const money = {
  streams: [projectBudgets, budgetChanges, projectCosts, commitments, projectContracts, certificates, contractWip],
  consequences: [...projectCostConsequences, ...certificateConsequences, ...wipConsequences],
  views: moneyViews,
  closing: constructionChecks,
  ties: constructionTies,
  notBilled: [contractsNotBilled],
  inbox: moneyInbox,
  setup: setupCostCodes,
}
