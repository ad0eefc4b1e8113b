/** The row types of the budget and billing screens, and the lists to reload after an action. */
import type { CertificateKind, CostKind } from "../../money/labels.ts"
import type { CertificateAnswer, ProjectContractAnswer, WipAnswer } from "../../billing/contract.ts"
import type { BudgetAnswer, ChangeAnswer, CommitmentAnswer } from "../contract.ts"
import type { costCodes } from "../../cost-codes/resource.ts"
import { pathOf, pathsOf } from "../../web/client.ts"

export type Budget = typeof BudgetAnswer.Type
export type Change = typeof ChangeAnswer.Type
export type Commitment = typeof CommitmentAnswer.Type
export type CostCode = (typeof costCodes)["Row"]
export type Contract = typeof ProjectContractAnswer.Type
export type Certificate = typeof CertificateAnswer.Type
export type Wip = typeof WipAnswer.Type

/** The same labels as on the command line. */
export const costKindNames: Record<CostKind, string> = { bill: "Supplier's bill", stock: "From stock", labour: "Hours", moved: "Moved from the ledger" }
export const certificateKindNames: Record<CertificateKind, string> = { progress: "Progress", advance: "Advance", release: "Retention released" }
export const projectPath = (id: number) => pathOf("GET /api/construction-projects/:id", { id })
/** All lists that an action on a project's money may change. */
export const moneyLists = pathsOf("GET /api/construction-projects")
export const nameOf = (user: { readonly firstName: string; readonly lastName: string } | null) => user && `${user.firstName} ${user.lastName}`
export const codeName = ({ code, name }: { readonly code: string; readonly name: string }) => `${code} ${name}`
/** Drops zero decimals: "5.00" becomes "5". */
export const short = (quantity: string) => quantity.replace(/\.00$/, "")
